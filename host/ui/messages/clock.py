"""`clock`: the time that the players have left."""

from __future__ import annotations

from typing import Literal, TypedDict

from host.engine.game import Side
from host.session.clock import Clock
from host.ui.messages.pieces import SideName, side_name


class ClockData(TypedDict):
    """Both clocks, as of `ClockMessage`."""

    white: int | None
    black: int | None
    running: SideName | None
    text: str


class ClockMessage(ClockData):
    """Both clocks as of now.

    Attributes:
        white, black: milliseconds left; None in a game without a clock.
        running: the side whose clock runs; None while none does.
        text: minutes for each player and seconds added by each move, `10+5`; `""` without a clock.
    """

    t: Literal["clock"]


def clock_message(clock: Clock | None, now_ms: int) -> ClockMessage:
    """Build the message."""
    if clock is None:
        return {"t": "clock", "white": None, "black": None, "running": None, "text": ""}
    return {
        "t": "clock",
        "white": clock.left(Side.WHITE, now_ms),
        "black": clock.left(Side.BLACK, now_ms),
        "running": None if clock.running is None else side_name(clock.running),
        "text": str(clock.control),
    }
