"""The text of a board of stones: "S" is a light one, "s" a dark one, digits are empty squares."""

from __future__ import annotations

import re

from host.engine.game import Square
from host.engine.stones.lines import Bits, bits_of

_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}")


def board_text(white: Bits, black: Bits, size: tuple[int, int]) -> str:
    """Ranks from the last to the first with "/" between them, which `parse_board` reads back."""
    files, ranks = size
    rows = []
    for rank in reversed(range(ranks)):
        row = ""
        for square in range(rank * files, (rank + 1) * files):
            row += "S" if white >> square & 1 else "s" if black >> square & 1 else "."
        rows.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), row))
    return "/".join(rows)


def parse_board(board: str, size: tuple[int, int]) -> tuple[Bits, Bits]:
    """The light and the dark stones.

    Raises:
        ValueError: there is no such board; a sentence that says why.
    """
    files, ranks = size
    rows = board.split("/")
    if len(rows) != ranks:
        raise ValueError(f"there must be {ranks} ranks with '/' between them, not {len(rows)}")
    stones: dict[str, list[Square]] = {letter: [] for letter in "Ss"}
    for rank, row in zip(reversed(range(ranks)), rows, strict=True):
        file = 0
        for before, letter in zip(f"/{row}", row, strict=False):
            if letter in stones:
                stones[letter].append(rank * files + file)
                file += 1
            elif letter not in "123456789":
                raise ValueError(
                    f"{letter!r} in rank {rank + 1} is neither a stone (S White's, s Black's) "
                    "nor a number of empty squares"
                )
            elif before.isdigit():
                raise ValueError(f"two numbers side by side in rank {rank + 1}, {row!r}")
            else:
                file += int(letter)
        if file != files:
            raise ValueError(f"rank {rank + 1}, {row!r}, has {file} squares, not {files}")
    return bits_of(stones["S"]), bits_of(stones["s"])


def number(text: str, what: str, most: int) -> int:
    """The number that a field of position text holds.

    Raises:
        ValueError: it is none, or more than `most`; the message quotes it.
    """
    if not _NUMBER.fullmatch(text) or int(text) > most:
        raise ValueError(f"{what} must be a number from 0 to {most}, not {text!r}")
    return int(text)
