"""Permissions for pieces: a player touches the own ones, and what a legal move concerns."""

from __future__ import annotations

from pathlib import Path

from host.engine.game import Side
from host.engine.kamisado.records.reader import read
from host.engine.squares import square_name
from host.session.access.hand_permissions import PlacedPiece, Situation, hand_refusal
from host.session.request_codec import decode
from host.session.requests import MoveHand
from host.session.view import View
from tests.support.requests import handle
from tests.support.snapshots import SnapshotHand

RECORDS = Path(__file__).parents[3] / "data" / "records"
PUSH_OF_TWO = 144
"""The ply of the long match, from 0, in which Black may push two towers."""


def placed(view: View, files: int, **elsewhere: str) -> list[PlacedPiece]:
    """The pieces where the game has them; those named by square are in the hand or elsewhere."""
    pieces = []
    for square, piece in view.expectation.pieces.items():
        name = square_name(square, files)
        now = elsewhere.get(name, name)
        id = f"{piece.side.name.lower()}-{piece.name}-{name}"
        at = None if now in ("hand", "box") else now
        pieces.append(PlacedPiece(id, piece.side, piece.name, at, now == "hand"))
    return pieces


def may(view: View, side: Side, message: dict[str, object], **elsewhere: str) -> bool:
    request = decode(message)
    assert isinstance(request, MoveHand)
    files = 8 if len(view.expectation.snapshot) == 64 else 9
    now = Situation(view, files, placed(view, files, **elsewhere))
    return hand_refusal(side, request, now) is None


def lift(square: str) -> dict[str, object]:
    return {"t": "lift", "square": square}


def test_a_player_lifts_own_pieces_on_the_own_turn_only() -> None:
    hand = SnapshotHand()
    assert may(hand.view, Side.BLACK, lift("d8"))
    assert not may(hand.view, Side.BLACK, lift("d1"))
    assert not may(hand.view, Side.WHITE, lift("d1"))
    hand.move("d8d4")
    assert may(hand.view, Side.WHITE, lift("a1"))
    assert not may(hand.view, Side.BLACK, lift("d4"))


def test_a_piece_is_put_and_removed_by_its_owner_under_any_name() -> None:
    view = SnapshotHand().view
    own, others = "black-pink-d8", "white-yellow-d1"
    assert may(view, Side.BLACK, {"t": "put", "square": "d4", "piece": own}, d8="hand")
    assert not may(view, Side.BLACK, {"t": "put", "square": "d4", "piece": others}, d1="hand")
    assert may(view, Side.BLACK, {"t": "remove", "piece": own})
    assert not may(view, Side.BLACK, {"t": "remove", "piece": others})
    assert not may(view, Side.BLACK, {"t": "remove", "square": "d1"})
    assert not may(view, Side.BLACK, {"t": "slide", "from": "d1", "to": "d3"})
    assert not may(view, Side.BLACK, {"t": "put", "square": "d4", "side": "white"})
    # Without a name whatever was lifted last is meant: it may be the other side's.
    assert may(view, Side.BLACK, {"t": "put", "square": "d4"}, d8="hand")
    assert not may(view, Side.BLACK, {"t": "put", "square": "d4"}, d1="hand")


def test_in_set_up_each_side_places_its_own_pieces() -> None:
    hand = SnapshotHand(standing={"d8": ".", "d1": "."})
    assert hand.view.phase.value == "setup"
    for side, own, other in ((Side.WHITE, "a1", "a8"), (Side.BLACK, "a8", "a1")):
        assert may(hand.view, side, lift(own))
        assert not may(hand.view, side, lift(other))


def test_nothing_is_moved_after_the_game() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    handle(hand.session, {"t": "resign", "side": "white"}, hand.now_ms)
    for side in Side:
        for square in ("a1", "a8"):
            assert not may(hand.view, side, lift(square))


def test_the_mover_takes_off_what_a_move_captures_and_no_other_piece() -> None:
    """White's a1 to a5 takes Black's b5; Black's other stones are not White's business."""
    hand = SnapshotHand("s1s4s1/9/9/9/1sS6/9/9/9/S8 w 0", game="hasami")
    assert may(hand.view, Side.WHITE, {"t": "remove", "square": "b5"})
    assert not may(hand.view, Side.WHITE, {"t": "remove", "square": "a9"})
    hand.move("a1a5", rest_ms=1000)
    stone = "black-stone-b5"
    assert may(hand.view, Side.WHITE, lift("b5"))
    assert may(hand.view, Side.WHITE, {"t": "remove", "piece": stone}, b5="hand")
    # Put down in a wrong place it may be picked up again, also as another stone of its kind.
    assert may(hand.view, Side.WHITE, lift("b4"), b5="b4")
    hand.lift("b5")
    hand.wait(1000)
    assert hand.view.turn is Side.BLACK
    assert not may(hand.view, Side.WHITE, {"t": "put", "square": "b5", "piece": stone}, b5="hand")


def test_the_mover_pushes_only_with_a_piece_that_can() -> None:
    """Black's sumo on d5 may push White's d4 and d3."""
    record = read((RECORDS / "long_match_coordinates.txt").read_text(encoding="utf-8"))
    position = record.start
    for move in record.moves[:PUSH_OF_TWO]:
        position = record.game.play(position, move)
    text = record.game.position_text(position)
    view = SnapshotHand(text, game=record.game.name).view
    assert view.turn is Side.BLACK
    assert may(view, Side.BLACK, {"t": "push", "from": "d5", "to": "d4"})
    assert may(view, Side.BLACK, lift("d4"))
    assert may(view, Side.BLACK, lift("d3"))
    whites = [
        square_name(square, 8)
        for square, piece in view.expectation.pieces.items()
        if piece.side is Side.WHITE
    ]
    assert {square for square in whites if may(view, Side.BLACK, lift(square))} == {"d4", "d3"}
    assert not may(view, Side.BLACK, {"t": "push", "from": "d4", "to": "d3"})
