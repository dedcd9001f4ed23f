"""Rounds that have ended, and the towers that hands carry after them."""

from __future__ import annotations

from collections.abc import Sequence

from host.engine.game import MultiRound, Relocation
from host.engine.squares import square_name
from tests.support.snapshots import SnapshotHand

STANDARD = "kamisado-standard"

# White's green tower on f7 must move, and both its moves reach Black's home row.
ONE_FROM_HOME = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"

# White's green tower steps to c2, and White's and Black's towers there block one another for ever.
DEADLOCK = "ogrkpb2/8/8/yn6/KN6/8/8/1GRYPBO1 w g"


def after_a_round(game: str = STANDARD, clock: str = "") -> SnapshotHand:
    """A board on which White's green tower has just won a round on e8."""
    hand = SnapshotHand(ONE_FROM_HOME, game=game, clock=clock)
    hand.move("f7e8")
    return hand


def carries(hand: SnapshotHand, text: str) -> Sequence[Relocation]:
    """Return the moves of the towers that make a choice of the fill."""
    game, position = hand.game, hand.session.position
    assert isinstance(game, MultiRound)
    return game.relocations(position, game.parse_move(position, text))


def carry(hand: SnapshotHand, carried: Relocation, rest_ms: int = 150) -> None:
    """Take a tower from its square and put it on another."""
    if carried.origin != carried.target:
        hand.lift(square_name(carried.origin, 8))
        hand.wait(100)
        hand.put(square_name(carried.target, 8), carried.piece.side)
    hand.wait(rest_ms)


def here(hand: SnapshotHand) -> set[str]:
    """The squares where a tower is asked for now."""
    return {
        square_name(mark.square, 8)
        for mark in hand.view.marks
        if (mark.entry, mark.role) == ("fill", "here")
    }


def standing(hand: SnapshotHand) -> tuple[int, int, int]:
    """The number of the round and the points of White and Black."""
    told = hand.view.standing
    assert told is not None
    return told.round, told.white, told.black


def fill(hand: SnapshotHand) -> None:
    """Carry out the choice that has been made, in order."""
    ply = hand.session.plies[-1]
    game = hand.game
    assert isinstance(game, MultiRound)
    for step in game.relocations(ply.before.position, ply.move):
        carry(hand, step)


def check_it_moves_once_it_is_home(hand: SnapshotHand) -> None:
    """Check that the pink tower is told to go home to d4, and may go to d5 from there."""
    assert hand.view.correction is not None
    assert "Put Black's pink tower back on d4." in hand.view.correction.text
    hand.move("d5d4", rest_ms=1000)
    assert hand.view.correction is None
    hand.move("d4d5", rest_ms=3000)
    assert hand.texts == ["d8d5"], "now it was meant"
