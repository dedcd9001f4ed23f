"""Crash log: cause of the last crash and number of crashes, kept in non-volatile memory.

Layout: `KC`, count, length of the text, text, two bytes of CRC over all before them.  Written once
per crash and once after the program has run quietly; the flash endures 50,000 writes.
"""

from binascii import crc32

MYPY = False
if MYPY:
    from kamiboard.protocols import Memory

NONE = "-"
MAX_CRASHES = 5  # without a quiet minute in between; then the board gives up
_MAGIC = b"KC"
_HEADER = len(_MAGIC) + 2
_MAX_TEXT = 160  # keeps its line well below the protocol's 250 bytes
_SIZE = _HEADER + _MAX_TEXT + 2
_MAX_COUNT = 255


def as_field(text: str, longest: int = _MAX_TEXT) -> str:
    """Return text as a field of a line: printable ASCII without `,` and `*`; NONE if empty."""
    kept = "".join(c if " " <= c <= "~" and c not in ",*" else " " for c in text[:longest])
    return kept.strip() or NONE


def summarise(traceback: str) -> str:
    """Return a printed traceback as one line: the exception, then the places, innermost first."""
    message = NONE
    places = ""
    for line in traceback.split("\n"):
        line = line.strip()
        name, separator, rest = line.partition('", line ')
        if line.startswith('File "') and separator:
            file = name.replace("\\", "/").split("/")[-1].replace('File "', "")
            places = " %s:%s" % (file, rest.split(",")[0]) + places
        elif line:
            message = line
    return as_field(message + (" at" + places if places else ""))


class CrashLog:
    """The crashes since the program last ran quietly.

    Args:
        memory: non-volatile memory; None if the board has none, so nothing survives a restart.

    Attributes:
        count: number of crashes since the program last ran quietly.
        text: cause of the last one, as a field of a line; NONE if there was none.
    """

    def __init__(self, memory: "Memory | None") -> None:
        self.count = 0
        self.text = NONE
        self._memory = None if memory is None or len(memory) < _SIZE else memory
        self._load()

    def add(self, text: str) -> None:
        """Count a crash and store its cause."""
        self.count = min(self.count + 1, _MAX_COUNT)
        self.text = as_field(text)
        self._store()

    def reset_count(self) -> None:
        """Count from 0 again, because the board was started by hand.  The text is kept."""
        self.count = 0

    def clear(self) -> None:
        """Erase the stored entry, because the program has run quietly.  `text` is kept."""
        if self._memory is not None and bytes(self._memory[: len(_MAGIC)]) == _MAGIC:
            self._memory[: len(_MAGIC)] = bytes(len(_MAGIC))
        self.count = 0

    def _store(self) -> None:
        if self._memory is not None:
            text = self.text.encode()
            data = _MAGIC + bytes((self.count, len(text))) + text
            self._memory[: len(data) + 2] = data + _checksum(data)

    def _load(self) -> None:
        memory = self._memory
        if memory is None or bytes(memory[: len(_MAGIC)]) != _MAGIC:
            return
        end = _HEADER + memory[_HEADER - 1]
        if end + 2 > _SIZE:
            return
        data = bytes(memory[:end])
        if bytes(memory[end : end + 2]) == _checksum(data):
            self.count = data[_HEADER - 2]
            self.text = as_field(data[_HEADER:].decode())


def _checksum(data: bytes) -> bytes:
    crc = crc32(data) & 0xFFFF
    return bytes((crc >> 8, crc & 0xFF))
