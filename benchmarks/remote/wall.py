"""Time from the change of a board until a page of the club's wall has it, with many boards.

    python -m benchmarks.remote.wall [--boards 100 1000] [--rate R] [--seconds S]

The boards publish states of real matches at a real broker, the wall is the real command, and the
page is its WebSocket.  A second page comes late and must have all boards at once.  With several
numbers of boards the ratios of the last to the first are printed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import multiprocessing
import os
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from websockets.asyncio.client import connect

from benchmarks.remote.boards import GOAL_MS, LATE_GOAL_S, PROCESSES, SETTLE_S
from benchmarks.remote.played_boards import GAME, game_payload, states
from host.engine.registry import game_named
from host.remote.address import BrokerAddress
from host.remote.board_publisher import BoardPublisher
from host.ui.messages.encoding import encode
from soak.remote.brokers import RealBroker

MATCHES = 4
"""Different matches that the boards of a process show."""
START_S = 120.0
TICKS_S = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Measured:
    """Figures for a number of boards.

    Attributes:
        changes: that have come.
        middle_ms, most_ms: median and 99th percentile of their delays.
        late_s: until a late page had all boards.
        wall_load, broker_load: share of a core.
        wall_mb: resident memory of the wall.
    """

    changes: int
    middle_ms: float
    most_ms: float
    late_s: float
    wall_load: float
    broker_load: float
    wall_mb: float


def publish(address: BrokerAddress, names: Sequence[str], rate: float, seconds: float) -> None:
    """Publish some boards for so many seconds; the body of a process."""
    asyncio.run(_publish(address, names, rate, seconds))


async def _publish(
    address: BrokerAddress, names: Sequence[str], rate: float, seconds: float
) -> None:
    matches = [list(states(seed)) for seed in range(MATCHES)]
    boards = [BoardPublisher(address, name, lambda _: None) for name in names]
    game = encode(game_payload(game_named(GAME))).encode()
    for board in boards:
        board.publish("game", game)
    running = [asyncio.create_task(board.run()) for board in boards]
    end_s, step, at_s = time.monotonic() + seconds, 0, time.monotonic()
    while time.monotonic() < end_s:
        for number, board in enumerate(boards):
            match = matches[number % MATCHES]
            state = match[(step + number) % len(match)]
            stamped = {**state, "match": {**state["match"], "white": time.time()}}  # type: ignore[dict-item]
            board.publish("state", encode(stamped).encode())
            at_s += 1 / rate / len(boards)
            await asyncio.sleep(max(0.0, at_s - time.monotonic()))
        step += 1
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


class Viewer:
    """A page of the wall.

    Attributes:
        boards: names of the boards whose state it has.
        delays_ms: of the changes that have come since `begin_s`.
    """

    def __init__(self, url: str) -> None:
        self.boards: set[str] = set()
        self.delays_ms: list[float] = []
        self.begin_s = time.time()
        self._task = asyncio.create_task(self._watch(url))

    async def _watch(self, url: str) -> None:
        host = url.removeprefix("http://").strip("/")
        async with connect(f"ws://{host}/ws", origin=f"http://{host}", proxy=None) as line:  # type: ignore[arg-type]
            async for text in line:
                told = json.loads(text)
                if told["t"] == "board" and told.get("match"):
                    self.boards.add(told["name"])
                    now_s = time.time()
                    if now_s > self.begin_s:  # however late it comes
                        self.delays_ms.append((now_s - told["match"]["white"]) * 1000)

    async def has(self, count: int) -> None:
        """Wait until it has so many boards.

        Raises:
            ConnectionError: the wall has hung up.
        """
        async with asyncio.timeout(START_S):
            while len(self.boards) < count:
                self.check()
                await asyncio.sleep(0.005)

    def check(self) -> None:
        """Check that the wall has not hung up.

        Raises:
            ConnectionError: it has.
        """
        if self._task.done():
            raise ConnectionError("the wall has hung up") from self._task.exception()

    async def close(self) -> None:
        """End the connection."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def measure(count: int, rate: float, seconds: float) -> Measured:
    """Measure with so many boards."""
    names = [f"table-{number}" for number in range(count)]
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        broker = RealBroker("mosquitto", Path(folder))
        broker.start()
        assert broker.pid is not None
        life_s = START_S + SETTLE_S + seconds + 10
        publishers = [
            context.Process(target=publish, args=(broker.address, part, rate, life_s))
            for at in range(PROCESSES)
            if (part := names[at::PROCESSES])
        ]
        command = ("-m", "host", "club", broker.address.url(), "--no-browser")
        wall = await asyncio.create_subprocess_exec(
            *(sys.executable, *command, "--listen", "127.0.0.1:0"), stdout=asyncio.subprocess.PIPE
        )
        try:
            assert wall.stdout is not None
            found = re.search(r"http://\S+/", (await wall.stdout.readline()).decode())
            assert found is not None
            for process in publishers:
                process.start()
            viewer = Viewer(found[0])
            await viewer.has(count)
            await asyncio.sleep(SETTLE_S)
            viewer.begin_s, viewer.delays_ms = time.time(), []
            before = [_cpu_s(pid) for pid in (wall.pid, broker.pid)]
            await asyncio.sleep(seconds)
            viewer.check()
            after = [_cpu_s(pid) for pid in (wall.pid, broker.pid)]
            delays = sorted(viewer.delays_ms)
            late, begin_s = Viewer(found[0]), time.monotonic()
            await late.has(count)
            late_s = time.monotonic() - begin_s
            await late.close()
            await viewer.close()
            memory_mb = int(Path(f"/proc/{wall.pid}/statm").read_text().split()[1]) * 4096 / 1e6
        finally:
            for process in publishers:
                process.kill()
                process.join()
            wall.kill()
            await wall.wait()
            broker.kill()
    wall_load, broker_load = ((b - a) / seconds for a, b in zip(before, after, strict=True))
    delays = delays or [math.inf]
    middle, most = delays[len(delays) // 2], delays[len(delays) * 99 // 100]
    return Measured(len(delays), middle, most, late_s, wall_load, broker_load, memory_mb)


def _cpu_s(pid: int) -> float:
    """Return the time that a process has run."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_S


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; returns 1 if a goal is missed with the first number of boards."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.remote.wall", description=__doc__)
    parser.add_argument("--boards", type=int, nargs="+", default=[100])
    parser.add_argument("--rate", type=float, default=0.5, help="changes of a board a second")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    options = parser.parse_args(arguments)
    measured = []
    for count in options.boards:
        now = asyncio.run(measure(count, options.rate, options.seconds))
        measured.append(now)
        print(
            f"{count} boards, {now.changes} changes: {now.middle_ms:.1f} ms, "
            f"99 % {now.most_ms:.1f} ms; a late page has all after {now.late_s:.2f} s; the wall "
            f"takes {now.wall_load:.0%} of a core and {now.wall_mb:.0f} MB, the broker "
            f"{now.broker_load:.1%}"
        )
    first, last = measured[0], measured[-1]
    if len(measured) > 1:
        print(
            f"{options.boards[-1]} : {options.boards[0]} boards: 99 % "
            f"{last.most_ms / first.most_ms:.1f}, late page {last.late_s / first.late_s:.1f}, "
            f"load of the wall {last.wall_load / first.wall_load:.1f}"
        )
    print(f"goals for {options.boards[0]}: {GOAL_MS:g} ms for 99 %, {LATE_GOAL_S:g} s")
    return int(first.most_ms >= GOAL_MS or first.late_s >= LATE_GOAL_S)


if __name__ == "__main__":
    raise SystemExit(main())
