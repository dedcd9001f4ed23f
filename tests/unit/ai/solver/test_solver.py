"""The solver against values from elsewhere: an independent program's, and brute force's."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from host.ai.kernel.kernel import POLL_NODES, load_module
from host.ai.solver.solver import Solver
from host.ai.solver.transposition_table import TranspositionTable
from host.ai.stop_condition import never_stop
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.notation import move_text, parse_position, position_text
from host.engine.kamisado.position import Move, Position, start
from host.engine.kamisado.rules import outcome
from tests.unit.ai.solver.brute import TooManyError, late_positions, winners

VERDICTS: list[dict[str, object]] = json.loads(
    (Path(__file__).parents[3] / "data" / "verdicts.json").read_text()
)
FIRST_MOVES = [verdict for verdict in VERDICTS if " - " in f"{verdict['position']} "]
LATER = [verdict for verdict in VERDICTS if verdict not in FIRST_MOVES]
SEED = 6
BRUTE_LIMIT = 300  # positions to try before a position is given up as not late enough
PLAIN_NODES = 3_000  # of a position, where nothing runs the kernel: a part of a second


def words(position: Position, winner: Side | None) -> str:
    """A value as the files say it."""
    if winner is None:
        return "unknown"
    return "win" if winner is position.turn else "loss"


def afters(position: Position) -> dict[Move, Position]:
    """Return the position after each legal move."""
    return {move: rules.play_unchecked(position, move) for move in rules.legal_moves(position)}


@pytest.mark.parametrize("verdict", LATER, ids=[str(verdict["position"]) for verdict in LATER])
@pytest.mark.slow
def test_every_move_of_a_position_with_a_verdict_has_its_value(verdict: dict[str, object]) -> None:
    position = parse_position(str(verdict["position"]))
    solver = Solver()
    stop = never_stop if load_module() else After(solver, PLAIN_NODES)
    found = {
        move_text(move): words(position, winner)
        for move, winner in solver.winners(afters(position), stop).items()
        if winner is not None or stop is never_stop
    }
    moves = verdict["moves"]
    assert isinstance(moves, dict)
    assert found.items() <= moves.items()
    assert solver.nodes >= PLAIN_NODES or len(found) == len(moves)


@pytest.mark.parametrize("text", sorted({str(verdict["position"]) for verdict in FIRST_MOVES}))
def test_a_first_move_with_a_verdict_has_its_value(text: str) -> None:
    # All 102 of each take minutes, and `kamisado bench --solver` checks them; here, one.
    (moves, *_) = [verdict["moves"] for verdict in FIRST_MOVES if verdict["position"] == text]
    assert isinstance(moves, dict)
    position = parse_position(text)
    chance = random.Random(SEED)
    chosen = set(chance.sample(sorted(moves), 1))
    solver = Solver()
    for move, after in afters(position).items():
        if move_text(move) in chosen:
            assert words(position, solver.winner(after)) == moves[move_text(move)], move_text(move)


def test_the_first_mover_wins_the_first_round() -> None:
    assert Solver().winner(start()) is Side.BLACK


@pytest.mark.slow
def test_brute_force_finds_nothing_else_in_thousands_of_late_positions() -> None:
    solver, seen = Solver(1), Counter[str]()
    late = late_positions(random.Random(SEED))
    while seen["compared"] < 8_000:
        try:
            values = winners(next(late), BRUTE_LIMIT)
        except TooManyError:
            seen["given up"] += 1
            continue
        seen["trees"] += 1
        for position, winner in values.items():
            assert solver.winner(position) is winner, f"{position_text(position)} (seed {SEED})"
            seen["compared"] += 1
            if any(position.teeth):
                seen["with teeth"] += 1
            ended = outcome(position)
            moves = rules.legal_moves(position)
            if ended is not None:
                seen["deadlocks" if ended.stuck else "arrivals"] += 1
            elif moves[0].is_pass:
                seen["passes"] += 1
            elif any(move.push for move in moves):
                seen["pushes"] += 1
            seen[winner.label] += 1
    for kind in ("arrivals", "passes", "pushes", "White", "Black", "with teeth"):
        assert seen[kind] > 100, (kind, seen)
    assert seen["deadlocks"] > 20, seen


class After:
    """A `Stop` that says so from the moment at which a solver has visited so many nodes."""

    def __init__(self, solver: Solver, nodes: int) -> None:
        self._solver = solver
        self._limit = nodes

    def __call__(self) -> bool:
        return self._solver.nodes >= self._limit


def test_a_search_that_is_stopped_says_nothing_ends_soon_and_is_gone_on_with() -> None:
    solver, whole = Solver(), Solver()
    assert whole.winner(start()) is Side.BLACK
    stops = 0
    while (winner := solver.winner(start(), After(solver, solver.nodes + 1000))) is None:
        stops += 1
        assert solver.nodes <= stops * (1000 + POLL_NODES)
    assert winner is Side.BLACK
    assert stops > 5
    assert solver.nodes < whole.nodes * 1.1, "it did not begin anew each time"


def test_moves_are_unknown_rather_than_guessed_and_easy_ones_come_first() -> None:
    (moves, *_) = [
        verdict["moves"] for verdict in FIRST_MOVES if position_text(start()) in str(verdict)
    ]
    assert isinstance(moves, dict)
    solver = Solver()
    found = solver.winners(afters(start()), After(solver, 60_000))
    assert solver.nodes < 60_000 + POLL_NODES * 2
    known = {move_text(move): winner for move, winner in found.items() if winner is not None}
    assert 15 < len(known) < len(found)
    for text, winner in known.items():
        assert words(start(), winner) == moves[text], text


def test_what_is_proven_stays_known_for_the_moves_of_a_round() -> None:
    solver = Solver()
    position = start()
    solver.winner(position)
    while outcome(position) is None:
        # The winner's proven moves are known without a search, whatever the loser plays.
        nodes = solver.nodes
        known = [after for after in afters(position).values() if solver.known(after) is Side.BLACK]
        assert solver.nodes == nodes
        assert known
        position = known[-1] if position.turn is Side.BLACK else list(afters(position).values())[-1]
    assert outcome(position).winner is Side.BLACK  # type: ignore[union-attr]


def test_other_teeth_begin_a_new_memory_and_the_nodes_are_still_counted() -> None:
    solver = Solver()
    sumo = start()._replace(teeth=bytes([1, *start().teeth[1:]]))
    solver.winner(start())
    first = solver.nodes
    assert solver.known(sumo) is None
    solver.winner(sumo, After(solver, first + 500))
    assert first + 500 <= solver.nodes < first + 500 + POLL_NODES
    assert solver.known(start()) is None


@pytest.mark.parametrize("megabytes", [1, 2])
def test_a_table_that_is_too_small_gives_the_same_values(megabytes: int) -> None:
    verdict = next(verdict for verdict in LATER if str(verdict["position"]).startswith("npkgb1ry"))
    position = parse_position(str(verdict["position"]))
    solver = Solver(megabytes)
    found = solver.winners(afters(position))
    assert solver.nodes > TranspositionTable(megabytes).capacity * 3, "it was full several times"
    assert {move_text(move): words(position, found[move]) for move in found} == verdict["moves"]
