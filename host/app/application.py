"""Application: a board or simulator, the mode that runs on it, and the displays that look on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence

from host.app.ai.scheduler import AiScheduler
from host.app.background import Background
from host.app.board_controller import AT_ONCE, BoardController, LinkState
from host.app.clock import monotonic_ms
from host.app.displays import Displays
from host.app.led_publisher import LedPublisher
from host.app.mode_handler import ModeHandler
from host.app.mode_switch import ModeSwitch
from host.app.remote.late_far_matches import LateFarMatches
from host.app.request_handler import RequestHandler
from host.app.virtual.hand_controller import HandController
from host.app.virtual.virtual_service import VirtualService
from host.engine.game import AnyGame
from host.link.errors import BoardNotFoundError
from host.session.modes.board_mode import BoardMode
from host.session.requests import ConfirmReward
from host.session.view import View
from host.storage.autosave import Saver
from host.ui.web.broadcast import Broadcast
from host.virtual.board import VirtualBoard
from host.virtual.hand import VirtualHand

READY_S = 20.0
"""Time from its opening in which a board is to answer."""


class Application:
    """One game at one board, and the displays that look on; see `compose`.

    Args:
        service: the virtual board; None with a real one.
        scheduler: of the session's AI tasks.
        saver: saves the mode; see `BoardController`.
        woken: set when the controller is to be pumped.
        remarks: sentences about the board.

    Attributes:
        turns: of the main loop, at least one a second.
    """

    def __init__(
        self,
        *,
        switch: ModeSwitch,
        controller: BoardController,
        hand_controller: HandController,
        service: VirtualService | None,
        displays: Displays,
        modes: ModeHandler,
        requests: RequestHandler,
        scheduler: AiScheduler,
        far_matches: LateFarMatches,
        background: Background,
        saver: Saver,
        broadcast: Broadcast,
        woken: asyncio.Event,
        remarks: Sequence[str],
    ) -> None:
        self._switch = switch
        self.controller = controller
        self._hand_controller, self._service = hand_controller, service
        self._displays, self._leds = displays, LedPublisher(controller, broadcast)
        self._modes, self._saver = modes, saver
        self._scheduler, self._far_matches = scheduler, far_matches
        self._woken, self.wake = woken, woken.set
        self.remarks = remarks
        self.turns = 0
        self.ask, self.handle = requests.ask, requests.handle
        self.tell, self.wait_for = displays.tell, displays.wait_for
        self._broadcast, self.connect = broadcast, broadcast.connect
        self.wait_until_done = background.wait

    @property
    def mode(self) -> BoardMode:
        """Mode that has the board now."""
        return self._switch.mode

    @property
    def game(self) -> AnyGame:
        """Game that is played now."""
        return self.mode.game

    @property
    def view(self) -> View:
        """View that displays may show now."""
        return self.mode.view()

    @property
    def link_state(self) -> LinkState:
        """Link to the board."""
        return self.controller.link_state

    @property
    def is_delayed(self) -> bool:
        """True while spectators are told later what is played."""
        return self._broadcast.delay.is_on

    @property
    def virtual(self) -> VirtualBoard | None:
        """Simulator of the virtual board; None with a real board."""
        return None if self._service is None else self._service.board

    @property
    def hand(self) -> VirtualHand | None:
        """Hand on the virtual board; None with a real board."""
        return None if self._service is None else self._service.hand

    @contextlib.asynccontextmanager
    async def running(self, waits: bool = False) -> AsyncIterator[None]:
        """Play as long as the context lasts.

        Args:
            waits: begin without the board's answer.

        Raises:
            BoardError: the board is not ours; the message says what to do.
        """
        try:
            self._displays.greet()
            # If a task fails, the group ends whatever the caller is doing.
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._play()), group.create_task(self._mirror())]
                if not waits:
                    await self._until_ready()
                yield
                for task in tasks:
                    task.cancel()
        finally:
            if (session := self._switch.session) is not None:
                now_ms = monotonic_ms()
                session.host_stalled(now_ms, now_ms)  # so that the time used until now is saved
                self._saver(now_ms)

    async def _until_ready(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(READY_S):
                await self._displays.ready.wait()
        # A virtual board that does not answer yet is slow, as in the browser of a busy computer.
        link = self.controller.link_state
        if self._service is None and link.state == "refused":
            raise BoardNotFoundError(link.words, self.controller.link.url)

    async def _play(self) -> None:
        controller = self.controller
        while True:
            self.turns += 1
            self._woken.clear()
            controller.set_virtual_hand(self._hand_controller.is_active)
            self.tell(*controller.pump(monotonic_ms(), AT_ONCE))
            self._leds.look()
            if controller.monitor.is_changed:
                self._broadcast.publish(controller.monitor.message())
            await self._refresh()
            self._far_matches.check()
            if not self._switch.is_game_waiting:
                await self._scheduler.reschedule()
            await asyncio.sleep(0)  # even where this is woken at once, again and again
            wake_ms = controller.next_wake_ms
            pause = 1.0 if wake_ms is None else max(0, wake_ms - monotonic_ms()) / 1000
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(pause, 1.0)):
                    await self._woken.wait()

    async def _refresh(self) -> None:
        """Show what has changed, and have the hand put a reward on."""
        self._displays.greet()
        if self.controller.is_held(monotonic_ms()):
            return
        view = self.view
        if self._displays.look(view):
            await self._modes.handle(ConfirmReward())
            view = self.view
        await self._displays.show(view)

    async def _mirror(self) -> None:
        """Publish the LEDs of a real board, or keep a virtual one running."""
        if self._service is None:
            await self._leds.run()
            return
        async with asyncio.TaskGroup() as group:
            group.create_task(self._service.supervise(self.tell, self._restarted))
            group.create_task(self._service.follow_viewers())

    def move_to(self, url: str) -> None:
        """Go on with the board at another port."""
        self.controller.link.move_to(url)
        self.wake()

    def _restarted(self, url: str) -> None:
        """Go on at a new simulator, on which the pieces were set up unseen."""
        self.move_to(url)
        self._modes.forget_pieces()
