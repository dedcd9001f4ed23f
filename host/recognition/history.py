"""History of one game: its plies and the position that they have led to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from host.engine.game import (
    Adjudicable,
    AnyGame,
    MatchScore,
    Outcome,
    Piece,
    Side,
    Square,
)
from host.engine.successors import rounds_of
from host.message import Words
from host.recognition.matching import Candidate, Expectation, expect_from

Times: TypeAlias = tuple[int, int]
"""White's and Black's milliseconds left."""


class History:
    """One game from a position on.

    Attributes:
        game: its rules.
        first: the position from which it began.
        rounds: the game again if it has rounds, else None.
        expectation: of the position that has been reached.
        position: the position that has been reached.
        plies: the moves made, passes and choices included.
        outcome: of the game; None while it goes on.
        round_outcome: result of the round that was just played; None while one is played.
        standing: the score; None in a game without rounds.
        round: the number of the round, from 1; 1 in a game without rounds.
        last_real: the last ply that was not forced; None if there is none.
        last_of_round: the last real move of the round, or since an adjudication in it; None before
            its first.
    """

    def __init__(self, game: AnyGame, first: Hashable) -> None:
        self.game, self.first = game, first
        self.rounds = rounds_of(game)
        self._plies: list[Ply] = []
        # Every move that has ever been made, by its position; also those that were taken back.
        self._made: dict[Hashable, dict[Hashable, Ply]] = {}
        # What was taken back and has not been replaced since, the last one at the end.
        self._undone: list[Ply] = []
        self._reach(expect_from(game, first))

    def copy(self) -> History:
        """Return another history in the same state, which goes on by itself."""
        other = copy(self)
        other._plies, other._undone = self._plies.copy(), self._undone.copy()
        other._made = {position: made.copy() for position, made in self._made.items()}
        return other

    def _reach(self, expectation: Expectation) -> None:
        """Make a position the current one, with all that follows from it."""
        self.expectation = expectation
        self.position = expectation.position
        self.plies = tuple(self._plies)
        self.outcome: Outcome | None = self.game.outcome(self.position)
        self.round_outcome: Outcome | None = None
        self.standing: MatchScore | None = None
        if self.rounds is not None:
            self.round_outcome = self.rounds.round_outcome(self.position)
            self.standing = self.rounds.match_score(self.position)
        self.round = 1 if self.standing is None else self.standing.round
        self.last_real = next((ply for ply in reversed(self._plies) if not ply.forced), None)
        last = self.last_real
        self.last_of_round = None if last is None or last.rearranges else last

    @property
    def between(self) -> bool:
        """True if a round is over and the match goes on."""
        return self.outcome is None and self.round_outcome is not None

    @property
    def filling_order(self) -> tuple[Square, ...]:
        """The squares as they are filled before the first move of a round; empty at other times."""
        last = self._plies[-1] if self._plies else None
        if self.rounds is None or last is None or not last.between:
            return ()
        carries = self.rounds.relocations(last.before.position, last.move)
        return tuple(carry.target for carry in carries)

    @property
    def begun(self) -> bool:
        """True if the first move of the round has been made."""
        return bool(self._plies) and not self._plies[-1].between

    @property
    def passed(self) -> list[Square]:
        """Squares of the pieces that have passed since the last real move."""
        passed: list[Square] = []
        for ply in reversed(self._plies):
            if not ply.forced:
                break
            if ply.origin is not None:
                passed.append(ply.origin)
        return passed

    @property
    def undone(self) -> Ply | None:
        """The move to be made again next; None if none was taken back since the last new one."""
        return self._undone[-1] if self._undone else None

    def made_before(self, position: Hashable) -> Iterable[Candidate]:
        """Return the moves that have ever been made in a position, also those taken back."""
        return [ply.candidate for ply in self._made.get(position, {}).values()]

    def record(
        self,
        move: Hashable,
        *,
        forced: bool = False,
        times: Times | None = None,
    ) -> Ply:
        """Add a legal move, or an adjudication.

        Args:
            move: of the position that has been reached.
            forced: True if it is a pass that nobody makes by hand.
            times: what the clocks show after it.

        Raises:
            IllegalMoveError: it is not legal.
        """
        position = self.game.play(self.position, move)
        ply = Ply(self.expectation, move, forced, times)
        self._plies.append(ply)
        self._made.setdefault(self.position, {})[move] = ply
        if not forced and self._undone:
            again = self._undone.pop()
            if (again.before.position, again.move) != (self.position, move):
                self._undone.clear()
        self._reach(expect_from(self.game, position))
        return ply

    def record_text(self, text: str, times: Times | None = None) -> Ply:
        """Add a move that was kept as text; return it.

        Raises:
            InvalidMoveError: it is no legal move here; it is quoted.
        """
        move = self.game.parse_move(self.position, text)
        forced = self.expectation.forced_pass
        return self.record(move, forced=forced is not None and forced.move == move, times=times)

    def pass_on(self, times: Times | None = None) -> None:
        """Make the passes that are forced.

        Args:
            times: what the clocks show meanwhile.
        """
        while (forced := self.expectation.forced_pass) is not None:
            self.record(forced.move, forced=True, times=times)

    def expect(self, only: Iterable[Hashable]) -> None:
        """Expect no other moves than these legal ones in the position that has been reached."""
        self._reach(expect_from(self.game, self.position, only))

    def undo(self) -> Ply:
        """Take the last real ply back, with the passes that it forced; that ply.

        Raises:
            IndexError: there is none.
        """
        while True:
            ply = self._plies.pop()
            if not ply.forced or not self._plies:
                self._undone.append(ply)
                self._reach(ply.before)
                return ply


def common_plies(one: Sequence[Ply], other: Sequence[Ply]) -> int:
    """Return the number of common first plies of two states of a history.

    It looks from the end: a ply is the same object only where all before it are.
    """
    same = min(len(one), len(other))
    while same and one[same - 1] is not other[same - 1]:
        same -= 1
    return same


class StoredPly(NamedTuple):
    """A made move as text, from which the rules of its game make the ply again; a named tuple,
    because hundreds are compared at every save.

    Attributes:
        text: of the move, a pass, or a choice between rounds.
        times: left after it; None without a clock.
        round: of the match, from 1.
        aid: help used for it, "proven" or "hint" (`host.session.analysis.HelpUsed`), or None.
    """

    text: str
    times: Times | None = None
    round: int = 1
    aid: str | None = None


@dataclass(frozen=True)
class Ply:
    """One made move; all else about it follows from the expectation before it.

    Attributes:
        move: legal there, or an adjudication, which has pieces stand where no move has brought
            them.
        forced: a pass that the host made because it was the only move.
        times: left once it was made; None without a clock.
    """

    before: Expectation
    move: Hashable
    forced: bool = False
    times: Times | None = None

    def stored(self, aid: str | None = None) -> StoredPly:
        """Return the ply as it is stored, with the help that was used for it."""
        return StoredPly(self.text, self.times, self.round, aid)

    @property
    def side(self) -> Side:
        """The side that moved."""
        return self.before.turn

    @cached_property
    def candidate(self) -> Candidate:
        """The move as it shows on the board."""
        return self.before.candidate_of(self.move)

    @cached_property
    def text(self) -> str:
        """The move as text that the game reads again."""
        return self.before.game.move_text(self.before.position, self.move)

    @property
    def words(self) -> Words:
        """The move in the notation of the game."""
        return self.before.game.describe_move(self.before.position, self.move)

    @property
    def spelled(self) -> Words:
        """The move with its squares."""
        return self.before.game.spell_move(self.before.position, self.move)

    @cached_property
    def between(self) -> bool:
        """True for a choice between two rounds; it carries all pieces to new places."""
        rounds = rounds_of(self.before.game)
        return rounds is not None and rounds.round_outcome(self.before.position) is not None

    @property
    def round(self) -> int:
        """The number of the round, from 1; 1 in a game without rounds."""
        rounds = rounds_of(self.before.game)
        return 1 if rounds is None else rounds.match_score(self.before.position).round

    @cached_property
    def adjudicated(self) -> bool:
        """True for an adjudication."""
        game = _adjudicable(self.before.game)
        return game is not None and game.is_adjudication(self.move)

    @property
    def rearranges(self) -> bool:
        """True if pieces come to their squares otherwise than by a move of a round."""
        return self.between or self.adjudicated

    @property
    def origin(self) -> Square | None:
        """The square that the mover's piece left; None where it was put on the board, or as of
        `target`."""
        return self._squares[0]

    @property
    def target(self) -> Square | None:
        """The square that the mover's piece came to, or where it passed; None for an adjudication,
        a choice, and where the whole side passes."""
        return self._squares[1]

    @property
    def piece(self) -> Piece | None:
        """The mover's piece as it was before; None if there was none on `origin`."""
        return None if self.origin is None else self.before.pieces.get(self.origin)

    @property
    def captured(self) -> tuple[Square, ...]:
        """The squares where pieces were taken off by it."""
        return () if self.adjudicated else self.candidate.captured

    def work_out(self) -> None:
        """Find now how the move shows on the board.  Whoever restores a match has the time for it;
        the first display of hundreds of moves has not."""
        _ = self.candidate, self._squares

    @cached_property
    def _squares(self) -> tuple[Square | None, Square | None]:
        if self.forced:
            # A certain piece that must move passes, or else its whole side.
            movers = self.before.game.movable_squares(self.before.position)
            return (movers[0], movers[0]) if len(movers) == 1 else (None, None)
        if self.rearranges:
            return None, None
        return self.candidate.origin, self.candidate.target


@lru_cache(maxsize=64)
def _adjudicable(game: AnyGame) -> Adjudicable[Hashable, Hashable] | None:
    """Return the game if it has adjudications; to ask for a protocol takes longer than that."""
    return game if isinstance(game, Adjudicable) else None
