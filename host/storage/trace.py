"""Trace of a session: its inputs and what was recognised, as lines of JSON.

The first line has the settings of the match, each other line an event: `at`, in milliseconds since
the start of the trace, and one more field.

    line                              event
    {"at":0,"board":{...}}            the board has said hello: its `size` and identity, and
                                      of its magnets what is not as the first line has it
    {"at":0,"see":"ssss.../.../..."}  new state of the cells, as in `snap` of
                                      docs/protocols/board.md but last rank first; a
                                      capital is for the lights only
    {"at":0,"again":true}             the same state has come again
    {"at":0,"missed":true}            snapshots before the next one were lost
    {"at":0,"lost":true}              the board is gone
    {"at":0,"wish":{...}}             a request (docs/protocols/page.md) that was carried out
    {"at":0,"forget":true}            pieces were set up without being seen
    {"at":0,"hand":true}              a virtual hand does what players need not, or false: no more
    {"at":0,"stalled":[10,9000]}      the host did nothing from 10 to 9000 ms: no player's time ran
    {"at":0}                          the session was called without an input
    {"at":0,"made":"d8d4"}            output: a move was made,
    {"at":0,"unmade":"d8d4"}          the last move was taken back,
    {"at":0,"begun":"kamisado"}       a new game began,
    {"at":0,"over":"white"}           the game ended with this winner
    {"at":0,"said":"...","level":".."}  output: a notice, for the reader of the trace
    {"at":0,"end":true}               the recording ended

Left out are calls of the session at the very time for which it had asked.  A line with `due` was
late: the session had asked to be called at `due`, and was not.  A snapshot with an `age`, in
milliseconds, had been so for that time: earlier lines about it were lost.  So `trace_player` can
play a trace back to the millisecond.

Lines are written at once, by a thread.  If the program is killed, an incomplete last line is
ignored.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeAlias

from host.link.wire import CELL_STATES
from host.message import schema
from host.message.schema import As, Key, Limits, Pattern, SchemaError, members
from host.recognition.history import StoredPly, Times

FORMAT = 1
"""Incremented when a reader of the old format would misread the new one."""
WOKEN = "woken"
"""Kind of a line with a time only: the session was called without an input."""
OUTPUT_KINDS = frozenset({"made", "unmade", "begun", "over"})
"""Kinds of lines that are recognised, not inputs."""

_Time: TypeAlias = Annotated[int, Limits(0, math.inf)]


def _read_plies(told: Sequence[str | tuple[str, int, int]]) -> tuple[StoredPly, ...]:
    return tuple(
        StoredPly(one) if isinstance(one, str) else StoredPly(one[0], one[1:]) for one in told
    )


def _write_plies(plies: Sequence[StoredPly]) -> list[str | tuple[str, int, int]]:
    return [ply.text if ply.times is None else (ply.text, *ply.times) for ply in plies]


class TraceError(ValueError):
    """A text is no trace; the message quotes the line and the fault."""


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
        drawn: names of the settings that were drawn by lot, as of `MatchSettings`.
        serious: as of `MatchSettings`.
    """

    game: str
    start: str
    clock: str = ""
    help: str = "legal"
    north: str = "white"
    plies: Annotated[
        tuple[StoredPly, ...],
        As(list[str | tuple[str, int, int]], _read_plies, _write_plies),
    ] = ()
    times: Times | None = None
    version: str = ""
    touch_move: bool = False
    termination: Annotated[str, Key("settlement")] = ""
    opponent: str = ""
    drawn: Annotated[tuple[str, ...], Key("lots")] = ()
    serious: bool = False


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

    at_ms: Annotated[_Time, Key("at")]
    kind: str = WOKEN
    value: object = True
    due_ms: Annotated[int | None, Key("due")] = None
    level: str = ""
    age_ms: Annotated[_Time, Key("age")] = 0


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


def size_of(entry: Entry) -> tuple[int, int]:
    """Return files and ranks in a `board` entry.

    Raises:
        ValueError: they are missing.
    """
    match entry.value:
        case {"size": [int(files), int(ranks)]} if files > 0 and ranks > 0:
            return files, ranks
    raise ValueError(f"the board's size is missing in {entry.value!r}")


def describe(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield what was recognised as lines of text with times."""
    words = {"made": "", "unmade": "taken back: ", "begun": "begun: ", "over": "over: "}
    for entry in entries:
        if entry.kind in OUTPUT_KINDS:
            yield f"{entry.at_ms / 1000:10.3f} s  {words[entry.kind]}{entry.value}"


EVENTS: Mapping[str, Any] = {
    "board": dict[str, object],
    "see": Annotated[str, Pattern(f"[{re.escape(''.join(sorted(CELL_STATES)))}/]*")],
    "again": bool,
    "missed": bool,
    "lost": bool,
    "wish": dict[str, object],
    "forget": bool,
    "stalled": Annotated[list[int], Limits(2, 2)],
    "hand": bool,
    "made": str,
    "unmade": str,
    "begun": str,
    "over": str,
    "said": str,
    "end": bool,
}
"""Schema of the value of each event."""
_BESIDE = {one.key for one in members(Entry)} - {"kind", "value"}
"""Fields of a line beside its event, which stands there as a field of its kind."""


# Writing


def header_line(header: Header) -> str:
    """Encode the first line, without its newline."""
    return _line({"kamisado": "trace", "format": FORMAT, **schema.encode(header)})


def entry_line(entry: Entry, files: int) -> str:
    """Encode an entry, without its newline.

    Args:
        files: of the board.
    """
    fields = schema.encode(entry)
    kind, value = fields.pop("kind", WOKEN), fields.pop("value", True)
    if kind == "see":
        value = "/".join(reversed(_ranks(value, files)))
    return _line(fields if kind == WOKEN else fields | {kind: value})


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


def _fields(line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise ValueError("it is not a JSON object")
    return fields


def _header(fields: Mapping[str, object]) -> Header:
    if fields.get("kamisado") != "trace":
        raise ValueError('the first line must have "kamisado":"trace"')
    if fields.get("format") != FORMAT:
        raise ValueError(
            f"it is of format {fields.get('format')!r}, this program knows {FORMAT}: use the "
            f"version of the program that wrote it ({fields.get('version')!r}) or a newer one"
        )
    return schema.decode(Header, fields, tells=True)


def _entry(fields: Mapping[str, object]) -> Entry:
    events = {name: value for name, value in fields.items() if name not in _BESIDE}
    if len(events) > 1:
        raise ValueError(f"it has {' and '.join(map(repr, events))}: one line is one event")
    entry = schema.decode(Entry, {name: fields[name] for name in fields if name in _BESIDE})
    for kind, told in events.items():
        if kind not in EVENTS:
            raise ValueError(f"{kind!r} is no event: a trace has {', '.join(EVENTS)}")
        try:
            value = schema.decode(EVENTS[kind], told)
        except SchemaError as error:
            raise error.within(f".{kind}") from None
        if kind == "see":
            value = "".join(reversed(value.split("/")))
        elif kind == "stalled" and value[0] > value[1]:
            raise ValueError(f"the host cannot have stalled from {value[0]} to {value[1]}")
        entry = replace(entry, kind=kind, value=value)
    return entry


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
