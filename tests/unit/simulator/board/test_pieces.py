"""Pieces: the field at each sensor, and the report."""

from __future__ import annotations

import random

import pytest

from simulator.board.geometry import Geometry
from simulator.board.pieces import Location, Piece, PieceSet

BOARD = Geometry(8, 8)


def board_with(*places: tuple[str, str]) -> PieceSet:
    """Return a board with pieces given as (pole, square), named by their squares."""
    board = PieceSet(BOARD)
    pieces = []
    for pole, name in places:
        x_mm, y_mm = BOARD.middle(BOARD.square(name))
        pieces.append(Piece(name, pole, Location.BOARD, x_mm, y_mm))
    board.set_up(pieces)
    return board


def seen(board: PieceSet, name: str) -> float:
    """Return the field at a square's sensor."""
    return board.fields_mt[BOARD.square(name)]


def test_a_piece_is_seen_on_its_square_with_the_sign_of_its_pole() -> None:
    board = board_with(("n", "b2"), ("s", "g7"))
    assert seen(board, "b2") == pytest.approx(35.4, abs=0.1)
    assert seen(board, "g7") == pytest.approx(-35.4, abs=0.1)


def test_a_neighbour_is_seen_weakly_and_the_other_way_round() -> None:
    board = board_with(("n", "d4"))
    assert seen(board, "d5") == pytest.approx(-0.27, abs=0.01)
    assert seen(board, "e5") == pytest.approx(-0.11, abs=0.01)


def test_eight_neighbours_of_one_side_make_one_and_a_half_millitesla() -> None:
    around = [f"{file}{rank}" for file in "cde" for rank in "345" if f"{file}{rank}" != "d4"]
    board = board_with(*[("n", name) for name in around])
    assert seen(board, "d4") == pytest.approx(-1.50, abs=0.02)


def test_a_piece_lifted_to_carrying_height_is_gone_for_the_sensor() -> None:
    board = board_with(("n", "d4"))
    piece = board.by_id["d4"]
    board.place(piece, piece.x_mm, piece.y_mm, 60)
    assert 0 < seen(board, "d4") < 0.2


def test_what_has_been_carried_about_and_put_away_leaves_nothing_behind() -> None:
    board = board_with(("n", "d4"), ("s", "e4"))
    alone = board_with(("s", "e4"))
    piece = board.by_id["d4"]
    source = random.Random(3)
    for _ in range(300):
        board.place(piece, source.uniform(0, 280), source.uniform(0, 280), source.uniform(0, 60))
    board.relocate(piece, Location.BOX)
    assert board.fields_mt == alone.fields_mt


def test_a_change_of_the_field_is_counted_and_standing_still_is_not() -> None:
    board = board_with(("n", "d4"))
    piece, version = board.by_id["d4"], board.version
    board.place(piece, piece.x_mm, piece.y_mm, 0)
    assert board.version == version
    board.place(piece, piece.x_mm + 1, piece.y_mm, 0)
    assert board.version > version


def test_crossing_into_another_square_is_worth_telling() -> None:
    board = board_with(("n", "d4"))
    piece, moves = board.by_id["d4"], board.moves
    board.place(piece, piece.x_mm + 5, piece.y_mm, 0)
    assert board.moves == moves
    board.place(piece, piece.x_mm + 20, piece.y_mm, 0)
    assert board.moves == moves + 1


def test_a_report_names_the_square_and_how_far_off_its_middle_a_piece_is() -> None:
    board = board_with(("n", "d4"), ("s", "h8"))
    piece = board.by_id["d4"]
    board.place(piece, piece.x_mm - 6, piece.y_mm + 2.5, 0)
    board.relocate(board.by_id["h8"], Location.HAND)
    assert board.report() == [
        {"id": "d4", "pole": "n", "where": "board", "square": "d4", "dx_mm": -6.0, "dy_mm": 2.5},
        {"id": "h8", "pole": "s", "where": "hand", "square": None, "dx_mm": 0.0, "dy_mm": 0.0},
    ]
