"""Presence of a side: what it is doing, for the other side to see."""

from __future__ import annotations

import enum
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from host.engine.game import Side
from host.message import Message, message
from host.message.schema import OneOf, decode
from host.remote.record.canonical import canonical
from host.remote.record.signature import is_signed, signature
from host.remote.topics import match_topic
from host.session.clock import is_clock

VERSION = 2
"""Version of the form; before it nothing was signed."""
MOST_BYTES = 4096
"""The largest payload; one has some 250 bytes."""


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


@dataclass(frozen=True, slots=True)
class ToldPresence:
    """Presence of a side as its host has told it.

    Attributes:
        presence: what is done there.
        clock_ms: what the own clock of that side showed then; None if that was not told.
        seen_run: newest run of this side that the host there has read; None if it told none.
    """

    presence: Presence
    clock_ms: int | None = None
    seen_run: int | None = None


class _Told(TypedDict):
    """Payload of any version."""

    state: Annotated[str, OneOf(*Presence)]


class _Signed(_Told):
    """Fields of any signed payload."""

    run: int
    number: int
    mac: str


class PresenceWriter:
    """Signs what one host tells of its side.

    Args:
        match: its id.
        side: of the host.
        key: the secret that both sides share.
        run: greater each time that the host begins to play the match: milliseconds UTC.
        on_new_run: called once that run has turned out to be too early: what was written before,
            the last will too, is not believed.
    """

    def __init__(
        self,
        match: str,
        side: Side,
        key: bytes,
        run: int,
        on_new_run: Callable[[], None] = lambda: None,
    ) -> None:
        self._topic = {"match": match, "side": side.name.lower()}
        self._key, self._run, self._number = key, run, 0
        self._on_new_run = on_new_run

    def payload(
        self, presence: Presence, clock_ms: int | None = None, seen_run: int | None = None
    ) -> bytes:
        """Return a payload that tells a presence; it replaces all before it.

        Args:
            presence: of the side.
            clock_ms: what the own clock of that side shows now; None without clocks.
            seen_run: `PresenceReader.run` of the other side.
        """
        self._number += 1
        told: dict[str, object] = {"v": VERSION, "state": presence.value, **self._topic}
        told |= {"run": self._run, "number": self._number}
        if clock_ms is not None:
            told["clock"] = clock_ms
        if seen_run is not None:
            told["seen"] = seen_run
        return canonical(told | {"mac": signature(told, self._key)})

    def see(self, payload: bytes) -> None:
        """Take in what the broker has of the own side: a run before may have had a later clock."""
        signed = _signed(payload, self._topic, self._key)
        if signed is not None:
            self.hear(signed["run"])

    def hear(self, run: int | None) -> bool:
        """Take in which run the other side has read last, and be later than it.

        Returns:
            True if what was written so far was not believed there.
        """
        if run is None or run <= self._run:
            return False
        self._run, self._number = run + 1, 0
        self._on_new_run()
        return True


class PresenceReader:
    """Reads what the host of one side tells: what is forged, or older than was read, is nothing.

    Args:
        match: its id.
        side: of that host.
        key: the secret that both sides share.
    """

    def __init__(self, match: str, side: Side, key: bytes) -> None:
        self._topic = {"match": match, "side": side.name.lower()}
        self._key = key
        self._last: tuple[int, int] | None = None
        """Run and number of the newest payload that is believed."""
        self._is_away = False

    @property
    def run(self) -> int | None:
        """The newest run that is believed; None before any was read."""
        return None if self._last is None else self._last[0]

    def read(self, payload: bytes) -> ToldPresence | None:
        """Return what a payload tells; None if it is not to be believed.

        Programs before this version sign nothing; theirs, but for the clock, is believed until
        something signed has come.
        """
        signed = _signed(payload, self._topic, self._key)
        if signed is None:
            told = _fields(payload)
            is_older = self._last is None and told is not None and "mac" not in told
            return ToldPresence(Presence(told["state"])) if told and is_older else None
        presence, now = Presence(signed["state"]), (signed["run"], signed["number"])
        last = self._last or (now[0], 0)
        if presence is Presence.AWAY:  # the last will, which was signed before all else of its run
            if now[0] < last[0]:
                return None
            last = max(last, (now[0], 0))
        elif now < last or (now == last and self._is_away):
            return None
        else:
            last = now
        self._last, self._is_away = last, presence is Presence.AWAY
        clock_ms, seen_run = signed.get("clock"), signed.get("seen")
        return ToldPresence(
            presence,
            clock_ms if is_clock(clock_ms) else None,
            seen_run if type(seen_run) is int else None,
        )


def _signed(payload: bytes, topic: Mapping[str, str], key: bytes) -> dict[str, Any] | None:
    """Return the fields of a payload that a host of that topic has signed; None if none has."""
    try:
        told: dict[str, Any] = {**decode(_Signed, _fields(payload))}
        mac = told.pop("mac")
        fits = is_signed(told, mac, key) and topic.items() <= told.items()
    except (ValueError, RecursionError):  # also of numbers that JSON does not allow
        return None
    return told if fits else None


def _fields(payload: bytes) -> dict[str, Any] | None:
    """Return the fields of a payload that tells a presence; None if it tells none."""
    if len(payload) > MOST_BYTES:
        return None
    try:
        return {**decode(_Told, json.loads(payload))}
    except (ValueError, RecursionError):
        return None
