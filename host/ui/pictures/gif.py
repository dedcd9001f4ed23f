"""Animated GIF of a record, drawn with Pillow, which is installed by the extra `pictures`."""

from __future__ import annotations

import io
import shlex
import sys
from collections.abc import Sequence
from typing import Any

from host.engine.game import AnyGame
from host.ui.pictures.board_picture import board_picture, size_of
from host.ui.pictures.frames import Frame
from host.ui.pictures.shapes import Text

_FINER = 2
"""Factor by which a frame is drawn larger and then reduced, so that its edges are smooth."""
MOVE_MS = 900
"""Time for each move: enough to see it, and a match of thirty takes half a minute."""
END_MS = 3000
"""Time for the last position, before the film begins anew."""


def record_gif(game: AnyGame, frames: Sequence[Frame], width: int = 480) -> bytes:
    """Return an animation that shows position after position, again and again.

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
    across, down = size_of(game)
    scale = _FINER * width / across
    size = (_FINER * width, round(scale * down))

    def drawn(frame: Frame) -> Any:
        position, last = frame
        picture = Image.new("RGB", size, "#191613")
        draw = ImageDraw.Draw(picture)
        for element in board_picture(game, position, last):
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
        return picture.resize((width, round(size[1] / _FINER)), Image.Resampling.LANCZOS)

    pictures = [drawn(frame).quantize(64) for frame in frames]
    times = [MOVE_MS] * (len(pictures) - 1) + [END_MS]
    stream = io.BytesIO()
    pictures[0].save(
        stream, "GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0
    )
    return stream.getvalue()
