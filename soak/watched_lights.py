"""The lights of a board, checked after each action of the host against what people see as flicker.

The least time between two changes of a square's light is that of `host.guidance.steady_lights`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from host.app.board_controller import BoardController
from host.guidance.steady_lights import STEADY_MS
from host.link.board_link import BoardLink
from host.virtual.stepped_process import SteppedBoard
from simulator.testing.lockstep import Lockstep
from soak.session_tabletop import CheckError

BLINK_MS = 500
"""A change that is taken back within this time is counted, if no hand has moved for as long before
it."""


class WatchedLights:
    """Checks each frame that differs from the last.

    Args:
        counts: of events by kind; gets "changes of lights" and "lights that blinked at rest".
    """

    def __init__(self, counts: Counter[str]) -> None:
        self._counts = counts
        self._frame: tuple[str, ...] = ()
        self._before: list[str] = []
        self._changed_ms: list[int | None] = []

    def check(self, frame: Sequence[str], now_ms: int, moved_ms: int) -> None:
        """Check the present frame.

        Args:
            frame: the light of each square; none before the first.
            moved_ms: when a hand moved last.

        Raises:
            CheckError: a light has changed twice within 80 ms.
        """
        if len(frame) != len(self._frame):
            self._before = list(frame)
            self._changed_ms = [None] * len(frame)
        elif frame != self._frame:
            for square, (was, light) in enumerate(zip(self._frame, frame, strict=True)):
                if light != was:
                    self._check_change(square, was, light, now_ms, moved_ms)
        self._frame = tuple(frame)

    def _check_change(self, square: int, was: str, light: str, now_ms: int, moved_ms: int) -> None:
        self._counts["changes of lights"] += 1
        changed_ms = self._changed_ms[square]
        if changed_ms is not None:
            apart_ms = now_ms - changed_ms
            if apart_ms < STEADY_MS:
                raise CheckError(
                    f"the light of square {square} changes from {was!r} to {light!r} at {now_ms} "
                    f"ms, {apart_ms} ms after its last change"
                )
            at_rest = moved_ms <= changed_ms - BLINK_MS
            if light == self._before[square] and apart_ms < BLINK_MS and at_rest:
                self._counts["lights that blinked at rest"] += 1
        self._before[square] = was
        self._changed_ms[square] = now_ms


class WatchedLockstep(Lockstep[BoardController]):
    """A session on a stepped simulator whose lights are checked.

    Args:
        board: just started.
        link: to that board.
        controller: of the session.
        counts: of events by kind; see `WatchedLights`.
    """

    def __init__(
        self,
        board: SteppedBoard,
        link: BoardLink,
        controller: BoardController,
        counts: Counter[str],
    ) -> None:
        super().__init__(board, link, controller)
        self._lights = WatchedLights(counts)

    def _pump(self) -> None:
        super()._pump()
        moved_ms = min(self.now_ms, self.board.done_us // 1000)
        self._lights.check(self.controller.frame, self.now_ms, moved_ms)
