"""Choice of the board to play on: the one that is named or plugged in, else a virtual one."""

from __future__ import annotations

from dataclasses import dataclass

from host.app.platform import Platform
from host.engine.game import Side
from host.link.wire import FULL_BRIGHTNESS
from host.message import message


@dataclass(frozen=True, slots=True)
class BoardOptions:
    """The board that is asked for.

    Attributes:
        port: its port or URL, "virtual", or None for the board that is plugged in, else virtual.
        seed: of a virtual board.
        size: files and ranks of a virtual board; None for the smallest on which the game fits.
        north: the side whose pieces have their north pole down; None for what is known.
        brightness: of the board's lights, per cent of what the eye would see.
        wait: go on without a board until one is plugged in; never with a virtual one.
        doze_ms: how long a virtual board's chip may doze while nothing is touched.
    """

    port: str | None = None
    seed: int = 1
    size: tuple[int, int] | None = None
    north: Side | None = None
    brightness: int = FULL_BRIGHTNESS
    wait: bool = False
    doze_ms: int = 20


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A board to play on.

    Attributes:
        url: of its port; None for a virtual board, "" for one that will be plugged in.
        remarks: sentences about the choice.
    """

    url: str | None
    remarks: tuple[str, ...] = ()


async def choose_board(platform: Platform, asked: BoardOptions) -> BoardChoice:
    """Choose a board.

    Args:
        platform: finds boards.

    Raises:
        ValueError: a size is asked for of a real board, or a virtual one is to be waited for.
        BoardNotFoundError: there are several boards, or there is none with this number.
    """
    port = asked.port
    if asked.wait:
        if port == "virtual" or asked.size is not None:
            raise ValueError(message("app.virtual_board_needs_no_wait"))
        return BoardChoice(port or "")
    if asked.size is not None:
        if port not in (None, "virtual"):
            raise ValueError(message("app.own_size", board=repr(port)))
        return BoardChoice(None)
    # To ask several boards takes a second.
    found = await platform.run_blocking(lambda: platform.find_board(port))
    if found is None:
        return BoardChoice(None, (str(platform.explain_no_board()),))
    return BoardChoice(None if found == "virtual" else found)
