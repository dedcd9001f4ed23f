"""The menu on the board, opened and answered by hands."""

from __future__ import annotations

from host.engine.game import Side
from host.engine.squares import square_name
from host.recognition.times import HOLD_MS, STOOD_MS
from host.session.player_actions.gestures import STEP_MS, STEPS
from host.session.view import Action
from tests.support.snapshots import SnapshotHand

SERIES = "kamisado-series-5"
LEAVE_MS = STEPS * STEP_MS
ONE_FROM_HOME = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"


def playing(
    game: str = "kamisado-standard",
    clock: str = "",
    touch_move: bool = False,
    serious: bool = False,
) -> SnapshotHand:
    """A board after Black's first move; White's brown tower is to move."""
    hand = SnapshotHand(game=game, clock=clock, touch_move=touch_move, serious=serious)
    hand.move("d8d4")
    assert hand.texts == ["d8d4"]
    return hand


def open_menu(hand: SnapshotHand, *squares: str) -> None:
    """Lift two towers and hold them until the menu is open."""
    for square in squares or ("b1", "c1"):
        hand.lift(square)
    hand.wait(HOLD_MS)
    assert hand.view.menu


def place_of(hand: SnapshotHand, action: Action) -> str:
    """Return the square of an action of the menu."""
    return next(square_name(i.square, 8) for i in hand.view.menu if i.action is action)


def choose(hand: SnapshotHand, action: Action, side: Side = Side.WHITE) -> str:
    """Put a lifted tower on the menu and leave it there; where that was."""
    place = place_of(hand, action)
    hand.put(place, side)
    hand.wait(LEAVE_MS)
    return place


def tidy(hand: SnapshotHand, place: str, *homes: str, side: Side = Side.WHITE) -> None:
    """Put both towers back where they were."""
    hand.lift(place)
    for home in homes or ("b1", "c1"):
        hand.wait(200)
        hand.put(home, side)
    hand.wait(STOOD_MS)


def touch(hand: SnapshotHand, square: str, ms: int = 300) -> None:
    """Lift what stands there and put it back."""
    state = hand.lift(square)
    hand.wait(ms)
    hand.show(square, state)
    hand.wait(300)


def left(hand: SnapshotHand) -> tuple[int, int]:
    """Return the remaining times of White and Black."""
    clock = hand.view.clock
    assert clock is not None
    return clock.left(Side.WHITE, hand.now_ms), clock.left(Side.BLACK, hand.now_ms)
