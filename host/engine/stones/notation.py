"""Position text of boards of stones: "S" is light, "s" dark, a digit counts empty squares."""

from __future__ import annotations

import re

from host.engine.game import Square
from host.engine.stones.lines import Bits, bits_of
from host.message import message

_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}")


def board_text(white: Bits, black: Bits, size: tuple[int, int]) -> str:
    """Return the ranks from the last to the first, with "/" between them."""
    files, ranks = size
    rows = []
    for rank in reversed(range(ranks)):
        row = ""
        for square in range(rank * files, (rank + 1) * files):
            row += "S" if white >> square & 1 else "s" if black >> square & 1 else "."
        rows.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), row))
    return "/".join(rows)


def parse_board(board: str, size: tuple[int, int]) -> tuple[Bits, Bits]:
    """Parse the ranks into the light and the dark stones.

    Raises:
        ValueError: there is no such board; the message says why.
    """
    files, ranks = size
    rows = board.split("/")
    if len(rows) != ranks:
        raise ValueError(message("engine.number_of_ranks", ranks=ranks, found=len(rows)))
    stones: dict[str, list[Square]] = {letter: [] for letter in "Ss"}
    for rank, row in zip(reversed(range(ranks)), rows, strict=True):
        file = 0
        for before, letter in zip(f"/{row}", row, strict=False):
            if letter in stones:
                stones[letter].append(rank * files + file)
                file += 1
            elif letter not in "123456789":
                raise ValueError(message("engine.no_stone", text=repr(letter), rank=rank + 1))
            elif before.isdigit():
                raise ValueError(
                    message("engine.numbers_side_by_side", rank=rank + 1, text=repr(row))
                )
            else:
                file += int(letter)
        if file != files:
            raise ValueError(
                message(
                    "engine.rank_squares",
                    rank=rank + 1,
                    text=repr(row),
                    squares=file,
                    files=files,
                )
            )
    return bits_of(stones["S"]), bits_of(stones["s"])


def number(text: str, id: str, most: int) -> int:
    """Parse a number in a field of position text.

    Args:
        text: the field.
        id: of the message that refuses it.
        most: the largest number allowed.

    Raises:
        ValueError: it is no number, or more than `most`; the message quotes it.
    """
    if not _NUMBER.fullmatch(text) or int(text) > most:
        raise ValueError(message(id, most=most, text=repr(text)))
    return int(text)
