"""Displays of an application: what they are told of the game, its state, clocks and notices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from host.app.board_controller import BoardController
from host.app.clock import monotonic_ms
from host.app.mode_switch import ModeSwitch
from host.app.virtual.hand_controller import HandController
from host.message import Words
from host.session.session import Session
from host.session.view import Notice, View
from host.ui.messages.state import LinkData
from host.ui.publisher import StatePublisher
from host.ui.web.broadcast import Broadcast


class Displays:
    """Tells all displays what has changed, and wakes those who wait for it.

    Args:
        broadcast: to the displays.
        runtime: of the firmware of a virtual board; None at a real one.
        saves: True if matches are saved.
        far: True if players at other boards can be reached.

    Attributes:
        ready: set when the board has answered, or been refused.
        changed: notified whenever the state has changed, or a far player is to be asked something.
    """

    def __init__(
        self,
        broadcast: Broadcast,
        switch: ModeSwitch,
        controller: BoardController,
        hand_controller: HandController,
        *,
        runtime: str | None,
        saves: bool,
        far: bool,
    ) -> None:
        self._broadcast = broadcast
        self._switch = switch
        self._controller = controller
        self._hand_controller = hand_controller
        self._runtime, self._saves, self._far = runtime, saves, far
        self._publisher = StatePublisher(broadcast.publish)
        # The reward that the simulated hand has put on last, which nobody is told to put on.
        self._put_on: Words | None = None
        self.ready = asyncio.Event()
        self.changed = asyncio.Condition()

    def greet(self) -> None:
        """Publish the hello message if the game has changed."""
        runtime = self._runtime
        virtual = runtime is not None
        # A virtual board becomes as large as a game needs it.
        board = None if virtual else self._controller.size
        about = runtime or "a real board", board, self._saves, self._far
        self._publisher.publish_hello(self._switch.mode.game, virtual, *about)

    def tell(self, *notices: Notice) -> None:
        """Say things on every display, but not that a reward is due that the hand puts on."""
        if notices:
            self._puts_on_reward(self._switch.mode.view())
            self._publisher.publish_notices(
                [notice for notice in notices if notice.words != self._put_on]
            )

    def look(self, view: View) -> bool:
        """Publish what spectators get now; return True if a reward is due that the hand puts on."""
        self._broadcast.delay.look(view, monotonic_ms())
        return self._puts_on_reward(view)

    async def show(self, view: View) -> None:
        """Publish the state if it has changed, and wake those who wait for a change."""
        mode, link, now_ms = self._switch.mode, self._controller.link_state, monotonic_ms()
        told: LinkData = {"state": link.state, "text": link.words}
        self._publisher.publish_clock(view.clock, now_ms)
        self._hand_controller.look(view)
        lift = self._hand_controller.lift(view)
        is_new = self._publisher.publish_state(mode.game, view, told, now_ms, lift)
        if link.state in ("up", "refused"):
            self.ready.set()
        if is_new or (isinstance(mode, Session) and mode.far_requests):
            async with self.changed:
                self.changed.notify_all()

    async def wait_for(self, condition: Callable[[View], bool], timeout_s: float) -> None:
        """Wait for a view.

        Raises:
            TimeoutError: it took longer; the message says what the board waits for.
        """
        try:
            async with asyncio.timeout(timeout_s), self.changed:
                await self.changed.wait_for(lambda: condition(self._switch.mode.view()))
        except TimeoutError:
            raise TimeoutError(f"it did not happen: {self._switch.mode.view().prompt}") from None

    def _puts_on_reward(self, view: View) -> bool:
        if view.reward is None or not self._hand_controller.is_active:
            return False
        self._put_on = view.reward.words
        return True
