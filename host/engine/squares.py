"""Names of squares, on boards of up to 26 files."""

from __future__ import annotations

from host.engine.game import Square
from host.message import message

FILES = "abcdefghijklmnopqrstuvwxyz"


def square_name(square: Square, files: int) -> str:
    """Return the name of a square on a board with `files` files.

    >>> square_name(0, 8), square_name(63, 8), square_name(80, 9)
    ('a1', 'h8', 'i9')
    """
    rank, file = divmod(square, files)
    return f"{FILES[file]}{rank + 1}"


def parse_square(text: str, size: tuple[int, int]) -> Square:
    """Return the square that `text` names on a board of `size` (files, ranks).

    Raises:
        ValueError: there is no such square; the message quotes the text.
    """
    files, ranks = size
    file = FILES.find(text[:1]) if text else -1
    digits = text[1:]
    if 0 <= file < files and digits.isascii() and digits.isdigit() and digits[0] != "0":
        rank = int(digits) - 1
        if rank < ranks:
            return rank * files + file
    raise ValueError(message("engine.no_such_square", text=repr(text), files=files, ranks=ranks))
