"""Time from a lifted tower to its lights, in simulated time, by three versions of the protocol.

    python -m benchmarks.costs.lift_to_light [--lifts N] [--seed S]

Lifts come at all moments of a scan, from the ranks that are read first and last.  The board's share
is that of the simulator's cost model, so it is the same on a busy computer; the host's is processor
time of this one.  In protocol 1.5 a board reports only what has settled, in 1.6 lifts at once, and
since 1.7 it shows frames that the host has sent ahead.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from typing import NamedTuple
from unittest.mock import patch

from benchmarks.solver import share
from host.app.board_controller import MOST_UNREAD, BoardController
from host.cli.options import count, seed
from host.link import frames_ahead, wire
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Notice
from host.virtual.stepped_process import SteppedBoard
from simulator.testing.board import START_MS, BoardFixture, BoardOptions

PROTOCOLS = (("settled", (1, 5)), ("early", (1, 6)), ("ahead", (1, 7)))
"""Those that differ in how a lift is lit."""
AHEAD = (1, 7)
SIDES = (("b", 8, 7), ("w", 1, 2))
"""Side to move, rank of its towers, rank of a square that is lit when one is lifted."""
START = "obpkyrgn/8/8/8/8/8/8/NGRYKPBO {} -"
STAGES = ("board, lift to frame", "host", "board, frame to light")
LONGEST_MS = 200
APART_MS = 2200
"""Between two lifts: nothing moves any more, and no sensor is doubted."""
STEP_US = 613
"""Lifts come so much later each time: at all moments of a scan, which takes 7 ms."""


class TimedController(BoardController):
    """A controller that measures its calls.

    Attributes:
        framed_ms: processor time of the last call that has changed the frame.
    """

    framed_ms = 0.0

    def pump(self, now_ms: int, most: int = MOST_UNREAD) -> list[Notice]:
        """Process what has come, and send what is due."""
        frame, begin_ns = self.frame, time.process_time_ns()
        notices = super().pump(now_ms, most)
        if self.frame != frame:
            self.framed_ms = (time.process_time_ns() - begin_ns) / 1e6
        return notices


class Lift(NamedTuple):
    """Milliseconds: lift to frame on the board, host, frame to light; lift to light.

    The first three are None if the board has shown a frame that was sent ahead.
    """

    stages: tuple[float, float, float] | None
    total: float


def measure(lifts: int, seed: int) -> list[Lift]:
    """Time lifts of either side's towers."""
    timed: list[Lift] = []
    for turn, home, ahead in SIDES:
        options = BoardOptions(seed=seed, position=START.format(turn))
        with SteppedBoard(*options.arguments()) as process:
            board = BoardFixture(process, options)
            session = Session(MatchSettings(options.rules), options.start)
            link = board.new_link()
            host = TimedController(session, link)
            board.join(link, host)
            board.wait(START_MS)
            for number in range(lifts):
                board.wait(APART_MS + number * STEP_US / 1000)
                file = "abcdefgh"[number % 8]
                timed.append(_time(board, host, f"{file}{home}", f"{file}{ahead}"))
            board.close()
    return timed


def _time(board: BoardFixture, host: TimedController, square: str, lit: str) -> Lift:
    """Lift a tower, wait for the light of a square, and put the tower back."""
    begin_ms, seen = board.now_ms, len(board.frames)
    board.ask("lift", square=square, seconds=0)
    sent_ms = host_ms = 0.0
    while not any(lit in lights for _, lights in board.frames[seen:]):
        if board.now_ms > begin_ms + LONGEST_MS:
            raise TimeoutError(f"{lit} was not lit within {LONGEST_MS} ms of the lift of {square}")
        board.wait(1)
        if not sent_ms and host.frame_changed_ms >= begin_ms:
            sent_ms, host_ms = board.now_ms, host.framed_ms
    shown_us = next(us for us, lights in board.frames[seen:] if lit in lights)
    board.ask("put", square=square, seconds=0)
    total_ms = shown_us / 1000 - begin_ms
    if not sent_ms or total_ms < sent_ms - begin_ms:
        return Lift(None, total_ms)
    return Lift((sent_ms - begin_ms, host_ms, shown_us / 1000 - sent_ms), total_ms + host_ms)


def _row(name: str, values: Sequence[float]) -> str:
    return f"{name:<34}{statistics.median(values):9.1f}{share(values, 0.99):9.1f}"


def main() -> int:
    """Read the arguments and measure; return the exit status."""
    parser = argparse.ArgumentParser(description="Time from a lifted tower to its lights.")
    parser.add_argument("--lifts", type=count, default=60, help="of each side (default: 60)")
    parser.add_argument("--seed", type=seed, default=1)
    options = parser.parse_args()
    print(f"{'ms':<34}{'p50':>9}{'p99':>9}")
    for name, protocol in PROTOCOLS:
        capability = frames_ahead.CAPABILITY if protocol >= AHEAD else "no such"
        with (
            patch.object(wire, "PROTOCOL", protocol),
            patch.object(frames_ahead, "CAPABILITY", capability),
        ):
            timed = measure(options.lifts, options.seed)
        print(_row(f"{name}: lift to light", [lift.total for lift in timed]))
        answered = [lift.stages for lift in timed if lift.stages is not None]
        for at, stage in enumerate(STAGES if answered else ()):
            print(_row(f"    {stage}", [stages[at] for stages in answered]))
        print(f"    shown ahead{(len(timed) - len(answered)) / len(timed):>27.0%} of lifts")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
