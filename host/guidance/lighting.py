"""Light language: marks on squares, and the frame that shows them.

A `Mark` names a situation and a role of the vocabulary in `led_vocab.json`; the page
and the terminal draw the same marks in their own ways.  Three hues only, told apart
by pattern as well, because any fourth became indistinguishable for some kind of
colour blindness.  Palette and patterns are sent to the board (docs/protocols/board.md).
"""

from __future__ import annotations

import enum
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType

from host.engine.game import Side, Square
from host.message import Words

RGB = tuple[int, int, int]


class Pattern(enum.Enum):
    """A pattern in time; the value is its code on the wire."""

    STEADY = "-"
    BREATHE = "b"
    BLINK = "k"
    DOUBLE = "d"
    PULSE = "p"
    SLOW = "s"
    HEARTBEAT = "h"
    FIRST = "1"
    SECOND = "2"
    FLASH = "f"
    SWEEP = "A"


SWEEP_STEPS = 16
FLASH_MS = 150
"""Length of `flash`, as docs/protocols/board.md has it."""
DARK = "0-"
"""The wire text of a cell without light."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Mark:
    """Light mark of a square: the reason why it is lit.

    Attributes:
        entry: key of the situation in the vocabulary, e.g. "legal".
        role: what the square is in it, e.g. "origin".
        words: for a screen reader, after the square's name, e.g. "legal".
        order: place in a sweep, 0 first.
        tint: name of the colour in which the square is lit instead of its role's hue, where the
            vocabulary allows that; None for the hue.
        side: whose piece is meant, for displays that can tell; None if that does not matter.
    """

    square: Square
    entry: str
    role: str
    words: Words
    order: int = 0
    tint: str | None = None
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class CellLight:
    """Light of one role: palette index (1 up) and pattern."""

    colour: int
    pattern: Pattern


def _load() -> tuple[
    tuple[RGB, ...],
    Mapping[tuple[str, str], CellLight],
    Mapping[tuple[str, str, str], CellLight],
]:
    vocabulary = json.loads(
        resources.files("host").joinpath("data/led_vocab.json").read_text(encoding="utf-8")
    )
    palette: list[RGB] = []

    def cell_light(colour: Sequence[int], look: Mapping[str, str]) -> CellLight:
        level = vocabulary["levels"][look["level"]]
        red, green, blue = (int(channel * level) for channel in colour)
        if (red, green, blue) not in palette:
            palette.append((red, green, blue))
        return CellLight(palette.index((red, green, blue)) + 1, Pattern[look["pattern"].upper()])

    roles = [
        (key, role, look)
        for key, entry in vocabulary["entries"].items()
        for role, look in entry["roles"].items()
    ]
    glows = {
        (key, role): cell_light(vocabulary["hues"][look["hue"]], look) for key, role, look in roles
    }
    tinted = {
        (key, role, tint): cell_light(colour, look)
        for key, role, look in roles
        if look.get("tinted")
        for tint, colour in vocabulary["tints"].items()
    }
    return tuple(palette), MappingProxyType(glows), MappingProxyType(tinted)


PALETTE, GLOWS, TINTED = _load()
"""PALETTE: colours 1, 2, ... of the wire as LED duty; GLOWS: the light of each (entry, role);
TINTED: the light of each (entry, role, tint) that may be lit in the colour of a piece."""

# Of two marks on one square the one with the lower number is shown: errors before possible moves,
# possible moves before past ones.
_URGENCY = {
    "lost": 0,
    "illegal": 1,
    "putback": 2,
    "fill": 3,
    "choice": 3,
    "reward": 4,
    "menu": 4,
    "offer": 4,
    "execute": 4,
    "winning": 5,
    "losing": 6,
    "push": 7,
    "capture": 8,
    "legal": 8,
    "round": 9,
    "match": 9,
    "deadlock": 9,
    "blocked": 10,
    "required": 11,
    "any": 12,
    "accepted": 13,
    "last": 14,
    "paused": 14,
    "sensor": 15,
    "thinking": 16,
    "area": 17,
}


def cell_text(mark: Mark) -> str:
    """Return the wire text of a cell under this mark: colour digit and pattern code."""
    glow = GLOWS[mark.entry, mark.role]
    if mark.tint is not None:
        glow = TINTED.get((mark.entry, mark.role, mark.tint), glow)
    code = glow.pattern.value
    if glow.pattern is Pattern.SWEEP:
        code = chr(ord(code) + mark.order % SWEEP_STEPS)
    return _DIGITS[glow.colour] + code


def frame(marks: Sequence[Mark], squares: int, is_area: bool = False) -> tuple[str, ...]:
    """Return the wire text of every square, a1 first; the most urgent mark wins a square.

    Args:
        is_area: True to light squares without a mark faintly, on a board with many other squares.
    """
    cells = [AREA if is_area else DARK] * squares
    for mark in sorted(marks, key=lambda mark: _URGENCY[mark.entry], reverse=True):
        cells[mark.square] = cell_text(mark)
    return tuple(cells)


AREA = cell_text(Mark(0, "area", "squares", ""))
"""The wire text of a square of a small game under no mark."""


def brightness(code: str, now_ms: int, shown_ms: int = 0) -> float:
    """Return the factor 0..1 of a pattern at a moment, by the formulas of docs/protocols/board.md.

    The board animates by itself; this is for a display that stands in for a board
    whose LEDs cannot be read back.

    Args:
        code: the pattern's code on the wire.
        now_ms: the clock, any origin.
        shown_ms: when the frame came, for `flash`.
    """
    if code == "-":
        return 1.0
    if code == "f":
        return 1.0 if now_ms - shown_ms < FLASH_MS else 0.0
    period = {"k": 800, "p": 800, "s": 3200, "h": 3200}.get(code, 1600)
    p = now_ms % period / period
    turn = 0.5 - 0.5 * math.cos(2 * math.pi * p)
    match code:
        case "b":
            return 0.35 + 0.65 * turn
        case "k":
            return 1.0 if p < 0.5 else 0.06
        case "d":
            return 1.0 if p < 0.125 or 0.25 <= p < 0.375 else 0.05
        case "p":
            return math.exp(-3.2 * p)
        case "s":
            return turn
        case "h":
            return 1.0 if p < 0.0625 else 0.0
        case "1":
            return 1.0 if p < 0.45 else 0.05
        case "2":
            return 1.0 if p >= 0.55 else 0.05
    if "A" <= code <= "P":
        k = ord(code) - ord("A")
        return max(0.0, math.sin(2 * math.pi * (p - k / SWEEP_STEPS))) ** 2
    raise ValueError(f"no pattern has the code {code!r}")


def is_moving(cells: Iterable[str]) -> bool:
    """Return True if a frame looks different from moment to moment."""
    return any(text[0] != DARK[0] and text[1] != Pattern.STEADY.value for text in cells)


def cell_rgb(cells: Sequence[str], now_ms: int, shown_ms: int) -> bytes:
    """Return the LED snapshot of a frame at a moment: 3 bytes of duty a square, a1 first."""
    out = bytearray()
    for text in cells:
        index = _DIGITS.index(text[0])
        if index == 0:
            out += b"\0\0\0"
            continue
        factor = brightness(text[1], now_ms, shown_ms)
        out += bytes(int(channel * factor) for channel in PALETTE[index - 1])
    return bytes(out)
