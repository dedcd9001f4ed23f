"""The printed board."""

from __future__ import annotations

from host.engine.game import Side
from host.engine.kamisado.board import COLOURS, HOME_ROWS, LETTERS, SQUARE_COLOURS, name
from host.engine.kamisado.position import start
from tests.unit.engine.kamisado.oracle import colour_at

MIRRORED = {"brown": "orange", "green": "blue", "red": "purple", "yellow": "pink"}
MIRRORED |= {there: here for here, there in MIRRORED.items()}


def test_the_64_colours_follow_the_rule_of_the_printed_board() -> None:
    expected = [colour_at((square % 8, square // 8)) for square in range(64)]
    assert [LETTERS[tint].lower() for tint in SQUARE_COLOURS] == expected


def test_every_rank_and_every_file_shows_every_colour_once() -> None:
    for line in range(8):
        assert set(SQUARE_COLOURS[line * 8 : line * 8 + 8]) == set(range(8))
        assert set(SQUARE_COLOURS[line::8]) == set(range(8))


def test_each_player_sees_brown_at_the_left_end_of_the_home_row_and_orange_at_the_right() -> None:
    assert [COLOURS[SQUARE_COLOURS[HOME_ROWS[Side.WHITE][end]]] for end in (0, -1)] == [
        "brown",
        "orange",
    ]
    assert [COLOURS[SQUARE_COLOURS[HOME_ROWS[Side.BLACK][end]]] for end in (-1, 0)] == [
        "brown",
        "orange",
    ]


def test_turning_the_board_by_180_degrees_leaves_it_unchanged() -> None:
    assert SQUARE_COLOURS[::-1] == SQUARE_COLOURS


def test_mirroring_the_board_swaps_the_colours_in_pairs() -> None:
    for square, tint in enumerate(SQUARE_COLOURS):
        assert COLOURS[SQUARE_COLOURS[square ^ 7]] == MIRRORED[COLOURS[tint]]


def test_every_tower_starts_on_the_home_row_square_of_its_own_colour() -> None:
    position = start()
    for tower, square in enumerate(position.squares):
        side = Side.BLACK if tower >= 8 else Side.WHITE
        assert square in HOME_ROWS[side]
        assert SQUARE_COLOURS[square] == tower % 8
    assert position.teeth == bytes(16)
    assert position.turn is Side.BLACK


def test_squares_are_named_from_whites_left_corner() -> None:
    assert [name(square) for square in (0, 7, 27, 63)] == ["a1", "h1", "d4", "h8"]
