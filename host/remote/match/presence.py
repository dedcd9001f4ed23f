"""Presence of a side: what it is doing, for the other side to see."""

from __future__ import annotations

import enum
import json

from host.engine.game import Side
from host.message import Message, message
from host.remote.topics import match_topic


class Presence(enum.Enum):
    """Presence of a side; the value is its name on the broker."""

    THINKING = "thinking"
    """It has the match before it."""
    SETUP = "setup"
    """Its board is not yet as the match has it."""
    PAUSED = "paused"
    AWAY = "away"
    """Its host is not connected; the broker says so by the last will."""

    @property
    def message(self) -> Message:
        """The words for players: "is setting the board right"."""
        return message(f"remote.presence_{self.value}")


def log_topic(match: str, side: Side) -> str:
    """Return the topic of the log of a side."""
    return match_topic(match, side.name.lower())


def presence_topic(match: str, side: Side) -> str:
    """Return the topic on which a side tells what it is doing."""
    return f"{log_topic(match, side)}/presence"


def presence_payload(presence: Presence) -> bytes:
    """Return the payload that tells a presence."""
    return json.dumps({"state": presence.value}, separators=(",", ":")).encode("ascii")


def presence_of(payload: bytes) -> Presence:
    """Return the presence that a payload tells; `AWAY` if it tells none, as it is not signed."""
    try:
        return Presence(json.loads(payload)["state"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return Presence.AWAY
