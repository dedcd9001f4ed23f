"""Puzzles on the board: set up by guidance, solved by making the move that wins.

    set up     the board is guided to the puzzle's position, as that of any game
    open       the move is awaited
    wrong      a move that loses: its reply is shown for REPLY_MS, then the board is guided back
    solved     the move that wins: celebrated, and told why

A session recognises the moves; this mode only judges them.  A tower that goes on to another square,
or back, is judged again, so that a player who corrects a wrong move at once need not undo it.  The
judgements were proven when the puzzle was made (`host.ai.analysis.puzzle`).

It has no clock and no input or output, and the interface of `session`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from host.ai.analysis.picture import picture
from host.ai.analysis.puzzle import Puzzle
from host.engine.game import AnyGame, Outcome, Square
from host.engine.registry import game_named
from host.engine.squares import square_name
from host.guidance.lighting import Mark
from host.guidance.marks import Help, idea_marks, outcome_marks, reply_marks
from host.message import Message, Words, message, sentences
from host.recognition.matching import expect_from
from host.recognition.snapshot import Snapshot
from host.session.match_settings import MatchSettings
from host.session.requests import ModeRequest, PlayMove, SetHelp, ShowPuzzle, TakeBack
from host.session.session import Session
from host.session.view import Notice, Phase, PuzzleView, Severity, View

GAME = "kamisado"
"""A round alone: no score, no next round."""
REPLY_MS = 4000
"""Time for which the reply to a wrong move is shown before it is taken back."""


class PuzzleMode:
    """Puzzles, one after another, on one board; see the module's essay.

    Args:
        puzzles: all of them; they are numbered from 1.
        number: the first.
        help_level: how much the lights tell of what is legal.
        solved: numbers of the puzzles that were solved before; those that are solved are added.
        on_solved: called with the number of a puzzle that is solved for the first time.

    Raises:
        ValueError: there is no such puzzle.
    """

    def __init__(
        self,
        puzzles: Sequence[Puzzle],
        number: int = 1,
        help_level: Help = Help.LEGAL,
        solved: set[int] | None = None,
        on_solved: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.game: AnyGame = game_named(GAME)
        self._puzzles = puzzles
        self._seen: Snapshot | None = None
        self._virtual_hand = False
        self._help = Help.LEGAL if help_level is Help.PROVEN else help_level
        self._solved = set() if solved is None else solved
        self._on_solved = on_solved
        self._begin(number)

    def _begin(self, number: int) -> None:
        if not 1 <= number <= len(self._puzzles):
            raise ValueError(
                message("session.no_puzzle", last=len(self._puzzles), number=repr(number))
            )
        self._number = number
        self._puzzle = self._puzzles[number - 1]
        start = self.game.parse_position(self._puzzle.position)
        self._session: Session = Session(MatchSettings(self.game), start, self._help)
        self._session.set_virtual_hand(self._virtual_hand)
        self._start = start
        self._answered: str | None = None
        self._until_ms: int | None = None

    # Inputs

    def see(self, snapshot: Snapshot, now_ms: int, age_ms: int = 0) -> list[Notice]:
        """Take in what the board shows, and has shown for that long; the same again is harmless."""
        self._seen = snapshot
        if self.solved:
            return []
        return [*self._session.see(snapshot, now_ms, age_ms), *self.tick(now_ms)]

    def snapshots_missed(self) -> None:
        """Take in that snapshots were lost before the one that is seen next."""
        self._session.snapshots_missed()

    def tick(self, now_ms: int) -> list[Notice]:
        """Act on what has become true by waiting."""
        if self.solved:
            return []
        notices = self._session.tick(now_ms)
        plies = self._session.plies
        tried = plies[0].text if plies else None
        if tried != self._answered:
            self._answered = tried
            # What the session says of a game that goes on is no matter here.
            notices = [] if tried is None else [self._answer(tried, now_ms)]
        elif self._until_ms is not None and now_ms >= self._until_ms:
            notices = self._take_back(now_ms)
        return notices

    def host_stalled(self, from_ms: int, until_ms: int) -> None:
        """Do nothing: nobody's time runs."""

    def board_lost(self) -> None:
        """Stop believing what the board showed last: it is gone."""
        self._seen = None
        self._session.board_lost()

    def forget_pieces(self) -> None:
        """Forget which piece stands where: they have been set up unseen."""
        self._session.forget_pieces()

    def set_virtual_hand(self, on: bool) -> None:
        """Set whether a virtual hand carries wrong moves back."""
        self._virtual_hand = on
        self._session.set_virtual_hand(on)

    def handle(self, request: ModeRequest, now_ms: int) -> list[Notice]:
        """Carry a request out.

        Raises:
            ValueError: there is no such puzzle, or it belongs to a game that is played.
        """
        match request:
            case ShowPuzzle(number=int(number)):
                return self.turn_to(number, now_ms)
            case ShowPuzzle(grade=int(grade)):
                return self.turn_to_grade(grade, now_ms)
            case ShowPuzzle():
                return self.turn_to_next(now_ms)
            case TakeBack():
                return self.take_back(now_ms)
            case PlayMove() if not self.solved:
                return self._try(request, now_ms)
            case SetHelp(level):
                self.help = level
                return []
            case _:
                raise ValueError(message("session.is_puzzle"))

    def turn_to(self, number: int, now_ms: int) -> list[Notice]:
        """Go to another puzzle; the board is guided to it.

        Raises:
            ValueError: there is no such puzzle.
        """
        self._begin(number)
        notices = [] if self._seen is None else self._session.see(self._seen, now_ms)
        return [Notice(Severity.INFO, self._title()), *notices]

    def turn_to_grade(self, grade: int, now_ms: int) -> list[Notice]:
        """Go to the next puzzle of a grade that has not been solved yet, or just the next.

        Raises:
            ValueError: there is no such grade.
        """
        return self.turn_to(number_of(self._puzzles, grade, self._number, self._solved), now_ms)

    def turn_to_next(self, now_ms: int) -> list[Notice]:
        """Go to the next puzzle that has not been solved yet, or just the next."""
        return self.turn_to(number_of(self._puzzles, None, self._number, self._solved), now_ms)

    def take_back(self, now_ms: int) -> list[Notice]:
        """Take a wrong move back now; a solved puzzle begins again."""
        if self.solved:
            return self.turn_to(self._number, now_ms)
        return self._take_back(now_ms)

    def _try(self, move: PlayMove, now_ms: int) -> list[Notice]:
        """Make a move; a wrong one before it is taken back, and may go on to another square."""
        if self._is_wrong:
            wrong = self._session.plies[0]
            notices = self._take_back(now_ms)
            begun, ended = (self._name(square) for square in (wrong.origin, wrong.target))
            if (move.origin, move.target) == (ended, begun):
                return notices
            if move.origin == ended:
                move = replace(move, origin=begun)
        return [*self._session.handle(move, now_ms), *self.tick(now_ms)]

    def _name(self, square: Square | None) -> str | None:
        return None if square is None else square_name(square, self.game.size[0])

    # Outputs

    @property
    def help(self) -> Help:
        """Level of help: none that gives the solution away."""
        return self._help

    @help.setter
    def help(self, level: Help) -> None:
        if level is Help.PROVEN:
            raise ValueError(message("session.puzzle_no_values"))
        self._help = self._session.help = level

    @property
    def next_wake_ms(self) -> int | None:
        """Latest time for the next call of `tick`; None if nothing is waited for."""
        if self.solved:
            return None
        times = (self._session.next_wake_ms, self._until_ms)
        return min((time for time in times if time is not None), default=None)

    @property
    def number(self) -> int:
        """Number of the puzzle, from 1."""
        return self._number

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self._puzzle

    @property
    def solved(self) -> bool:
        """True if the winning move has been made."""
        return self._answered == self._puzzle.solution

    @property
    def _is_wrong(self) -> bool:
        return self._answered is not None and not self.solved

    def view(self) -> View:
        """Return the whole of what a display may show now."""
        view = self._session.view()
        words: Words = ""
        if self._answered is not None:
            words = self._verdict(self._answered)
        state = "solved" if self.solved else "wrong" if self._is_wrong else "open"
        puzzle = PuzzleView(
            self._number, len(self._puzzles), self._puzzle.grade, state, words, len(self._solved)
        )
        marks = view.marks
        if self.solved:
            marks = tuple(self._celebration())
        elif self._is_wrong and view.correction is None:
            marks = (*view.marks, *self._reply())
        task = view.task
        if self._answered is not None and view.correction is None:
            task = words
        elif view.phase is Phase.PLAY and view.correction is None:
            task = sentences(view.task, message("session.puzzle_find"))
        ideas: tuple[Mark, ...] = ()
        if self._answered is not None and view.correction is None:
            ideas = idea_marks(picture(self.game, view.expectation.position))
        # A puzzle is solved by moving: whatever a game lets players choose is refused here.
        view = replace(view, task=task, marks=marks, puzzle=puzzle, ideas=ideas)
        return replace(view, may=(), choices=(), can_redo=False)

    def likely_lifts(self) -> Sequence[Square]:
        """Return the squares of the pieces of which one is to be lifted next."""
        return self._session.likely_lifts()

    def marks_if_lifted(self, square: Square) -> tuple[Mark, ...] | None:
        """Return the marks that lifting the piece on a square will lead to; None if unknown."""
        return None if self._answered is not None else self._session.marks_if_lifted(square)

    def _title(self) -> Message:
        return message(
            "session.puzzle_title",
            number=self._number,
            of=len(self._puzzles),
            grade=self._puzzle.grade,
        )

    def _answer(self, tried: str, now_ms: int) -> Notice:
        if tried == self._puzzle.solution:
            if self._number not in self._solved:
                self._solved.add(self._number)
                self._on_solved(self._number)
            self._until_ms = None
            return Notice(Severity.GOOD, self._verdict(tried))
        self._until_ms = now_ms + REPLY_MS
        return Notice(Severity.WARN, self._verdict(tried))

    def _verdict(self, tried: str) -> Words:
        """Return the verdict on a move."""
        words = self.game.spell_move(self._start, self.game.parse_move(self._start, tried))
        if tried == self._puzzle.solution:
            return sentences(message("session.puzzle_solved", move=words), self._puzzle.reason)
        loses = message("session.puzzle_move_loses", move=words)
        taken_back = message("session.puzzle_move_taken_back")
        return sentences(loses, self._puzzle.wrong[tried].reason, taken_back)

    def _take_back(self, now_ms: int) -> list[Notice]:
        """Guide the board back to the puzzle."""
        self._until_ms = None
        notices: list[Notice] = []
        while self._session.plies:
            notices = self._session.take_back(now_ms)
        self._answered = None
        return notices[-1:]

    def _reply(self) -> list[Mark]:
        """Return the marks of the move that refutes the wrong one."""
        assert self._answered is not None, "a move is wrong"
        text = self._puzzle.wrong[self._answered].reply
        position = self.game.play(self._start, self.game.parse_move(self._start, self._answered))
        while (forced := expect_from(self.game, position).forced_pass) is not None:
            position = self.game.play(position, forced.move)
        if not text:
            return []
        candidate = expect_from(
            self.game, position, (self.game.parse_move(position, text),)
        ).candidates[0]
        if candidate.origin is None or candidate.target is None:
            return []
        return reply_marks(candidate.origin, candidate.target)

    def _celebration(self) -> list[Mark]:
        """Sweep the home row that will be reached, from where the tower stands."""
        move = self.game.parse_move(self._start, self._puzzle.solution)
        candidate = expect_from(self.game, self._start, (move,)).candidates[0]
        files, ranks = self.game.size
        turn, target = self.game.turn(self._start), candidate.target
        assert target is not None, "a tower has been moved"
        column = target % files
        row = range((ranks - 1) * files, ranks * files) if turn.name == "WHITE" else range(files)
        squares = tuple(sorted(row, key=lambda square: abs(square % files - column)))
        won = message("session.puzzle_solved", move=self._puzzle.solution)
        return outcome_marks(Outcome(turn, won, squares), self.game.size)


def number_of(
    puzzles: Sequence[Puzzle], grade: int | None, after: int, solved: frozenset[int] | set[int]
) -> int:
    """Return the number of the next puzzle of a grade, or of any; the solved ones last.

    Args:
        after: the number from which on is looked, round and round.

    Raises:
        ValueError: there is none of that grade.
    """
    fitting = [
        number for number, puzzle in enumerate(puzzles, 1) if grade is None or puzzle.grade == grade
    ]
    if not fitting:
        raise ValueError(message("session.no_puzzle_of_grade", grade=repr(grade)))
    order = sorted(fitting, key=lambda number: (number <= after, number))
    return next((number for number in order if number not in solved), order[0])
