"""Positions of stones for tests, from the names of their squares."""

from __future__ import annotations

from host.engine.squares import parse_square


def board(size: tuple[int, int], white: str, black: str) -> str:
    """The ranks of position text.

    Args:
        size: number of files and of ranks, at most 9.
        white: where the light stones stand: "a1 c3".
        black: the same for the dark ones.
    """
    files, ranks = size
    cells = ["."] * (files * ranks)
    for letter, names in (("S", white), ("s", black)):
        for name in names.split():
            square = parse_square(name, size)
            assert cells[square] == ".", f"{name} is given twice"
            cells[square] = letter
    rows = ["".join(cells[rank * files : (rank + 1) * files]) for rank in reversed(range(ranks))]
    text = "/".join(rows)
    for count in reversed(range(1, files + 1)):
        text = text.replace("." * count, str(count))
    return text
