"""A session that is checked after each of its actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from host.engine.game import AnyGame, Square
from host.guidance.lighting import Mark
from host.recognition.snapshot import Snapshot
from host.session.requests import ModeRequest
from host.session.session import Session
from host.session.view import Notice, View


class WatchedSession:
    """A session whose state is checked after each of its actions; a `BoardMode`.

    Its view is kept until then: the controller and the check ask for the same.

    Args:
        session: what is played.
        saw: is called with each snapshot and its time, before the session is.
        acted: is called after each action.
    """

    def __init__(
        self,
        session: Session,
        saw: Callable[[Snapshot, int], None],
        acted: Callable[[], None],
    ) -> None:
        self._session = session
        self._saw = saw
        self._acted = acted
        self._view: View | None = None

    @property
    def game(self) -> AnyGame:
        return self._session.game

    @property
    def next_wake_ms(self) -> int | None:
        return self._session.next_wake_ms

    def see(self, snapshot: Snapshot, now_ms: int, age_ms: int = 0) -> list[Notice]:
        self._saw(snapshot, now_ms)
        self._view = None
        notices = self._session.see(snapshot, now_ms, age_ms)
        self._acted()
        return notices

    def snapshots_missed(self) -> None:
        self._session.snapshots_missed()

    def tick(self, now_ms: int) -> list[Notice]:
        self._view = None
        notices = self._session.tick(now_ms)
        self._acted()
        return notices

    def handle(self, request: ModeRequest, now_ms: int) -> list[Notice]:
        self._view = None
        return self._session.handle(request, now_ms)

    def host_stalled(self, from_ms: int, until_ms: int) -> None:
        self._view = None
        self._session.host_stalled(from_ms, until_ms)

    def board_lost(self) -> None:
        self._view = None
        self._session.board_lost()

    def forget_pieces(self) -> None:
        self._view = None
        self._session.forget_pieces()

    def set_virtual_hand(self, on: bool) -> None:
        self._session.set_virtual_hand(on)

    def likely_lifts(self) -> Sequence[Square]:
        """See `Session.likely_lifts`."""
        return self._session.likely_lifts()

    def marks_if_lifted(self, square: Square) -> tuple[Mark, ...] | None:
        """See `Session.marks_if_lifted`."""
        return self._session.marks_if_lifted(square)

    def view(self) -> View:
        if self._view is None:
            self._view = self._session.view()
        return self._view
