"""Values on the command line: what a text means, or why it means nothing."""

from __future__ import annotations

import argparse

from host.engine.game import Side
from host.recognition.cell_map import BUILDS, size_text


def side(text: str) -> Side:
    """One of the two sides, by its name."""
    if text not in ("white", "black"):
        raise argparse.ArgumentTypeError(f"{text!r} is neither white nor black")
    return Side[text.upper()]


def size(text: str) -> tuple[int, int]:
    """Files and ranks of a board that is built, by their text."""
    known = {size_text(board): board for board in BUILDS}
    if text not in known:
        raise argparse.ArgumentTypeError(f"{text!r} is no board: say {' or '.join(known)}")
    return known[text]


def count(text: str) -> int:
    """A whole number from 1 on."""
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of at least 1")
    return int(text)


def brightness(text: str) -> int:
    """Per cent of what the eye sees of a board's lights."""
    # Below 50 the faintest hues of the vocabulary have no LED steps left and turn into others.
    if not (text.isascii() and text.isdigit() and 50 <= int(text) <= 100):
        raise argparse.ArgumentTypeError(f"{text!r} is not from 50 to 100")
    return int(text)


def positive(text: str) -> float:
    """A number above 0."""
    value = float(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not above 0")
    return value
