"""The trace of a session: all that came in, and what was recognised, as lines of JSON.

The first line says what is played, each other one what happened at a time: `at`, in milliseconds
since the trace began, and one more field.

    line                              what
    {"at":0,"board":{...}}            the board has said hello: its `size`, and who it is
    {"at":0,"see":"ssss.../.../..."}  what the board's cells show from now on: `.`, `n`, `s`, `?`,
                                      the last rank first
    {"at":0,"lost":true}              the board is gone
    {"at":0,"wish":{...}}             a display wished for this (ui/PAGE.md), and it was granted
    {"at":0,"forget":true}            pieces have been set up unseen
    {"at":0}                          the session was woken
    {"at":0,"made":"d8d4"}            recognised: this move is made, the last one taken back, a new
    {"at":0,"unmade":"d8d4"}          game begun, the game over with this winner
    {"at":0,"begun":"kamisado"}
    {"at":0,"over":"white"}
    {"at":0,"said":"...","level":".."}  said to people; for whoever reads the trace
    {"at":0,"end":true}               the recording was ended

Nothing is left out between two lines but what changes nothing: pictures that are as the last one,
and the moments at which the session was woken just when it wished to.  A line with `due` came
late: the session had wished to be woken at `due`, and was not.  A picture with an `age`, in
milliseconds, had been so for that long: the lines that told of it before were lost.  So a trace
can be played back to the millisecond; see `retrace`.

A line is written at once.  If the program dies, the last one may be cut off: it is left away.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

FORMAT = 1
"""Raised when a program that knows the old lines would misread the new ones."""

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
"""The kind of a line that says nothing but its time."""
OUTPUT_KINDS = frozenset({"made", "unmade", "begun", "over"})
"""The kinds of lines that are not put in but come out."""
_CELLS = frozenset(".ns?/")


class TraceError(ValueError):
    """A text is no trace; the message quotes the line and says what is wrong with it."""


class PlayedPly(NamedTuple):
    """A ply that was played before the trace began.

    Attributes:
        times: White's and Black's milliseconds left once it was made; None without a clock.
    """

    text: str
    times: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """What is played.

    Attributes:
        game: its name.
        start: the text of the position it began from.
        clock: the time control, e.g. "10+5"; "" for none.
        help: how much the lights tell.
        north: the side whose pieces have their north pole down: "white" or "black".
        plies: what had been played before.
        times: White's and Black's milliseconds left at the beginning; None for those of the last
            ply.
        version: of the program that wrote it.
        touch_move: whether moves stand once they are made.
        termination: the text of how its players had ended the game; "" if they had not.
        opponent: the text of whom the computer plays as; "" if people play both sides.
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
        at_ms: since the trace began.
        kind: as in the module's table, or WOKEN.
        value: what its field holds; of cells, the text of the wire, a1 first.
        due_ms: when the session had wished to be woken before, if that was missed.
        level: of what was said.
        age_ms: for how long a picture had been so.
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
        is_complete: whether it ends with a whole line.
    """

    header: Header
    entries: tuple[Entry, ...]
    is_complete: bool = True

    @property
    def recognised(self) -> tuple[Entry, ...]:
        """What came out."""
        return tuple(entry for entry in self.entries if entry.kind in OUTPUT_KINDS)


# Writing


def header_line(header: Header) -> str:
    """The first line, without its newline."""
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
    """A line, without its newline.

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
    """The whole text; of a board whose size is not told, each picture is one rank."""
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
    """The trace in a text.

    Raises:
        TraceError: it is none, or of a newer format; the line is quoted.
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
    """Files and ranks of the board that has said hello.

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
    """Refuse what no session can have seen."""
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
    """What was recognised, line by line for people, with the times."""
    words = {"made": "", "unmade": "taken back: ", "begun": "begun: ", "over": "over: "}
    for entry in entries:
        if entry.kind in OUTPUT_KINDS:
            yield f"{entry.at_ms / 1000:10.3f} s  {words[entry.kind]}{entry.value}"
