"""Every sentence that gives a reason is true: each is read back, and held against the rules.

Who wins is taken from the table of an independent solver (tests/data/verdicts.json) for the move
itself, and proven by a solver of its own for what comes later.
"""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from host.ai.analysis.explanation import NOT_KNOWN, explain
from host.ai.solver.solver import Solver
from host.engine.kamisado import rules
from host.engine.kamisado.notation import parse_move, parse_position
from host.engine.kamisado.position import start
from tests.unit.ai.analysis.explanation_reader import check
from tests.unit.ai.solver.brute import late_positions

SEED = 5
LATE = 40
VERDICTS = [
    verdict
    for verdict in json.loads(Path("tests/data/verdicts.json").read_text(encoding="utf-8"))
    if " - " not in f"{verdict['position']} "
]


@pytest.mark.parametrize("part", range(4))
@pytest.mark.slow
def test_reasons_of_a_move_in_each_position_of_the_table_are_true(part: int) -> None:
    solver, reference = Solver(), Solver()
    said = set()
    for entry in VERDICTS[part::4]:
        position = parse_position(entry["position"])
        chance = random.Random(entry["position"])
        text, value = chance.choice(list(entry["moves"].items()))
        winner = position.turn if value == "win" else position.turn.other
        words, _ = check(position, parse_move(position, text), winner, solver, reference)
        said.add(words)
    assert len(said) > 20, "not always the same"


@pytest.mark.slow
def test_reasons_of_every_move_in_late_positions_with_pushes_and_passes_are_true() -> None:
    said: list[str] = []
    for position in islice(late_positions(random.Random(SEED)), LATE):
        solver, reference = Solver(), Solver()
        for move in rules.legal_moves(position):
            winner = reference.winner(rules.play_unchecked(position, move))
            assert winner is not None
            said.append(check(position, move, winner, solver, reference)[0])
    phrases = (
        *(
            "goes straight to the far row",
            "has no safe square",
            "has one move, to",
            "one safe square, ",
        ),
        *("only the safe squares", "is caught", "can hold out on"),
        *("then moves", "and moves again", "blocked and passes", "Nobody can move"),
        *("reaches the far row and wins", "each of its", "There is no short reason", "is winning"),
    )
    missing = [phrase for phrase in phrases if not any(phrase in text for text in said)]
    assert not missing, f"never said in {len(said)} reasons, seed {SEED}"


@pytest.mark.slow
def test_what_is_not_proven_in_time_is_said_not_to_be_known() -> None:
    position = start()
    move = parse_move(position, "d8d4")
    assert explain(Solver(), position, move, stop=lambda: True) == NOT_KNOWN
