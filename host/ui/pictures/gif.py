"""Animated GIF of a record, drawn with Pillow, which is installed by the extra `pictures`."""

from __future__ import annotations

import io
import shlex
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from host.engine.game import AnyGame
from host.ui.pictures.board_picture import board_picture, size_of
from host.ui.pictures.frames import Frame
from host.ui.pictures.shapes import Element, Text

_FINER = 2
"""Factor by which a frame is drawn larger and then reduced, so that its edges are smooth."""
MOVE_MS = 900
"""Time for each move: enough to see it, and a match of thirty takes half a minute."""
END_MS = 3000
"""Time for the last position, before the film begins again."""


def record_gif(game: AnyGame, frames: Sequence[Frame], width: int = 480) -> bytes:
    """Return an animation that shows position after position, again and again.

    Raises:
        ValueError: Pillow is not installed; the message says how it is.
    """
    times = [MOVE_MS] * (len(frames) - 1) + [END_MS]
    pictures = [board_picture(game, *frame) for frame in frames]
    return animation(list(zip(pictures, times, strict=True)), size_of(game), width)


def animation(
    pictures: Sequence[tuple[Iterable[Element], int]], size: tuple[float, float], width: int
) -> bytes:
    """Return an animated GIF that begins again after its last picture.

    Args:
        pictures: the elements of each, from the ground up, and the milliseconds that it stays.
        size: width and height in the units of the elements.
        width: in pixels.

    Raises:
        ValueError: Pillow is not installed; the message says how it is.
    """
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise ValueError(
            "a GIF is drawn with Pillow, which is not installed: "
            f"{shlex.quote(sys.executable)} -m pip install pillow"
        ) from None
    scale = _FINER * width / size[0]
    finer = (_FINER * width, round(scale * size[1]))

    def drawn(elements: Iterable[Element]) -> Any:
        picture = Image.new("RGB", finer, "#191613")
        draw = ImageDraw.Draw(picture)
        for element in elements:
            if isinstance(element, Text):
                at = (scale * element.at[0], scale * element.at[1])
                draw.text(
                    at, element.text, element.fill, anchor="mm", font_size=scale * element.size
                )
                continue
            points = [(scale * x, scale * y) for x, y in element.points]
            edge, line = element.edge, round(scale * element.width)
            if element.radius:
                draw.circle(points[0], scale * element.radius, element.fill, edge, line)
            else:
                draw.polygon(points, element.fill, edge, line)
        return picture.resize((width, round(finer[1] / _FINER)), Image.Resampling.LANCZOS)

    drawings = [drawn(elements) for elements, _ in pictures]
    # One palette for all: what has not moved stays the same, and is stored once.
    palette = drawings[0].quantize(64)
    first, *others = [
        drawing.quantize(palette=palette, dither=Image.Dither.NONE) for drawing in drawings
    ]
    stream = io.BytesIO()
    first.save(
        stream,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[ms for _, ms in pictures],
        loop=0,
    )
    return stream.getvalue()
