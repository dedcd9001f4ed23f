"""Stories: short proofs that a side wins a round, told by the ideas that players think in.

A story is a row of claims, each about the turn to which the claims before it have led.  Together
they are the whole proof: each move of the loser that no claim follows is answered straight home, or
by calling a cornered tower (`host.ai.analysis.ideas`).  What needs more claims than a reader keeps
in mind is no story: nearly all wins up to four own moves before the end have one, and hardly any
farther than eight (`benchmarks/matches/told_wins.py`).
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from host.ai.analysis.ideas import (
    CAUGHT_PLIES,
    TRAPPED_PLIES,
    Ideas,
    TooWideError,
    Turns,
    forced_pass,
    round_winner,
)
from host.ai.solver.distance_to_win import DistanceToWin, TooFarError
from host.ai.stop_condition import StopCondition, never_stop
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import Tower
from host.engine.kamisado.position import Move, Position

if TYPE_CHECKING:
    from host.ai.solver.solver import Solver

MOST_CLAIMS = 4
"""Number of claims about towers of the loser that can move."""
MOST_NAMED = 3
"""Squares that one claim names."""
MOST_HOLDING_OUT = 2
"""Squares after each of which something else is told."""
MOST_POSITIONS = 800
"""Positions whose moves are looked at for one story."""
MOST_SEARCHED = 20_000
"""Positions that the kernel searches for how near the end is: some milliseconds."""
ANSWER_NODES = 2_000
"""Nodes for the proof that another answer wins, besides what has been proven."""


class Idea(enum.Enum):
    """Idea of a claim; of a turn of the loser unless it says otherwise."""

    ENDED = "ended"
    """The round is over."""
    PASSES = "passes"
    """The tower that is called is blocked; of either side."""
    HOME = "home"
    """The winner's tower goes straight home."""
    AFTER = "after"
    """The next claims are about one of the squares on which the tower holds out."""
    ANSWER = "answer"
    """The winner moves, and calls a tower."""
    PUSH = "push"
    """The winner pushes, and moves again."""
    ONLY_MOVE = "only move"
    """The called tower has one move."""
    ONLY_MOVE_CORNERED = "only move, cornered"
    """It has one move, after which the winner goes straight home."""
    CORNERED = "cornered"
    """It has no safe square."""
    ONE_SAFE = "one safe"
    """It has one safe square."""
    SAFE_SQUARES = "safe squares"
    """It has those safe squares, and after each the winner calls the same cornered tower."""
    CAUGHT = "caught"
    """The winner goes straight home or calls a cornered tower, wherever it goes."""
    TRAPPED = "trapped"
    """The winner goes straight home or calls a tower that is cornered or caught, wherever it
    goes."""
    ONE_HOLDS_OUT = "one holds out"
    """It is caught but for one square."""
    ONE_ESCAPES = "one escapes"
    """It is trapped but for one square."""
    TWO_ESCAPE = "two escape"
    """It is trapped but for two squares; what follows each is told after the other."""
    ONE_COLOUR_ESCAPES = "one colour escapes"
    """It is trapped but for those squares, which all call the same tower."""
    TWO_HOLD_OUT = "two hold out"
    """It is caught but for two squares; what follows each is told after the other."""
    ONE_COLOUR = "one colour"
    """It is caught but for those squares, which all call the same tower."""


OF_LOSER = {*Idea} - {Idea.ENDED, Idea.PASSES, Idea.HOME, Idea.AFTER, Idea.ANSWER, Idea.PUSH}
"""Claims about a tower of the loser that can move."""


class Claim(NamedTuple):
    """One claim.

    Attributes:
        position: the turn that it is about, or that of a pass.
        moves: the moves that it names.
        called: the tower that `SAFE_SQUARES` and `ONE_COLOUR` name; else None.
    """

    idea: Idea
    position: Position
    moves: tuple[Move, ...] = ()
    called: Tower | None = None


Story: TypeAlias = tuple[Claim, ...]


