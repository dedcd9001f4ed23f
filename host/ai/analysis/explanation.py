"""Why a move wins or loses, in words: what is forced next, and how that ends.

    it wins    "Black must then move green, and wherever it goes White goes straight home."
    it loses   "Black must then move green, which goes straight home."

Each sentence is a fact of the position, not a manner of speaking: "must" is the rule, "wherever"
is all legal moves, "loses" is proven, and an example is a line in which every move of the winner
is proven to win.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from host.ai.limits import StopCondition, never_stop
from host.ai.solver.principal_variation import principal_variation
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import COLOURS, colour_of, name, side_of
from host.engine.kamisado.position import Move, Position, arrival
from host.engine.kamisado.rules import outcome

if TYPE_CHECKING:
    from host.ai.solver.solver import Solver

NOT_KNOWN = "Who wins after that is not known yet."
TOLD = 4
"""How many moves of an example are told one by one: as many as can be kept in mind."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """A position in which a tower can move, after the passes that come before it.

    Attributes:
        passes: what is to be said of them, each a sentence.
    """

    position: Position
    passes: tuple[str, ...]

    @property
    def side(self) -> Side:
        return self.position.turn

    @property
    def tower(self) -> str:
        """The colour of the tower that must move."""
        assert self.position.required is not None, "only the first move of a round is free"
        return COLOURS[self.position.required]


def explain(
    solver: Solver, position: Position, move: Move, stop: StopCondition = never_stop
) -> str:
    """Why a legal move wins or loses: one to three sentences.

    Args:
        solver: proves what is not proven yet, and finds the example.
        position: of a round, before the move.
        move: one of its legal moves.
        stop: ends the search; what is not proven by then is said to be not known.
    """
    after = rules.play_unchecked(position, move)
    if outcome(after) is not None:
        return _ended(after)
    winner = solver.winner(after, stop)
    if winner is None:
        return NOT_KNOWN
    turn = _turn(after)
    begin = " ".join((*turn.passes, f"{turn.side.label} must then move {turn.tower}"))
    if goes_home(turn.position):
        return f"{begin}, which goes straight home."
    if turn.side is not winner:
        return f"{begin}, {_hopeless(solver, turn, stop)}"
    best = next(iter(principal_variation(solver, turn.position, stop)), None)
    if best is None:
        return f"{begin}, and wins."
    following = rules.play_unchecked(turn.position, best)
    way = f"{'pushes' if best.push else 'goes'} to {name(best.target)}"
    if outcome(following) is not None:
        return f"{begin}, which {way}: {_ended(following)}"
    reply = _turn(following)
    if reply.side is winner:
        return f"{begin}, which {way} and wins{_example(solver, turn, stop)}"
    told = " ".join((*reply.passes, f"Then {reply.side.label} must move {reply.tower}"))
    return f"{begin}, which {way} and wins. {told}, {_hopeless(solver, reply, stop)}"


def _hopeless(solver: Solver, turn: _Turn, stop: StopCondition) -> str:
    """The end of a sentence about the tower of a side that has lost, whatever it does."""
    position, winner = turn.position, turn.side.other
    moves = rules.legal_moves(position)
    if all(_lets_home(rules.play_unchecked(position, move), winner) for move in moves):
        where = f"and after its only move, {_way(moves[0])}," if len(moves) == 1 else "and wherever"
        goes = "" if len(moves) == 1 else " it goes"
        return f"{where}{goes} {winner.label} goes straight home."
    if len(moves) == 1:
        return f"and its only move, {_way(moves[0])}, loses{_example(solver, turn, stop)}"
    return f"and each of its {len(moves)} moves loses{_example(solver, turn, stop)}"


def _example(solver: Solver, turn: _Turn, stop: StopCondition) -> str:
    """The end of a sentence: how it may go on; just its full stop where no line is found."""
    position, moves = turn.position, principal_variation(solver, turn.position, stop)
    if not moves:
        return "."
    told: list[str] = []
    for number, move in enumerate(moves, 1):
        following = rules.play_unchecked(position, move)
        ended = outcome(following)
        if ended is not None and number > TOLD:
            assert ended.winner is not None, "somebody wins every round (M7, M8)"
            told.append(f"and so on: {ended.winner.label} wins with move {number} of this line")
        elif number <= TOLD or ended is not None:
            told.append(_told(position, move, home=arrival(following) is not None))
        position = following
    if len(moves) > TOLD and outcome(position) is None:
        told.append("and so on")
    return f", for example: {', '.join(told)}."


def _told(position: Position, move: Move, *, home: bool) -> str:
    """A move: "Black's green to d5"."""
    tower = position.tower_at(move.origin)
    assert tower is not None, "a tower moves"
    who = f"{side_of(tower).label}'s {COLOURS[colour_of(tower)]}"
    if move.is_pass:
        return f"{who} is blocked and passes"
    return f"{who} {_way(move)}{' and home' if home else ''}"


def _way(move: Move) -> str:
    """Where a move leads: "to d5", "pushes to d5"."""
    return f"pushes to {name(move.target)}" if move.push else f"to {name(move.target)}"


def _ended(position: Position) -> str:
    """How the round has just ended."""
    tower = arrival(position)
    if tower is not None:
        colour = COLOURS[colour_of(tower)]
        return f"{side_of(tower).label}'s {colour} is home and wins the round."
    loser = position.last_mover.label
    return f"Nobody can move any more, and {loser} made the last move: that loses the round."


def _turn(position: Position) -> _Turn:
    """The next position in which a tower can move."""
    passes: list[str] = []
    while (forced := forced_pass(position)) is not None:
        tower = position.tower_at(forced.origin)
        assert tower is not None, "a blocked tower passes"
        blocked = f"{side_of(tower).label}'s {COLOURS[colour_of(tower)]}"
        passes.append(f"{blocked} is blocked and passes.")
        position = rules.play_unchecked(position, forced)
    return _Turn(position, tuple(passes))


def forced_pass(position: Position) -> Move | None:
    """The pass of a blocked tower; None if the tower that must move can, or the round is over."""
    moves = rules.legal_moves(position)
    return moves[0] if len(moves) == 1 and moves[0].is_pass else None


def goes_home(position: Position) -> bool:
    """Whether a legal move reaches the opponent's home row."""
    moves = rules.legal_moves(position)
    return any(arrival(rules.play_unchecked(position, move)) is not None for move in moves)


def _lets_home(position: Position, side: Side) -> bool:
    """Whether a side goes straight home from here, passes between not counted."""
    onward = _turn(position).position
    return onward.turn is side and goes_home(onward)
