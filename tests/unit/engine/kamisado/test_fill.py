"""Filling the home rows: F1-F4, the rule book's figure 7, and what the hands do in between."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.engine.kamisado.board import name
from host.engine.kamisado.fill import Fill, relocations, squares_after_fill
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import STANDARD
from host.engine.kamisado.match_position import MatchPosition
from host.engine.kamisado.position import Position
from tests.unit.engine.kamisado.towers import TOWER_LETTERS, place

GAME = KamisadoMatch(STANDARD)
FIG_7 = place("Na1 Bf1 Oc4 Rb5 Kg5 Yd6 Ge7 Pa8 kh4", "b o")
"""White's towers as the rule book tells them: purple has just arrived.  Black's are at home
from h8 to b8 (brown, green, red, yellow, purple, blue, orange), but pink."""


def rows(position: Position, fill: Fill) -> tuple[str, str]:
    """The filled home rows of White and of Black, as position text writes them."""
    match = MatchPosition.of(STANDARD, position, challenger=Side.BLACK)
    text = GAME.position_text(GAME.play(match, fill))
    ranks = text.split()[0].split("/")
    return ranks[-1], ranks[0]


def taken(position: Position, fill: Fill, defender: Side = Side.WHITE) -> list[str]:
    """Return the moves of the towers in order: "B f1 b1"."""
    return [
        f"{TOWER_LETTERS[carry.tower]} {name(carry.origin)} {name(carry.target)}"
        for carry in relocations(position, fill, defender)
    ]


def test_figure_7_from_the_left() -> None:
    white, _ = rows(FIG_7, Fill.LEFT)
    assert white == "NBORKYGP+"


def test_figure_7_from_the_right() -> None:
    white, _ = rows(FIG_7, Fill.RIGHT)
    assert white[::-1].replace("+P", "P+") == "BNOKRYGP+"


def test_f2_the_loser_fills_in_the_same_direction_with_the_own_left_at_the_h_file() -> None:
    # Black's row keeps its order; pink, alone on its fourth row, comes to the far end.
    assert rows(FIG_7, Fill.LEFT)[1] == "kobpyrgn"
    assert rows(FIG_7, Fill.RIGHT)[1] == "obpyrgnk"


def test_f3_the_defender_is_the_first_to_fill() -> None:
    for defender in Side:
        first = [carry.tower for carry in relocations(FIG_7, Fill.LEFT, defender)[:8]]
        assert all((tower >= 8) is (defender is Side.BLACK) for tower in first)


def test_f3_own_home_row_first_and_leftmost_first_inside_a_row_from_the_left_corner() -> None:
    assert taken(FIG_7, Fill.LEFT)[:8] == [
        "N a1 a1",
        "B f1 b1",
        "O c4 c1",
        "R b5 d1",
        "K g5 e1",
        "Y d6 f1",
        "G e7 g1",
        "P a8 h1",
    ]


def test_f4_own_home_row_first_and_rightmost_first_inside_a_row_from_the_right_corner() -> None:
    assert taken(FIG_7, Fill.RIGHT)[:8] == [
        "B f1 h1",
        "N a1 g1",
        "O c4 f1",
        "K g5 e1",
        "R b5 d1",
        "Y d6 c1",
        "G e7 b1",
        "P a8 a1",
    ]


def test_f3_for_black_left_is_the_h_file_and_home_is_rank_8() -> None:
    position = place("na8 gh7 ra7 yc5 kd5 pb3 bg2 of1 Oh4", "w p")
    assert taken(position, Fill.LEFT, Side.BLACK)[:8] == [
        "n a8 h8",
        "g h7 g8",
        "r a7 f8",
        "k d5 e8",
        "y c5 d8",
        "p b3 c8",
        "b g2 b8",
        "o f1 a8",
    ]


def test_f4_for_black_right_is_the_a_file() -> None:
    position = place("na8 gh7 ra7 yc5 kd5 pb3 bg2 of1 Oh4", "w p")
    assert [entry[-2:] for entry in taken(position, Fill.RIGHT, Side.BLACK)[:8]] == [
        f"{file}8" for file in "abcdefgh"
    ]
    assert taken(position, Fill.RIGHT, Side.BLACK)[1] == "r a7 b8"


@pytest.mark.parametrize("fill", [Fill.LEFT, Fill.RIGHT])
def test_in_the_order_of_the_rules_every_tower_finds_its_place_empty(fill: Fill) -> None:
    squares = dict(enumerate(FIG_7.squares))
    for carry in relocations(FIG_7, fill, Side.WHITE):
        del squares[carry.tower]
        assert carry.target not in squares.values()
        squares[carry.tower] = carry.target
    assert bytes(squares[tower] for tower in range(16)) == squares_after_fill(FIG_7, fill)