def find_story(
    solver: Solver, position: Position, winner: Side, stop: StopCondition = never_stop
) -> Story | None:
    """Find the shortest story of a proven win.

    Args:
        solver: has proven it; proves a little more.
        position: of a round, from which a side wins; a tower is called there.
        winner: that side.

    Returns:
        The claims; None if it has no story, or none is found with the work that is allowed.
    """
    distance = None
    if solver.kernel_for(position) is not None:
        distance = DistanceToWin(solver, winner, stop, MOST_SEARCHED)
    teller = _Teller(solver, winner, stop, distance)
    try:
        for traps in (False, True):
            teller.traps = traps
            for most in range(1, MOST_CLAIMS + 1):
                if (story := teller.tell(position, most)) is not None:
                    return story
    except (TooWideError, TooFarError):
        return None
    return None


class _Teller:
    """Search for the story of a side's win.

    Attributes:
        traps: True if towers may be said to be trapped, which leaves the most to the reader.
    """

    traps = False

    def __init__(
        self, solver: Solver, winner: Side, stop: StopCondition, distance: DistanceToWin | None
    ) -> None:
        self._solver, self._winner, self._stop = solver, winner, stop
        self._distance = distance
        self._ideas = Ideas(winner, MOST_POSITIONS, self._may_win)
        self._winning: dict[Position, Sequence[Move]] = {}

    def _may_win(self, turns: Sequence[Position], plies: int) -> Sequence[bool]:
        if self._distance is None:  # in plain Python that search takes longer than all others
            return [True] * len(turns)
        return self._distance.are_won_within(turns, plies)

    def _is_within(self, turn: Position, most: int) -> bool:
        """Return True if a turn may be told with so many claims: each takes a move of both."""
        last = TRAPPED_PLIES if self.traps else CAUGHT_PLIES
        mine = turn.turn is self._winner
        (may,) = self._may_win([turn], 2 * (most - 1) + last + mine)
        return may

    def tell(self, position: Position, most: int) -> Story | None:
        """Tell the win with so many claims; None if that cannot be."""
        if (forced := forced_pass(position)) is not None:
            rest = self.tell(rules.play_unchecked(position, forced), most)
            return None if rest is None else (Claim(Idea.PASSES, position), *rest)
        if (won := round_winner(position)) is not None:
            return (Claim(Idea.ENDED, position),) if won is self._winner else None
        if position.turn is not self._winner:
            return self._loser_moves(position, most)
        if self._ideas.wins_at_once(position):
            return (Claim(Idea.HOME, position),)
        return self._answer(position, most)

    def _answer(self, turn: Position, most: int) -> Story | None:
        """Tell a move of the winner and what follows."""
        if not self._is_within(turn, most):
            return None
        for move in self._winning_moves(turn):
            rest = self.tell(rules.play_unchecked(turn, move), most)
            if rest is not None:
                return (Claim(Idea.PUSH if move.push else Idea.ANSWER, turn, (move,)), *rest)
        return None

    def _winning_moves(self, turn: Position) -> Sequence[Move]:
        """Return the moves that are proven to win: those that call a cornered tower, if any do."""
        found = self._winning.get(turn)
        if found is None:
            found = self._winning[turn] = self._proven(turn)
        return found

    def _proven(self, turn: Position) -> Sequence[Move]:
        if calls := self._ideas.calls(turn):
            return [move for move, _ in calls]
        after = dict(self._ideas.moves(turn))
        known = self._solver.known_winners(after.values())
        winners = dict(zip(after, known, strict=True))
        for move, there in after.items():
            if winners[move] is None:
                limit = self._solver.node_limit(ANSWER_NODES, self._stop)
                winners[move] = self._solver.winner(there, limit)
        return [move for move, winner in winners.items() if winner is self._winner]

    def _loser_moves(self, turn: Position, most: int) -> Story | None:
        if most < 1 or not self._is_within(turn, most):
            return None
        ideas = self._ideas
        safe = ideas.safe(turn)
        if not safe:
            return (_cornered(turn),)
        holds = ideas.holding_out(turn)
        if not holds and len(safe) > 1:
            return (self._caught(turn, safe),)
        left = holds or safe
        if self.traps and len(left) > 1:
            left = ideas.escaping(turn)
            if not left:
                return (Claim(Idea.TRAPPED, turn),)
        if len(left) == 1:
            ((move, _),) = left
            rest = self.tell(rules.play_unchecked(turn, move), most - 1 if holds else 1)
            idea = Idea.ONE_ESCAPES if len(holds) > 1 else _one_left(turn, len(safe))
            return None if rest is None else (Claim(idea, turn, (move,)), *rest)
        if most < MOST_HOLDING_OUT:
            return None
        return self._one_colour(turn, left) or self._branches(turn, left, most - 1)

    def _caught(self, turn: Position, safe: Turns) -> Claim:
        """Tell what the safe squares lead to."""
        common = set.intersection(*(self._calls(after) for _, after in safe))
        if common and len(safe) <= MOST_NAMED:
            moves = tuple(move for move, _ in safe)
            return Claim(Idea.SAFE_SQUARES, turn, moves, min(common))
        return Claim(Idea.CAUGHT, turn)

    def _calls(self, turn: Position) -> set[Tower]:
        """Return the cornered towers that the winner can call without a push or a pass between."""
        return {
            tower
            for move, after in self._ideas.calls(turn)
            if self._ideas.is_cornered(after) and after == rules.play_unchecked(turn, move)
            if (tower := after.required_tower) is not None
        }

    def _one_colour(self, turn: Position, left: Turns) -> Story | None:
        """Tell squares that all call one tower, and the move of it that catches after each."""
        ideas, winner = self._ideas, self._winner
        is_direct = all(rules.play_unchecked(turn, move) == after for move, after in left)
        called = {after.required_tower for _, after in left if after.turn is winner}
        if not is_direct or len(called) != 1 or len(left) > MOST_NAMED:
            return None
        first, *others = (dict(ideas.moves(after)) for _, after in left)
        for answer, after in first.items():
            if answer.push or rules.play_unchecked(left[0][1], answer) != after:
                continue
            afters = [after, *(moves[answer] for moves in others if answer in moves)]
            if len(afters) < len(left) or (lost := self._lost(afters)) is None:
                continue
            escapes = self._are_trapped(turn, left)
            idea = Idea.ONE_COLOUR_ESCAPES if escapes else Idea.ONE_COLOUR
            return (
                Claim(idea, turn, tuple(move for move, _ in left), *called),
                Claim(Idea.ANSWER, left[0][1], (answer,)),
                Claim(lost, after),
            )
        return None

    def _are_trapped(self, turn: Position, left: Turns) -> bool:
        """Return True if a tower that holds out is trapped on a square that is not left."""
        return len(left) < len(self._ideas.holding_out(turn))

    def _lost(self, turns: Sequence[Position]) -> Idea | None:
        """Return what the called tower is in all of these turns; None for nothing that is told."""
        ideas = self._ideas
        if all(map(ideas.is_cornered, turns)):
            return Idea.CORNERED
        if all(self._may_win(turns, CAUGHT_PLIES)) and all(map(ideas.is_caught, turns)):
            return Idea.CAUGHT
        is_near = self.traps and all(self._may_win(turns, TRAPPED_PLIES))
        return Idea.TRAPPED if is_near and all(map(ideas.is_trapped, turns)) else None

    def _branches(self, turn: Position, left: Turns, most: int) -> Story | None:
        """Tell what follows each of two squares, with so many claims for both."""
        if len(left) > MOST_HOLDING_OUT:
            return None
        idea = Idea.TWO_ESCAPE if self._are_trapped(turn, left) else Idea.TWO_HOLD_OUT
        told = [Claim(idea, turn, tuple(move for move, _ in left))]
        for number, (move, _) in enumerate(left, 1):
            after, others = rules.play_unchecked(turn, move), len(left) - number
            parts = (self.tell(after, allowed) for allowed in range(1, most - others + 1))
            part = next(filter(None, parts), None)
            if part is None:
                return None
            most -= sum(claim.idea in OF_LOSER for claim in part)
            told += [Claim(Idea.AFTER, turn, (move,)), *part]
        return tuple(told)


def _cornered(turn: Position) -> Claim:
    """Tell that the called tower is cornered."""
    moves = rules.legal_moves(turn)
    if len(moves) == 1:
        return Claim(Idea.ONLY_MOVE_CORNERED, turn, moves)
    return Claim(Idea.CORNERED, turn)


def _one_left(turn: Position, safe: int) -> Idea:
    """Return what is told of the only square that is left, one of so many safe ones."""
    if len(rules.legal_moves(turn)) == 1:
        return Idea.ONLY_MOVE
    return Idea.ONE_SAFE if safe == 1 else Idea.ONE_HOLDS_OUT
