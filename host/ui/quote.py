"""What a display has sent, quoted to a person."""

from __future__ import annotations

import json
from collections.abc import Mapping

QUOTE_LIMIT = 60
"""Characters of a bad message that are quoted back."""


def shorten(text: str) -> str:
    """The text quoted for a message to a person, cut to about `QUOTE_LIMIT` characters."""
    return repr(text if len(text) <= QUOTE_LIMIT else text[: QUOTE_LIMIT - 1] + "…")


def unknown(message: Mapping[str, object]) -> str:
    """What a display is told that wishes for something that nobody knows.

    >>> unknown({"t": "castle"})
    'What was asked is not known here, and nothing was done: \\'{"t":"castle"}\\'.'
    """
    text = json.dumps(dict(message), ensure_ascii=False, separators=(",", ":"))
    return f"What was asked is not known here, and nothing was done: {shorten(text)}."
