"""Question whether play goes on with a saved match that stands on the board.

It is asked as play begins, before the board is set up for another match, which would undo the
position.  Hands answer by lifting one of two pieces and putting it back, displays by a choice.  Who
plays on from the position goes on with its match.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from host.engine.game import Piece, Square
from host.engine.squares import square_name
from host.guidance import phrases
from host.guidance.lighting import Mark
from host.message import Words, message
from host.recognition.matching import Unfinished, explain
from host.recognition.snapshot import Sight, Snapshot, SquareState, first_snapshot
from host.recognition.times import DWELL_MS, TOUCH_MS, UNDO_END_MS, WRONG_MS
from host.session.match_state import MatchState
from host.session.phases.base import BasePhase
from host.session.phases.restart import NEW, SAME
from host.session.unfinished import UnfinishedMatch
from host.session.view import Choice, Notice, Phase, Severity


def ask_which_match(state: MatchState, seen: Snapshot, now_ms: int) -> list[Notice] | None:
    """Ask whether to go on with the saved match that the board shows; None if it shows none."""
    unfinished = state.unfinished
    if unfinished is None or state.virtual_hand or state.history.plies:
        return None
    match = unfinished.standing(seen, first_snapshot(state.settings.game), _sight(state))
    if match is None:
        return None
    astray = match.astray(seen, _sight(state))
    # A piece that is missing may be on its way to another square.
    if not state.dwell.elapsed(WRONG_MS if astray else DWELL_MS, now_ms):
        return []
    state.interrupt(WhichMatchPhase(state, match, astray))
    return state.phase.opening_notices()


class WhichMatchPhase(BasePhase):
    """Play waits until it is known whether the match that stands on the board goes on.

    Args:
        match: that stands there, except for a piece that is missing or has moved on.
        astray: the squares on which it does not.
    """

    name = Phase.SETUP
    asks = True

    def __init__(
        self, state: MatchState, match: UnfinishedMatch, astray: Collection[Square]
    ) -> None:
        super().__init__(state)
        self._match = match
        self._excused = set(astray)
        """Squares that have been otherwise since the question was asked."""
        places = match.places(astray)
        assert places is not None, "only such are thought of"
        self._places = places
        self._touched: Square | None = None
        self._others_touched = False

    @property
    def due(self) -> Mapping[Square, Piece]:
        return self._match.expectation.pieces

    @property
    def choices(self) -> Sequence[Choice]:
        new, same = self._places
        title = self.state.settings.game.title
        goes_on = message("session.match_goes_on", number=self._match.number)
        return (
            Choice(NEW, message("session.restart_new", title=title), new, for_owner=True),
            Choice(SAME, goes_on, same, for_owner=True),
        )

    def opening_notices(self) -> list[Notice]:
        return [Notice(Severity.INFO, self.prompt())]

    def prompt(self) -> Words:
        files = self.state.settings.game.size[0]
        new, same = (square_name(square, files) for square in self._places)
        kind, number = self.state.settings.game.piece_noun, self._match.number
        return message("session.match_stands", number=number, kind=kind, new=new, same=same)

    def marks(self) -> list[Mark]:
        new, same = self._places
        return [
            Mark(new, "menu", "new", message("guidance.light.restart_new")),
            Mark(same, "choice", "corner", message("guidance.light.match_goes_on")),
        ]

    def see(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        """Look for an answer; what is none ends the question once it has lasted."""
        state = self.state
        astray = set(self._match.astray(seen, _sight(state)))
        self._excused &= astray
        changed = astray - self._excused
        if not changed:
            touched = self._touched
            self._others_touched = False
            if touched is None or not state.dwell.elapsed(TOUCH_MS, now_ms):
                return []
            return self._answer(touched == self._places[0], now_ms)
        # Whoever exchanges pieces puts one back on such a square as well.
        self._others_touched = self._others_touched or len(changed) > 1
        (square, *more) = changed
        lifted = not more and seen[square] is SquareState.EMPTY
        if not lifted or square not in self._places or self._others_touched:
            self._touched = None
        elif state.dwell.elapsed(TOUCH_MS, now_ms) and state.memory.has_stood(square):
            self._touched = square
        if lifted:
            return []
        if not self._excused:
            if self._match.has_moved_on(seen, _sight(state)):
                return self._answer(False, now_ms) if state.dwell.elapsed(DWELL_MS, now_ms) else []
            if isinstance(explain(self._match.expectation, seen), Unfinished):
                return []
        if not state.dwell.elapsed(UNDO_END_MS, now_ms):
            return []
        state.enter_phase(Phase.SETUP)  # which asks again once the match stands there
        return state.tick(now_ms)

    def choose(self, text: str, now_ms: int) -> list[Notice] | None:
        return self._answer(text == NEW, now_ms) if text in (NEW, SAME) else None

    def _answer(self, new: bool, now_ms: int) -> list[Notice]:
        """Begin the new match, or go on with the saved one, in which a move may have been made."""
        state = self.state
        state.look_for(None)
        if new:
            state.enter_phase(Phase.SETUP)
            return state.tick(now_ms)
        shown, seen = state.sensors.shown, state.board.seen
        played = seen is not None and self._match.has_moved_on(seen, _sight(state))
        self._match.go_on()
        notices = [Notice(Severity.INFO, phrases.GOES_ON)]
        if shown is None:
            return notices
        if played:
            state.enter()
            state.doubt_all()
        return [*notices, *state.see(shown, now_ms, 0)]


def _sight(state: MatchState) -> Sight:
    return Sight(by_sides=not state.board.by_colour)
