"""Reversed set: both rows are seen exchanged, as all magnets of the set are the other way up.

Sensors cannot tell such a set from one whose rows stand on the opponent's squares.  Players who do
not exchange the rows say so once: they lift the tower on a lit corner and put it back, or a display
tells it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from host.engine.game import Square
from host.engine.squares import square_name
from host.guidance.corrections import Correction
from host.guidance.lighting import Mark
from host.guidance.setup import Step
from host.message import message
from host.recognition.snapshot import Snapshot, SquareState, differing, inverted
from host.recognition.times import TOUCH_MS
from host.session.match_state import MatchState
from host.session.view import Choice, Notice, Phase, Severity

REVERSED = "magnets reversed"
"""Text of the choice that all magnets of the set are the other way up."""


class ReversedSet:
    """Question whether a set is reversed, while the board is set up."""

    def __init__(self, state: MatchState) -> None:
        self._state = state
        self._offered: Square | None = None
        self._touched = False

    @property
    def choices(self) -> Sequence[Choice]:
        """Return the choice for displays; none while the rows are not seen exchanged."""
        if self._offered is None:
            return ()
        words = message("session.magnets_reversed")
        return (Choice(REVERSED, words, self._offered, for_owner=True),)

    def offer(self, step: Step, seen: Snapshot) -> Step:
        """Return the step of setting up, with the question if both rows are seen exchanged."""
        corner = self._corner(seen)
        self._offered = corner
        if corner is None or step.correction is None:
            return step
        game = self._state.settings.game
        words = message(
            "guidance.rows_or_magnets",
            kind=game.piece_noun,
            square=square_name(corner, game.size[0]),
        )
        mark = Mark(corner, "choice", "corner", message("guidance.light.magnets_reversed"))
        others = [each for each in step.correction.marks if each.square != corner]
        return replace(step, correction=Correction(words, (mark, *others)))

    def see(self, seen: Snapshot, now_ms: int) -> list[Notice] | None:
        """Look for the answer of hands; None if what is seen has nothing to do with it."""
        state, corner = self._state, self._offered
        if corner is None:
            return None
        exchanged = inverted(state.history.expectation.snapshot)
        changed = differing(seen, exchanged)
        if not changed:
            if not self._touched:
                return None
            return self._turn() if state.dwell.elapsed(TOUCH_MS, now_ms) else []
        if changed == [corner] and seen[corner] is SquareState.EMPTY:
            if state.dwell.elapsed(TOUCH_MS, now_ms) and state.memory.has_stood(corner):
                self._touched = True
            return []
        self._touched, self._offered = False, None
        return None

    def choose(self, text: str) -> list[Notice] | None:
        """Carry out the choice of a display; None if the text is not that choice."""
        return self._turn() if text == REVERSED and self._offered is not None else None

    def _corner(self, seen: Snapshot) -> Square | None:
        """Return the square of the tower that answers; None if the rows are not exchanged."""
        state, due = self._state, self._state.history.expectation.pieces
        wanted = state.history.expectation.snapshot
        if state.magnets_fixed or state.virtual_hand or state.board.by_colour or len(due) < 2:
            return None
        if seen != inverted(wanted) or seen == wanted:
            return None
        # The first one is to be taken off if the rows are exchanged.
        files, first = state.settings.game.size[0], min(due)
        in_row = max(square for square in due if square // files == first // files)
        return max(due) if in_row == first else in_row

    def _turn(self) -> list[Notice]:
        """Have the poles of all magnets read the other way round from now on."""
        state = self._state
        state.turn_magnets()
        state.enter_phase(Phase.SETUP)
        state.board_lost()
        state.board.forget_pieces()
        return [Notice(Severity.GOOD, message("session.magnets_turned"))]
