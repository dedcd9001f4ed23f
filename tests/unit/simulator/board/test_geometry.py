"""Board geometry: names of squares, and positions."""

from __future__ import annotations

import pytest

from simulator.board.geometry import Geometry

BOARD = Geometry(8, 8)


@pytest.mark.parametrize("geometry", [Geometry(8, 8), Geometry(9, 9), Geometry(5, 7)])
def test_every_square_has_a_name_and_a_middle_and_both_lead_back(geometry: Geometry) -> None:
    names = [geometry.name(square) for square in range(geometry.cells)]
    assert len(set(names)) == geometry.cells
    assert [geometry.square(name) for name in names] == list(range(geometry.cells))
    middles = [geometry.middle(square) for square in range(geometry.cells)]
    assert [geometry.square_at(x, y) for x, y in middles] == list(range(geometry.cells))


@pytest.mark.parametrize("name", ["", "a", "i1", "a9", "a0", "A1", "a10", "1a", " a1", None, 7])
def test_a_square_that_is_not_on_the_board_is_quoted(name: object) -> None:
    with pytest.raises(ValueError, match="there is no square") as caught:
        BOARD.square(name)
    assert repr(name) in str(caught.value)


def test_ranks_go_up_from_white_and_files_to_the_right() -> None:
    assert BOARD.middle(BOARD.square("h1")) == (280, 0)
    assert BOARD.middle(BOARD.square("a8")) == (0, 280)


def test_the_board_ends_half_a_square_beyond_the_outer_middles() -> None:
    assert BOARD.is_on_board(-20, 300)
    assert not BOARD.is_on_board(-20.1, 0)
    assert not BOARD.is_on_board(0, 300.1)
