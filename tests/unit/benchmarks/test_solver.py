"""The bench of the solver: what it counts, and that it notices a wrong value."""

from __future__ import annotations

import json
import random

from benchmarks.solver import (
    START_NODES,
    VERDICTS,
    first_position,
    mixed_positions,
    random_round,
    share,
    verdicts,
)
from host.engine.kamisado import rules
from host.engine.kamisado.position import Position, start

CASES = json.loads(VERDICTS.read_text(encoding="utf-8"))
EASY = [case for case in CASES if len(case["moves"]) == 3][:10]
FIRST = [case for case in CASES if case["position"] == "obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -"]


def test_every_move_is_counted_and_a_wrong_value_is_noticed() -> None:
    found = verdicts(EASY, table=False)
    assert [(one.proven, one.wrong) for one in found] == [(3, 0)] * len(EASY)
    turned = {"win": "loss", "loss": "win"}
    (move, value), *_ = EASY[0]["moves"].items()
    spoilt = {**EASY[0], "moves": {**EASY[0]["moves"], move: turned[value]}}
    assert [one.wrong for one in verdicts([spoilt, EASY[1]], table=False)] == [1, 0]


def test_the_table_answers_the_first_round_without_a_search() -> None:
    (found, *_) = verdicts(FIRST, table=True)
    assert (found.nodes, found.proven, found.wrong) == (0, 102, 0)


def test_the_start_position_takes_fewer_nodes_than_are_published() -> None:
    found = first_position()
    assert found.wrong == 0
    assert START_NODES / 3 < found.nodes < START_NODES * 2 / 3


def test_shares_are_values_of_the_list() -> None:
    assert share([3, 1, 2], 0.5) == 2
    assert share(range(100), 0.95) == 94
    assert share([7], 0.95) == 7


def test_mixed_positions_are_the_same_for_a_seed_and_a_third_has_a_push() -> None:
    positions = mixed_positions(30, seed=5)
    assert positions == mixed_positions(30, seed=5) != mixed_positions(30, seed=6)
    pushes = [any(move.push for move in rules.legal_moves(position)) for position in positions]
    assert pushes == [True, False, False] * 10
    assert all(rules.outcome(position) is None for position in positions)


def test_random_rounds_have_teeth_and_one_move_made() -> None:
    chance = random.Random(5)
    positions = [random_round(chance) for _ in range(20)]
    assert all(isinstance(position, Position) and any(position.teeth) for position in positions)
    assert all(position.required is not None for position in positions)
    assert all(rules.legal_moves(position) for position in positions)
    assert len({position.squares for position in positions}) == 20
    assert start().squares not in {position.squares for position in positions}
