"""Hint: the best move of a position that can be proven in time, with its explanation."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

from host.ai.analysis.explanation import NOT_KNOWN, explain
from host.ai.analysis.nearness import line_of
from host.ai.players.level_search import search_at_level
from host.ai.players.levels import PERFECT
from host.ai.results import MoveHint, Verdict
from host.ai.solver.adapter import is_provable, round_of, successors
from host.ai.solver.distance_to_win import DistanceToWin
from host.ai.solver.verdict import prove_position
from host.ai.stop_condition import StopCondition, never_stop
from host.engine.game import AnyGame, Side
from host.engine.kamisado.notation import parse_move
from host.engine.kamisado.position import Position
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

    A won position is won as fast as can be, a lost one defended as long as can be
    (`host.ai.solver.distance_to_win`); where the end is too far to measure, by the line that is
    known (`host.ai.solver.principal_variation`).  Where nothing is proven, and in games that the
    solver cannot prove, the move that looks best is taken.  Of several moves only those count that
    are proven to win the match, if there are any.

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
    best = _best_move(solver, verdict, {text: afters[text] for text in allowed}, turn, stop)
    if best is None:
        best = max(allowed, key=lambda text: solver.win_estimate(afters[text], turn))
        value = value if value == "loss" else verdict.moves[best]
    reason = explain(solver, own, parse_move(own, best), stop)
    winner = solver.known(afters[best])
    shown = () if winner is None else line_of(solver, afters[best], winner, stop)
    return MoveHint(
        best,
        value,
        None if reason == NOT_KNOWN else reason,
        match="unknown" if match is None else match.value,
        line=(best, *shown),
    )


def _best_move(
    solver: Solver,
    verdict: Verdict,
    afters: Mapping[str, Position],
    turn: Side,
    stop: StopCondition,
) -> str | None:
    """Return the fastest win or the longest defence among these moves, as far as it is known.

    Where the end is too far for that, it is the move of the verdict's line.
    """
    moves: list[str] = []
    if verdict.value == "win":
        moves, _ = DistanceToWin(solver, turn, stop).fastest_wins(afters)
    elif verdict.value == "loss":
        moves, _ = DistanceToWin(solver, turn.other, stop).longest_defences(afters)
    line = verdict.line[:1]
    if line and line[0] in (moves or afters):
        return line[0]
    return moves[0] if moves else None
