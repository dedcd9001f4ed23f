"""Maps of game squares to board cells, and the board that a game needs."""

from __future__ import annotations

import pytest

from host.engine.registry import playable_games
from host.engine.squares import square_name
from host.recognition.sensing.cell_map import BUILDS, CellMap, fits, refusal, smallest_build


@pytest.mark.parametrize("board", BUILDS)
@pytest.mark.parametrize("game", [(5, 5), (8, 8), (9, 9)])
def test_every_square_lies_on_a_cell_of_its_own_and_back(
    game: tuple[int, int], board: tuple[int, int]
) -> None:
    if not fits(game, board):
        return
    cell_map = CellMap(game, board)
    cells = [cell_map.cell(square) for square in range(game[0] * game[1])]
    assert [cell_map.square(cell) for cell in cells] == list(range(game[0] * game[1]))
    outside = set(range(board[0] * board[1])) - set(cells)
    assert all(cell_map.square(cell) is None for cell in outside)


@pytest.mark.parametrize("game", [(5, 5), (8, 8), (9, 9)])
@pytest.mark.parametrize("board", BUILDS)
def test_squares_have_the_names_that_are_printed_on_the_board(
    game: tuple[int, int], board: tuple[int, int]
) -> None:
    if not fits(game, board):
        return
    cell_map = CellMap(game, board)
    for square in range(game[0] * game[1]):
        assert square_name(square, game[0]) == square_name(cell_map.cell(square), board[0])


def test_every_game_has_a_board_that_is_built_for_it() -> None:
    for game in playable_games():
        board = smallest_build(game.size)
        assert fits(game.size, board)
        smaller = BUILDS[: BUILDS.index(board)]
        assert not any(fits(game.size, other) for other in smaller)


def test_a_game_that_fits_no_board_is_told_which_is_the_largest() -> None:
    with pytest.raises(ValueError, match=r"a game of 10x9 squares fits no board: .* 9x9"):
        smallest_build((10, 9))


def test_a_refusal_says_what_is_needed_what_there_is_and_what_to_do() -> None:
    told = str(refusal("hasami shogi", (9, 9), (8, 8)))
    assert told.startswith("Hasami shogi needs a board of 9x9 squares, and this one has 8x8. ")
    assert "'--size 9x9'" in told
