"""The trouble record: why the program died and how often, kept over restarts.

Layout in the non-volatile memory: `KC`, how often, length, text, two bytes of CRC over all before
them.  Written once for each death and once when the program has run quietly, which flash bears
50,000 times.
"""

from binascii import crc32

MYPY = False
if MYPY:
    from kamiboard.protocols import Memory

NONE = "-"
_MAGIC = b"KC"
_HEAD = len(_MAGIC) + 2
_LONGEST = 160  # with the rest of its line well below the 250 bytes of the protocol
_ROOM = _HEAD + _LONGEST + 2
_MOST = 255


def words(text: str, longest: int = _LONGEST) -> str:
    """Text as a field of a line: printable ASCII without `,` and `*`, short, not empty."""
    kept = "".join(c if " " <= c <= "~" and c not in ",*" else " " for c in text[:longest])
    return kept.strip() or NONE


def shorten(traceback: str) -> str:
    """A printed traceback in a line: the exception, then where, innermost first."""
    said = NONE
    places = ""
    for line in traceback.split("\n"):
        line = line.strip()
        name, separator, rest = line.partition('", line ')
        if line.startswith('File "') and separator:
            file = name.replace("\\", "/").split("/")[-1].replace('File "', "")
            places = " %s:%s" % (file, rest.split(",")[0]) + places
        elif line:
            said = line
    return words(said + (" at" + places if places else ""))


class Record:
    """What is remembered.

    Args:
        memory: where; None if the board has none, and then nothing outlasts a restart.

    Attributes:
        count: how often the program has died since it last ran quietly.
        text: why it did so last, as words of a line; NONE if it has not.
    """

    def __init__(self, memory: "Memory | None") -> None:
        self.count = 0
        self.text = NONE
        self._memory = None if memory is None or len(memory) < _ROOM else memory
        self._recall()

    def add(self, text: str) -> None:
        """Remember another death."""
        self.count = min(self.count + 1, _MOST)
        self.text = words(text)
        self._keep()

    def forgive(self) -> None:
        """Count from nought: somebody has started the board anew.  Why it died is still told."""
        self.count = 0

    def settle(self) -> None:
        """Forget what is remembered, for the next start: the program has run quietly."""
        if self._memory is not None and bytes(self._memory[: len(_MAGIC)]) == _MAGIC:
            self._memory[: len(_MAGIC)] = bytes(len(_MAGIC))
        self.count = 0

    def _keep(self) -> None:
        if self._memory is not None:
            note = self.text.encode()
            data = _MAGIC + bytes((self.count, len(note))) + note
            self._memory[: len(data) + 2] = data + _check(data)

    def _recall(self) -> None:
        memory = self._memory
        if memory is None or bytes(memory[: len(_MAGIC)]) != _MAGIC:
            return
        end = _HEAD + memory[_HEAD - 1]
        if end + 2 > _ROOM:
            return
        data = bytes(memory[:end])
        if bytes(memory[end : end + 2]) == _check(data):
            self.count = data[_HEAD - 2]
            self.text = words(data[_HEAD:].decode())


def _check(data: bytes) -> bytes:
    crc = crc32(data) & 0xFFFF
    return bytes((crc >> 8, crc & 0xFF))
