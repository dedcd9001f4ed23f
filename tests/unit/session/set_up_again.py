"""Hands that clear the board and set the first position up again."""

from __future__ import annotations

import random

from host.engine.game import Side
from host.engine.squares import parse_square, square_name
from host.recognition.snapshot import STATE_OF_SIDE, SquareState, snapshot_of
from host.session.view import Phase
from tests.support.snapshots import SnapshotHand

# White's yellow tower on e1 wins by e1e8, straight from its home row.
FROM_HOME = "1rgk2nb/8/2o3p1/8/1y6/3O4/6N1/GRBKY1P1 w y"


def first_pieces(hand: SnapshotHand) -> dict[str, Side]:
    pieces = hand.game.pieces(hand.game.start())
    return {square_name(square, 8): piece.side for square, piece in pieces.items()}


def carry_home(hand: SnapshotHand, rest_ms: int = 700, first: str = "") -> None:
    """Carry every piece to its place in the first position, one after the other.

    Args:
        first: the square of the piece that goes first.
    """
    homes = {
        (piece.side, piece.name): square_name(square, 8)
        for square, piece in hand.game.pieces(hand.game.start()).items()
    }
    last = hand.session.plies[-1]
    pieces = hand.game.pieces(hand.game.play(last.before.position, last.move))
    stands = {(p.side, p.name): square_name(s, 8) for s, p in pieces.items()}
    assert last.piece is not None
    if is_empty(hand, square_name(last.target or 0, 8)):
        stands[last.piece.side, last.piece.name] = square_name(last.origin or 0, 8)
    while astray := [piece for piece in homes if stands.get(piece) != homes[piece]]:
        free = [piece for piece in astray if is_empty(hand, homes[piece])]
        free.sort(key=lambda piece: stands.get(piece) != first)
        piece = (free or [each for each in astray if each in stands])[0]
        if piece in stands:
            hand.lift(stands.pop(piece))
            hand.wait(200)
        if free:
            hand.put(homes[piece], piece[0])
            stands[piece] = homes[piece]
            hand.wait(rest_ms)


def clear_and_set_up(
    hand: SnapshotHand, rest_ms: int = 150, settle_ms: int = 1000, slip: str = ""
) -> None:
    """Take everything off, and set the first position up again.

    Args:
        slip: the square whose sensor tells the other side for a moment; empty for none.
    """
    for square, state in enumerate(hand.snapshot):
        if state is not SquareState.EMPTY:
            hand.lift(square_name(square, 8))
            hand.wait(rest_ms)
    for name, side in first_pieces(hand).items():
        if name == slip:
            hand.put(name, side.other)
            hand.wait(rest_ms)
        hand.put(name, side)
        hand.wait(rest_ms)
    hand.wait(settle_ms)


def side_of(hand: SnapshotHand, state: SquareState) -> Side:
    return next(side for side, own in STATE_OF_SIDE.items() if own is state)


def is_empty(hand: SnapshotHand, name: str) -> bool:
    return hand.snapshot[parse_square(name, (8, 8))] is SquareState.EMPTY


def play_some(hand: SnapshotHand, moves: int, seed: int = 5) -> None:
    """Play legal moves by hand."""
    chance = random.Random(seed)
    for _ in range(moves):
        candidates = [o for o in hand.view.expectation.candidates if o.touched and not o.pushed]
        candidates = [o for o in candidates if not o.wins]
        candidate = chance.choice(candidates)
        assert candidate.origin is not None
        assert candidate.target is not None
        hand.move(square_name(candidate.origin, 8) + square_name(candidate.target, 8), 2000)


def touch(hand: SnapshotHand, name: str) -> None:
    state = hand.lift(name)
    hand.wait(400)
    hand.put(name, side_of(hand, state))
    hand.wait(1000)


def won_from_home(game: str) -> SnapshotHand:
    hand = SnapshotHand(FROM_HOME, game=game)
    hand.move("e1e8")
    return hand


def second_round() -> SnapshotHand:
    hand = won_from_home("kamisado-standard")
    hand.put("e1", side_of(hand, hand.lift("e8")))
    hand.session.choose("fill left", hand.now_ms)
    hand.session.forget_pieces()
    hand.snapshot = snapshot_of(hand.session.view().expectation.pieces, 64)
    hand.wait(1000)
    assert hand.view.phase is Phase.PLAY
    return hand


def put_up(hand: SnapshotHand, order: int) -> None:
    """Clear the board after a round and put the first position up, in an order by chance."""
    for square, state in enumerate(hand.snapshot):
        if state is not SquareState.EMPTY:
            hand.lift(square_name(square, 8))
            hand.wait(150)
    names = [*first_pieces(hand).items()]
    random.Random(order).shuffle(names)
    for name, side in names:
        hand.put(name, side)
        hand.wait(700)
    hand.wait(1000)
