"""The protocol of what can run on a board."""

from __future__ import annotations

from typing import Protocol

from host.engine.game import AnyGame
from host.recognition.snapshot import Snapshot
from host.session.requests import ModeRequest
from host.session.view import Notice, View


class BoardMode(Protocol):
    """What can run on a board: a session that plays, or a replay of a record."""

    @property
    def game(self) -> AnyGame:
        """The rules; another may take their place when a new game is begun."""

    @property
    def next_wake_ms(self) -> int | None:
        """When `tick` must be called at the latest; None if nothing is waited for."""

    def see(self, snapshot: Snapshot, now_ms: int, age_ms: int = 0) -> list[Notice]:
        """Take in what the board shows, and has shown for that long."""

    def tick(self, now_ms: int) -> list[Notice]:
        """Act on what has become true by waiting."""

    def handle(self, request: ModeRequest, now_ms: int) -> list[Notice]:
        """Carry a request out.

        Raises:
            ValueError: it cannot be; the sentence says why, and nothing has changed.
        """

    def lose_sight(self) -> None:
        """The board is gone."""

    def forget_pieces(self) -> None:
        """Pieces have been set up unseen: which stands where is not known any more."""

    def view(self) -> View:
        """The whole of what a display may show now."""
