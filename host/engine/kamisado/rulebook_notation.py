"""One entry of the rule book's notation: tower, arrow, squares, colour; as glyphs and as words.

    glyphs   `P↖5Y`                  letters as in position text; `^ < > v` may be typed
    words    `Purple left 5 Yellow`  the purple tower went 5 squares left and ended on yellow

Left and right are the mover's own.  A push is several entries: the pusher's, then a "down 1"
for each pushed tower, nearest first: `Y↑1O N↓1G`, "Yellow 1 Orange, Brown down 1 Green".  A
blocked tower has no arrow and 0 squares: `P0Y`, "Purple 0 Yellow".
"""

from __future__ import annotations

import enum
import re
from typing import NamedTuple

from host.engine.kamisado.board import (
    COLOURS,
    FILES,
    LETTERS,
    SQUARE_COLOURS,
    Colour,
    colour_of,
    side_of,
)
from host.engine.kamisado.move_tables import FORWARD
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.rules import pushed


class Direction(enum.Enum):
    """Where a tower went; the values are the arrow, the key for it, and the word."""

    NOWHERE = ("", "", "")
    UP = ("↑", "^", "")
    LEFT = ("↖", "<", "left")
    RIGHT = ("↗", ">", "right")
    DOWN = ("↓", "v", "down")

    @property
    def arrow(self) -> str:
        """The glyph; empty for a tower that stays."""
        return self.value[0]

    @property
    def word(self) -> str:
        """The word; empty for straight forward, and for a tower that stays."""
        return self.value[2]


_ARROWS = {glyph: direction for direction in Direction for glyph in direction.value[:2]}
_WORDS = {
    "left": Direction.LEFT,
    "right": Direction.RIGHT,
    "down": Direction.DOWN,
    "up": Direction.UP,
}
_GLYPHS = re.compile(r"([A-Za-z])([↑↖↗↓^<>v]?)([0-7])([A-Za-z])")
_SPOKEN = re.compile(r"([a-z]+)(?: ([a-z]+))? ([0-7]) ([a-z]+)")


class Entry(NamedTuple):
    """One tower's part in a move.

    Attributes:
        tower: its colour.
        direction: in which it went.
        distance: how many squares, 0 for a blocked tower.
        ended: the colour of the square on which it ended.
    """

    tower: Colour
    direction: Direction
    distance: int
    ended: Colour

    @property
    def glyphs(self) -> str:
        """The entry as the rule book draws it: `P↖5Y`."""
        return f"{LETTERS[self.tower]}{self.direction.arrow}{self.distance}{LETTERS[self.ended]}"

    @property
    def words(self) -> str:
        """The entry as it is said: "Purple left 5 Yellow"."""
        direction = f" {self.direction.word}" if self.direction.word else ""
        tower, ended = (COLOURS[colour].capitalize() for colour in (self.tower, self.ended))
        return f"{tower}{direction} {self.distance} {ended}"


def entries_of(position: Position, move: Move) -> tuple[Entry, ...]:
    """The entries of a legal move: one, or for a push one more for each pushed tower."""
    tower = position.squares.index(move.origin)
    forward = FORWARD[side_of(tower)]
    ranks, files = (
        (there - here) * forward
        for here, there in zip(divmod(move.origin, FILES), divmod(move.target, FILES), strict=True)
    )
    ways = {0: Direction.UP, -1: Direction.LEFT, 1: Direction.RIGHT}
    direction = ways[(files > 0) - (files < 0)] if ranks else Direction.NOWHERE
    entries = [Entry(colour_of(tower), direction, ranks, SQUARE_COLOURS[move.target])]
    if move.push:
        for square in pushed(position, tower):
            landing = SQUARE_COLOURS[square + forward * FILES]
            colour = colour_of(position.squares.index(square))
            entries.append(Entry(colour, Direction.DOWN, 1, landing))
    return tuple(entries)


def parse_glyphs(text: str) -> tuple[Entry, ...]:
    """The entries of one move, with spaces between them.

    Raises:
        ValueError: the message quotes what is no entry.
    """
    entries = []
    for word in text.split():
        found = _GLYPHS.fullmatch(word)
        if found is None:
            raise ValueError(f"{word!r} is no entry: write tower, arrow, squares, colour: 'P↖5Y'")
        tower, arrow, distance, ended = found.groups()
        entries.append(_entry(_letter(tower), _ARROWS[arrow], distance, _letter(ended), word))
    return tuple(entries)


def parse_words(text: str) -> tuple[Entry, ...]:
    """The entries of one move, with commas between them.

    Raises:
        ValueError: the message quotes what is no entry.
    """
    entries = []
    for part in text.split(","):
        words = " ".join(part.split())
        found = _SPOKEN.fullmatch(words.lower())
        if found is None:
            raise ValueError(
                f"{words!r} is no entry: write tower, way, squares, colour: 'Purple left 5 Yellow'"
            )
        tower, word, distance, ended = found.groups()
        direction = (
            _WORDS.get(word) if word else (Direction.UP if distance != "0" else Direction.NOWHERE)
        )
        if direction is None:
            raise ValueError(f"{word!r} in {words!r} is no way to go: it is left, right or down")
        entries.append(_entry(_name(tower), direction, distance, _name(ended), words))
    return tuple(entries)


def _entry(tower: Colour, direction: Direction, distance: str, ended: Colour, text: str) -> Entry:
    if (distance == "0") != (direction is Direction.NOWHERE):
        raise ValueError(f"{text!r}: 0 squares and no arrow belong together (M6)")
    return Entry(tower, direction, int(distance), ended)


def _letter(text: str) -> Colour:
    colour = LETTERS.find(text.upper())
    if colour < 0:
        raise ValueError(f"{text!r} is the letter of no colour ({LETTERS})")
    return colour


def _name(text: str) -> Colour:
    try:
        return COLOURS.index(text)
    except ValueError:
        raise ValueError(f"{text!r} is no colour: they are {', '.join(COLOURS)}") from None
