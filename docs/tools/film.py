"""Draw the film of README.md and of the site: a move, a mistake, and a win (docs/film.gif).

Run as `python -m docs.tools.film`; it needs Pillow.  The moves are the last ones of the recorded
round, and the game itself says which squares are legal, and why the mistake is one.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from host.cli.play.demonstration import recorded_moves
from host.engine.game import AnyGame, Square
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.ui.pictures.board_picture import RIM, board_picture, corner, piece_picture, size_of
from host.ui.pictures.gif import animation
from host.ui.pictures.shapes import Element, Shape, Text, circle, ring

FILM = Path(__file__).resolve().parents[1] / "film.gif"
WIDTH = 420
"""Pixels: the signs can still be told, and the file stays small."""
CAPTION = 84.0
"""Height of the line below the board."""
ILLEGAL = "g7"
"""Square where Black puts the tower first, beside the one that it comes from."""
READ_MS = 1900
"""Time to read a line of ten words, and to see what has changed."""
END_MS = 3600
STEP_MS = 70
STEPS = 6
"""Pictures of a tower on its way: it arrives in less than half a second, as by a hand."""

Spot: TypeAlias = tuple[float, float]
Picture: TypeAlias = tuple[list[Element], int]


@dataclass(frozen=True)
class Scene:
    """A position, and what is drawn above it.

    Attributes:
        caption: the line below the board.
        last: origin and target of the last move.
        lifted: a square whose tower is in the hand.
        held: where that tower is drawn.
        legal: squares that are lit.
        wrong: the square of a mistake.
    """

    game: AnyGame
    position: Hashable
    caption: str
    last: tuple[Square | None, Square | None] = (None, None)
    lifted: Square | None = None
    held: Spot | None = None
    legal: Sequence[Square] = ()
    wrong: Square | None = None

    def elements(self) -> Iterator[Element]:
        """Yield what is drawn, from the ground up."""
        gone = () if self.lifted is None else (self.lifted,)
        yield from board_picture(self.game, self.position, self.last, gone)
        for square in self.legal:
            yield circle(*middle(self.game, square), 15, "#ffffff", "#1b1504")
        if self.lifted is not None:
            yield from ring(*corner(self.game, self.lifted), 1, "#ffffff")
            at = self.held or middle(self.game, self.lifted)
            yield from piece_picture(self.game.pieces(self.position)[self.lifted], *at)
        if self.wrong is not None:
            yield from ring(*corner(self.game, self.wrong), 1, "#d0303f")
            yield from cross(*middle(self.game, self.wrong))
        width, height = size_of(self.game)
        yield Text((width / 2, height + CAPTION / 2 - RIM / 4), self.caption, "#f0dfc2", 32)


def middle(game: AnyGame, square: Square) -> Spot:
    """Return the middle of a square."""
    x, y = corner(game, square)
    return x + 50, y + 50


def cross(x: float, y: float) -> Iterator[Shape]:
    """Yield a red cross around a point, with a light edge that every colour shows."""
    for long, thick, fill in ((34, 9, "#ffffff"), (32, 6, "#d0303f")):
        for lean in (1, -1):
            corners = ((-long, -lean * long), (long, lean * long))
            (ax, ay), (bx, by) = corners
            yield Shape(
                (
                    (x + ax + thick, y + ay - lean * thick),
                    (x + bx + thick, y + by - lean * thick),
                    (x + bx - thick, y + by + lean * thick),
                    (x + ax - thick, y + ay + lean * thick),
                ),
                fill,
            )


def way(scene: Scene, target: Square) -> Iterator[Picture]:
    """Yield the pictures of a lifted tower on its way to a square."""
    assert scene.lifted is not None
    (ax, ay), (bx, by) = middle(scene.game, scene.lifted), middle(scene.game, target)
    for step in range(1, STEPS):
        part = step / STEPS
        held = (ax + part * (bx - ax), ay + part * (by - ay))
        yield list(replace(scene, held=held).elements()), STEP_MS


def film() -> list[Picture]:
    """Return the pictures: three moves, and a mistake before the second of them."""
    game = game_named("kamisado-single")
    position = game.start()
    *before, first, second, third = recorded_moves()
    for text in before:
        position = game.play(position, game.parse_move(position, text))
    last: tuple[Square | None, Square | None] = (None, None)
    pictures: list[Picture] = []
    for text in (first, second, third):
        origin, target = (parse_square(part, game.size) for part in (text[:2], text[2:]))
        tower = game.pieces(position)[origin]
        side, other = (who.name.capitalize() for who in (tower.side, tower.side.other))
        moves = [game.move_text(position, move) for move in game.legal_moves(position)]
        legal = [parse_square(move[2:4], game.size) for move in moves]
        caption = f"{side} must move {tower.name}. The squares where it may go are lit."
        scene = Scene(game, position, caption, last, origin, None, legal)
        pictures.append((list(scene.elements()), READ_MS))
        if text == second:
            wrong = parse_square(ILLEGAL, game.size)
            pictures += way(scene, wrong)
            why = game.explain_illegal(position, origin, wrong)
            told = replace(
                scene,
                caption=f"{why}. Put it back.",
                held=middle(game, wrong),
                legal=(),
                wrong=wrong,
            )
            pictures.append((list(told.elements()), READ_MS))
            pictures.append((list(scene.elements()), STEP_MS * STEPS))
        pictures += way(scene, target)
        position = game.play(position, game.parse_move(position, text))
        last = (origin, target)
        colour = game.square_colour(target)
        ended = game.outcome(position)
        said = (
            f"{side}'s {tower.name} tower reaches the far row and wins."
            if ended
            else f"It stops on {colour}. Now {other} must move {colour}."
        )
        after = Scene(game, position, said, last)
        pictures.append((list(after.elements()), END_MS if ended else READ_MS))
    return pictures


def main() -> int:
    """Draw the film; return the exit status."""
    width, height = size_of(game_named("kamisado-single"))
    data = animation(film(), (width, height + CAPTION), WIDTH)
    FILM.write_bytes(data)
    sys.stdout.write(f"{FILM}: {len(data) // 1000} kB\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
