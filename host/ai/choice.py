"""Which move to play: the best of what is proven, and what looks best where nothing is."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from host.ai.line import line
from host.ai.openings import known_moves
from host.ai.search import Stop
from host.ai.solver import Solver, never
from host.ai.verdict import Value, afters_of, is_choosing, round_of, value_for
from host.engine.kamisado.notation import move_text
from host.engine.registry import AnyGame


@dataclass(frozen=True, slots=True)
class Choice:
    """What to play.

    Attributes:
        value: of the position, for the side to move.
        moves: the best move; several if they look equally good; none if the game is over.
        line: what is expected, the best move first (`host.ai.line`); empty if that is not known.
        nodes: how many nodes were searched for it.
    """

    value: Value
    moves: tuple[str, ...]
    line: tuple[str, ...]
    nodes: int


def choose(solver: Solver, game: AnyGame, position: Hashable, stop: Stop = never) -> Choice:
    """The best move that is found before `stop`.

    A won position is won: the move is proven, and the one after which the round is over soonest,
    as far as lines are measured; on the first move of the first round, any that wins.  In a lost
    position it is the longest defence.  Where the value is not known, no move is chosen that is
    known to lose if there is another.

    Raises:
        ValueError: it is a position of another game than Kamisado.
    """
    before = solver.nodes
    turn = game.turn(position)
    afters = afters_of(game, position)
    own = round_of(position)
    value: Value = "unknown"
    if is_choosing(position):
        solver.winners(afters, stop)
    elif wins := tuple(move for move, known in known_moves(own).items() if known == "win"):
        return Choice("win", wins, (), 0)
    else:
        winner = solver.winner(own, stop)
        value = value_for(turn, winner)
        texts = tuple(move_text(move) for move in line(solver, own, stop))
        if texts and afters:
            return Choice(value, texts[:1], texts, solver.nodes - before)
    outlooks = {text: solver.outlook(after, turn) for text, after in afters.items()}
    best = max(outlooks.values(), default=0.0)
    if is_choosing(position):
        value = "win" if best == 1 else "loss" if best == 0 else "unknown"
    moves = tuple(text for text, outlook in outlooks.items() if outlook == best)
    return Choice(value, moves, (), solver.nodes - before)
