"""A virtual hand on the board: nobody is asked for what it does, unless it is stuck."""

from __future__ import annotations

import random

import pytest

from host.engine.game import Side
from host.engine.squares import parse_square, square_name
from host.guidance import phrases
from host.guidance.marks import Help
from host.recognition.snapshot import SquareState, snapshot_of
from host.recognition.times import HAND_MS
from host.session.match_settings import MatchSettings
from host.session.requests import NewGame
from host.session.view import Phase
from tests.support.snapshots import SnapshotHand
from tests.unit.session.rounds import after_a_round
from tests.unit.session.stones import pincer


def with_hand(hand: SnapshotHand) -> SnapshotHand:
    """The same board, with a virtual hand."""
    hand.session.set_virtual_hand(True)
    hand.notices.clear()
    return hand


def told(hand: SnapshotHand) -> str:
    """All that was said."""
    return " ".join(notice.text for notice in hand.notices)


@pytest.mark.parametrize("virtual", [False, True])
def test_a_new_set_up_is_checked_by_eye_only_where_people_set_it_up(virtual: bool) -> None:
    hand = SnapshotHand(game="kamisado-single")
    hand.session.set_virtual_hand(virtual)
    hand.session.forget_pieces()
    hand.notices.clear()
    hand.notices += hand.session.handle(NewGame(MatchSettings(hand.game)), hand.now_ms)
    hand.wait(1000)
    assert (str(phrases.CHECK) in told(hand)) is not virtual
    assert bool(hand.marked("fill")) is not virtual
    assert hand.view.prompt == "Black to move: any tower."


@pytest.mark.parametrize("virtual", [False, True])
def test_a_row_that_is_filled_is_checked_by_eye_only_where_people_fill_it(virtual: bool) -> None:
    hand = after_a_round()
    hand.session.set_virtual_hand(virtual)
    hand.notices.clear()
    hand.notices += hand.session.choose("fill left", hand.now_ms)
    assert hand.view.arranged is not None, "whoever sets it up knows that it is due"
    hand.wait(1000)
    assert (hand.view.prompt == "The board is being set up.") is virtual
    assert ("Move White's red tower" in hand.view.prompt) is not virtual
    hand.snapshot = snapshot_of(hand.view.expectation.pieces, 64)
    hand.session.forget_pieces()
    hand.wait(1000)
    assert (str(phrases.CHECK) in told(hand)) is not virtual
    assert bool(hand.marked("fill")) is not virtual


def test_a_hand_that_does_not_set_the_board_up_is_helped() -> None:
    hand = with_hand(after_a_round())
    hand.notices += hand.session.choose("fill left", hand.now_ms)
    hand.wait(HAND_MS + 500)
    assert hand.view.prompt == "Move White's red tower from b1 to a1."


def test_a_move_that_is_taken_back_is_led_back_by_the_hand() -> None:
    hand = with_hand(SnapshotHand())
    hand.move("d8d4", rest_ms=5000)
    hand.notices += hand.session.take_back(hand.now_ms)
    hand.wait(1000)
    assert hand.view.correction is None
    assert hand.view.returning
    hand.move("d4d8", rest_ms=1000)
    assert not hand.view.returning
    hand.notices += hand.session.redo(hand.now_ms)
    hand.wait(1000)
    assert hand.view.returning
    assert "back on" not in told(hand)
    assert hand.view.correction is None


def test_a_hand_that_leads_nothing_back_is_helped() -> None:
    hand = with_hand(SnapshotHand())
    hand.move("d8d4", rest_ms=5000)
    hand.session.take_back(hand.now_ms)
    hand.wait(HAND_MS + 500)
    assert hand.view.correction is not None
    assert hand.view.correction.text == "Put the pink tower back on d8."


def test_captured_stones_are_taken_off_by_the_hand() -> None:
    hand = with_hand(pincer())
    hand.move("a1a5", rest_ms=1500)
    assert hand.view.capturing
    assert "Take" not in told(hand)
    assert hand.view.prompt == "White to move: any stone."
    hand.lift("b5")
    hand.wait(1000)
    assert hand.texts == ["a1a5"]


@pytest.mark.parametrize("virtual", [False, True])
def test_nobody_has_exchanged_the_pieces_of_a_virtual_hand(virtual: bool) -> None:
    hand = SnapshotHand()
    hand.session.set_virtual_hand(virtual)
    hand.move("d8d4")
    hand.move("b1b3", rest_ms=1500)
    assert hand.view.correction is not None
    assert ("exchanged" in hand.view.correction.text) is not virtual


def test_pieces_that_players_put_wrong_are_told_as_ever() -> None:
    hand = with_hand(SnapshotHand())
    hand.put("d4", Side.WHITE)
    hand.wait(1500)
    assert hand.view.correction is not None


def after_moves(game: str, seed: int) -> SnapshotHand:
    """A board on which up to 12 random moves have been made; none that ends a round."""
    chance = random.Random(f"{game} {seed}")
    hand = SnapshotHand(game=game)
    for _ in range(chance.randrange(12)):
        moves = [
            candidate
            for candidate in hand.view.expectation.candidates
            if candidate.origin is not None and not candidate.captured and not candidate.pushed
        ]
        if not moves or hand.view.phase is not Phase.PLAY:
            break
        move = chance.choice(moves)
        assert move.origin is not None
        assert move.target is not None
        hand.move(hand.game.move_text(hand.view.expectation.position, move.move)[:4])
        hand.wait(1500)
    return hand


@pytest.mark.parametrize("game", ["kamisado-single", "hasami", "five"])
@pytest.mark.parametrize("seed", range(2))
def test_the_marks_of_a_lift_are_known_before_it_is_seen(game: str, seed: int) -> None:
    hand = after_moves(game, seed)
    files = hand.game.size[0]
    pieces = hand.view.expectation.pieces
    others = sorted(pieces.keys() - hand.view.movable_squares)
    for number, square in enumerate((*hand.view.movable_squares, *others[:3])):
        hand.session.help = (Help.LEGAL, Help.REQUIRED, Help.OFF)[number % 3]
        piece = pieces[square]
        foretold = hand.session.marks_if_lifted(square)
        before = hand.view.marks
        hand.lift(square_name(square, files))
        if foretold is not None:
            assert foretold == hand.view.marks
        elif hand.view.phase is Phase.PLAY:
            assert hand.view.marks == before  # it begins no move
        hand.put(square_name(square, files), piece.side)
        hand.wait(800)


def test_nothing_is_foretold_while_another_piece_is_in_the_air_or_astray() -> None:
    hand = SnapshotHand(game="kamisado-single")
    d8, e8 = (parse_square(name, hand.game.size) for name in ("d8", "e8"))
    assert hand.session.marks_if_lifted(d8)
    hand.lift("e8")
    assert hand.session.marks_if_lifted(d8) is None
    hand.put("e3", Side.BLACK)
    hand.wait(5000)
    hand.lift("a8")
    hand.put("a7", Side.BLACK)
    hand.wait(5000)
    assert hand.view.correction is not None
    assert hand.session.marks_if_lifted(e8) is None


def test_nothing_is_foretold_of_a_sensor_that_does_not_tell() -> None:
    hand = SnapshotHand(game="kamisado-single")
    d8 = parse_square("d8", hand.game.size)
    hand.show("d8", SquareState.UNSURE)
    hand.wait(60_000)
    assert hand.session.marks_if_lifted(d8) is None
