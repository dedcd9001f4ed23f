"""Many tables in one process: latency from a lifted tower to its lights, and memory.

    python -m benchmarks.costs.tables [--boards N] [--lifts L]

First one virtual board is in play, then N of them.  At each of these a tower is lifted every 4.5 s,
as by quick players; at a board alone, which waits for no other, every 1.2 s.  The host's share is
what all tables have in common: on a machine with fewer cores than boards the simulators wait for
each other.  Memory only where there is /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from unittest.mock import patch

from benchmarks.costs.idle import children, usage
from benchmarks.figures import load
from benchmarks.latency import LIGHT_S, Lift, TimingHost
from host.ai_process.solver_pool import usual_count
from host.engine.game import Square
from host.engine.registry import game_named
from host.link.board_link import BoardLink
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.virtual.board import JsonObject

GOAL_RATIO = 2.0
"""Of the 99th percentiles with many boards and with one."""
PAUSE_S = (2.0, 6.0)
"""Range of the pauses between two lifts at one of many tables."""
ALONE_S = (0.4, 1.0)
"""The same at the only one."""
STARTS = 4


class TableHost(TimingHost):
    """A table that sleeps until its LEDs change: busy ones would take each other's time."""

    doze_ms = 20

    def __init__(self, session: Session, seed: int) -> None:
        self._shown = asyncio.Event()
        super().__init__(session, seed)

    def heard(self, event: JsonObject) -> None:
        """Note an event of the simulator."""
        super().heard(event)
        self._shown.set()

    async def wait_for_light(self, square: Square, on: bool) -> None:
        """Wait until an LED is lit, or dark.

        Raises:
            TimeoutError: it does not happen.
        """
        async with asyncio.timeout(LIGHT_S):
            while any(self.rgb[3 * square : 3 * square + 3]) is not on:
                self._shown.clear()
                await self._shown.wait()


@dataclass(frozen=True)
class Run:
    """Measurements at so many boards; megabytes, None where there is no /proc.

    Attributes:
        lost: number of lifts that were not timed: the light of one at their board did not come.
        processor_s: processor time of the host for all lifts, which no other load changes much.
        seconds: how long they took.
    """

    boards: int
    lifts: Sequence[Lift]
    lost: int
    processor_s: float
    seconds: float
    host_mb: float | None
    simulators_mb: float | None


