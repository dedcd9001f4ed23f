"""The virtual board of an application: its simulator, and the hand on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from host.app.hand_controller import HandController
from host.engine.game import Side
from host.message import Message, message
from host.recognition.cell_map import size_text
from host.session.board_mode import BoardMode
from host.virtual.hand import VirtualHand
from host.virtual.process import VirtualBoard


class VirtualService:
    """A simulator with a hand.

    Args:
        size: files and ranks of the board.
        seed: of the simulator.
        doze_ms: how long its chip may doze while nothing is touched.
        north: the side whose pieces have their north pole down.
        mode: returns the mode that has the board now.
        publish: takes LED frames and messages for the displays.

    Attributes:
        board: the running simulator.
        hand: the hand on it.
        hand_controller: of that hand.
    """

    board: VirtualBoard
    hand: VirtualHand
    hand_controller: HandController

    def __init__(
        self,
        size: tuple[int, int],
        seed: int,
        doze_ms: int,
        north: Side,
        mode: Callable[[], BoardMode],
        publish: Callable[[Mapping[str, object] | bytes], None],
    ) -> None:
        self._size = size
        self._options = ("--seed", str(seed), "--size", size_text(size), "--doze", str(doze_ms))
        self._north = north
        self._mode = mode
        self._publish = publish

    async def start(self, on_event: Callable[[dict[str, object]], None]) -> None:
        """Start the simulator, and set up the pieces.

        Args:
            on_event: takes the simulator's events, for the LEDs and the pieces.

        Raises:
            BoardNotFoundError: it does not start.
        """
        self.board = await VirtualBoard.start(on_event, *self._options)
        self.hand = VirtualHand(self.board, self._size, self._north, self._publish)
        self.hand_controller = HandController(self.hand, self._mode)
        await self.board.ask("watch", what=["frames", "pieces", "done"])
        await self.hand_controller.set_up()

    def handle_event(self, event: dict[str, object]) -> None:
        """Publish what the LEDs show, or where the pieces are."""
        if event.get("event") == "frame":
            snapshot = bytes.fromhex(str(event["rgb"]))
            self._publish(self.hand.square_leds(snapshot))
        else:
            self.hand.handle_event(event)

    @property
    def name(self) -> Message:
        """Name of the board for players."""
        if self.board.runtime == "cpython":
            return message("app.virtual_board_cpython")
        return message("app.virtual_board")
