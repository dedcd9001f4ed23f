"""Pieces beside the board: reserves and captured pieces."""

from __future__ import annotations

from collections.abc import Hashable

from host.engine.game import AnyGame, Piece, Side
from host.engine.material import captured, kinds, reserve
from host.engine.registry import game_named, playable_games

WHITE, BLACK = Piece(Side.WHITE), Piece(Side.BLACK)


def after(game: AnyGame, *moves: str) -> Hashable:
    """The position after these moves."""
    position = game.start()
    for text in moves:
        position = game.play(position, game.parse_move(position, text))
    return position


def test_nothing_is_taken_when_a_game_begins() -> None:
    for game in playable_games():
        assert captured(game, game.start()) == {}


def test_stones_of_the_reserve_are_neither_on_the_board_nor_taken() -> None:
    game = game_named("seega")
    position = after(game, "a1", "b1", "e5")
    assert reserve(game, position) == {WHITE: 10, BLACK: 11}
    assert captured(game, position) == {}


def test_a_stone_that_has_gone_from_the_board_is_taken() -> None:
    game = game_named("hasami")
    position = after(game, "a1a5", "b9b5", "c1c5")
    assert captured(game, position) == {BLACK: 1}
    assert kinds(game, position) == {(Side.WHITE, "stone"): 9, (Side.BLACK, "stone"): 9}


def test_a_tower_that_has_earned_a_tooth_is_the_tower_that_it_was() -> None:
    game = game_named("kamisado-standard")
    position = game.parse_position("obpkyrgn/8/8/8/8/8/8/N+GRYKPBO b - standard 2 1:0 b")
    assert captured(game, position) == {}
    assert set(kinds(game, position).values()) == {1}
