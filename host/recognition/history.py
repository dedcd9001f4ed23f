"""History of one game: its plies and the position that they have led to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from host.engine.game import (
    Adjudicable,
    AnyGame,
    MatchScore,
    MultiRound,
    Outcome,
    Piece,
    Side,
    Square,
)
from host.message import Words
from host.recognition.matching import Candidate, Expectation, expect_from


class History:
    """One game from a position on.

    Attributes:
        game: its rules.
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
        self.game = game
        self.rounds: MultiRound[Hashable, Hashable] | None = (
            game if isinstance(game, MultiRound) else None
        )
        self._plies: list[Ply] = []
        # Every move that has ever been made, by its position; also those that were taken back.
        self._made: dict[Hashable, dict[Hashable, Candidate]] = {}
        # What was taken back and has not been replaced since, the last one at the end.
        self._undone: list[Ply] = []
        self._reach(expect_from(game, first))

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
        return self._made.get(position, {}).values()

    def record(
        self,
        candidate: Candidate,
        *,
        forced: bool = False,
        times: tuple[int, int] | None = None,
    ) -> Ply:
        """Add a legal move.

        Args:
            candidate: one of the expectation's.
            forced: True if it is a pass that nobody makes by hand.
            times: what the clocks show after it.
        """
        ply = ply_of(self.game, self.expectation, candidate, forced=forced, times=times)
        self._plies.append(ply)
        self._made.setdefault(ply.before.position, {})[ply.move] = candidate
        if not forced and self._undone:
            again = self._undone.pop()
            if (again.before.position, again.move) != (ply.before.position, ply.move):
                self._undone.clear()
        self._reach(expect_from(self.game, candidate.position))
        return ply

    def record_text(self, text: str, times: tuple[int, int] | None = None) -> None:
        """Add a move that was kept as text.

        Raises:
            InvalidMoveError: it is no legal move here; it is quoted.
        """
        move = self.game.parse_move(self.position, text)
        candidate = self.option_of(move)
        # Of most moves the others need not be known.
        forced = not candidate.touched and candidate == self.expectation.forced_pass
        self.record(candidate, forced=forced, times=times)

    def option_of(self, move: Hashable) -> Candidate:
        """Return a legal move, or an adjudication, of this position as it shows on the board."""
        return self.expectation.candidate_of(move)

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


def _is_adjudication(game: AnyGame, move: Hashable) -> bool:
    return isinstance(game, Adjudicable) and game.is_adjudication(move)


def ply_of(
    game: AnyGame,
    before: Expectation,
    candidate: Candidate,
    *,
    forced: bool,
    times: tuple[int, int] | None = None,
) -> Ply:
    """Return a legal move as a ply; the arguments are those of `History.record`."""
    position = before.position
    standing = game.match_score(position) if isinstance(game, MultiRound) else None
    between = isinstance(game, MultiRound) and game.round_outcome(position) is not None
    origin, target = candidate.origin, candidate.target
    adjudicated = _is_adjudication(game, candidate.move)
    if adjudicated:
        origin, target, forced = None, None, False
    elif forced:
        # A certain piece that must move passes, or else its whole side.
        movers = game.movable_squares(position)
        origin = target = movers[0] if len(movers) == 1 else None
    elif between:
        origin = target = None
    return Ply(
        before=before,
        move=candidate.move,
        side=before.turn,
        piece=None if origin is None else before.pieces.get(origin),
        origin=origin,
        target=target,
        text=game.move_text(position, candidate.move),
        words=game.describe_move(position, candidate.move),
        spelled=game.spell_move(position, candidate.move),
        forced=forced,
        between=between,
        round=1 if standing is None else standing.round,
        times=times,
        captured=() if adjudicated else candidate.captured,
        adjudicated=adjudicated,
    )


@dataclass(frozen=True, slots=True)
class Ply:
    """One made move, with the expectation before it.

    Attributes:
        forced: a pass that the host made because it was the only move.
        between: a choice between two rounds; it carries all pieces to new places.
        origin, target: squares of the mover's piece; equal for a pass of a certain piece, None for
            a choice and where the whole side passes; of a piece put on the board, origin is None.
        words, spelled: in the notation of the game, and with its squares.
        round: in which round of a match, from 1; 1 in a game without rounds.
        times: White's and Black's milliseconds left once it was made; None without a clock.
        captured: where pieces were taken off by it.
        adjudicated: True for an adjudication, which has pieces stand where no move has brought
            them.
    """

    before: Expectation
    move: Hashable
    side: Side
    piece: Piece | None
    origin: Square | None
    target: Square | None
    text: str
    words: Words
    spelled: Words
    forced: bool
    between: bool = False
    round: int = 1
    times: tuple[int, int] | None = None
    captured: tuple[Square, ...] = ()
    adjudicated: bool = False

    @property
    def rearranges(self) -> bool:
        """True if pieces come to their squares otherwise than by a move of a round."""
        return self.between or self.adjudicated
