"""Teller of a story: records a session that is played back, and looks at it after each call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from host.cli.develop.story import verdict
from host.cli.develop.story.beliefs import reasons_against
from host.cli.develop.story.explanations import Explanation, explanations, nearest, texts_of
from host.cli.develop.story.happening import Happening, Other
from host.cli.develop.story.part import Part
from host.engine.game import Side
from host.engine.squares import square_name
from host.recognition.history import Ply
from host.recognition.matching import Expectation
from host.recognition.sensing.cell_map import CellMap
from host.recognition.snapshot import Snapshot, SquareState
from host.recognition.times import WRONG_MS
from host.session.match_state import MatchState
from host.session.session import Session
from host.session.view import Notice, Phase
from host.storage.trace import Entry, Trace, size_of
from host.storage.trace_player import north_of, play_back
from host.storage.trace_recorder import TraceRecorder

MOST_OTHERS = 4
"""Number of other games that are told of a board."""
_ENTRIES: Mapping[str, Callable[[Entry], tuple[str, str]]] = {
    "board": lambda entry: ("board", "{}x{} squares".format(*size_of(entry))),
    "lost": lambda _: ("board", "is gone"),
    "missed": lambda _: ("lost", "snapshots before the next one"),
    "wish": lambda entry: ("asked", _request(entry)),
    "forget": lambda _: ("board", "was set up unseen"),
    "hand": lambda entry: ("hand", f"the virtual hand is {'on' if entry.value else 'off'}"),
    "stalled": lambda entry: ("late", f"the host did nothing for {_stall(entry)}"),
    "made": lambda entry: ("MADE", str(entry.value)),
    "unmade": lambda entry: ("BACK", f"{entry.value} is taken back"),
    "begun": lambda entry: ("new", f"game of {entry.value}"),
    "over": lambda entry: ("over", f"won by {entry.value}" if entry.value != "draw" else "a draw"),
    "said": lambda entry: ("said", str(entry.value)),
    "end": lambda _: ("end", "of the recording"),
}
"""Kind and text of what is told of a line; a line with a time alone, or the same snapshot again,
tells nothing."""


def story_of(trace: Trace, part: Part) -> list[Happening]:
    """Return what happens in a part of a trace.

    Raises:
        ValueError: it cannot be played back; the message says why.
    """
    tellers = list[StoryTeller]()

    def recording(session: Session, write: Callable[[str], object], north: Side) -> StoryTeller:
        tellers.append(StoryTeller(session, write, north, part))
        return tellers[0]

    play_back(trace, recording)
    (teller,) = tellers
    teller.finish()
    return teller.happenings


def extent_of(trace: Trace) -> str:
    """Return how long a trace is, and how many moves it has, in words."""
    end_ms = trace.entries[-1].at_ms if trace.entries else 0
    moves = sum(entry.kind == "made" for entry in trace.entries)
    return f"it lasts {verdict.seconds(end_ms)}, and {moves} moves are made in it"


class StoryTeller(TraceRecorder):
    """Tells what happens while a trace is played back.

    Args:
        session, write, north: as for `TraceRecorder`.
        part: of the trace, in which other explanations are looked for.

    Attributes:
        happenings: so far.
    """

    def __init__(
        self,
        session: Session,
        write: Callable[[str], object],
        north: Side,
        part: Part,
    ) -> None:
        self.happenings: list[Happening] = []
        self._north = north
        self._reversals = 0
        self._part = part
        self._size = session.game.size
        self._sensed: Snapshot | None = None
        self._taken_for = ""
        self._weighed: object = None
        """The board and the game that were last looked at for other explanations."""
        self._is_hopeless = False
        """True once no legal game explained a board since it was last as the game has it."""
        self._expected = session.state.history.expectation
        self._at_ms = 0
        self._count = len(session.plies)
        self._faults: Mapping[int, object] = {}
        super().__init__(session, write, north)

    @property
    def _state(self) -> MatchState:
        return self._session.state

    # Calls of the player

    def session_called(self, notices: Iterable[Notice], now_ms: int) -> list[Notice]:
        """Tell what the session has made of its input."""
        self._at_ms = self._relative(now_ms)
        state, seen = self._state, self._state.board.seen
        plies, expected, count = self._plies, self._expected, len(self.happenings)
        wrong = state.phase.correction
        told = "" if wrong is None else verdict.english(wrong.words)
        complaints = super().session_called([each for each in notices if each.text != told], now_ms)
        self._expected = state.history.expectation
        changed = [each for each in self.happenings[count:] if each.kind in ("MADE", "BACK")]
        if changed and seen is not None:
            changed[-1].add(others=self._others_than_made(plies, expected, seen))
        told_of = self._part.holds(self._at_ms, self._count)
        taken_for = verdict.taken_for(state) if told_of else ""
        if taken_for not in ("", self._taken_for, verdict.POSITION if changed else ""):
            last = self.happenings[-1] if self.happenings else None
            if wrong is not None:
                self._tell("wrong", taken_for)
            elif last is not None and last.kind == "seen" and last.at_ms == self._at_ms:
                last.add(f": {taken_for}")
            else:
                self._tell("taken", taken_for)
        self._taken_for = taken_for
        self._tell_faults()
        self._weigh(now_ms)
        return complaints

    def finish(self) -> None:
        """Tell at the end what else the board may be, however short it has been so."""
        self._is_hopeless = False
        self._weigh(self._last_ms, rest_ms=0)

    def _entry(self, entry: Entry) -> None:
        if entry.kind == "see":
            self._weigh(entry.at_ms)
        super()._entry(entry)
        self._at_ms = self._last_ms
        self._count += {"made": 1, "unmade": -1, "begun": -self._count}.get(entry.kind, 0)
        if entry.kind == "see":
            self._see(str(entry.value), entry.age_ms)
            return
        if entry.kind == "board":
            self._size = size_of(entry)
            assert isinstance(entry.value, dict), "as decoded"
            self._north = north_of(entry.value, self._north)
        if entry.kind in ("board", "lost", "forget"):
            self._sensed = None
        if entry.kind in _ENTRIES:
            kind, text = _ENTRIES[entry.kind](entry)
            self._tell(kind, f"{self._count}. {text}" if entry.kind == "made" else text)

    def _see(self, cells: str, age_ms: int) -> None:
        """Tell what the sensors show; capitals are for the lights only."""
        state = self._state
        if state.reversals != self._reversals:
            self._reversals, self._north = state.reversals, self._north.other
        snapshot = CellMap(state.settings.game.size, self._size, self._north).snapshot(
            cells.lower()
        )
        before, self._sensed = self._sensed, snapshot
        if snapshot != before:
            age = f", {verdict.seconds(age_ms)} ago" if age_ms else ""
            self._tell("seen", f"{verdict.changes(state, before, snapshot)}{age}")

    def _tell(self, kind: str, text: str, others: Sequence[Other] = ()) -> None:
        if self._part.holds(self._at_ms, self._count):
            self.happenings.append(Happening(self._at_ms, kind, text, self._count, list(others)))

    def _tell_faults(self) -> None:
        """Tell which sensors are not believed any more, and which are again."""
        faults, files = self._state.sensors.health.faults, self._state.settings.game.size[0]
        if faults != self._faults:
            told = [f"{square_name(s, files)} {fault.kind.value}" for s, fault in faults.items()]
            self._tell("fault", f"sensors not believed: {', '.join(told) or 'none'}")
            self._faults = dict(faults)

    # Other explanations

    def _others_than_made(
        self, plies: Sequence[Ply], expected: Expectation, seen: Snapshot
    ) -> list[Other]:
        """Return the other games that explain a board which has just changed the game.

        Args:
            plies, expected: the game before that.
        """
        record = texts_of(self._session.plies)
        return [
            Other(one.taken_back, one.made, None, (), f"could also be {one.words}")
            for one in explanations(plies, expected, self._shown(seen))
            if one.record(plies)[: len(record)] != record
        ][:MOST_OTHERS]

    def _weigh(self, now_ms: int, rest_ms: int = WRONG_MS) -> None:
        """Tell what else the board may be, once it has stood as no game of the session has it."""
        state, seen = self._state, self._state.board.seen
        if seen is None or state.phase.name is not Phase.PLAY or state.phase.asks:
            return
        history = state.history
        if seen == history.expectation.snapshot:
            self._is_hopeless = False
            return
        about = seen, texts_of(history.plies)
        elapsed = now_ms - state.dwell.since_ms >= rest_ms
        if about == self._weighed or not elapsed:
            return
        if not self._part.holds(self._relative(now_ms), self._count):
            return
        held = state.phase.correction is None and not self._has_come(seen)
        if held and rest_ms:
            return  # pieces in the air, as in every move
        shown = self._shown(seen)
        found = explanations(history.plies, history.expectation, shown)
        others = [self._weighed_one(one, now_ms) for one in found[:MOST_OTHERS]]
        if len(found) > MOST_OTHERS:
            more = f"{len(found) - MOST_OTHERS} more games explain the board"
            others.append(Other((), (), None, (), more))
        files = history.game.size[0]
        if not found and self._is_hopeless:
            return
        if not found:
            self._is_hopeless = True
            close = nearest(history.expectation, shown)
            if len(close.but_for) > verdict.MOST_SQUARES:
                text = "no legal game ends so, nor nearly so"
            else:
                but_for = verdict.names(close.but_for, files)
                what = close.words if close.plies else "the position"
                text = f"no legal game ends so; {what} would, but for {but_for}"
            others.append(Other((), (), None, (), text))
        self._weighed = about
        self._at_ms = self._relative(now_ms)
        last = self.happenings[-1] if self.happenings else None
        if last is not None and last.kind == "wrong" and last.at_ms == self._at_ms:
            last.add(others=others)
            return
        elapsed_ms = now_ms - state.dwell.since_ms
        self._tell(
            "rests", f"for {verdict.seconds(elapsed_ms)} and is not taken for a move", others
        )

    def _shown(self, seen: Snapshot) -> Snapshot:
        """Return what is seen, or what the sensors show where they tell no sides."""
        return self._sensed if self._state.board.by_colour and self._sensed else seen

    def _has_come(self, seen: Snapshot) -> bool:
        """Return True if a piece is seen where the game has none, or another."""
        expected = self._state.history.expectation.snapshot
        return any(
            state not in (SquareState.EMPTY, due) for state, due in zip(seen, expected, strict=True)
        )

    def _weighed_one(self, one: Explanation, now_ms: int) -> Other:
        """Return an explanation with the rest after which it is taken, or why it is not."""
        rest_ms, reasons = reasons_against(self._state, one, now_ms)
        if rest_ms is not None:
            why = f"waits for a rest of {verdict.seconds(rest_ms)}"
        elif one.standing:
            off = verdict.names(one.standing, self._state.settings.game.size[0])
            why = f"waits for {off} to be taken off"
        elif reasons:
            why = f"refused: {'; '.join(reasons)}"
        else:
            why = "refused: recognition looks for nothing like it, or prefers another"
        return Other(one.taken_back, one.made, rest_ms, reasons, f"{one.words} {why}")


def _stall(entry: Entry) -> str:
    assert isinstance(entry.value, list), "as decoded"
    from_ms, until_ms = entry.value
    return verdict.seconds(until_ms - from_ms)


def _request(entry: Entry) -> str:
    """Return a request in short: "takeback", "choose: text d8d4"."""
    assert isinstance(entry.value, dict), "as decoded"
    fields = {name: value for name, value in entry.value.items() if value not in (None, "", [])}
    name = fields.pop("t", "")
    told = ", ".join(f"{key} {value}" for key, value in fields.items())
    return f"{name}: {told}" if told else str(name)
