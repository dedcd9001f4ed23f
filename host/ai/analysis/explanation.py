"""Explanation of a proven move: what is forced next, and how that ends.

    it wins    "Black must then move green, and wherever it goes White goes straight home."
    it loses   "Black must then move green, which goes straight home."

Each sentence is a fact of the position: "must" is the rule, "wherever" means all legal moves,
"loses" is proven, and an example is a line in which every move of the winner is proven.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from host.ai.solver.principal_variation import principal_variation
from host.ai.stop_condition import StopCondition, never_stop
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import COLOUR_NAMES, Tower, colour_of, name, side_of
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.rules import arrival, outcome
from host.message import Message, message, sentences

if TYPE_CHECKING:
    from host.ai.solver.solver import Solver

NOT_KNOWN = message("ai.winner_not_known")
EXAMPLE_MOVES = 4
"""Moves of an example that are listed one by one: as many as a reader keeps in mind."""


class _LosingTemplates(NamedTuple):
    """Templates about the required tower of a side that loses with every move."""

    lets_home: str
    only_move_lets_home: str
    only_move: str
    only_move_example: str
    moves: str
    moves_example: str


_MUST = _LosingTemplates(
    "ai.must_lets_home",
    "ai.must_only_move_lets_home",
    "ai.must_only_move_loses",
    "ai.must_only_move_loses_example",
    "ai.must_moves_lose",
    "ai.must_moves_lose_example",
)
_THEN_MUST = _LosingTemplates(
    "ai.then_lets_home",
    "ai.then_only_move_lets_home",
    "ai.then_only_move_loses",
    "ai.then_only_move_loses_example",
    "ai.then_moves_lose",
    "ai.then_moves_lose_example",
)


@dataclass(frozen=True, slots=True)
class _Turn:
    """Position in which a tower can move, with the sentences of the passes before it."""

    position: Position
    passes: tuple[Message, ...]

    @property
    def side(self) -> Side:
        return self.position.turn

    @property
    def args(self) -> dict[str, Message]:
        """Side and colour of the tower that must move, arguments of most templates."""
        assert self.position.required is not None, "only the first move of a round is free"
        return {
            "side": self.side.message,
            "colour": COLOUR_NAMES[self.position.required],
        }


def explain(
    solver: Solver, position: Position, move: Move, stop: StopCondition = never_stop
) -> Message:
    """Explain in one to three sentences why a legal move wins or loses.

    Args:
        solver: proves what is not proven yet, and finds the example.
        position: of a round, before the move.
        stop: ends the search; what is not proven by then is said to be not known.
    """
    after = rules.play_unchecked(position, move)
    if outcome(after) is not None:
        return _ended(after)
    winner = solver.winner(after, stop)
    if winner is None:
        return NOT_KNOWN
    turn = _next_turn(after)
    if can_reach_home(turn.position):
        return _after_passes(turn, message("ai.must_goes_home", **turn.args))
    if turn.side is not winner:
        return _after_passes(turn, _loses(solver, turn, stop, _MUST))
    best = next(iter(principal_variation(solver, turn.position, stop)), None)
    if best is None:
        return _after_passes(turn, message("ai.must_wins", **turn.args))
    following = rules.play_unchecked(turn.position, best)
    args: dict[str, Message | str] = {**turn.args, "square": name(best.target)}
    if outcome(following) is not None:
        id = "ai.must_pushes_to_end" if best.push else "ai.must_goes_to_end"
        return _after_passes(turn, message(id, **args, end=_ended(following)))
    reply = _next_turn(following)
    if reply.side is winner and (line := _example(solver, turn, stop)) is not None:
        id = "ai.must_pushes_to_win_example" if best.push else "ai.must_goes_to_win_example"
        return _after_passes(turn, message(id, **args, line=line))
    wins = message("ai.must_pushes_to_win" if best.push else "ai.must_goes_to_win", **args)
    if reply.side is winner:
        return _after_passes(turn, wins)
    return _after_passes(turn, wins, *reply.passes, _loses(solver, reply, stop, _THEN_MUST))


def _after_passes(turn: _Turn, *parts: Message) -> Message:
    """Return the sentences of the passes before a turn, and these."""
    told = (*turn.passes, *parts)
    return told[0] if len(told) == 1 else sentences(*told)


def _loses(solver: Solver, turn: _Turn, stop: StopCondition, ids: _LosingTemplates) -> Message:
    """Return the sentence that all moves of the side to move lose."""
    position, winner = turn.position, turn.side.other
    moves = rules.legal_moves(position)
    is_only = len(moves) == 1
    args: dict[str, Message | int] = {**turn.args}
    if is_only:
        args["way"] = _way(moves[0])
    if all(_lets_home(rules.play_unchecked(position, move), winner) for move in moves):
        id = ids.only_move_lets_home if is_only else ids.lets_home
        return message(id, **args, winner=winner.message)
    if not is_only:
        args["number"] = len(moves)
    line = _example(solver, turn, stop)
    if line is None:
        return message(ids.only_move if is_only else ids.moves, **args)
    return message(ids.only_move_example if is_only else ids.moves_example, **args, line=line)


def _example(solver: Solver, turn: _Turn, stop: StopCondition) -> Message | None:
    """Return the moves of an example; None if no line is found."""
    position, moves = turn.position, principal_variation(solver, turn.position, stop)
    told: list[Message] = []
    for number, move in enumerate(moves, 1):
        following = rules.play_unchecked(position, move)
        ended = outcome(following)
        if ended is not None and number > EXAMPLE_MOVES:
            assert ended.winner is not None, "somebody wins every round (M7, M8)"
            winner = ended.winner.message
            told.append(message("ai.line_win", side=winner, number=number))
        elif number <= EXAMPLE_MOVES or ended is not None:
            told.append(_line_move(position, move, is_home=arrival(following) is not None))
        position = following
    if len(moves) > EXAMPLE_MOVES and outcome(position) is None:
        told.append(message("ai.line_goes_on"))
    return joined(told) if told else None


def joined(parts: list[Message]) -> Message:
    """Return a list without "and", at least one part, as a message."""
    *others, line = parts
    for part in reversed(others):
        line = message("ai.line", head=part, rest=line)
    return line


def _line_move(position: Position, move: Move, *, is_home: bool) -> Message:
    """Return a move of an example: "Black's green to d5"."""
    tower = position.tower_at(move.origin)
    assert tower is not None, "a tower moves"
    if move.is_pass:
        return message("ai.line_pass", tower=_tower(tower))
    id = "ai.line_move_home" if is_home else "ai.line_move"
    return message(id, tower=_tower(tower), way=_way(move))


def _way(move: Move) -> Message:
    """Return the way of a move: "to d5", "pushes to d5"."""
    return message("ai.pushes_to" if move.push else "ai.to", square=name(move.target))


def _tower(tower: Tower) -> Message:
    """Return the name of a tower: "Black's green"."""
    colour = COLOUR_NAMES[colour_of(tower)]
    return message("ai.tower", side=side_of(tower).message, colour=colour)


def _ended(position: Position) -> Message:
    """Return the sentence about the end of the round."""
    tower = arrival(position)
    if tower is not None:
        return message("ai.reaches_home", tower=_tower(tower))
    return message("ai.deadlock", side=position.last_mover.message)


def _next_turn(position: Position) -> _Turn:
    """Return the next position in which a tower can move."""
    passes: list[Message] = []
    while (forced := forced_pass(position)) is not None:
        tower = position.tower_at(forced.origin)
        assert tower is not None, "a blocked tower passes"
        passes.append(message("ai.passes", tower=_tower(tower)))
        position = rules.play_unchecked(position, forced)
    return _Turn(position, tuple(passes))


def forced_pass(position: Position) -> Move | None:
    """Return the pass of a blocked tower; None if the tower can move, or the round is over."""
    moves = rules.legal_moves(position)
    return moves[0] if len(moves) == 1 and moves[0].is_pass else None


def can_reach_home(position: Position) -> bool:
    """Return True if a legal move reaches the opponent's home row."""
    moves = rules.legal_moves(position)
    return any(arrival(rules.play_unchecked(position, move)) is not None for move in moves)


def _lets_home(position: Position, side: Side) -> bool:
    """Return True if a side goes straight home from here, after the passes between."""
    onward = _next_turn(position).position
    return onward.turn is side and can_reach_home(onward)
