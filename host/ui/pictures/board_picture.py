"""Picture of a position: tiles, signs, pieces, and the last move."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator

from host.engine.game import AnyGame, Piece, Side, Square
from host.ui.pictures.shapes import Element, Shape, Text, circle, octagon, ring, rounded, sign

RIM = 30.0
"""Width of the rim around the squares."""

_TINTS = {
    "brown": ("#7b4c29", "#ffffff"),
    "green": ("#12875a", "#ffffff"),
    "red": ("#d0303f", "#ffffff"),
    "yellow": ("#f4cf22", "#1b1504"),
    "pink": ("#f3a0c8", "#1b0a14"),
    "purple": ("#6b3ab5", "#ffffff"),
    "blue": ("#2375cd", "#ffffff"),
    "orange": ("#f0892a", "#1b0d00"),
    "sand": ("#d3b57f", "#1b1504"),
    "centre": ("#c07a45", "#1b0d00"),
}
_WOOD = ("#cbb48c", "#1b1504")
_WALL = {Side.WHITE: "#8b7851", Side.BLACK: "#101215"}
_ROOF = {Side.WHITE: "#f6efdc", Side.BLACK: "#4a515b"}
_EDGE = {Side.WHITE: "#5d4d2d", Side.BLACK: "#aab3c0"}
_CAP_EDGE = {Side.WHITE: "#3b3322", Side.BLACK: "#d5dbe4"}
_HORN = "#f2cf6b"
_HORNS = {1: (0,), 2: (-12, 12), 3: (-15, 0, 15), 4: (-18, -6, 6, 18)}


def size_of(game: AnyGame) -> tuple[float, float]:
    """Return the width and height of a picture."""
    files, ranks = game.size
    return files * 100 + 2 * RIM, ranks * 100 + 2 * RIM


def board_picture(
    game: AnyGame,
    position: Hashable,
    last: tuple[Square | None, Square | None] = (None, None),
    lifted: Collection[Square] = (),
) -> Iterator[Element]:
    """Yield the elements of a picture, from the ground up, White's side at the bottom.

    Args:
        last: origin and target of the last move.
        lifted: squares whose pieces are left out.
    """
    width, height = size_of(game)
    files, ranks = game.size
    yield rounded(0, 0, width, height, 18, "#4a3527")
    yield rounded(RIM - 5, RIM - 5, width - 2 * RIM + 10, height - 2 * RIM + 10, 14, "#0d0c0b")
    for file in range(files):
        at = (RIM + file * 100 + 50, height - RIM / 2)
        yield Text(at, chr(ord("a") + file), "#f0dfc2", 17)
    for rank in range(ranks):
        yield Text((RIM / 2, corner(game, rank * files)[1] + 50), str(rank + 1), "#f0dfc2", 17)
    for square in range(files * ranks):
        yield from _tile(game, square)
    for framed, light in zip(last, ("#a89f8e", "#ffffff"), strict=True):
        if framed is not None:
            yield from ring(*corner(game, framed), 1, light)
    for square, piece in sorted(game.pieces(position).items(), reverse=True):
        x, y = corner(game, square)
        if square not in lifted:
            yield from piece_picture(piece, x + 50, y + 50)
    # Signs lie over the towers, as on the page.
    for square in range(files * ranks):
        yield from _signs(game, square)


def corner(game: AnyGame, square: Square) -> tuple[float, float]:
    """Return the upper left corner of a square."""
    files, ranks = game.size
    return RIM + square % files * 100, RIM + (ranks - 1 - square // files) * 100


def _tile(game: AnyGame, square: Square) -> Iterator[Shape]:
    x, y = corner(game, square)
    fill, _ = _TINTS.get(game.square_colour(square) or "", _WOOD)
    yield rounded(x + 7, y + 7, 86, 86, 11, fill)


def _signs(game: AnyGame, square: Square) -> Iterator[Shape]:
    x, y = corner(game, square)
    colour = game.square_colour(square) or ""
    fill, ink = _TINTS.get(colour, _WOOD)
    yield from sign(colour, x + 20, y + 20, 10, ink, fill)
    yield from sign(colour, x + 80, y + 80, 10, ink, fill)


def piece_picture(piece: Piece, x: float, y: float) -> Iterator[Shape]:
    """Yield the shapes of a piece around a point."""
    side = piece.side
    if piece.name not in _TINTS:
        yield circle(x, y + 3, 31, _WALL[side], _EDGE[side])
        yield circle(x, y - 2, 31, _ROOF[side], _EDGE[side])
        return
    fill, ink = _TINTS[piece.name]
    for dy in (7.0, 3.0, 0.0, -3.0):
        yield octagon(x, y + dy, 29, _WALL[side], _WALL[side])
    yield octagon(x, y - 6, 29, _ROOF[side], _EDGE[side])
    for dx in _HORNS.get(piece.teeth, ()):
        points = ((x + dx - 6, y - 26), (x + dx, y - 50 + abs(dx) / 3), (x + dx + 6, y - 26))
        yield Shape(points, _HORN, "#3d2a08", 1.6)
    if side is Side.BLACK:
        yield circle(x, y - 6, 21, fill, _CAP_EDGE[side])
    else:
        yield rounded(x - 20, y - 26, 40, 40, 8, _CAP_EDGE[side])
        yield rounded(x - 19, y - 25, 38, 38, 7, fill)
    yield from sign(piece.name, x, y - 6, 12, ink, fill)
