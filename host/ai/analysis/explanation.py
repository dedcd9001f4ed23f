"""Explanation of a proven move: what is forced next, and how that ends.

A win that has a story (`host.ai.analysis.story`) is told by it, whole.  Of others it is told what
is forced next, and what players judge such positions by: strikers, and rows walked.

    it wins    "White's orange has no safe square: wherever it goes, Black goes straight home."
    it loses   "Black must then move green, which goes straight home."

Each sentence is a fact of the position: "must" is the rule, "wherever" means all legal moves,
"loses" and "is winning" are proven.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from host.ai.analysis.ideas import forced_pass, strikers
from host.ai.analysis.story import find_story
from host.ai.analysis.story_words import end_words, story_words, tower_words, way_words
from host.ai.solver.principal_variation import principal_variation
from host.ai.stop_condition import StopCondition, never_stop
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import COLOUR_NAMES, FILES, TOWERS, name, side_of
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.rules import arrival, outcome
from host.message import Message, message, sentences

if TYPE_CHECKING:
    from host.ai.solver.solver import Solver

NOT_KNOWN = message("ai.winner_not_known")


class _LosingTemplates(NamedTuple):
    """Templates about the required tower of a side that loses with every move."""

    only_move: str
    moves: str


_MUST = _LosingTemplates("ai.must_only_move_loses", "ai.must_moves_lose")
_THEN_MUST = _LosingTemplates("ai.then_only_move_loses", "ai.then_moves_lose")


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
    """Explain in a few sentences why a legal move wins or loses.

    Args:
        solver: proves what is not proven yet.
        position: of a round, before the move.
        stop: ends the search; what is not proven by then is said to be not known.
    """
    after = rules.play_unchecked(position, move)
    if outcome(after) is not None:
        return end_words(after)
    winner = solver.winner(after, stop)
    if winner is None:
        return NOT_KNOWN
    story = find_story(solver, after, winner, stop)
    if story is not None:
        return _as_one(*story_words(story, winner))
    turn = _next_turn(after)
    if turn.side is not winner:
        return _as_one(*turn.passes, _loses(turn, _MUST), _facts(turn.position, winner))
    best = next(iter(principal_variation(solver, turn.position, stop)), None)
    if best is None:
        return _as_one(*turn.passes, message("ai.must_wins", **turn.args))
    following = rules.play_unchecked(turn.position, best)
    args: dict[str, Message | str] = {**turn.args, "square": name(best.target)}
    if outcome(following) is not None:
        id = "ai.must_pushes_to_end" if best.push else "ai.must_goes_to_end"
        return _as_one(*turn.passes, message(id, **args, end=end_words(following)))
    wins = message("ai.must_pushes_to_win" if best.push else "ai.must_goes_to_win", **args)
    reply, facts = _next_turn(following), _facts(following, winner)
    if reply.side is winner:
        return _as_one(*turn.passes, wins, facts)
    return _as_one(*turn.passes, wins, *reply.passes, _loses(reply, _THEN_MUST), facts)


def _as_one(*parts: Message) -> Message:
    return parts[0] if len(parts) == 1 else sentences(*parts)


def _facts(position: Position, winner: Side) -> Message:
    """Return what players judge a position by in which nothing short is forced."""
    return message(
        "ai.no_short_reason",
        winner=winner.message,
        loser=winner.other.message,
        strikers=len(strikers(position, winner)),
        other_strikers=len(strikers(position, winner.other)),
        rows=_rows_walked(position, winner),
        other_rows=_rows_walked(position, winner.other),
    )


def _rows_walked(position: Position, side: Side) -> int:
    """Return the sum of the rows that the towers of a side are away from their own home row."""
    ranks = [position.squares[t] // FILES for t in range(TOWERS) if side_of(t) is side]
    return sum(ranks) if side is Side.WHITE else sum(FILES - 1 - rank for rank in ranks)


def _loses(turn: _Turn, ids: _LosingTemplates) -> Message:
    """Return the sentence that all moves of the side to move lose."""
    moves = rules.legal_moves(turn.position)
    if len(moves) == 1:
        return message(ids.only_move, **turn.args, way=way_words(moves[0]))
    return message(ids.moves, **turn.args, number=len(moves))


def joined(parts: list[Message]) -> Message:
    """Return a list without "and", at least one part, as a message."""
    *others, line = parts
    for part in reversed(others):
        line = message("ai.line", head=part, rest=line)
    return line


def _next_turn(position: Position) -> _Turn:
    """Return the next position in which a tower can move."""
    passes: list[Message] = []
    while (forced := forced_pass(position)) is not None:
        tower = position.tower_at(forced.origin)
        assert tower is not None, "a blocked tower passes"
        passes.append(message("ai.passes", tower=tower_words(tower)))
        position = rules.play_unchecked(position, forced)
    return _Turn(position, tuple(passes))


def can_reach_home(position: Position) -> bool:
    """Return True if a legal move reaches the opponent's home row."""
    moves = rules.legal_moves(position)
    return any(arrival(rules.play_unchecked(position, move)) is not None for move in moves)
