"""The text board: the position as lines of ASCII.

A square has two lines: the first letters of its colour's name, and what stands on it between the
signs of what the lights mean.  A tower is the letter of its colour, upper case for White and lower
case for Black, with a `+` for each tooth (in a narrow terminal `k2` is `k++`); a stone is `O` for
White and `X` for Black.  Everything is shown by letters and signs; colours only repeat it, so the
board can be read without them.

    pin        the square is pink
     [k+]      Black's pink tower with one tooth stands on it and must move
     :G        White's green tower is still to be put there
    .         an empty square on which nothing is painted
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from host.engine.squares import square_name
from host.message import message
from host.ui.messages.clock import ClockMessage
from host.ui.messages.hello import HelloMessage
from host.ui.messages.pieces import HandPieceData
from host.ui.messages.state import StateMessage
from host.ui.terminal.status import moves_text, status_lines, wrapped
from host.ui.terminal.symbols import (
    content,
    due,
    game_pieces,
    hand_pieces,
    paint,
    short_colour,
    signs_around,
)

CELLS = (7, 6, 4)
"""Columns of a square; the widest for which there is room is taken."""
DIGIT_CELL = 4
"""In squares this narrow two or three teeth are a digit."""
MARGIN = 4
MIN_WIDTH = 20

_TEETH = re.compile(r"\+{2,}")


def render(
    hello: HelloMessage,
    state: StateMessage,
    hand: Sequence[HandPieceData] | None = None,
    clock: ClockMessage | None = None,
    *,
    colour: bool = False,
    width: int = 80,
) -> str:
    """Return the board and the sentences below it, as lines joined by newlines.

    Args:
        hello, state: the newest messages of their kind.
        hand: the pieces of a virtual board where they lie; None shows them where the game has them.
        clock: the newest message of its kind; None leaves the time out.
        colour: True paints the squares with ANSI sequences.
        width: columns of the terminal; sentences are wrapped to it.
    """
    width = max(width, MIN_WIDTH)
    lines = _board(hello, state, hand, colour, width)
    for text in status_lines(hello, state, hand, clock, width):
        lines += wrapped(text, width)
    return "\n".join(lines)


def render_moves(state: StateMessage, width: int = 80) -> str:
    """Return all moves, one a line; those of a match under the headings of their rounds."""
    if not state["moves"]:
        return str(message("ui.no_move"))
    lines: list[str] = []
    for number, moves in groupby(state["moves"], key=lambda move: move["round"]):
        if state["match"] is not None:
            lines.append(str(message("ui.round", round=number)))
        for move in moves:
            lines += wrapped(moves_text([move]), width)
    return "\n".join(lines)


def _board(
    hello: HelloMessage,
    state: StateMessage,
    hand: Sequence[HandPieceData] | None,
    colour: bool,
    width: int,
) -> list[str]:
    files, ranks = hello["size"]
    cell = next((each for each in CELLS if files * each + 2 * MARGIN <= width), CELLS[-1])
    is_named_twice = MARGIN + files * cell + len(" 8") <= width
    signs = signs_around(state)
    still_due = due(state)
    pieces = game_pieces(state) if hand is None else hand_pieces(hand)
    if hand is None:
        # The game has them there already; on the board they are still due.
        pieces = {square: text for square, text in pieces.items() if square not in still_due}
    if cell <= DIGIT_CELL:
        pieces = {square: _TEETH.sub(_digit, text) for square, text in pieces.items()}
    names = " " * MARGIN + "".join(
        square_name(file, files)[0].center(cell) for file in range(files)
    )
    lines = [names.rstrip()]
    for rank in reversed(range(ranks)):
        above, below = [], []
        for file in range(files):
            square = square_name(rank * files + file, files)
            tint = hello["square_colours"].get(square, "")
            name = short_colour(tint)[:cell]
            above.append(paint(name.center(cell), tint, colour, bold=False))
            text = content(pieces.get(square, ""), signs.get(square), still_due.get(square, ""))
            # A point marks a square on which nothing is painted.
            text = text or ("" if tint else ".")
            below.append(paint(text.center(cell), tint, colour, bold=True))
        label = f"{rank + 1:>2}"
        lines.append((" " * MARGIN + "".join(above)).rstrip())
        named_again = f" {label.strip()}" if is_named_twice else ""
        lines.append(f" {label} {''.join(below)}{named_again}".rstrip())
    return [*lines, names.rstrip()]


def _digit(teeth: re.Match[str]) -> str:
    return str(len(teeth[0]))
