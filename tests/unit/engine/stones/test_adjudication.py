"""Adjudications in games of stones: proposed, read, played and recorded."""

from __future__ import annotations

import pytest

from host.engine.game import Adjudicable, AnyGame, InvalidMoveError, Piece, Side
from host.engine.records import game_record
from host.engine.records.game_record import GameRecord
from host.engine.registry import game_named
from host.message import message_of

POSITIONS = {
    "hasami": "ssss1ssss/9/9/9/S8/9/9/9/1SSSSSSSS b 1",
    "five": "1ssssssss/sssssssss/9/9/4s4/9/S8/1SSSSSSSS/SSSSSSSSS w 1 -",
    "seega": "5/3s1/5/5/S1S2 b 0 21 -",
}


def adjudicable(name: str) -> Adjudicable:  # type: ignore[type-arg]
    game = game_named(name)
    assert isinstance(game, Adjudicable)
    return game


@pytest.mark.parametrize("name", POSITIONS)
def test_an_adjudication_is_played_and_recorded_like_a_move(name: str) -> None:
    game: AnyGame = game_named(name)
    text = f"adjudicate {POSITIONS[name]}"
    move = game.parse_move(game.start(), text)
    assert move not in game.legal_moves(game.start())
    assert adjudicable(name).is_adjudication(move)
    after = game.play(game.start(), move)
    assert game.position_text(after) == POSITIONS[name]
    assert game.move_text(game.start(), move) == text
    assert str(game.describe_move(game.start(), move)) == "The board as it stood"
    record = GameRecord(game, game.start(), (move, game.legal_moves(after)[0]))
    written = game_record.write(record)
    assert f"  1. white {text}\n" in written
    assert game_record.read(written) == record


@pytest.mark.parametrize("name", POSITIONS)
def test_the_position_that_stands_is_proposed(name: str) -> None:
    game = game_named(name)
    position = game.parse_position(POSITIONS[name])
    same = adjudicable(name).propose_adjudication(position, game.pieces(position))
    assert same == POSITIONS[name]


def test_a_stone_of_the_side_to_move_that_stands_elsewhere_has_moved() -> None:
    game = game_named("hasami")
    for square, turn in ((40, "b"), (None, "w")):
        pieces = dict(game.pieces(game.start()))
        stone = pieces.pop(0)
        pieces |= {} if square is None else {square: stone}
        text = adjudicable("hasami").propose_adjudication(game.start(), pieces)
        assert text is not None
        assert text.split()[1] == turn


def test_stones_on_the_board_of_seega_are_not_in_the_reserve() -> None:
    game = adjudicable("seega")
    start = game_named("seega").start()
    white, black = Piece(Side.WHITE), Piece(Side.BLACK)
    assert game.propose_adjudication(start, {0: white}) == "5/5/5/5/S4 b 0 23 -"
    placed = {0: white, 1: black, 2: white, 3: black}
    assert game.propose_adjudication(start, placed) == "5/5/5/5/SsSs1 w 0 20 -"


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("hasami", "9/9 w 0", "ranks"),
        ("five", "nothing", "'nothing'"),
        ("seega", "5/5/2S2/5/5 b 0 23 -", "centre"),
    ],
)
def test_what_cannot_be_is_quoted(name: str, text: str, reason: str) -> None:
    game = adjudicable(name)
    with pytest.raises(InvalidMoveError) as raised:
        game.parse_adjudication(game_named(name).start(), text)
    told = str(message_of(raised.value))
    assert repr(text) in told
    assert reason in told


def test_a_game_that_is_over_has_none() -> None:
    game = game_named("hasami")
    over = game.parse_position("9/9/9/9/s8/9/9/9/1SSSSSSSS b 0")
    assert game.outcome(over) is not None
    assert adjudicable("hasami").propose_adjudication(over, game.pieces(over)) is None
    with pytest.raises(InvalidMoveError, match="over"):
        game.parse_move(over, f"adjudicate {POSITIONS['hasami']}")
