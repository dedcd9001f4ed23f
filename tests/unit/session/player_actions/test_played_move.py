"""Moves made on a display, which the pieces of the board follow."""

from __future__ import annotations

import pytest

from host.ai.players.opponent import opponent_named
from host.engine.game import InvalidMoveError, Side
from host.engine.squares import square_name
from host.guidance import phrases
from host.recognition.snapshot import SquareState, differing, snapshot_of
from host.session.requests import PlayMove
from host.session.view import Phase
from tests.support.snapshots import SnapshotHand
from tests.unit.session.player_actions.menu import ONE_FROM_HOME, playing

BUMPED_MS = 6000
PUSH = "g5y1/Kr+3n+b1/1R+p+1NO2/8/8/8/3P1k+Y++o+/3B1G+2 b n marathon 10 5:5 b"


def play(hand: SnapshotHand, text: str) -> None:
    """Make a move such as `d8d4` on a display."""
    request = PlayMove(text[2:], text[:2])
    hand.notices += hand.session.handle(request, hand.now_ms)


def legal(hand: SnapshotHand) -> list[str]:
    """The legal moves."""
    position = hand.session.position
    moves = hand.game.legal_moves(position)
    return [hand.game.move_text(position, move).replace("-", "") for move in moves]


def follow(hand: SnapshotHand) -> None:
    """Have the board show the position, once all that goes elsewhere was in the air."""
    files, ranks = hand.game.size
    wanted = snapshot_of(hand.view.expectation.pieces, files * ranks)
    for square in differing(hand.snapshot, wanted):
        hand.show(square_name(square, files), SquareState.EMPTY)
    hand.snapshot = wanted
    hand.wait(2000)


@pytest.mark.parametrize("seen", ["not yet", "lifted"])
def test_a_move_is_made_at_once_and_the_board_may_follow_late(seen: str) -> None:
    hand = SnapshotHand()
    if seen == "lifted":
        hand.show("d8", SquareState.EMPTY)
    play(hand, "d8d4")
    assert hand.texts == ["d8d4"]
    hand.wait(BUMPED_MS)
    if seen == "not yet":
        hand.show("d8", SquareState.EMPTY)
        hand.wait(BUMPED_MS)
        hand.show("d8", SquareState.BLACK)
        hand.wait(BUMPED_MS)
        hand.show("d8", SquareState.EMPTY)
    assert hand.texts == ["d8d4"], "what the sensors still show takes nothing back"
    hand.show("d4", SquareState.BLACK)
    hand.wait(1000)
    assert hand.view.correction is None
    hand.move(legal(hand)[0])
    assert len(hand.texts) == 2, "play goes on by hand"


def test_moves_follow_each_other_without_the_board() -> None:
    hand = SnapshotHand()
    play(hand, "d8d4")
    for _ in range(6):
        play(hand, legal(hand)[0])
    assert len([ply for ply in hand.session.plies if not ply.forced]) == 7
    follow(hand)
    assert hand.view.correction is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("d8e5", "e5 is not straight or diagonally ahead of d8 (M1)."),
        ("d1d2", "(T1)"),
        ("d8d8", "."),
        ("d5d6", "No piece can go to d6 now."),
    ],
)
def test_what_is_not_legal_is_refused_with_the_rule_and_changes_nothing(
    text: str, why: str
) -> None:
    hand = SnapshotHand()
    with pytest.raises(InvalidMoveError) as refused:
        play(hand, text)
    assert why in str(refused.value)
    hand.wait(1000)
    assert hand.texts == []
    assert hand.view.correction is None


def test_the_reverse_takes_the_move_of_two_players_back() -> None:
    hand = playing()
    play(hand, "d4d8")
    assert hand.texts == []
    follow(hand)
    play(hand, "d8d4")
    assert hand.texts == ["d8d4"]


def test_a_piece_that_goes_on_moves_there_instead() -> None:
    hand = playing()
    play(hand, "d4d5")
    assert hand.texts == ["d8d5"]
    follow(hand)
    with pytest.raises(InvalidMoveError):
        play(hand, "d5b5")
    assert hand.texts == ["d8d5"]


def test_a_move_that_stands_is_neither_taken_back_nor_replaced() -> None:
    hand = SnapshotHand(touch_move=True)
    play(hand, "d8d4")
    for text in ("d4d8", "d4d5"):
        play(hand, text)
        assert hand.notices[-1].text == str(phrases.TOUCH_MOVE)
    assert hand.texts == ["d8d4"]


def test_nothing_is_told_of_what_a_virtual_hand_brings_to_its_square() -> None:
    hand = SnapshotHand()
    hand.session.set_virtual_hand(True)
    hand.show("d8", SquareState.EMPTY)
    assert hand.view.changed
    play(hand, "d8d4")
    hand.wait(200)
    assert hand.view.changed == ()


def test_no_move_of_the_computers_is_made_or_taken_back() -> None:
    hand = SnapshotHand(opponent=opponent_named("1", Side.WHITE, 0))
    play(hand, "d8d4")
    for text in ("d4d8", legal(hand)[0]):
        with pytest.raises(InvalidMoveError):
            play(hand, text)
    assert hand.texts == ["d8d4"]


def test_a_push_is_made_by_the_square_of_what_is_pushed() -> None:
    hand = SnapshotHand(PUSH, game="kamisado-marathon")
    push = next(c for c in hand.view.expectation.candidates if c.pushed)
    assert push.origin is not None
    assert push.target is not None
    play(hand, square_name(push.origin, 8) + square_name(push.target, 8))
    assert hand.texts[0] == "f7f6+"
    follow(hand)
    assert hand.view.correction is None


def test_a_win_ends_the_round() -> None:
    hand = SnapshotHand(ONE_FROM_HOME, game="kamisado-single")
    play(hand, "f7e8")
    assert hand.view.phase is Phase.ENDED
    with pytest.raises(InvalidMoveError):
        play(hand, "f7e8")


def test_a_stone_is_put_out_of_the_reserve() -> None:
    hand = SnapshotHand(game="seega")
    hand.notices += hand.session.handle(PlayMove("c2"), hand.now_ms)
    assert len(hand.texts) == 1
    with pytest.raises(InvalidMoveError, match="c2"):
        hand.session.handle(PlayMove("c2"), hand.now_ms)
