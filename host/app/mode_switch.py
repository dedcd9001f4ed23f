"""Switch between the modes of the board: a game, or puzzles and the like while the game waits."""

from __future__ import annotations

from collections.abc import Callable, Collection

from host.ai.analysis.puzzle import puzzles
from host.message import message
from host.session.modes.board_mode import BoardMode
from host.session.modes.puzzle import PuzzleMode, number_of
from host.session.modes.replay import Replay
from host.session.modes.tutorial import Tutorial
from host.session.requests import ShowPuzzle
from host.session.session import Session
from host.session.view import Phase


class ModeSwitch:
    """The mode that has the board, and the game that waits for it.

    Args:
        mode: that has the board at first.

    Attributes:
        mode: that has the board now.
        solved_puzzles: numbers of those that were solved.
    """

    def __init__(self, mode: BoardMode) -> None:
        self.mode = mode
        self._waiting: Session | None = None
        self.solved_puzzles: set[int] = set()

    @property
    def is_game_waiting(self) -> bool:
        """True while something else has the board of a game."""
        return self._waiting is not None

    def turn_to_puzzles(
        self,
        session: Session,
        request: ShowPuzzle,
        now_ms: int,
        on_solved: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Solve puzzles on the board; the game waits meanwhile.

        Args:
            on_solved: called with the number of a puzzle that is solved for the first time.

        Raises:
            ValueError: the game cannot wait now, or there is no such puzzle.
        """
        _check_may_wait(session)
        known = puzzles()
        solved = self.solved_puzzles
        first = number_of(known, None, 0, solved)
        puzzle_mode = PuzzleMode(known, first, session.help, solved, on_solved)
        if request != ShowPuzzle():
            puzzle_mode.handle(request, now_ms)
        self._waiting = session
        self.mode = puzzle_mode

    def add_solved(self, puzzles: Collection[int]) -> None:
        """Take in numbers of puzzles that were solved before."""
        self.solved_puzzles.update(puzzles)

    @property
    def session(self) -> Session | None:
        """The game, also while it waits; None in the replay of a record."""
        if self._waiting is not None:
            return self._waiting
        return self.mode if isinstance(self.mode, Session) else None

    def forget_puzzles(self) -> None:
        """Let the game have the board if it waits."""
        if self._waiting is not None:
            self.leave_puzzles()

    def turn_to(self, mode: Tutorial | Replay) -> None:
        """Teach on the board, or show a record; the game waits meanwhile.

        Raises:
            ValueError: the game cannot wait now, or a record is shown.
        """
        session = self.session
        if session is None:
            raise ValueError(message("session.is_record"))
        if self._waiting is None:
            _check_may_wait(session)
        self._waiting = session
        self.mode = mode

    def leave_puzzles(self) -> None:
        """Go back to the game; its board is guided to where it was.

        Raises:
            ValueError: no game waits.
        """
        session, self._waiting = self._waiting, None
        if session is None:
            raise ValueError(message("app.no_game_waits"))
        session.set_aside()
        self.mode = session


def _check_may_wait(session: Session) -> None:
    """Check that a game can wait while the board is used for something else.

    Raises:
        ValueError: it cannot; the sentence says why.
    """
    under_way = bool(session.plies) and session.outcome is None
    if session.phase in (Phase.ROUND_BREAK, Phase.PAUSED):
        raise ValueError(message("app.no_puzzles_between"))
    if under_way and session.settings.control is not None:
        raise ValueError(message("app.no_puzzles_with_clock"))
