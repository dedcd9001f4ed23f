"""QR codes, for pages as SVG paths and for terminals as text."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from itertools import groupby

from host.ui.messages.access import QrData

QUIET_ZONE = 4
"""Light modules on each side, as ISO/IEC 18004 requires."""


def has_encoder() -> bool:
    """Return True if there is an encoder; a tab without a network may lack it."""
    return find_spec("segno") is not None


@lru_cache(maxsize=64)
def qr_code(text: str) -> QrData:
    """Encode a text with error correction M."""
    import segno

    rows = [bytes(row) for row in segno.make_qr(text, error="m").matrix]
    path = []
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                path.append(f"M{x + QUIET_ZONE} {y + QUIET_ZONE}h{length}v1h-{length}z")
            x += length
    return {"size": len(rows) + 2 * QUIET_ZONE, "path": "".join(path)}


def qr_text(text: str) -> str:
    """Encode a text as lines of half blocks, light on a dark terminal."""
    import segno

    code = segno.make_qr(text, error="l")
    border = QUIET_ZONE // 2  # enough for cameras beside a dark background
    rows = [bytes(row) for row in code.matrix_iter(border=border)]
    rows.append(bytes([1] * len(rows[0])))  # below the last line, which may be half empty
    return "\n".join(
        "".join("█▀▄ "[2 * upper + lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=False)
    )
