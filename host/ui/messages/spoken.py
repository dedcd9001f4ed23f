"""`spoken`: a description of the board for who does not see it."""

from __future__ import annotations

from typing import Literal, TypedDict

from host.message import Words


class SpokenMessage(TypedDict):
    """Text for screen readers and voices, which no display shows."""

    t: Literal["spoken"]
    text: Words


def spoken_message(text: Words) -> SpokenMessage:
    """Build the message."""
    return {"t": "spoken", "text": text}
