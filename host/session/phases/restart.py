"""Restart: ask which game the board was set up for, once a first position stands in mid-game.

Sensors cannot tell whether a new game is to begin, or the same one was set up again.  Hands answer
by touching one of two lit squares: a piece is lifted and put back, or where the board is empty, put
there and taken off again.  Displays answer by a choice.  Whoever plays on answers as well: the
first move from a starting position that the game under way is far from begins a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from host.engine.game import AnyGame, Piece, Side, Square
from host.engine.squares import square_name
from host.guidance import phrases
from host.guidance.lighting import Mark
from host.message import Words, message, sentences
from host.recognition.matching import Finished, Unfinished, expect_from, explain
from host.recognition.snapshot import Snapshot, SquareState, differing, first_snapshot
from host.recognition.takeback import MOST_LIFTED, find_takeback
from host.recognition.times import DWELL_MS, EMPTY_MS, TOUCH_MS, UNDO_END_MS
from host.session.colour_check import check_all
from host.session.match_state import MatchState
from host.session.phases.base import BasePhase
from host.session.player_actions.takebacks import restore_undone
from host.session.view import Choice, Notice, Phase, Severity

NEW, SAME = "new game", "same game"
"""Texts of the two answers."""


class NewSetUp:
    """Recognises that a board was set up anew while a round is played.

    Args:
        state: of the match.
        rearranged: True if the board was rearranged before.

    Attributes:
        rearranged: True if the board was cleared and stands again: nobody knows which piece is
            which.
    """

    def __init__(self, state: MatchState, rearranged: bool) -> None:
        self._state = state
        self._first = first_snapshot(state.settings.game)
        self.rearranged = rearranged
        self._fewest: int | None = None
        """Pieces that have always stood since the board began to be cleared; None before that."""

    def is_new(self, seen: Snapshot, cleared: bool, is_wrong: Callable[[], bool]) -> bool:
        """Return True if the board is set up for a first move, or again after it was cleared.

        Args:
            cleared: True if it was cleared before it showed this.
            is_wrong: returns True if nothing else explains what is seen.
        """
        state, history = self._state, self._state.history
        if state.settings.far_side is not None:
            return False  # both must agree to another game
        stands = seen == history.expectation.snapshot
        if cleared:
            standing = len(seen) - seen.count(SquareState.EMPTY)
            self._fewest = standing if self._fewest is None else min(self._fewest, standing)
        elif not self.rearranged:
            self._fewest = None
        stays = self.rearranged and (stands or self._is_off(seen))
        self.rearranged = stays or (stands and cleared)
        if self.rearranged:
            return stands
        begun = history.plies or state.left.undone
        if stands or seen != self._first or not begun:
            return False
        if state.memory.cleared:
            return True
        back = find_takeback(history, seen)
        if back is not None and back.make is None:
            # Pieces that go home one after the other look like takebacks in between.
            return back.undo + state.left.undone > MOST_LIFTED
        return is_wrong()

    def _is_off(self, seen: Snapshot) -> bool:
        """Return True if just one piece is off its square: the one put last may bounce."""
        expected = self._state.history.expectation.snapshot
        return [seen[square] for square in differing(seen, expected)] == [SquareState.EMPTY]

    def rest_ms(self, seen: Snapshot) -> int:
        """Return how long it must last: an empty board may have been swept, and is led back."""
        return DWELL_MS if any(state is not SquareState.EMPTY for state in seen) else EMPTY_MS

    def ask(self, now_ms: int) -> list[Notice]:
        """Have the colours checked; ask which game it is that was set up, if that is not clear."""
        state = self._state
        stands, swept = self.rearranged, self._is_swept()
        self.rearranged, self._fewest = False, None
        begun = state.history.plies or state.left.undone
        if state.board.seen != self._first or not begun or (stands and swept):
            check = [phrases.CHECK] if check_all(state, now_ms) else []
            return [Notice(Severity.INFO, sentences(*check, state.phase.prompt()))]
        restore_undone(state)
        if state.outcome is not None or state.history.between:
            state.dwell.begin(now_ms)
            state.enter()
            return []
        return ask_which(state)

    def _is_swept(self) -> bool:
        """Return True if no more pieces were off the board than one side has: a row that was swept
        off at the beginning of a round is set up again, and no other game."""
        pieces = len(self._first) - self._first.count(SquareState.EMPTY)
        return self._fewest is not None and 2 * self._fewest >= pieces


def ask_which(state: MatchState) -> list[Notice]:
    """Ask which game the board was set up for."""
    state.interrupt(RestartPhase(state))
    return state.phase.opening_notices()


class RestartPhase(BasePhase):
    """Play waits until it is known which game the board is set up for."""

    name = Phase.PLAY
    asks = True

    def __init__(self, state: MatchState) -> None:
        super().__init__(state)
        game = state.settings.game
        self._first = expect_from(game, game.start())
        self._base = self._first.snapshot
        self._places = answer_squares(game)
        self._touched: Square | None = None
        self._others_touched = False
        # They have been set up unseen: nobody knows which piece went where.
        state.board.take_sides(self._base)
        state.board.forget_identity()

    @property
    def due(self) -> Mapping[Square, Piece]:
        return {}

    def distance(self, reading: Snapshot) -> int:
        return len(differing(reading, self._base))

    @property
    def choices(self) -> Sequence[Choice]:
        new, same = self._places
        title = self.state.settings.game.title
        return (
            Choice(NEW, message("session.restart_new", title=title), new),
            Choice(SAME, message("session.restart_same"), same),
        )

    def opening_notices(self) -> list[Notice]:
        return [Notice(Severity.INFO, self.prompt())]

    def prompt(self) -> Words:
        pieces, files = self._first.pieces, self.state.settings.game.size[0]
        new, same = (square_name(square, files) for square in self._places)
        if not pieces:
            return message("session.restart_which_empty", new=new, same=same)
        kind = self.state.settings.game.piece_noun
        return message("session.restart_which", kind=kind, new=new, same=same)

    def marks(self) -> list[Mark]:
        new, same = self._places
        return [
            Mark(new, "menu", "new", message("guidance.light.restart_new")),
            Mark(same, "choice", "corner", message("guidance.light.restart_same")),
        ]

    def see(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        """Look for an answer; what is none ends the question once it has lasted."""
        state = self.state
        if seen == self._base:
            touched = self._touched
            self._others_touched = False
            if touched is None or not state.dwell.elapsed(TOUCH_MS, now_ms):
                return []
            return self._answer(touched == self._places[0], now_ms)
        changed = set(differing(seen, self._base))
        # Whoever exchanges pieces puts one back on such a square as well.
        self._others_touched = self._others_touched or len(changed) > 1
        answers = len(changed) == 1 and changed <= {*self._places}
        if not answers or self._others_touched:
            self._touched = None
        elif state.dwell.elapsed(TOUCH_MS, now_ms):
            (square,) = changed
            if self._base[square] is SquareState.EMPTY:
                touched = seen[square] is not SquareState.UNSURE
            else:  # what was just put there may bounce
                touched = seen[square] is SquareState.EMPTY and state.memory.has_stood(square)
            if touched:
                self._touched = square
        verdict = explain(self._first, seen)
        far = self._base != state.history.expectation.snapshot
        if isinstance(verdict, Finished) and far and self._first.pieces:
            return self._answer(True, now_ms) if state.dwell.elapsed(DWELL_MS, now_ms) else []
        # What is not far from the game under way is best told by the phase that plays it.
        rest_ms = UNDO_END_MS if far else TOUCH_MS
        if (far and isinstance(verdict, Unfinished)) or answers:
            return []
        if not state.dwell.elapsed(rest_ms, now_ms):
            return []
        # Pieces that come onto the empty board may be those of the old game; and the first move
        # from a position that both games have is one of the game under way.  If it comes to none,
        # the same position is asked about again.
        state.enter()
        state.phase.note_asked()
        return state.tick(now_ms)

    def choose(self, text: str, now_ms: int) -> list[Notice] | None:
        return self._answer(text == NEW, now_ms) if text in (NEW, SAME) else None

    def _answer(self, new: bool, now_ms: int) -> list[Notice]:
        state, seen = self.state, self.state.board.seen
        if new:
            notices = state.begin_again()
            # What stands there now has been set up for it.
            state.left.leave(None)
            return [*notices, *state.tick(now_ms)]
        if state.history.between:
            state.enter()
        else:
            state.enter_phase(Phase.SETUP)
        state.left.leave(seen)
        return [Notice(Severity.INFO, phrases.GOES_ON), *state.tick(now_ms)]


def answer_squares(game: AnyGame) -> tuple[Square, Square]:
    """Return the lit squares: the ends of White's home row, or of the middle of an empty board."""
    own = [s for s, piece in game.pieces(game.start()).items() if piece.side is Side.WHITE]
    files, ranks = game.size
    row = ranks // 2 * files
    return (min(own), max(own)) if own else (row, row + files - 1)
