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

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from host.message.schema import As, Key, Limits
from host.recognition.history import StoredPly, Times

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
