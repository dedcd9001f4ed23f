"""Pieces of a virtual board: their places, and what the hand does to carry them home."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.virtual.board import JsonObject
from host.virtual.placed_pieces import PITCH_MM, PlacedPieces

GAME = game_named("kamisado-single")
START = GAME.start()
SIZE = (8, 8)


def placed(id: str, where: str, square: str | None, dx_mm: float = 0.0) -> JsonObject:
    """Return a piece as in a `pieces` event."""
    return {"id": id, "where": where, "square": square, "dx_mm": dx_mm, "dy_mm": 0.0}


def dealt(board: tuple[int, int] = SIZE) -> tuple[PlacedPieces, list[JsonObject]]:
    """Return the pieces of a start position, all on their squares, and their places."""
    pieces = PlacedPieces(SIZE, Side.BLACK)
    pieces.resize(board)
    places = [placed(str(at["id"]), "board", str(at["square"])) for at in pieces.deal(GAME, START)]
    pieces.set_places(places)
    return pieces, places


def on(places: list[JsonObject], square: str) -> JsonObject:
    """Return the piece on a square."""
    return next(at for at in places if at["square"] == square)


def home(pieces: PlacedPieces) -> list[tuple[str, dict[str, str]]]:
    """Return the steps that set the start position up."""
    return list(pieces.steps_to(GAME.pieces(START)))


def test_the_pieces_of_a_position_have_names_of_their_own_and_the_pole_of_their_side() -> None:
    setup = PlacedPieces(SIZE, Side.BLACK).deal(GAME, START)
    assert len({at["id"] for at in setup}) == len(setup) == 16
    pole = {at["square"]: at["pole"] for at in setup}
    white = GAME.pieces(START)[parse_square("a1", SIZE)].side is Side.WHITE
    assert (pole["a1"], pole["a8"]) == (("s", "n") if white else ("n", "s"))


def test_the_page_is_told_a_place_in_squares_of_the_game() -> None:
    pieces, places = dealt((9, 9))
    assert {row["square"] for row in pieces.rows()} == {
        f"{file}{rank}" for file in "abcdefgh" for rank in "18"
    }
    places[0]["dx_mm"] = PITCH_MM / 4
    outside = next(
        f"{file}{rank}"
        for file in "ai"
        for rank in "19"
        if f"{file}{rank}" not in {str(at["square"]) for at in places}
    )
    places[1]["square"] = outside
    rows = pieces.rows()
    assert rows[0]["dx"] == 0.25
    assert (rows[1]["where"], rows[1]["square"]) == ("box", None)


def test_pieces_at_home_are_left_alone() -> None:
    assert home(dealt()[0]) == []


def test_two_pieces_on_one_another_s_squares_change_by_way_of_the_hand() -> None:
    pieces, places = dealt()
    a1, b1 = on(places, "a1"), on(places, "b1")
    a1["square"], b1["square"] = "b1", "a1"
    first, second = str(a1["id"]), str(b1["id"])
    if [at["id"] for at in places].index(first) > [at["id"] for at in places].index(second):
        first, second = second, first
    due = {str(a1["id"]): "a1", str(b1["id"]): "b1"}
    assert home(pieces) == [
        ("lift", {"piece": first}),
        ("lift", {"piece": second}),
        ("put", {"piece": second, "square": due[second]}),
        ("put", {"piece": first, "square": due[first]}),
    ]


def test_a_piece_in_the_box_is_put_and_one_too_many_is_removed() -> None:
    pieces, places = dealt()
    a1 = on(places, "a1")
    a1.update(where="box", square=None)
    assert home(pieces) == [("put", {"piece": a1["id"], "square": "a1"})]
    rest = {square: piece for square, piece in GAME.pieces(START).items() if square != 0}
    a1.update(where="board", square="d4")
    assert list(pieces.steps_to(rest)) == [("remove", {"piece": a1["id"]})]


def test_what_cannot_be_done_is_said_with_the_square() -> None:
    pieces, places = dealt()
    id = on(places, "a1")["id"]
    with pytest.raises(ValueError, match="a1"):
        pieces.to_simulator("put", {"piece": id, "square": "d4"})
    with pytest.raises(ValueError, match="d4"):
        pieces.to_simulator("remove", {"square": "d4"})
    with pytest.raises(ValueError, match="White has no piece"):
        pieces.to_simulator("put", {"side": "white", "square": "d4"})
    assert pieces.to_simulator("remove", {"square": "a1"}) == {"piece": id}


def test_answers_of_the_simulator_name_squares_and_pieces_for_people() -> None:
    pieces, places = dealt((9, 9))
    a1 = next(at for at in places if pieces.rename(f"'{at['square']}'") == "'a1'")
    piece = GAME.pieces(START)[parse_square("a1", SIZE)]
    said = pieces.rename(f"{a1['id']!r} stands on {a1['square']!r}, not on 'what'")
    assert said == f"the {piece.side.name.lower()} {piece.name} stands on 'a1', not on 'what'"


def test_a_dealt_piece_changes_the_side_of_its_cell_if_one_of_the_other_side_stands_there() -> None:
    pieces, places = dealt()
    a1, b1, a8 = (on(places, square) for square in ("a1", "b1", "a8"))
    assert not pieces.changes_side({"id": b1["id"], "square": "a1"})
    assert not pieces.changes_side({"id": b1["id"], "square": "d4"})
    assert pieces.changes_side({"id": a8["id"], "square": a1["square"]})


def test_a_held_piece_is_found_by_its_kind_and_teeth_are_looks() -> None:
    pieces, places = dealt()
    a1 = GAME.pieces(START)[parse_square("a1", SIZE)]
    assert pieces.held(a1) is None
    on(places, "a1")["where"] = "hand"
    assert pieces.held(a1) is not None
    assert not pieces.update_looks(GAME.pieces(START))
    grown = {0: type(a1)(a1.side, a1.name, teeth=1)}
    assert pieces.update_looks(grown)
    assert not pieces.update_looks(grown)
    assert sum(row["teeth"] == 1 for row in pieces.rows()) == 1
