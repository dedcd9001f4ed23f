"""End of a round or of the game: its last move may still be taken back or replaced by hand."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace

from host.engine.game import Outcome, Piece, Square
from host.guidance.setup import exchanged_rows, unclear
from host.recognition.recogniser import Interpretation, interpret_last
from host.recognition.snapshot import Snapshot, snapshot_of
from host.recognition.takeback import find_takeback
from host.recognition.times import DWELL_MS, JUST_SO_MS, UNDO_END_MS, WRONG_MS
from host.session.match_state import MatchState
from host.session.phases.base import BasePhase
from host.session.phases.just_so import Change
from host.session.view import Notice, Phase, Severity


class RoundEndPhase(BasePhase):
    """Base of the phases after the last move of a round."""

    def __init__(self, state: MatchState) -> None:
        super().__init__(state)
        self._weighed_about: Hashable = None
        self._weighed: Change | None = None
        """The change that the board of `_weighed_about` shows just so."""

    def last_move_again(
        self, seen: Snapshot, now_ms: int, collecting: bool = False
    ) -> list[Notice] | None:
        """Take the last move of the round back, or replace it, where hands have done so.

        Args:
            collecting: True if pieces were seen to be collected; the last move stands then.

        Returns:
            None if hands have done neither.
        """
        state = self.state
        settled = state.clock.late is not None or state.negotiation.status.termination is not None
        if settled or state.settings.moves_stand or state.stands or state.left.are_untouched(seen):
            self.hints = ()
            return None
        history = state.history
        state.memory.watch_hand(history, seen, state.dwell.since_ms, now_ms)
        back = find_takeback(history, seen)
        if back is not None and back.undo > 1:
            back = None  # farther back is not believed here: every round begins alike
        final = state.memory.final or collecting
        found = interpret_last(history, seen, final, back, state.memory)
        self.hints = () if found is None else found.hints
        if found is None or not found.acts:
            return None if collecting else self._put_right(seen, now_ms)
        if self._is_put_home(found):
            self.hints = ()
            return None
        if found.make is None:
            found = replace(found, rest_ms=UNDO_END_MS)
        elif found.undo < 2 and history.last_real is not None:
            before = history.last_real.before if found.undo else history.expectation
            state.memory.note((before.position, found.make.move))
        if not state.dwell.elapsed(found.rest_ms, now_ms):
            return []
        self.hints = ()
        return self.perform(found, now_ms)

    def _put_right(self, seen: Snapshot, now_ms: int) -> list[Notice] | None:
        """Change the moves before the last one, where it stands and they were put right behind it;
        None where they were not."""
        last = self.state.history.last_real
        if last is None or not self.state.dwell.elapsed(JUST_SO_MS, now_ms):
            return None
        about = seen, self.state.history.plies
        if about != self._weighed_about:  # asked at each tick, it is the same
            self._weighed_about, self._weighed = about, self.shown_just_so(seen)
        change = self._weighed
        if change is None or not change.made or change.made[-1].move != last.move:
            return None
        return self.change(change.undo, change.made, now_ms)

    def _is_put_home(self, found: Interpretation) -> bool:
        """Return True if the piece of the last move, or of another instead of it, has come to its
        home row: whoever puts it there is setting up, unless it was dragged on at once."""
        last, game = self.state.history.last_of_round, self.state.settings.game
        if last is None or not found.undo:
            return False
        if found.make is not None and self.state.memory.slides_on(self.state.dwell.since_ms):
            return False
        square = last.origin if found.make is None else found.make.target
        home = None if square is None else game.pieces(game.start()).get(square)
        return home is not None and home.side is last.side


class EndedPhase(RoundEndPhase):
    """The game is over: players may collect the pieces in any way."""

    name = Phase.ENDED

    def __init__(self, state: MatchState) -> None:
        super().__init__(state)
        self._was_aside = False
        """True while the board may still show what it was used for meanwhile."""

    def set_aside(self) -> None:
        """Begin no game with what stands on the board, until it has shown something else."""
        self._was_aside = True

    @property
    def round_outcome(self) -> Outcome | None:
        settled = self.state.negotiation.status.termination or self.state.clock.late
        return None if settled else self.state.history.round_outcome

    @property
    def due(self) -> Mapping[Square, Piece]:
        game = self.state.settings.game
        return game.pieces(game.start())

    def see(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        """Begin the next game once its starting position stands."""
        state = self.state
        game = state.settings.game
        wrong = exchanged_rows(game, self.due, seen) or unclear(self.due, seen, game.size[0])
        if wrong is not None and state.dwell.elapsed(WRONG_MS, now_ms):
            news, self.correction = wrong != self.correction, wrong
            return [Notice(Severity.WARN, wrong.words)] if news else []
        self.correction = None
        is_set_up = seen == snapshot_of(self.due, len(seen)) and state.settings.far_side is None
        self._was_aside = self._was_aside and is_set_up
        if is_set_up and not self._was_aside and state.dwell.elapsed(DWELL_MS, now_ms):
            # The pieces were collected: nobody knows which is which, until eyes have checked it.
            state.board.forget_identity()
            return [*state.begin_again(), *state.tick(now_ms)]
        return self.last_move_again(seen, now_ms) or []
