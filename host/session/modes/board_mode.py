"""The protocol of what can run on a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from host.engine.game import AnyGame, Square
from host.guidance.lighting import Mark
from host.recognition.snapshot import Snapshot
from host.session.requests import ModeRequest
from host.session.view import Notice, View


class BoardMode(Protocol):
    """Mode of a board: a session that plays, the replay of a record, or puzzles."""

    @property
    def game(self) -> AnyGame:
        """The rules; another may take their place when a new game is begun."""

    @property
    def next_wake_ms(self) -> int | None:
        """Latest time for the next call of `tick`; None if nothing is waited for."""

    def see(self, snapshot: Snapshot, now_ms: int, age_ms: int = 0) -> list[Notice]:
        """Take in what the board shows, and has shown for that long."""

    def snapshots_missed(self) -> None:
        """Take in that snapshots were lost before the one that is seen next."""

    def tick(self, now_ms: int) -> list[Notice]:
        """Act on what has become true by waiting."""

    def handle(self, request: ModeRequest, now_ms: int) -> list[Notice]:
        """Carry a request out.

        Raises:
            ValueError: it cannot be; the sentence says why, and nothing has changed.
        """

    def host_stalled(self, from_ms: int, until_ms: int) -> None:
        """Stop both clocks for the interval in which the host was stalled."""

    def board_lost(self) -> None:
        """Forget what the board showed: it is gone."""

    def forget_pieces(self) -> None:
        """Forget which piece stands where: they have been set up unseen."""

    def set_virtual_hand(self, on: bool) -> None:
        """Set whether a virtual hand sets up and carries what players need not."""

    def view(self) -> View:
        """Return the whole of what a display may show now."""

    def likely_lifts(self) -> Sequence[Square]:
        """Return the squares of the pieces of which one is to be lifted next, as far as the rules
        tell."""

    def marks_if_lifted(self, square: Square) -> tuple[Mark, ...] | None:
        """Return the marks that lifting the piece on a square will lead to; None if unknown."""


def catch_up(mode: BoardMode, from_ms: int, until_ms: int) -> Iterator[tuple[int, list[Notice]]]:
    """Call a mode whenever it has asked for it in a time that has passed.

    Yields:
        The time of each call, and what the mode says.
    """
    while (wake_ms := mode.next_wake_ms) is not None and wake_ms <= until_ms:
        from_ms = max(from_ms, wake_ms)
        yield from_ms, mode.tick(from_ms)
        if mode.next_wake_ms == wake_ms:
            return  # what it waits for is not time
