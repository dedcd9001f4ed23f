"""What a player has chosen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """What a player has chosen.

    Attributes:
        move: its text.
        proven: False if it was to be proven and the time ended before; True for a player that
            proves nothing.
    """

    move: str
    proven: bool = True
