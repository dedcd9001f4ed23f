"""Crash log: cause of the last crash and number of crashes, kept in non-volatile memory.

A record is the count and the text; without a text the cause is that of the record before.  One is
written per crash, and one after the program has run quietly; the flash endures 50,000 writes.
"""

from kamiboard.nvm import record_log

MYPY = False
if MYPY:
    from kamiboard.protocols import Memory

NONE = "-"
MAX_CRASHES = 5  # without a quiet minute in between; then the board gives up
_MAX_TEXT = 160  # keeps its line well below the protocol's 250 bytes
_MAX_COUNT = 255
_ROOM = 1024  # for five crashes with a text of their own


def as_field(text: str, longest: int = _MAX_TEXT) -> str:
    """Return text as a field of a line: printable ASCII without `,` and `*`; NONE if empty.

    Of a summary that is too long the outermost places go, then the end of its message.
    """
    kept = "".join(c if " " <= c <= "~" and c not in ",*" else " " for c in text).strip()
    if len(kept) <= longest:
        return kept or NONE
    message, at, places = kept.rpartition(" at ")
    innermost = at + places.split(" ")[0]
    if ":" not in innermost:
        message, innermost = kept, ""  # it is no summary
    room = longest - len(innermost)
    if len(message) > room:
        return message[: room - 3] + "..." + innermost
    return kept[: longest + 1].rpartition(" ")[0]


def summarise(traceback: str) -> str:
    """Return a printed traceback as one line: the exception, then the places, innermost first.

    Of exceptions while others were handled it tells the last.
    """
    message = places = ""
    for line in traceback.replace("\r", "").split("\n"):
        name, separator, rest = line.partition('", line ')
        if line.startswith("Traceback ("):
            message = places = ""
        elif line.startswith('  File "') and separator:
            file = name.replace("\\", "/").split("/")[-1].replace('  File "', "")
            places = (" %s:%s" % (file, rest.split(",")[0]) + places)[:_MAX_TEXT]
        elif line and line[0] != " ":  # no line of a source, which other interpreters print
            message += (" " if message else "") + line
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
        self._memory = memory
        if memory is not None:
            self._load(memory)

    def add(self, text: str) -> None:
        """Count a crash and store its cause.

        Never erases the memory: the power may be failing.  Without room for a record the memory
        keeps what it has.
        """
        known = self.text
        self.count = min(self.count + 1, _MAX_COUNT)
        self.text = as_field(text)
        self._store("" if self.text == known else self.text)

    def reset_count(self) -> None:
        """Count from 0 again, because the board was started by hand.  The text is kept."""
        self.count = 0

    def clear(self) -> None:
        """Store that the program has run quietly, and make room.  `text` is kept."""
        self.count = 0
        if self._memory is not None:
            record_log.make_room(self._memory, min(_ROOM, len(self._memory) // 4))
            data = record_log.newest(self._memory, record_log.CRASH)[0]
            if data and data[0]:
                self._store("")

    def _store(self, text: str) -> None:
        if self._memory is not None:
            data = bytes((self.count,)) + text.encode()
            record_log.append(self._memory, record_log.CRASH, data)

    def _load(self, memory: "Memory") -> None:
        for kind, data in record_log.records(memory):
            if kind != record_log.CRASH or not data:
                continue
            self.count = data[0]
            if len(data) > 1:
                self.text = as_field(data[1:].decode())
        if self.count == 0:
            self.text = NONE
