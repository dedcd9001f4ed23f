"""Trace of a session: its inputs and what was recognised, as lines of JSON.

The first line has the settings of the match, each other line an event: `at`, in milliseconds since
the start of the trace, and one more field.

    line                              event
    {"at":0,"board":{...}}            the board has said hello: its `size` and identity
    {"at":0,"see":"ssss.../.../..."}  new state of the cells: `.`, `n`, `s`, `?`, last rank first
    {"at":0,"lost":true}              the board is gone
    {"at":0,"wish":{...}}             a request (docs/protocols/page.md) that was carried out
    {"at":0,"forget":true}            pieces were set up without being seen
    {"at":0}                          the session was called without an input
    {"at":0,"made":"d8d4"}            output: a move was made,
    {"at":0,"unmade":"d8d4"}          the last move was taken back,
    {"at":0,"begun":"kamisado"}       a new game began,
    {"at":0,"over":"white"}           the game ended with this winner
    {"at":0,"said":"...","level":".."}  output: a notice, for the reader of the trace
    {"at":0,"end":true}               the recording ended

Left out are repeated snapshots, and calls of the session at the very time for which it had asked.
A line with `due` was late: the session had asked to be called at `due`, and was not.  A snapshot
with an `age`, in milliseconds, had been so for that time: earlier lines about it were lost.  So
`trace_player` can play a trace back to the millisecond.

Lines are written at once.  If the program is killed, an incomplete last line is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

FORMAT = 1
"""Incremented when a reader of the old format would misread the new one."""

_KINDS: Mapping[str, type] = {
    "board": dict,
    "see": str,
    "lost": bool,
    "wish": dict,
    "forget": bool,
    "made": str,
    "unmade": str,
    "begun": str,
    "over": str,
    "said": str,
    "end": bool,
}
WOKEN = "woken"
"""Kind of a line with a time only: the session was called without an input."""
OUTPUT_KINDS = frozenset({"made", "unmade", "begun", "over"})
"""Kinds of lines that are recognised, not inputs."""
_CELLS = frozenset(".ns?/")


class TraceError(ValueError):
    """A text is no trace; the message quotes the line and the fault."""


class PlayedPly(NamedTuple):
    """A ply made before the trace began.

    Attributes:
        times: White's and Black's milliseconds left after it; None without a clock.
    """

    text: str
    times: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """Settings and previous plies of the match.

    Attributes:
        game: its name.
        start: text of the start position.
        clock: the time control, e.g. "10+5"; "" for none.
        help: level of help by the lights.
        north: the side whose pieces have their north pole down: "white" or "black".
        plies: made before the trace began.
        times: White's and Black's milliseconds left at the start; None: those of the last ply.
        version: of the program that wrote the trace.
        touch_move: True if moves cannot be taken back.
        termination: text of a resignation or an agreed draw; "" if there was none.
        opponent: text of the computer player; "" if people play both sides.
        lots: the settings of the game that are drawn by lot whenever it is begun again.
    """

    game: str
    start: str
    clock: str = ""
    help: str = "legal"
    north: str = "white"
    plies: tuple[PlayedPly, ...] = ()
    times: tuple[int, int] | None = None
    version: str = ""
    touch_move: bool = False
    termination: str = ""
    opponent: str = ""
    lots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One line after the first.

    Attributes:
        at_ms: time since the start of the trace.
        kind: as in the module's table, or WOKEN.
        value: of its field; for cells the text of the protocol, a1 first.
        due_ms: time at which the session had asked to be called, if that was missed; else None.
        level: severity of a notice.
        age_ms: time for which the cells had been so.
    """

    at_ms: int
    kind: str = WOKEN
    value: object = True
    due_ms: int | None = None
    level: str = ""
    age_ms: int = 0


