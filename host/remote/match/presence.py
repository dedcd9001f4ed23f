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
    """It is to move."""
    WAITING = "waiting"
    """The other side is to move."""
    EXECUTING = "executing"
    """It carries the other side's move out."""
    SETUP = "setup"
    """Its board is not yet as the match has it."""
    PAUSED = "paused"
    AWAY = "away"
    """Its host is not connected; the broker says so by the last will, after the time in
    `host.remote.broker.timeouts`."""

    @property
    def message(self) -> Message:
        """The words for players: "is setting the board right"."""
        return message(f"remote.presence_{self.value}")

    @property
    def sentence(self) -> Message:
        """The sentence for players about somebody who has come or gone."""
        is_away = self is Presence.AWAY
        return message("remote.far_player_is_away" if is_away else "remote.far_player_is_here")


def log_topic(match: str, side: Side) -> str:
    """Return the topic of the log of a side."""
    return match_topic(match, side.name.lower())


def presence_topic(match: str, side: Side) -> str:
    """Return the topic on which a side tells what it is doing."""
    return f"{log_topic(match, side)}/presence"


def presence_payload(presence: Presence, clock_ms: int | None = None) -> bytes:
    """Return the payload that tells a presence.

    Args:
        presence: of a side.
        clock_ms: what the own clock of that side shows now; None without clocks.
    """
    told: dict[str, object] = {"state": presence.value}
    if clock_ms is not None:
        told["clock"] = clock_ms
    return json.dumps(told, separators=(",", ":")).encode("ascii")


def presence_of(payload: bytes) -> Presence:
    """Return the presence that a payload tells; `AWAY` if it tells none, as it is not signed."""
    try:
        return Presence(json.loads(payload)["state"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return Presence.AWAY


def clock_of(payload: bytes) -> int | None:
    """Return the milliseconds that the clock of a side shows; None if its payload tells none."""
    try:
        told = json.loads(payload)["clock"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return told if isinstance(told, int) and not isinstance(told, bool) and told >= 0 else None
