"""Board at a TCP address without a firmware: it says where pieces stand, and takes frames."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Mapping

from host.engine.game import AnyGame, Side, Square
from host.engine.material import Kind, kind_of
from host.link.codec import decode_host, encode
from host.link.errors import RemoteProtocolError
from host.link.wire import (
    PROTOCOL,
    SEQ_PERIOD,
    Ack,
    BoardHello,
    BoardMessage,
    Frame,
    HostHello,
    Look,
    Snap,
)
from host.recognition.sensing.cell_map import CellMap, smallest_build

REPEAT_S = 1.0
"""Time after which a board sends its snapshot again (docs/protocols/board.md)."""
LOOK_S = 0.02
MOST_AGE_MS = 10_000
POLES = {Side.WHITE: "n", Side.BLACK: "s"}


class ModelBoard:
    """A board of the smallest size for a game, with its pieces as they stand at the beginning.

    Args:
        game: that is played on it.

    Attributes:
        standing: the kind of the piece on each square; a hand changes it by `put`.
        is_down: its cable is pulled out.
    """

    def __init__(self, game: AnyGame) -> None:
        self.standing: dict[Square, Kind] = kinds_of(game, game.start())
        self.is_down = False
        self._map = CellMap(game.size, smallest_build(game.size))
        self._uid, self._boot = secrets.token_hex(8).upper(), secrets.token_hex(2)
        self._writer: asyncio.StreamWriter | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._seq = self._revision = 0
        self._begin_s = self._changed_s = time.monotonic()

    async def start(self) -> str:
        """Listen on a free port; return its URL."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return f"socket://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """Stop listening."""
        self.unplug()
        self._server.close()
        await asyncio.gather(*self._tasks)

    def unplug(self) -> bool:
        """Break the connection of the host; return True if there was one."""
        if self._writer is None:
            return False
        self._writer.transport.abort()
        return True

    async def wait_free(self) -> None:
        """Wait until a host can connect: the cable is in, and the last host's connection over."""
        while self.is_down or self._writer is not None:
            await asyncio.sleep(LOOK_S)

    def lift(self, square: Square) -> None:
        """Take the piece from a square."""
        del self.standing[square]
        self._change()

    def put(self, kind: Kind, square: Square) -> None:
        """Put a piece on a free square."""
        assert square not in self.standing, "a hand puts no piece where another one stands"
        self.standing[square] = kind
        self._change()

    def _change(self) -> None:
        self._revision += 1
        self._changed_s = time.monotonic()
        self._snap()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._writer is not None or self.is_down:
            writer.transport.abort()  # one host at a time
            return
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._writer = writer
        beating = asyncio.create_task(self._beat())
        try:
            with contextlib.suppress(OSError):
                async for line in reader:
                    self._take(line)
        finally:
            beating.cancel()
            writer.transport.abort()
            self._writer = None

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(REPEAT_S)
            self._snap()

    def _take(self, line: bytes) -> None:
        try:
            _, message = decode_host(line.removesuffix(b"\n"))
        except RemoteProtocolError:
            return  # a host that is killed leaves half a line
        match message:
            case HostHello():
                hello = BoardHello(
                    protocol=PROTOCOL,
                    version="0.1.0",
                    uid=self._uid,
                    boot=self._boot,
                    size=self._map.board,
                    capabilities=frozenset({"leds", "levels", "polarity"}),
                    limit_ma=300,
                    calibration="9c0e",
                    error=None,
                )
                self._send(hello)
                self._snap()
            case Look():
                self._snap()
            case Frame(number):
                self._send(Ack(number, 88))

    def _snap(self) -> None:
        now_s = time.monotonic()
        squares = range(self._map.game[0] * self._map.game[1])
        poles = [POLES[self.standing[s][0]] if s in self.standing else "." for s in squares]
        age_ms = min(int((now_s - self._changed_s) * 1000), MOST_AGE_MS)
        board_ms = int((now_s - self._begin_s) * 1000)
        self._send(Snap(self._revision, board_ms, self._map.spread(poles, "."), age_ms))

    def _send(self, message: BoardMessage) -> None:
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(encode(message, self._seq))
            self._seq = (self._seq + 1) % SEQ_PERIOD


def kinds_of(game: AnyGame, position: object) -> dict[Square, Kind]:
    """Return the kinds of the pieces of a position by their squares."""
    return {square: kind_of(piece) for square, piece in game.pieces(position).items()}


def next_carry(
    standing: Mapping[Square, Kind], wanted: Mapping[Square, Kind]
) -> tuple[Square | None, Square | None] | None:
    """Return the next step on the way to a position: from where to where a piece is carried.

    Returns:
        From None, beside the board; to None, there.  None if all stands as it is wanted.
    """
    wrong = [square for square, kind in standing.items() if wanted.get(square) != kind]
    free = [square for square in wanted if square not in standing]
    for target in free:
        for origin in wrong:
            if standing[origin] == wanted[target]:
                return origin, target
    if wrong:
        return wrong[0], None
    return (None, free[0]) if free else None