@dataclass(frozen=True, slots=True)
class Trace:
    """A trace.

    Attributes:
        is_complete: True if its last line is complete.
    """

    header: Header
    entries: tuple[Entry, ...]
    is_complete: bool = True

    @property
    def recognised(self) -> tuple[Entry, ...]:
        """The entries that were recognised."""
        return tuple(entry for entry in self.entries if entry.kind in OUTPUT_KINDS)


# Writing


def header_line(header: Header) -> str:
    """Encode the first line, without its newline."""
    fields: dict[str, object] = {
        "kamisado": "trace",
        "format": FORMAT,
        "version": header.version,
        "game": header.game,
        "start": header.start,
        "clock": header.clock,
        "help": header.help,
        "north": header.north,
    }
    if header.touch_move:
        fields["touch_move"] = True
    if header.termination:
        fields["settlement"] = header.termination
    if header.opponent:
        fields["opponent"] = header.opponent
    if header.lots:
        fields["lots"] = list(header.lots)
    if header.plies:
        fields["plies"] = [
            ply.text if ply.times is None else [ply.text, *ply.times] for ply in header.plies
        ]
    if header.times is not None:
        fields["times"] = list(header.times)
    return _line(fields)


def entry_line(entry: Entry, files: int) -> str:
    """Encode an entry, without its newline.

    Args:
        files: of the board.
    """
    fields: dict[str, object] = {"at": entry.at_ms}
    if entry.due_ms is not None:
        fields["due"] = entry.due_ms
    if entry.kind == "see":
        fields["see"] = "/".join(reversed(_ranks(str(entry.value), files)))
    elif entry.kind != WOKEN:
        fields[entry.kind] = entry.value
    if entry.level:
        fields["level"] = entry.level
    if entry.age_ms:
        fields["age"] = entry.age_ms
    return _line(fields)


def encode(trace: Trace) -> str:
    """Encode a trace; without the board's size each snapshot is written as one rank."""
    lines = [header_line(trace.header)]
    files = 0
    for entry in trace.entries:
        if entry.kind == "board":
            files = size_of(entry)[0]
        lines.append(entry_line(entry, files))
    return "".join(f"{line}\n" for line in lines)


def _ranks(cells: str, files: int) -> list[str]:
    return [cells[at : at + files] for at in range(0, len(cells), files)] if files else [cells]


