"""The film of README.md: a move, a mistake, and a win."""

from __future__ import annotations

from docs.tools import film
from host.ui.pictures.shapes import Text

MOST = 400_000
"""Bytes: it is loaded by everybody who opens README.md or the site."""


def captions() -> list[str]:
    """The line below the board of each picture, without repetitions."""
    lines = [
        next(element.text for element in reversed(elements) if isinstance(element, Text))
        for elements, _ in film.film()
    ]
    return [line for line, before in zip(lines, ["", *lines], strict=False) if line != before]


def test_it_tells_a_move_a_mistake_and_a_win() -> None:
    assert captions() == [
        "White must move pink. The squares where it may go are lit.",
        "It stops on green. Now Black must move green.",
        "Black must move green. The squares where it may go are lit.",
        "Towers never move sideways (M1). Put it back.",
        "Black must move green. The squares where it may go are lit.",
        "It stops on blue. Now White must move blue.",
        "White must move blue. The squares where it may go are lit.",
        "White's blue tower reaches the far row and wins.",
    ]


def test_it_is_a_small_file() -> None:
    assert film.FILM.read_bytes()[:6] == b"GIF89a"
    assert film.FILM.stat().st_size < MOST