async def measure(boards: int, lifts: int, seed: int) -> Run:
    """Play at some boards, and time lifts.

    Args:
        lifts: at all boards together, at least one at each.
        seed: of the pauses and of the first simulator.
    """
    starting = asyncio.Semaphore(STARTS)
    async with contextlib.AsyncExitStack() as stack:
        # What is measured is the host, which a board with frames ahead does not wait for.
        stack.enter_context(patch.object(BoardLink, "keeps_frames", False))

        async def open_table(number: int) -> TableHost:
            table = TableHost(Session(MatchSettings(game_named("kamisado"))), seed + number)
            async with starting:
                await stack.enter_async_context(table.running())
            await table.wait_for_light(56, on=True)
            return table

        tables = [await open_table(number) for number in range(boards)]
        each = -(-lifts // boards)
        pause_s = PAUSE_S if boards > 1 else ALONE_S
        begun_s, used_s = time.monotonic(), time.process_time()
        found = await asyncio.gather(
            *(
                time_lifts(table, each, pause_s, random.Random(seed + number))
                for number, table in enumerate(tables)
            )
        )
        used_s, took_s = time.process_time() - used_s, time.monotonic() - begun_s
        memory = _memory() if Path("/proc/self/smaps_rollup").exists() else (None, None)
    timed = [lift for table in found for lift in table]
    return Run(boards, timed, each * boards - len(timed), used_s, took_s, *memory)


class TimedTable(Protocol):
    """A table whose lifts can be timed."""

    async def time_lift(self, file: int) -> Lift:
        """Lift a tower and put it back; raise TimeoutError if its light does not come."""


async def time_lifts(
    table: TimedTable, count: int, pause_s: tuple[float, float], chance: random.Random
) -> list[Lift]:
    """Time lifts at a table, fewer if the light of one does not come."""
    await asyncio.sleep(chance.uniform(0.0, pause_s[1]))
    lifts: list[Lift] = []
    with contextlib.suppress(TimeoutError):
        for number in range(count):
            lifts.append(await table.time_lift(number % 8))
            await asyncio.sleep(chance.uniform(*pause_s))
    return lifts


def _memory() -> tuple[float, float]:
    """Return the megabytes of this process, and of the simulators and their firmware."""
    simulators = children(os.getpid())
    firmware = [child for simulator in simulators for child in children(simulator)]
    return usage(os.getpid()).pss_mb, sum(usage(pid).pss_mb for pid in (*simulators, *firmware))


def p99(values: Sequence[float]) -> float:
    """Return the 99th percentile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]


def _of_host(run: Run) -> list[float]:
    """Return the host's share of those lifts whose light is the answer to what was read last."""
    return [lift.host for lift in run.lifts if lift.board > 0 and lift.shown > 0]


def latencies(run: Run) -> str:
    """Return the latencies of a run for people, as far as they were measured."""
    lines = []
    for name, values in (
        ("lift to light", [lift.total for lift in run.lifts]),
        ("host's share", _of_host(run)),
    ):
        label = f"{run.boards:>3} boards: {name}"
        if values:
            lines.append(f"{label:<26}{statistics.median(values):7.2f}{p99(values):9.2f}")
    if run.lost:
        lines.append(
            f"{run.boards:>3} boards: {run.lost} lifts are missing: at their boards a light did "
            f"not come in {LIGHT_S:.0f} s; load of the machine {load()}"
        )
    return "\n".join(lines)


def comparison(one: Run, many: Run) -> str:
    """Return for people what many boards cost more than one."""
    lines = []
    ratio = p99([lift.total for lift in many.lifts]) / p99([lift.total for lift in one.lifts])
    lines.append(
        f"p99 of lift to light, {many.boards} boards : 1 = {ratio:.2f} (goal: under {GOAL_RATIO:g})"
    )
    ratio = p99(_of_host(many)) / p99(_of_host(one))
    lines.append(f"p99 of host's share, {many.boards} boards : 1 = {ratio:.2f}")
    each_ms = [1000 * run.processor_s / len(run.lifts) for run in (one, many)]
    lines.append(
        f"host's processor time for a lift: {each_ms[0]:.1f} ms with one board, "
        f"{each_ms[1]:.1f} ms with {many.boards} ({each_ms[1] / each_ms[0]:.2f} times), "
        f"{many.processor_s / many.seconds:.0%} of a core"
    )
    if one.host_mb is not None and many.host_mb is not None and many.boards > 1:
        further = (many.host_mb - one.host_mb) / (many.boards - 1)
        lines.append(f"host: {one.host_mb:.1f} MB with one board, {further:.2f} MB for each other")
    if many.simulators_mb is not None:
        per_board = many.simulators_mb / many.boards
        lines.append(f"simulator and firmware of a virtual board: {per_board:.1f} MB")
    lines.append(
        f"solver processes at most: {usual_count()}; cores: {os.cpu_count()}; load: {load()}"
    )
    return "\n".join(lines)


def main() -> int:
    """Measure and print; return 1 if a light did not come."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.costs.tables")
    parser.add_argument("--boards", type=int, default=20, help="how many (default: %(default)s)")
    parser.add_argument("--lifts", type=int, default=400, help="in all (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{'':<26}{'p50 ms':>7}{'p99 ms':>9}")
    runs: list[Run] = []
    for boards in (1, options.boards):
        try:
            runs.append(asyncio.run(measure(boards, options.lifts, options.seed)))
        except* TimeoutError as errors:
            print(f"{boards:>3} boards: {errors.exceptions[0]}; load of the machine {load()}")
        else:
            print(latencies(runs[-1]), flush=True)
    if len(runs) == 2 and all(map(_of_host, runs)):
        print(comparison(*runs))
    return int(len(runs) < 2 or any(run.lost for run in runs))


if __name__ == "__main__":
    sys.exit(main())
