"""State of the far player, as far as it is known here, and the own one that is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from host.engine.game import Side
from host.message import Message, message
from host.remote.match.presence import Presence, PresenceWriter, ToldPresence
from host.remote.match.remote_match import RemoteMatch
from host.session.view import Phase, View

LEAST_MS = 1000
"""Difference of the clocks from which on it is shown."""


@dataclass(frozen=True, slots=True)
class FarState:
    """State of the far player.

    Attributes:
        presence: what the player is doing; None while nothing is known.
        since: when it began to, UTC, e.g. 2026-11-21T05:31:00Z; None if that was before this host
            looked.
        ahead_ms: how much more the far player's own clock shows than the one here shows for that
            player; None without clocks, and unless that player thinks.
        said: number of the sentence that the far player has said last; None if nothing was said.
        said_count: how many sentences the far player has said since this host looks.
        plies: moves of the game when the last one was said.
    """

    presence: Presence | None = None
    since: str | None = None
    ahead_ms: int | None = None
    said: int | None = None
    said_count: int = 0
    plies: int = 0

    def heard(self, number: int, plies: int) -> FarState:
        """Return the state after the far player has said something.

        Args:
            number: of the sentence.
            plies: moves of the game.
        """
        return replace(self, said=number, said_count=self.said_count + 1, plies=plies)

    @property
    def says(self) -> Message:
        """The announcement of what was said last."""
        return message("remote.says", phrase=message(f"remote.phrase_{self.said}"))

    def after(self, plies: int) -> FarState:
        """Return the state when the game has so many moves: another move ends what was said."""
        return self if plies == self.plies else replace(self, said=None, plies=plies)

    @property
    def phrase(self) -> Message | None:
        """The sentence said since the last move; None if there is none."""
        return None if self.said is None else message(f"remote.phrase_{self.said}")

    def told(self, told: ToldPresence, here_ms: int | None) -> FarState:
        """Return the state after the far player has told what is done there.

        Args:
            told: by the far player's host.
            here_ms: what the clock of that side shows here; None without clocks.
        """
        presence, clock_ms = told.presence, told.clock_ms
        since = self.since
        if presence is not self.presence:
            now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            since = None if self.presence is None else now
        # Only then neither clock waits for a move that is still on its way.
        if presence is not Presence.THINKING or clock_ms is None or here_ms is None:
            return replace(self, presence=presence, since=since, ahead_ms=None)
        return replace(self, presence=presence, since=since, ahead_ms=clock_ms - here_ms)

    @property
    def shown_ahead_ms(self) -> int | None:
        """The difference of the clocks if it is worth showing, else None."""
        ahead_ms = self.ahead_ms
        return None if ahead_ms is None or abs(ahead_ms) <= LEAST_MS else ahead_ms


def presence_in(view: View, side: Side) -> Presence:
    """Return what is done at a board.

    Args:
        view: of its session.
        side: played there.
    """
    if view.phase is Phase.PAUSED:
        return Presence.PAUSED
    if view.phase is Phase.SETUP or view.correction is not None or view.returning:
        return Presence.SETUP
    if view.outcome is not None or view.phase not in (Phase.PLAY, Phase.ROUND_BREAK):
        return Presence.WAITING
    if view.turn is side:
        return Presence.THINKING
    is_announced = view.phase is Phase.PLAY and not view.thinking
    return Presence.EXECUTING if is_announced else Presence.WAITING


def new_writer(match: RemoteMatch, on_new_run: Callable[[], None] = lambda: None) -> PresenceWriter:
    """Return what signs the presence of this host, as long as it plays a match.

    Args:
        on_new_run: as of `PresenceWriter`.
    """
    run = time.time_ns() // 1_000_000
    return PresenceWriter(match.own_log.match, match.side, match.key, run, on_new_run)
