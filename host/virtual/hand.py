"""Simulated hand: moves the pieces of a virtual board.

The simulator answers an action when it begins, carries actions out one after another, and sends an
event when one is done; `wait_idle` waits for all of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable, Mapping, Sequence
from contextlib import asynccontextmanager

from host.engine.game import AnyGame, Piece, Side, Square
from host.link.errors import BoardError, LinkTimeoutError
from host.message import message
from host.virtual.board import JsonObject, VirtualBoard
from host.virtual.hand_speed import CLEAR_S, TIDY_S
from host.virtual.placed_pieces import PlacedPieces

LONGEST_S = 60.0
"""Timeout of `wait_idle`: several times the duration for all pieces."""

IsDue = Callable[[], bool]
"""Tells if something is still to be done."""


def always() -> bool:
    """Return True: it is."""
    return True


class VirtualHand:
    """The hand at a virtual board.

    Args:
        board: the simulator.
        size: files and ranks of the board.
        north: the side whose pieces have their north pole down.
        publish: called with a message for the displays when pieces have moved.

    Attributes:
        pieces: the pieces of the game and their places.
        by_hand: True if the players take captured pieces off, put rewards on and set rounds up.
        is_busy: True while it does several things by itself, for which requests wait.
    """

    def __init__(
        self,
        board: VirtualBoard,
        size: tuple[int, int],
        north: Side,
        publish: Callable[[JsonObject], None],
    ) -> None:
        self._board = board
        self._publish = publish
        self.pieces = PlacedPieces(size, north)
        self._running = 0
        self._idle = asyncio.Event()
        self._setting_up = asyncio.Lock()
        self.is_busy = False
        self.by_hand = False

    def move_to(self, board: VirtualBoard, size: tuple[int, int]) -> None:
        """Go on at another simulator, on which nothing is under way.

        Args:
            size: its files and ranks.
        """
        self._board = board
        self.pieces.resize(size)
        self._running = 0
        self._idle.set()

    def handle_event(self, event: JsonObject) -> None:
        """Handle an event of the simulator: places of the pieces, or a finished action."""
        if event.get("event") == "pieces":
            pieces = event["pieces"]
            assert isinstance(pieces, list)
            self.pieces.set_places(pieces)
            self._publish(self.pieces_message())
        elif event.get("event") == "done" and self._running:
            self._done()

    def pieces_message(self) -> JsonObject:
        """Return the page's message with the place of every piece (docs/protocols/page.md)."""
        return {
            "t": "hand",
            "by_hand": self.by_hand,
            "busy": self.is_busy,
            "pieces": self.pieces.rows(),
        }

    async def act(self, do: str, seconds: float, **fields: object) -> None:
        """Begin an action of docs/protocols/simulator.md: lift, put, move, slide, push or remove.

        It waits until the hand has done what it does by itself.

        Args:
            fields: as there, but with squares of the game; with `side` and without `piece`, `put`
                takes a piece of that side out of the box, and `remove` may name a square.

        Raises:
            ValueError: it cannot be done; the message says why.
        """
        async with self._setting_up:
            if do == "put":
                await self.wait_idle()  # it may have been lifted just now
            await self._begin(do, seconds, **self.pieces.to_simulator(do, fields))

    async def carry_out(
        self, requests: Sequence[JsonObject], seconds: float, is_due: IsDue = always
    ) -> None:
        """Begin actions as `act` does, each after the one before is done.

        Args:
            is_due: asked once the hand is free: False has it do nothing, as somebody was quicker.

        Raises:
            ValueError: one cannot be done; the message says why.
        """
        async with self._by_itself():
            await self.wait_idle()
            for request in requests if is_due() else ():
                await self.wait_idle()
                fields = dict(request)
                do = str(fields.pop("do"))
                await self._begin(do, seconds, **self.pieces.to_simulator(do, fields))

    @asynccontextmanager
    async def _by_itself(self) -> AsyncIterator[None]:
        """Reserve the hand for several actions; displays see meanwhile that it is busy."""
        async with self._setting_up:
            self.is_busy = True
            self._publish(self.pieces_message())
            try:
                yield
            finally:
                self.is_busy = False
                self._publish(self.pieces_message())

    async def _begin(self, do: str, seconds: float, **fields: object) -> None:
        # Counted before the request: it may be done before the answer is read.
        self._running += 1
        self._idle.clear()
        try:
            await self._board.ask(do, seconds=seconds, **fields)
        except ValueError as error:
            self._done()
            raise ValueError(self.pieces.rename(str(error))) from error
        except BoardError:
            self._done()
            raise

    @property
    def is_idle(self) -> bool:
        """True if no action is under way."""
        return not self._running and not self._setting_up.locked()

    def set_by_hand(self, on: bool) -> None:
        """Set whether the players take captured pieces off and set the next round up."""
        self.by_hand = on
        self._publish(self.pieces_message())

    async def wait_idle(self) -> None:
        """Wait until all requested actions are done.

        Raises:
            LinkTimeoutError: it takes too long; they are not waited for any more.
        """
        if not self._running:
            return
        try:
            async with asyncio.timeout(LONGEST_S):
                await self._idle.wait()
        except TimeoutError as error:
            self._running = 0
            self._idle.set()
            raise LinkTimeoutError(message("virtual.silent"), self._board.port) from error

    def _done(self) -> None:
        self._running -= 1
        if self._running == 0:
            self._idle.set()

    async def set_up(self, game: AnyGame, position: Hashable, is_due: IsDue = always) -> None:
        """Put the pieces of a position on the board instantly, and all others in the box.

        Args:
            is_due: as of `carry_out`.
        """
        async with self._by_itself():
            await self.wait_idle()
            if not is_due():
                return
            dealt = self.pieces.deal(game, position)
            changing = [each for each in dealt if each["square"] and self.pieces.changes_side(each)]
            first = [piece | {"square": None} if piece in changing else piece for piece in dealt]
            await self._board.ask("setup", pieces=first)
            for piece in changing:
                # The host does not accept a change of side on a square without a lift: the board
                # sees it empty, for a time of its own, however busy the computer is.
                await self._begin("put", CLEAR_S, piece=piece["id"], square=piece["square"])
            await self.wait_idle()

    def update_pieces(self, pieces: Mapping[Square, Piece]) -> None:
        """Update the looks of the pieces, which gain teeth during a match."""
        if self.pieces.update_looks(pieces):
            self._publish(self.pieces_message())

    async def restore_position(
        self, position: Callable[[], Mapping[Square, Piece]], is_due: IsDue = always
    ) -> None:
        """Carry every piece to its square, one after another, and wait until it is done.

        Pieces without a square go into the box.

        Args:
            position: returns the pieces by their squares, asked once the hand is free: what it does
                before may make a move.
            is_due: as of `carry_out`.
        """
        async with self._by_itself():
            await self.wait_idle()
            for do, fields in self.pieces.steps_to(position()) if is_due() else ():
                await self._begin(do, TIDY_S, **fields)
            await self.wait_idle()
