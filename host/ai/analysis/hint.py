"""Hint: the best move of a position that can be proven in time, with its explanation."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from host.ai.analysis.explanation import NOT_KNOWN, explain
from host.ai.players.level_search import search_at_level
from host.ai.players.levels import PERFECT
from host.ai.results import MoveHint
from host.ai.solver.adapter import is_provable, round_of, successors
from host.ai.solver.verdict import prove_position
from host.ai.stop_condition import StopCondition, never_stop
from host.engine.game import AnyGame
from host.engine.kamisado.notation import parse_move
from host.message import message

if TYPE_CHECKING:
    from host.ai.match.values import MatchValues
    from host.ai.solver.solver import Solver

HINT_SEED = 0
"""Fixed, so that the same position gives the same hint."""
MATCH_NODES = 2_000_000
"""Nodes searched for who wins the match, besides what was proven of it before."""


def find_hint(
    solver: Solver,
    game: AnyGame,
    position: Hashable,
    stop: StopCondition = never_stop,
    match_values: MatchValues | None = None,
) -> MoveHint:
    """Find the best move that is known when `stop` ends the search.

    A won position is won by the shortest line that is known, a lost one defended by the longest
    (`host.ai.solver.principal_variation`).  Where nothing is proven, and in games that the solver
    cannot prove, the move that looks best is taken.  Of several moves only those count that are
    proven to win the match, if there are any.

    Args:
        match_values: proves who wins the match; None: only the round counts.

    Raises:
        ValueError: the round is over.
    """
    if not is_provable(game):
        result = search_at_level(game, position, PERFECT, HINT_SEED, stop)
        looks_best = result.value == "unknown"
        return MoveHint(game.move_text(position, result.move), result.value, None, looks_best)
    afters = successors(game, position)
    own = round_of(position)
    verdict = prove_position(solver, game, position, stop, with_line=True)
    if not afters or set(afters) != set(verdict.moves):
        raise ValueError(message("ai.round_over"))
    turn, value, match = game.turn(position), verdict.value, None
    if match_values is not None:
        match = match_values.verdict(game, position, MATCH_NODES, stop)
    allowed = list(afters) if match is None else match.best
    if verdict.line and verdict.line[0] in allowed:
        best = verdict.line[0]
    else:
        best = max(allowed, key=lambda text: solver.win_estimate(afters[text], turn))
        value = value if value == "loss" else verdict.moves[best]
    reason = explain(solver, own, parse_move(own, best), stop)
    return MoveHint(
        best,
        value,
        None if reason == NOT_KNOWN else reason,
        match="unknown" if match is None else match.value,
    )
