"""Actions of the simulated hand that carry out moves."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from host.engine.game import AnyGame, Side
from host.engine.material import captured
from host.engine.registry import game_named, playable_games
from host.recognition.matching import expect_from
from host.virtual.move_actions import hand_actions


def requests(game: AnyGame, position: Hashable, text: str) -> list[dict[str, object]]:
    move = game.parse_move(position, text)
    return hand_actions(game, expect_from(game, position), move)


def after(game: AnyGame, *moves: str) -> Hashable:
    """Return the position after these moves."""
    position = game.start()
    for text in moves:
        position = game.play(position, game.parse_move(position, text))
    return position


def test_a_piece_is_carried() -> None:
    game = game_named("kamisado-single")
    assert requests(game, game.start(), "d8d4") == [{"do": "move", "from": "d8", "to": "d4"}]


def test_a_push_slides_and_takes_nothing_off() -> None:
    game = game_named("kamisado")
    position = game.parse_position("obpky1gn/8/8/8/2r5/2N+5/8/1GRYKPBO w n")
    assert requests(game, position, "c3c4+") == [{"do": "push", "from": "c3", "to": "c4"}]


def test_what_is_captured_is_taken_off_once_the_piece_is_down() -> None:
    game = game_named("hasami")
    assert requests(game, after(game, "a1a5", "b9b5"), "c1c5") == [
        {"do": "move", "from": "c1", "to": "c5"},
        {"do": "remove", "square": "b5"},
    ]


def test_a_piece_of_the_reserve_is_put_on_the_board() -> None:
    game = game_named("seega")
    assert requests(game, after(game, "a1"), "b1") == [
        {"do": "put", "square": "b1", "side": "black"}
    ]


@pytest.mark.parametrize("game", playable_games(), ids=lambda game: str(game.name))
def test_every_move_puts_down_one_piece_at_most_and_removes_what_it_captures(
    game: AnyGame,
) -> None:
    position = game.start()
    for ply in range(60):
        expectation = expect_from(game, position)
        if game.outcome(position) is not None or not expectation.candidates:
            break
        if (
            any(candidate.pushed for candidate in expectation.candidates)
            or len(expectation.candidates) == 2
        ):
            break
        candidate = expectation.candidates[(7 * ply) % len(expectation.candidates)]
        following = game.play(position, candidate.move)
        done = hand_actions(game, expectation, candidate.move)
        removed = [request["square"] for request in done if request["do"] == "remove"]
        before, now = captured(game, position), captured(game, following)
        assert len(removed) == sum(now.values()) - sum(before.values())
        assert {piece.side for piece in now} <= set(Side)
        assert len(done) - len(removed) <= 1
        position = following
