"""The virtual board of an application: its simulator, and the hand on it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from host.app.mode_switch import ModeSwitch
from host.app.platform import Platform
from host.engine.game import Side
from host.link.errors import BoardError
from host.message import Message, message, message_of
from host.recognition.sensing.cell_map import fits, smallest_build
from host.session.view import Notice, Severity
from host.ui.web.broadcast import Broadcast
from host.virtual.board import VirtualBoard
from host.virtual.hand import VirtualHand

RESTART_S = 1.0
"""Pause between two starts."""


class VirtualService:
    """A simulator with a hand.

    Args:
        platform: starts the simulator.
        size: files and ranks of the board.
        seed: of the simulator.
        doze_ms: how long its chip may doze while nothing is touched.
        north: the side whose pieces have their north pole down; None for White.
        switch: has the mode whose pieces are set up.
        broadcast: takes LED frames and messages for the displays.
        wake: called when a piece has moved: what a lift leads to is told before the sensors see it.

    Attributes:
        board: the running simulator.
        hand: the hand on it.
    """

    board: VirtualBoard
    hand: VirtualHand

    def __init__(
        self,
        platform: Platform,
        size: tuple[int, int],
        seed: int,
        doze_ms: int,
        north: Side | None,
        switch: ModeSwitch,
        broadcast: Broadcast,
        wake: Callable[[], None],
    ) -> None:
        self._size = size
        self._platform = platform
        self._seed, self._doze_ms = seed, doze_ms
        self._resized: asyncio.Event | None = None
        self._north = north or Side.WHITE
        self._switch, self._wake = switch, wake
        self._broadcast = broadcast
        self._publish = broadcast.publish
        self._is_viewed = False
        self._firmware_died = asyncio.Event()

    async def start(self) -> None:
        """Start the simulator, and set up the pieces.

        Raises:
            BoardNotFoundError: it does not start.
        """
        self.board = await self._start()
        self.hand = VirtualHand(self.board, self._size, self._north, self._publish)
        try:
            await self._set_up()
        except BaseException:
            await self.board.close()
            raise

    async def _start(self) -> VirtualBoard:
        return await self._platform.start_virtual_board(
            self.handle_event, self._size, self._seed, self._doze_ms
        )

    async def make_room(self, game: tuple[int, int]) -> None:
        """Go on with a larger board if a game does not fit on this one.

        Args:
            game: its files and ranks.

        Raises:
            ValueError: it fits on no board.
        """
        if fits(game, self._size):
            return
        self._size = smallest_build(game)
        resized = self._resized = asyncio.Event()
        self.board.ended.set()  # `supervise` starts the other one
        await resized.wait()

    async def supervise(
        self, tell: Callable[[Notice], None], restarted: Callable[[str], None]
    ) -> None:
        """Start the simulator and its firmware again whenever they end, until cancelled.

        Args:
            restarted: called with the port of a new simulator, on which the pieces stand as the
                game has them.
        """
        told: Message | None = None
        while True:
            ended, died = self.board.ended, self._firmware_died
            await _first_of(ended, died)
            try:
                if ended.is_set():
                    if self._resized is None:
                        tell(Notice(Severity.WARN, message("app.simulator_ended")))
                    await self.board.close()
                    self.board = await self._start()
                    self.hand.move_to(self.board, self._size)
                    await self._set_up()
                    restarted(self.board.port)
                    if self._resized is not None:
                        self._resized.set()
                        self._resized = None
                else:
                    tell(Notice(Severity.WARN, message("app.virtual_firmware_ended")))
                    died.clear()
                    await self.board.ask("reset")
                told = None
            except (BoardError, ValueError) as error:
                self.board.ended.set()  # also one that has just been started is begun anew
                why = message_of(error)
                if why != told:
                    tell(Notice(Severity.WARN, why))
                told = why
            # One that ends again and again must not keep the computer busy.
            await asyncio.sleep(RESTART_S)

    async def _set_up(self) -> None:
        await self._watch()
        mode = self._switch.mode
        await self.hand.set_up(mode.game, mode.view().expectation.position)

    async def follow_viewers(self) -> None:
        """Have the simulator send its LEDs only while a display shows them, until cancelled.

        While nobody looks, the board sleeps although its lights move.
        """
        while True:
            await (
                self._broadcast.until_unviewed()
                if self._is_viewed
                else self._broadcast.until_viewed()
            )
            self._is_viewed = not self._is_viewed
            with contextlib.suppress(BoardError):  # another simulator is asked when it starts
                await self._watch()

    async def _watch(self) -> None:
        """Ask for events, and for the LEDs as they are now."""
        frames = ("frames",) if self._is_viewed else ()
        await self.board.ask("watch", what=[*frames, "pieces", "done"])
        if self._is_viewed:
            self._show_leds((await self.board.ask("state"))["rgb"])

    def _show_leds(self, rgb: object) -> None:
        self._publish(self.hand.pieces.square_leds(bytes.fromhex(str(rgb))))

    def handle_event(self, event: dict[str, object]) -> None:
        """Publish what the LEDs show, or where the pieces are."""
        match event.get("event"):
            case "frame":
                self._show_leds(event["rgb"])
                return  # it comes 40 times a second where a light pulses
            case "board":
                if event.get("state") == "died":
                    self._firmware_died.set()
            case _:
                self.hand.handle_event(event)
        self._wake()

    async def close(self) -> None:
        """End the simulator."""
        await self.board.close()

    @property
    def is_cpython(self) -> bool:
        """True if the firmware runs under Python itself."""
        return self.board.runtime.startswith("cpython")

    @property
    def name(self) -> Message:
        """Name of the board for players."""
        if self.is_cpython:
            return message("app.virtual_board_cpython")
        return message("app.virtual_board")


async def _first_of(*events: asyncio.Event) -> None:
    """Wait until one of the events is set."""
    tasks = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
