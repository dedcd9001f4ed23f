"""Entries of the rule book's notation, as glyphs and as words; moves by their squares.

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
    COLOUR_NAMES,
    COLOURS,
    FILES,
    LETTERS,
    SQUARE_COLOURS,
    Colour,
    colour_of,
    name,
    side_of,
)
from host.engine.kamisado.move_tables import FORWARD
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.rules import pushed
from host.message import Message, message


class Direction(enum.Enum):
    """Direction of a tower; the values are the arrow, its typed form, the word, and a template."""

    NOWHERE = ("", "", "", "engine.entry_pass")
    UP = ("↑", "^", "", "engine.entry_straight")
    LEFT = ("↖", "<", "left", "engine.entry_left")
    RIGHT = ("↗", ">", "right", "engine.entry_right")
    DOWN = ("↓", "v", "down", "engine.entry_down")

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
_EMOJI = {0xFE0F: None, ord("⬆"): "↑", ord("⬇"): "↓"}
"""Arrows as phones write them: with a variation selector, and thicker."""
_GLYPHS = re.compile(r"([A-Za-z])([↑↖↗↓^<>v]?)([0-7])([A-Za-z])")
_SPOKEN = re.compile(r"([a-z]+)(?: ([a-z]+))? ([0-7]) ([a-z]+)")


class Entry(NamedTuple):
    """The part of one tower in a move.

    Attributes:
        tower: colour of the tower.
        direction: seen by the side that moves.
        distance: number of squares, 0 for a blocked tower.
        ended: colour of the square on which it ended.
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
        """The entry in words: "Purple left 5 Yellow"."""
        direction = f" {self.direction.word}" if self.direction.word else ""
        tower, ended = (COLOURS[colour].capitalize() for colour in (self.tower, self.ended))
        return f"{tower}{direction} {self.distance} {ended}"

    @property
    def message(self) -> Message:
        """The entry in words, for players."""
        tower, ended = COLOUR_NAMES[self.tower], COLOUR_NAMES[self.ended]
        template = self.direction.value[3]
        return message(template, tower=tower, distance=self.distance, ended=ended)


def entries_of(position: Position, move: Move) -> tuple[Entry, ...]:
    """Return the entries of a legal move: one, and for a push one more for each pushed tower."""
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


def describe_move(position: Position, move: Move) -> Message:
    """Return a legal move in the rule book's notation, e.g. "Purple left 5 Yellow".

    Left and right are the mover's own.  A push is the pusher's entry followed by one for
    each pushed tower, nearest first: "Yellow 1 Orange, Brown down 1 Green".
    """
    first, *others = (entry.message for entry in entries_of(position, move))
    words = first
    for entry in others:
        words = message("engine.entries", head=words, last=entry)
    return words


def spell_move(position: Position, move: Move) -> Message:
    """Return a legal move with its squares, e.g. "Pink from d8 to d5, orange".

    After a push the towers that were pushed follow, nearest first: "Yellow from c3 to c4, orange,
    pushing brown to c5".
    """
    tower, target = position.squares.index(move.origin), name(move.target)
    words = COLOUR_NAMES[colour_of(tower)]
    if move.origin == move.target:
        return message("engine.passes_on", tower=words, square=target)
    ended = COLOUR_NAMES[SQUARE_COLOURS[move.target]]
    origin = name(move.origin)
    spelled = message("engine.from_to", tower=words, origin=origin, target=target, ended=ended)
    if not move.push:
        return spelled
    step = FORWARD[side_of(tower)] * FILES
    others = tuple(
        message(
            "engine.pushed_to",
            tower=COLOUR_NAMES[colour_of(position.squares.index(square))],
            square=name(square + step),
        )
        for square in pushed(position, tower)
    )
    return message("engine.pushing", move=spelled, pushed=others)


def parse_glyphs(text: str) -> tuple[Entry, ...]:
    """Parse the entries of one move, with spaces between them; arrows may be emoji.

    Raises:
        ValueError: there is something else; the message quotes it.
    """
    entries = []
    for word in text.translate(_EMOJI).split():
        found = _GLYPHS.fullmatch(word)
        if found is None:
            raise ValueError(message("engine.no_glyphs", text=repr(word)))
        tower, arrow, distance, ended = found.groups()
        entries.append(_entry(_letter(tower), _ARROWS[arrow], distance, _letter(ended), word))
    return tuple(entries)


def parse_words(text: str) -> tuple[Entry, ...]:
    """Parse the entries of one move, with commas between them.

    Raises:
        ValueError: there is something else; the message quotes it.
    """
    entries = []
    for part in text.split(","):
        words = " ".join(part.split())
        found = _SPOKEN.fullmatch(words.lower())
        if found is None:
            raise ValueError(message("engine.no_words", text=repr(words)))
        tower, word, distance, ended = found.groups()
        direction = (
            _WORDS.get(word) if word else (Direction.UP if distance != "0" else Direction.NOWHERE)
        )
        if direction is None:
            raise ValueError(message("engine.no_direction", word=repr(word), text=repr(words)))
        entries.append(_entry(_name(tower), direction, distance, _name(ended), words))
    return tuple(entries)


def _entry(tower: Colour, direction: Direction, distance: str, ended: Colour, text: str) -> Entry:
    if (distance == "0") != (direction is Direction.NOWHERE):
        raise ValueError(message("engine.no_arrow", text=repr(text)))
    return Entry(tower, direction, int(distance), ended)


def _letter(text: str) -> Colour:
    colour = LETTERS.find(text.upper())
    if colour < 0:
        raise ValueError(message("engine.no_colour_letter", text=repr(text), letters=LETTERS))
    return colour


def _name(text: str) -> Colour:
    try:
        return COLOURS.index(text)
    except ValueError:
        raise ValueError(
            message("engine.no_colour", text=repr(text), colours=", ".join(COLOURS))
        ) from None
