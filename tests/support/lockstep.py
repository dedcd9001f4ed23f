"""A match of Kamisado on a simulated board, in lockstep; see `simulator.testing.lockstep`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from host.ai.players.opponent import Opponent
from host.app.board_controller import BoardController
from host.engine.registry import game_named
from host.engine.squares import square_name
from host.guidance.marks import Help
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.virtual.board import JsonObject
from host.virtual.stepped_process import microseconds
from simulator.testing.lockstep import Lockstep, link_to
from tests.support.session_view import SessionView
from tests.support.simulated_board import SimulatedBoard


class LockstepRig(SessionView, Lockstep[BoardController]):
    """A match of Kamisado on a stepped simulator.

    Attributes:
        board: the simulator.
        frames: LED frames as (time in us, {square: (r, g, b)} of the lit squares).
    """

    board: SimulatedBoard

    def __init__(
        self,
        board: SimulatedBoard,
        position: str | None,
        help_level: Help,
        game: str,
        opponent: Opponent | None = None,
    ) -> None:
        self.game = game_named(game)
        start = self.game.start() if position is None else self.game.parse_position(position)
        self.session = Session(MatchSettings(self.game, opponent=opponent), start, help_level)
        link = link_to(board)
        now_us, unheard = 0, 0
        if board.begin is not None:
            now_us, unheard = microseconds(board.begin["time_ms"]), int(str(board.begin["sent"]))
        super().__init__(board, link, BoardController(self.session, link), now_us, unheard)
        self.frames: list[tuple[int, dict[str, tuple[int, int, int]]]] = []
        self.set_up(self.game.pieces(start), self.game.size[0])
        board.ask("watch", what=["frames"])
        self.open()

    def run_until_idle(self, rest_ms: float = 600) -> None:
        """Run until no hand is busy, and for some rest after it."""
        super().run_until_idle(rest_ms)

    def move(self, text: str, rest_ms: int = 600) -> None:
        """Let the simulated hand move a piece, and wait until it is done."""
        self.board.ask("move", **{"from": text[:2], "to": text[2:4]})
        self.run_until_idle(rest_ms)

    @property
    def lit(self) -> dict[str, tuple[int, int, int]]:
        """Squares lit now, with their LED duty."""
        return self.frames[-1][1] if self.frames else {}

    def _step(self, goal_us: int, received: int | None) -> JsonObject:
        answer = super()._step(goal_us, received)
        self.take_frames()
        return answer

    def take_frames(self) -> None:
        """Collect the frames of the LEDs that were received."""
        for event in self.board.events:
            if event.get("event") == "frame":
                self.frames.append((int(str(event["time_us"])), lit_squares(str(event["rgb"]))))
        self.board.events.clear()


def lit_squares(rgb: str) -> dict[str, tuple[int, int, int]]:
    """Return the lit squares of an LED frame, with their duty."""
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
    opponent: Opponent | None = None,
) -> Iterator[LockstepRig]:
    """Start a simulator and a match on it, by default run until play begins.

    The chip dozes while nothing comes, as that of the virtual board that people play on.
    """
    with SimulatedBoard("--doze", "20", *options) as board:
        rig = LockstepRig(board, position, help_level, game, opponent)
        try:
            if ready:
                rig.run(1500)
                assert rig.view.phase.value != "setup", rig.view.prompt
            yield rig
        finally:
            rig.close()
