"""Choice of the board to play on: the one that is named or plugged in, else a virtual one."""

from __future__ import annotations

from dataclasses import dataclass

from host.app.platform import Platform
from host.message import message


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A board to play on.

    Attributes:
        url: of its port; None for a virtual board, "" for one that will be plugged in.
        remarks: sentences about the choice.
    """

    url: str | None
    remarks: tuple[str, ...] = ()


async def choose_board(
    platform: Platform,
    board: str | None,
    size: tuple[int, int] | None,
    wait: bool = False,
) -> BoardChoice:
    """Choose a board.

    Args:
        platform: finds boards.
        board: port or URL, "virtual", or None for the board that is plugged in, else virtual.
        size: of a virtual board; None for one that suits the game.
        wait: play on a real board only, also if it is not plugged in yet.

    Raises:
        ValueError: a size is asked for of a real board, or a virtual one is to be waited for.
        BoardNotFoundError: there are several boards, or there is none with this number.
    """
    if wait:
        if board == "virtual" or size is not None:
            raise ValueError(message("app.virtual_board_needs_no_wait"))
        return BoardChoice(board or "")
    if size is not None:
        if board not in (None, "virtual"):
            raise ValueError(message("app.own_size", board=repr(board)))
        return BoardChoice(None)
    # To ask several boards takes a second.
    found = await platform.run_blocking(lambda: platform.find_board(board))
    if found is None:
        return BoardChoice(None, (str(platform.explain_no_board()),))
    return BoardChoice(None if found == "virtual" else found)
