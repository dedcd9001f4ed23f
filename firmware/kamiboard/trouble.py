"""The trouble note: why the program died, in a few words, kept for the hello after the restart.

Layout in the non-volatile memory: `KB`, length, text, two bytes of CRC over all before them.  It is
written once when the program dies and once when the note has been read, which flash bears 50,000
times.
"""

from binascii import crc32

MYPY = False
if MYPY:
    from kamiboard.seam import Memory

NONE = "-"
_MAGIC = b"KB"
_LONGEST = 60
_ROOM = len(_MAGIC) + 1 + _LONGEST + 2


def _check(data: bytes) -> bytes:
    crc = crc32(data) & 0xFFFF
    return bytes((crc >> 8, crc & 0xFF))


def words(text: str) -> str:
    """Text as a field of a line: printable ASCII without `,` and `*`, short, not empty."""
    kept = "".join(c if " " <= c <= "~" and c not in ",*" else " " for c in text[:_LONGEST])
    return kept.strip() or NONE


def leave(memory: "Memory | None", text: str) -> None:
    """Leave a note for the next start; does nothing without a memory that has room for it."""
    if memory is None or len(memory) < _ROOM:
        return
    note = words(text).encode()
    data = _MAGIC + bytes((len(note),)) + note
    memory[: len(data) + 2] = data + _check(data)


def take(memory: "Memory | None") -> str:
    """The note that the last start left, or NONE; it is gone afterwards."""
    if memory is None or len(memory) < _ROOM or bytes(memory[: len(_MAGIC)]) != _MAGIC:
        return NONE
    end = len(_MAGIC) + 1 + memory[len(_MAGIC)]
    data = bytes(memory[:end])
    if end + 2 > _ROOM or bytes(memory[end : end + 2]) != _check(data):
        return NONE
    memory[: len(_MAGIC)] = bytes(len(_MAGIC))
    return words(data[len(_MAGIC) + 1 :].decode())
