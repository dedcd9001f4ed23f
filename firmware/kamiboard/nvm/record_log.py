"""Record log: appends records to non-volatile memory, so that a power cut loses at most the newest.

On an RP2040 the memory is one sector of flash.  CircuitPython programs bytes that are still erased
(0xFF) as they are, but a write over any other byte erases the whole sector first, and a power cut
in that moment loses everything.  So a record is appended behind all others, and the sector is
erased only by `make_room`: at the start of a calibration, and after a quiet minute.

A record begins at a multiple of SLOT:

    bytes   content
    1       kind
    2       length of the data, low byte first
    ...     data
    4       CRC-32 of all before them
"""

from binascii import crc32

MYPY = False
if MYPY:
    from collections.abc import Iterator

    from kamiboard.protocols import Memory

SLOT = 32
CALIBRATION, CRASH = 0xCA, 0xC4  # no ASCII, so no byte of a crash's text looks like a record
_KINDS = (CALIBRATION, CRASH)
_HEAD = 3
_CHECK = 4
_ERASED = b"\xff" * SLOT
_ZEROS = bytes(SLOT)


def records(memory: "Memory") -> "Iterator[tuple[int, bytes | None]]":
    """Yield kind and data of each record, the oldest first; the data is None of a damaged one.

    The first byte of something damaged may be anything; then that is its kind.
    """
    at = 0
    damaged = False
    while at + SLOT <= len(memory):
        slot = bytes(memory[at : at + SLOT])
        if slot in (_ERASED, _ZEROS):  # other chips' memory may be zero at first
            at += SLOT
            damaged = False
            continue
        end = at + _HEAD + (slot[1] | slot[2] << 8)
        if slot[0] in _KINDS and end + _CHECK <= len(memory):
            body = bytes(memory[at:end])
            if bytes(memory[end : end + _CHECK]) == _bytes_of(crc32(body)):
                yield slot[0], body[_HEAD:]
                at = _round_up(end + _CHECK)
                damaged = False
                continue
        # How long it was cannot be known, so the next slots are looked at as well.  Of a record cut
        # in its first byte there is nothing to tell.
        if slot[1:] != _ERASED[1:] and (slot[0] in _KINDS or not damaged):
            yield slot[0], None
        damaged = True
        at += SLOT


def newest(memory: "Memory", kind: int) -> "tuple[bytes | None, bool]":
    """Return the data of the newest intact record of a kind, and if a newer one may be damaged."""
    found = None
    damaged = False
    for each, data in records(memory):
        if data is None:
            damaged = damaged or each == kind or each not in _KINDS
        elif each == kind:
            found = data
            damaged = False
    return found, damaged


def room(memory: "Memory") -> int:
    """Return the number of bytes behind the last record, all erased."""
    at = len(memory) // SLOT * SLOT
    end = at
    while at and bytes(memory[at - SLOT : at]) == _ERASED:
        at -= SLOT
    return end - at


def size(data: bytes) -> int:
    """Return the number of bytes that a record with this data takes."""
    return _round_up(_HEAD + len(data) + _CHECK)


def append(memory: "Memory", kind: int, data: bytes) -> bool:
    """Append a record; return False, and write nothing, if there is no room."""
    left = room(memory)
    if size(data) > left:
        return False
    at = len(memory) // SLOT * SLOT - left
    record = _encode(kind, data)
    memory[at : at + len(record)] = record
    return True


def make_room(memory: "Memory", needed: int) -> None:
    """Erase all but the newest intact record of each kind, if there are less than `needed` bytes.

    A power cut in the tenth of a second between erasing and writing back loses those as well.
    """
    if room(memory) >= needed:
        return
    image = bytearray(b"\xff" * len(memory))
    at = 0
    for kind in _KINDS:  # the calibration first: it is written back first
        data = newest(memory, kind)[0]
        if data is not None:
            record = _encode(kind, data)
            image[at : at + len(record)] = record
            at = _round_up(at + len(record))
    memory[0 : len(memory)] = bytes(image)


def _encode(kind: int, data: bytes) -> bytes:
    body = bytes((kind, len(data) & 0xFF, len(data) >> 8)) + data
    return body + _bytes_of(crc32(body))


def _round_up(length: int) -> int:
    return (length + SLOT - 1) // SLOT * SLOT


def _bytes_of(check: int) -> bytes:
    return bytes((check & 0xFF, check >> 8 & 0xFF, check >> 16 & 0xFF, check >> 24))
