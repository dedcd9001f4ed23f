"""A table at a simulated board, in lockstep: real firmware, real serial port, simulated time.

The simulator is stepped; after each step the host waits until it has received just the bytes that
the board has sent, acts at the simulated time, and the next step waits until the board has
received just the bytes that the host has sent.  So a run depends on nothing but its seed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from host.engine.geometry import square_name
from host.engine.registry import game_named
from host.guidance import Help
from host.link.board_link import BoardLink
from host.session import Session
from host.table import Table
from host.view import Notice, View
from tests.simulated_board import DEADLINE_S, SimulatedBoard

STEP_MS = 5
APART_S = 0.003


class LockstepTable:
    """A Kamisado table at a stepped simulator.

    Attributes:
        notices: everything said, oldest first.
        frames: the LED pictures as (time in us, {square: (r, g, b)} of the lit squares).
    """

    def __init__(
        self, board: SimulatedBoard, position: str | None, help_level: Help, game: str
    ) -> None:
        self.game = game_named(game)
        self.board = board
        start = self.game.start() if position is None else self.game.parse_position(position)
        self.session = Session(self.game, start, help_level)
        self.link = BoardLink(board.port, "0.1.0")
        self.table = Table(self.session, self.link, "Simulated board")
        self.now_ms = 0
        self.notices: list[Notice] = []
        self.frames: list[tuple[int, dict[str, tuple[int, int, int]]]] = []
        board.ask(
            "setup",
            pieces=[
                {
                    "id": f"{piece.side.name.lower()}-{piece.name}",
                    "pole": "n" if piece.side.value == "w" else "s",
                    "square": square_name(square, 8),
                }
                for square, piece in self.game.pieces(start).items()
            ],
        )
        board.ask("watch", what=["frames"])
        self.link.open(self.now_ms)

    def run(self, ms: int) -> None:
        """Let simulated time pass."""
        for _ in range(0, ms, STEP_MS):
            answer = self.board.step(STEP_MS, received=self.link.written)
            self.take_frames()
            sent = int(str(answer["sent"]))
            assert self.link.wait_received(sent, DEADLINE_S), "bytes were lost on the pty"
            self.now_ms += STEP_MS
            self.notices += self.table.pump(self.now_ms)

    def run_apart(self, ms: int) -> None:
        """Let simulated time pass without counting bytes, for when the cable is out."""
        for _ in range(0, ms, STEP_MS):
            self.board.step(STEP_MS)
            self.take_frames()
            # Nobody can know what is still on its way here, so the reader gets a moment for it.
            self.link.wait_received(self.link.received + 1, APART_S)
            self.now_ms += STEP_MS
            self.notices += self.table.pump(self.now_ms)

    def run_until_idle(self, rest_ms: int = 600) -> None:
        """Until no hand is at work, and some rest after it."""
        while self.board.step(STEP_MS, received=self.link.written)["busy"]:
            self.run(STEP_MS)
        self.run(rest_ms)

    def move(self, text: str, rest_ms: int = 600) -> None:
        """Let the simulated hand carry a piece, and wait for it."""
        self.board.ask("move", **{"from": text[:2], "to": text[2:4]})
        self.run_until_idle(rest_ms)

    @property
    def view(self) -> View[Hashable, Hashable]:
        """What a display would show."""
        return self.session.view()

    @property
    def texts(self) -> list[str]:
        """The moves made."""
        return [ply.text for ply in self.session.plies]

    @property
    def lit(self) -> dict[str, tuple[int, int, int]]:
        """The squares that are lit now, with their LED duty."""
        return self.frames[-1][1] if self.frames else {}

    def take_frames(self) -> None:
        """Collect the LED pictures that have come."""
        for event in self.board.events:
            if event.get("event") == "frame":
                self.frames.append((int(str(event["time_us"])), lit_squares(str(event["rgb"]))))
        self.board.events.clear()


def lit_squares(rgb: str) -> dict[str, tuple[int, int, int]]:
    """The squares of an LED picture that are not dark."""
    data = bytes.fromhex(rgb)
    cells = {
        square_name(cell, 8): (data[3 * cell], data[3 * cell + 1], data[3 * cell + 2])
        for cell in range(len(data) // 3)
    }
    return {name: duty for name, duty in cells.items() if any(duty)}


@contextmanager
def lockstep(
    *options: str,
    position: str | None = None,
    help_level: Help = Help.LEGAL,
    game: str = "kamisado",
    ready: bool = True,
) -> Iterator[LockstepTable]:
    """A table at a new simulator, by default run until play begins."""
    with SimulatedBoard(*options) as board:
        table = LockstepTable(board, position, help_level, game)
        try:
            if ready:
                table.run(1500)
                assert table.view.phase.value != "setup", table.view.prompt
            yield table
        finally:
            table.link.close()
