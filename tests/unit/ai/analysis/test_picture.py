"""The picture of a reason: the called tower, its safe squares and the strikers, by the rules."""

from __future__ import annotations

import random
from itertools import islice

from host.ai.analysis.picture import picture
from host.engine.kamisado import rules
from host.engine.kamisado.board import TOWERS, side_of
from host.engine.kamisado.notation import parse_position
from host.engine.kamisado.position import Position
from host.engine.registry import game_named
from host.engine.squares import square_name
from tests.unit.ai.analysis.explanation_reader import after, strikers_of, wins_at_once
from tests.unit.ai.solver.brute import late_positions

GAME = game_named("kamisado")
SEED = 3


def drawn(position: Position) -> dict[str, set[str]]:
    """Return the names of the squares by their roles."""
    found: dict[str, set[str]] = {}
    for square, role in picture(GAME, position):
        found.setdefault(role, set()).add(square_name(square, 8))
    return found


def test_a_tower_that_goes_straight_home_is_all_there_is() -> None:
    assert drawn(parse_position("1b1ky1gn/2p5/o7/5r2/1G2K3/8/8/N1RY1PBO w g")) == {
        "striker": {"b4"}
    }


def test_the_first_move_of_a_round_and_other_games_have_no_picture() -> None:
    assert picture(GAME, GAME.start()) == ()
    other = game_named("hasami")
    assert picture(other, other.start()) == ()


def test_safe_squares_and_strikers_are_those_of_the_rules() -> None:
    seen = 0
    for position in islice(late_positions(random.Random(SEED)), 60):
        turn, tower = position, position.required_tower
        moves = rules.legal_moves(turn)
        if not moves or moves[0].is_pass or tower is None or wins_at_once(turn, turn.turn):
            continue
        other = turn.turn.other
        safe = {move.target for move in moves if not wins_at_once(after(turn, move), other)}
        threats = {
            turn.squares[each]
            for each in range(TOWERS)
            if side_of(each) is other and each % 8 in strikers_of(turn, other)
        }
        assert set(picture(GAME, position)) == {
            (turn.squares[tower], "called"),
            *((square, "safe") for square in safe),
            *((square, "striker") for square in threats),
        }
        seen += bool(safe) and bool(threats)
    assert seen > 5, f"seed {SEED}"
