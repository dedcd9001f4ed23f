"""First proof numbers of nodes whose mover has only one safe move, against brute force."""

from __future__ import annotations

import pytest

from host.ai.solver.move_tables import build_move_tables
from host.ai.solver.proof_numbers import estimate, estimate_forced, white_lead
from host.ai.solver.successor import MOVER_BITS, resolve_passes
from host.engine.kamisado.notation import parse_position
from host.engine.kamisado.position import start
from tests.unit.ai.solver.brute import winners

WON = [
    "8/8/8/8/1kPg+n++1r1/3K++R1O+++G/N+++p+++Y+oyB+++1b++/8 b g",
    "8/8/8/8/Kp+kY1B+++1O+/1R+++1Gn+o+g+1/1N+r1y+bP1/8 b k",
    "8/R+Py1b++K++Nr+++/1g+2nG1B+/OpokY++3/8/8/8/8 w o",
    "8/1o+Bnr+++O1P/Y+++R3K+1y/pG+k++1Ng+b1/8/8/8/8 w r",
]


@pytest.mark.parametrize("text", WON)
def test_an_only_safe_move_that_leaves_the_opponent_none_wins(text: str) -> None:
    position = parse_position(text)
    tables, squares = build_move_tables(position.teeth), list(position.squares)
    occupied, required = position.occupied, position.required_tower
    assert required is not None
    found = resolve_passes(tables, squares, occupied, required, 8 - (required & 8))
    assert found == required | 1 << MOVER_BITS, "one safe move"
    assert estimate_forced(tables, squares, occupied, required, white_lead(squares)) == -1
    assert list(squares) == list(position.squares)
    assert winners(position, 20)[position] is position.turn


def test_an_only_safe_move_promises_what_follows_it() -> None:
    tables, squares = build_move_tables(start().teeth), list(start().squares)
    occupied = start().occupied
    # The tower has more safe moves, which is not checked: the last is taken for the only one.
    found = estimate_forced(tables, squares, occupied, 8, 0)
    assert found not in (-1, estimate(tables, 8, 1, 0))
