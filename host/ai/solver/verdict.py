"""Verdict: the proven value of a position and of each of its legal moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from host.ai.results import Verdict
from host.ai.solver.adapter import (
    Value,
    check_provable,
    is_choosing_fill,
    round_of,
    successors,
    value_for,
)
from host.ai.solver.opening_book import known_moves
from host.ai.solver.principal_variation import principal_variation
from host.ai.stop_condition import StopCondition, never_stop
from host.engine.game import AnyGame, Side
from host.engine.kamisado.notation import move_text
from host.engine.kamisado.position import Position

if TYPE_CHECKING:
    from host.ai.solver.solver import Solver

OnWinners: TypeAlias = Callable[[Mapping[str, Side | None]], None]
ProveMoves: TypeAlias = Callable[
    [Mapping[str, Position], StopCondition, OnWinners | None], Mapping[str, Side | None]
]
"""Proves several positions as `Solver.winners` does."""

OWN_NODES = 100_000
"""Nodes searched for a position itself before its moves are shared out, whose values tell its own:
most positions need fewer, and the proof of a hard one costs more than those of its moves together.
"""


def prove_position(
    solver: Solver,
    game: AnyGame,
    position: Hashable,
    stop: StopCondition = never_stop,
    on_progress: Callable[[Verdict], None] | None = None,
    prove_moves: ProveMoves | None = None,
    *,
    with_line: bool = False,
) -> Verdict:
    """Prove a position, then each of its moves, until all is proven or `stop` ends the search.

    If others prove the moves, a position that takes more than `OWN_NODES` has the value of its best
    move.

    The first moves of the first round are looked up (`host.ai.solver.opening_book`).  Between two
    rounds the moves are the ways to fill the home rows, and their values those of the next round.

    Args:
        solver: its table keeps the results for later calls.
        game: a round or a match of Kamisado.
        position: of that game.
        on_progress: called with an intermediate verdict whenever more is proven.
        prove_moves: proves the positions after the moves; None: the solver does.
        with_line: find the line as well, which can take as long as the proofs.

    Raises:
        ValueError: the game is not provable.
    """
    check_provable(game)
    nodes_before = solver.nodes
    turn = game.turn(position)
    afters = successors(game, position)
    winner: Side | None = None
    line: tuple[str, ...] = ()

    def verdict(winners: Mapping[str, Side | None]) -> Verdict:
        values = {text: value_for(turn, known) for text, known in winners.items()}
        value = _best(values.values()) if winner is None else value_for(turn, winner)
        return Verdict(value, values, line, solver.nodes - nodes_before)

    is_round = not is_choosing_fill(position)
    own = round_of(position)
    if is_round:
        known = known_moves(own)
        alone = stop if prove_moves is None else solver.node_limit(OWN_NODES, stop)
        winner = turn if "win" in known.values() else solver.winner(own, alone)
        if winner is not None and with_line:
            line = tuple(map(move_text, principal_variation(solver, own, stop)))
        if on_progress is not None:
            on_progress(verdict({text: solver.known(after) for text, after in afters.items()}))
        if known:
            return Verdict(value_for(turn, winner), {**known}, line, solver.nodes - nodes_before)
    report = None if on_progress is None else lambda winners: on_progress(verdict(winners))
    winners = (prove_moves or solver.winners)(afters, stop, report)
    found = verdict(winners).value
    if is_round and winner is None and found != "unknown":
        winner = turn if found == "win" else turn.other
        solver.learn(own, winner)
        if with_line:
            # Of lost moves, what was the hardest to refute; of won ones, what is soonest proven.
            text = max(
                (text for text, known in winners.items() if known is winner),
                key=lambda text: solver.win_estimate(afters[text], turn),
            )
            line = (text, *map(move_text, principal_variation(solver, afters[text], stop)))
    return verdict(winners)


def _best(values: Iterable[Value]) -> Value:
    """Return the value of a choice among moves of these values."""
    known = set(values)
    ranked: tuple[Value, ...] = ("win", "unknown", "loss")
    return next(value for value in ranked if value in known)