def _line(fields: Mapping[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


# Reading


def decode(text: str) -> Trace:
    """Decode a trace.

    Raises:
        TraceError: it is no trace, or of another format; the line is quoted.
    """
    lines = text.split("\n")
    cut_off = lines.pop()
    header, entries = None, []
    for number, line in enumerate(lines, 1):
        try:
            fields = _fields(line)
            if header is None:
                header = _header(fields)
            else:
                entries.append(_entry(fields))
        except ValueError as error:
            raise TraceError(
                f"line {number} is no line of a trace: {error}: {_short(line)}"
            ) from None
    if header is None:
        raise TraceError(f"this is no trace: {_short(cut_off)}")
    try:
        _check(entries)
    except ValueError as error:
        raise TraceError(f"this is no trace: {error}") from None
    return Trace(header, tuple(entries), is_complete=not cut_off)


def size_of(entry: Entry) -> tuple[int, int]:
    """Return files and ranks in a `board` entry.

    Raises:
        ValueError: they are missing.
    """
    match entry.value:
        case {"size": [int(files), int(ranks)]} if files > 0 and ranks > 0:
            return files, ranks
    raise ValueError(f"the board's size is missing in {entry.value!r}")


def _fields(line: str) -> dict[str, object]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise ValueError("it is not a JSON object")
    return fields


def _header(fields: Mapping[str, object]) -> Header:
    if fields.get("kamisado") != "trace":
        raise ValueError("the first line must say what is played")
    if fields.get("format") != FORMAT:
        raise ValueError(
            f"it is of format {fields.get('format')!r}, this program knows {FORMAT}: use the "
            f"version of the program that wrote it ({fields.get('version')!r}) or a newer one"
        )
    known = ("game", "start", "clock", "help", "north", "version", "settlement", "opponent")
    texts = {name: fields[name] for name in known if name in fields}
    for name, value in texts.items():
        if not isinstance(value, str):
            raise ValueError(f"{name!r} must be a text, not {value!r}")
    if "settlement" in texts:
        texts["termination"] = texts.pop("settlement")
    if "game" not in texts or "start" not in texts:
        raise ValueError("it must say the game and its start")
    plies = fields.get("plies", [])
    if not isinstance(plies, list):
        raise ValueError(f"'plies' must be a list, not {plies!r}")
    times = fields.get("times")
    touch_move = fields.get("touch_move", False)
    if not isinstance(touch_move, bool):
        raise ValueError(f"'touch_move' must be true or false, not {touch_move!r}")
    lots = fields.get("lots", [])
    if not isinstance(lots, list) or not all(isinstance(lot, str) for lot in lots):
        raise ValueError(f"'lots' must be a list of names, not {lots!r}")
    return Header(
        **{name: str(value) for name, value in texts.items()},
        plies=tuple(_ply(ply) for ply in plies),
        times=None if times is None else _times(times),
        touch_move=touch_move,
        lots=tuple(lots),
    )


def _ply(ply: object) -> PlayedPly:
    match ply:
        case str(text):
            return PlayedPly(text)
        case [str(text), *times]:
            return PlayedPly(text, _times(times))
    raise ValueError(f"{ply!r} is no ply")


def _times(times: object) -> tuple[int, int]:
    match times:
        case [int(white), int(black)]:
            return white, black
    raise ValueError(f"{times!r} are not the times of White and Black")


def _entry(fields: dict[str, object]) -> Entry:
    at_ms, due_ms = fields.pop("at", None), fields.pop("due", None)
    level, age_ms = fields.pop("level", ""), fields.pop("age", 0)
    if type(at_ms) is not int or at_ms < 0:
        raise ValueError("'at' must be a time in milliseconds")
    if due_ms is not None and type(due_ms) is not int:
        raise ValueError("'due' must be a time in milliseconds")
    if not isinstance(level, str):
        raise ValueError("'level' must be a text")
    if type(age_ms) is not int or age_ms < 0:
        raise ValueError("'age' must be a time in milliseconds")
    if not fields:
        return Entry(at_ms, due_ms=due_ms)
    (kind, value), *more = fields.items()
    if more:
        raise ValueError(f"it tells {kind!r} and {more[0][0]!r} at once")
    if kind not in _KINDS:
        raise ValueError(f"what {kind!r} is is not known here")
    if not isinstance(value, _KINDS[kind]):
        raise ValueError(f"{kind!r} cannot be {value!r}")
    if kind == "see":
        assert isinstance(value, str)
        if not _CELLS.issuperset(value):
            raise ValueError("a cell is one of . n s ?")
        value = "".join(reversed(value.split("/")))
    return Entry(at_ms, kind, value, due_ms, level, age_ms)


def _check(entries: Iterable[Entry]) -> None:
    """Check the order of times and the number of cells."""
    at_ms = cells = 0
    for entry in entries:
        if entry.at_ms < at_ms:
            raise ValueError(f"the time goes back from {at_ms} to {entry.at_ms} ms")
        at_ms = entry.at_ms
        if entry.kind == "board":
            files, ranks = size_of(entry)
            cells = files * ranks
        elif entry.kind == "see" and len(str(entry.value)) != cells:
            raise ValueError(
                f"at {at_ms} ms {len(str(entry.value))} cells are seen on a board of {cells}"
            )


def _short(line: str) -> str:
    return repr(line if len(line) <= 60 else f"{line[:60]}...")


def describe(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield what was recognised as lines of text with times."""
    words = {"made": "", "unmade": "taken back: ", "begun": "begun: ", "over": "over: "}
    for entry in entries:
        if entry.kind in OUTPUT_KINDS:
            yield f"{entry.at_ms / 1000:10.3f} s  {words[entry.kind]}{entry.value}"
