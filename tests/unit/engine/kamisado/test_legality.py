"""Every refusal is a sentence with the number of its rule."""

from __future__ import annotations

import pytest

from host.engine.kamisado.round import KamisadoRound
from host.engine.squares import parse_square
from tests.unit.engine.kamisado.towers import place

GAME = KamisadoRound()


def ask(towers: str, to_move: str, origin: str, target: str | None) -> str | None:
    position = place(towers, to_move)
    square = None if target is None else parse_square(target, (8, 8))
    reason = GAME.explain_illegal(position, parse_square(origin, (8, 8)), square)
    return None if reason is None else str(reason)


@pytest.mark.parametrize(
    ("towers", "to_move", "origin", "target", "reason"),
    [
        ("kd6", "b k", "a1", "a2", "It is Black's turn: the pink tower on d6 must move (T2)"),
        ("kd6", "b k", "a1", None, "It is Black's turn: the pink tower on d6 must move (T2)"),
        ("", "b -", "a1", "a2", "It is Black's turn: any black tower may move (T1)"),
        ("", "w -", "a8", "a7", "It is White's turn: any white tower may move (T1)"),
        ("kd6 nc5", "b k", "c5", "c4", "The pink tower on d6 must move (T2)"),
        ("kd6 nc5", "b k", "c5", None, "The pink tower on d6 must move (T2)"),
        ("Ka4 na5 gb5", "w k", "a4", None, "The pink tower on a4 is blocked and passes (M6)"),
        ("Ka4 na5 gb5 Rc3", "w k", "c3", "c4", "The pink tower on a4 is blocked and passes (M6)"),
        (
            *("Ka4 na5 gb5", "w k", "a5", "a3"),
            "It is White's turn: the pink tower on a4 is blocked and passes (M6)",
        ),
        ("Ka4 na5 gb5", "w k", "a4", "a5", "a5 is occupied (M3)"),
        ("Kd3", "w k", "d3", "d2", "Towers never move backward (M1)"),
        ("Kd3", "w k", "d3", "c2", "Towers never move backward (M1)"),
        ("kd6", "b k", "d6", "d7", "Towers never move backward (M1)"),
        ("Kd3", "w k", "d3", "h3", "Towers never move sideways (M1)"),
        ("Kd3", "w k", "d3", "e5", "e5 is not straight or diagonally ahead of d3 (M1)"),
        ("Kd3", "w k", "d3", "d3", "A tower that can move must move, by at least one square (M5)"),
        ("Kd3 nd5", "w k", "d3", "d6", "d5 is in the way (M2)"),
        ("Kd3 Rc4", "w k", "d3", "a6", "c4 is in the way (M2)"),
        ("kd6 Re5", "b k", "d6", "f4", "e5 is in the way (M2)"),
        ("Kd3 ng6", "w k", "d3", "g6", "g6 is occupied (M3)"),
        ("K+a1", "w k", "a1", "a7", "A sumo can go 5 squares at most (S1)"),
        ("K++a1", "w k", "a1", "e5", "A double sumo can go 3 squares at most (DS1)"),
        ("K+++a1", "w k", "a1", "a3", "A triple sumo can go 1 square at most (TS1)"),
        ("Kd3 nd4", "w k", "d3", "d4", "d4 is occupied (M3)"),
        ("K+d3 nd5", "w k", "d3", "d5", "d5 is occupied (M3)"),
        (
            *("K+d3 nc4", "w k", "d3", "c4"),
            "c4 is occupied (M3): a sumo pushes straight ahead only (S2-S11)",
        ),
        (
            *("K++d3 Nd4", "w k", "d3", "d4"),
            "d4 is occupied (M3): a double sumo pushes enemies only (DS2-DS8)",
        ),
        ("K++d3 nd4 Gd5", "w k", "d3", "d4", "d5 is occupied: there is no room to push (DS2-DS8)"),
        ("K+d3 nd4 Gd5", "w k", "d3", "d4", "d5 is occupied: there is no room to push (S2-S11)"),
        ("K+d3 nd4 gd5", "w k", "d3", "d4", "A sumo pushes 1 tower at most (S7)"),
        ("K++d3 nd4 gd5 rd6", "w k", "d3", "d4", "A double sumo pushes 2 towers at most (DS7)"),
        (
            *("K+++d3 nd4 gd5 rd6 yd7", "w k", "d3", "d4"),
            "A triple sumo pushes 3 towers at most (TS7)",
        ),
        (
            *("K+d3 n+d4", "w k", "d3", "d4"),
            "A sumo pushes only towers with fewer teeth than its own, "
            "not the brown tower on d4 (S2-S11)",
        ),
        (
            *("K+++d3 nd4 g+++d5", "w k", "d3", "d4"),
            "A triple sumo pushes only towers with fewer teeth than its own, "
            "not the green tower on d5 (TS2-TS8)",
        ),
        (
            *("K+++d6 nd7 gd8", "w k", "d6", "d7"),
            "The green tower on d8 is on its home row: there is no room to push (TS2-TS8)",
        ),
        (
            *("k+d2 Nd1", "b k", "d2", "d1"),
            "The brown tower on d1 is on its home row: there is no room to push (S2-S11)",
        ),
    ],
)
def test_a_refusal_says_what_is_wrong(
    towers: str, to_move: str, origin: str, target: str | None, reason: str
) -> None:
    assert ask(towers, to_move, origin, target) == reason


@pytest.mark.parametrize(
    ("towers", "to_move", "origin", "target"),
    [
        ("Kd3", "w k", "d3", "g6"),
        ("Kd3", "w k", "d3", None),
        ("K+d3 nd4", "w k", "d3", "d4"),  # a push
        ("Ka4 na5 gb5", "w k", "a4", "a4"),  # the 0-move of a blocked tower
        ("", "b -", "c8", None),
        ("Kd3", "w k", "d5", "d6"),  # there is no tower to refuse
        ("Kd3", "w k", "d5", None),
    ],
)
def test_what_is_allowed_is_not_refused(
    towers: str, to_move: str, origin: str, target: str | None
) -> None:
    assert ask(towers, to_move, origin, target) is None


def test_after_the_end_every_refusal_says_why_the_round_is_over() -> None:
    position = GAME.parse_position("o3B3/8/6Pg/7n/1pNk1OYy/5r2/1bR1K3/1G6 b y")
    over = "The round is over: White's blue tower reached Black's home row on e8 (M7)"
    for square in GAME.pieces(position):
        assert str(GAME.explain_illegal(position, square, None)) == over
        assert str(GAME.explain_illegal(position, square, square - 8)) == over
