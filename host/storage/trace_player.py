"""Play a trace back: feed its inputs to a new session at the recorded times.

The session is called when it asks for it, as in the recording, so the outcome is the same to the
millisecond unless recognition has changed since.  A changed session may ask for other times, and is
called then; only a time that the recording missed (`due`) is missed again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import groupby, zip_longest

from host.ai.players.opponent import parse_opponent
from host.engine.game import Side
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.recognition.sensing.cell_map import CellMap
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.request_codec import decode as decode_request
from host.session.requests import ModeRequest
from host.session.session import Session
from host.session.view import Notice
from host.storage.trace import OUTPUT_KINDS, Entry, Header, Trace, decode, size_of
from host.storage.trace_recorder import TraceRecorder

_OUTPUTS = OUTPUT_KINDS | {"said"}


Recording = Callable[[Session, Callable[[str], object], Side], TraceRecorder]
"""Makes the recorder of a session; its arguments are those of `TraceRecorder`."""


def play_back(trace: Trace, recording: Recording = TraceRecorder) -> Trace:
    """Play a trace back and record it again.

    Args:
        recording: makes the recorder, which may look at the session after each of its calls.

    Returns:
        The trace as this version of the program records it.

    Raises:
        ValueError: it cannot be played back; the message says why.
    """
    return _Player(trace.header, recording).play(trace)


def first_difference(was: Trace, now: Trace) -> str | None:
    """Describe the first difference in what was recognised; None if there is none.

    Times are not compared.
    """
    for old, new in zip_longest(was.recognised, now.recognised):
        if old is None:
            return f"the trace ends there, but now {_describe(new)}"
        if new is None:
            return f"in the trace {_describe(old)}, now nothing more is recognised"
        if (old.kind, old.value) != (new.kind, new.value):
            return f"in the trace {_describe(old)}, now {_describe(new)}"
    return None


def session_of(header: Header) -> Session:
    """Create the session with which a trace begins.

    Raises:
        ValueError: a value is unknown, or the plies are illegal; the message quotes it.
    """
    game = game_named(header.game)
    start = game.parse_position(header.start)
    control = parse_control(header.clock) if header.clock else None
    opponent = parse_opponent(header.opponent) if header.opponent else None
    touch_move, serious = header.touch_move, header.serious
    settings = MatchSettings(game, control, touch_move, opponent, header.drawn, serious)
    session = Session(settings, start, Help(header.help))
    if header.plies:
        session.restore(header.plies, header.times, header.termination or None)
    return session


class _Player:
    """Feeds a trace to a session and records it again."""

    def __init__(self, header: Header, recording: Recording) -> None:
        if header.north not in ("white", "black"):
            raise ValueError(f"'north' must be white or black, not {header.north!r}")
        self._north = Side[header.north.upper()]
        self._session: Session = session_of(header)
        self._lines: list[str] = []
        self._recorder = recording(self._session, self._lines.append, self._north)
        self._size: tuple[int, int] | None = None
        self._cells = ""
        self._reversals = 0

    def play(self, trace: Trace) -> Trace:
        self._recorder.session_called([], 0)  # starts the trace
        for (at_ms, stalled), group in groupby(trace.entries, key=_moment):
            together = list(group)
            if stalled:
                self._wake_until(at_ms, None)
                self._recorder.session_called([], at_ms)
                for entry in together:
                    self._stall(entry)
                continue
            coming = [entry for entry in together if entry.kind not in _OUTPUTS]
            due_ms = coming[0].due_ms if coming else None
            # An input at the very time for which the session asked to be called comes first,
            # unless an output stands before it.
            first = together[0].kind not in _OUTPUTS
            self._wake_until(at_ms - 1 if first else at_ms, due_ms)
            ended = bool(coming) and coming[-1].kind == "end"
            if len(coming) > ended:
                notices = [notice for entry in coming for notice in self._apply(entry)]
                self._recorder.session_called([*notices, *self._session.tick(at_ms)], at_ms)
            if ended:
                self._recorder.end(at_ms)
        played = decode("".join(self._lines))
        return replace(played, header=trace.header)

    def _wake_until(self, end_ms: int, missed_ms: int | None) -> None:
        """Call the session whenever it asks for it, except at a missed time."""
        woken_ms = -1
        while (wake_ms := self._session.next_wake_ms) is not None:
            if wake_ms in (missed_ms, woken_ms) or wake_ms > end_ms:
                return
            self._recorder.session_called(self._session.tick(wake_ms), wake_ms)
            woken_ms = wake_ms

    def _apply(self, entry: Entry) -> list[Notice]:
        """Feed one input to the session; return its notices."""
        session, recorder, at_ms = self._session, self._recorder, entry.at_ms
        match entry:
            case Entry(kind="board", value=dict(value)):
                self._size = size = size_of(entry)
                about = {name: fact for name, fact in value.items() if name != "size"}
                self._north = north_of(about, self._north)
                session.fix_magnets(about.get("magnets") == "fixed")
                recorder.board_found(size, about, at_ms)
            case Entry(kind="see" | "again", value=value, age_ms=age_ms) if self._size is not None:
                self._cells = cells = str(value) if entry.kind == "see" else self._cells
                recorder.snapshot(cells, at_ms, age_ms)
                if session.state.reversals != self._reversals:
                    self._reversals, self._north = session.state.reversals, self._north.other
                cell_map = CellMap(session.game.size, self._size, self._north)
                return session.see(cell_map.snapshot(cells.lower()), at_ms, age_ms)
            case Entry(kind="missed"):
                recorder.snapshots_missed(at_ms)
                session.snapshots_missed()
            case Entry(kind="lost"):
                recorder.board_lost(at_ms)
                session.board_lost()
            case Entry(kind="forget"):
                recorder.pieces_forgotten(at_ms)
                session.forget_pieces()
            case Entry(kind="hand", value=bool(on)):
                recorder.virtual_hand(on, at_ms)
                session.set_virtual_hand(on)
            case Entry(kind="wish", value=dict(fields)):
                return self._handle_request(fields, at_ms)
        return []

    def _stall(self, entry: Entry) -> None:
        assert isinstance(entry.value, list), "as decoded"
        from_ms, until_ms = entry.value
        self._recorder.host_stalled(from_ms, until_ms)
        self._session.host_stalled(from_ms, until_ms)

    def _handle_request(self, fields: Mapping[str, object], at_ms: int) -> list[Notice]:
        request = decode_request(fields)
        if not isinstance(request, ModeRequest):
            raise ValueError(f"at {at_ms} ms: the request {fields!r} is not known here")
        notices = self._session.handle(request, at_ms)
        self._recorder.request(fields, at_ms)
        return notices


def north_of(about: Mapping[str, object], before: Side) -> Side:
    """Return the side whose pieces have their north pole down at a board.

    Args:
        about: what is told of the board.
        before: that side where nothing is told.
    """
    told = about.get("north")
    return Side[told.upper()] if told in ("white", "black") and isinstance(told, str) else before


def _moment(entry: Entry) -> tuple[int, bool]:
    """Return the key of entries that are handled together."""
    return entry.at_ms, entry.kind == "stalled"


def _describe(entry: Entry) -> str:
    seconds = f"at {entry.at_ms / 1000:.3f} s"
    match entry.kind:
        case "made":
            return f"{entry.value!r} is made {seconds}"
        case "unmade":
            return f"{entry.value!r} is taken back {seconds}"
        case "begun":
            return f"a new game of {entry.value} begins {seconds}"
    return f"the game is over {seconds}, won by {entry.value}"
