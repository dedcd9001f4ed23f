"""Time from the change of a board until a viewer has it, with many boards at one broker.

    python -m benchmarks.remote.boards [--boards N] [--seconds S] [--broker nats-server]

Each board publishes its state once a second, ten times as often as in play, from a few
processes of their own.  A second viewer comes late and must have all boards at once.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from host.remote.address import BrokerAddress
from host.remote.board_publisher import BoardPublisher
from host.remote.broker.client import Broker
from host.remote.topics import board_topic
from soak.remote.brokers import KINDS, RealBroker

GOAL_MS = 250.0
"""For 99 % of the changes."""
LATE_GOAL_S = 1.0
"""For a viewer that comes late to have all boards."""
STATE_BYTES = 6000
"""Of the state of a match in play."""
PROCESSES = 4
"""That share the boards."""
SETTLE_S = 3.0


def publish(address: BrokerAddress, names: Sequence[str], seconds: float) -> None:
    """Publish some boards for so many seconds; the body of a process."""
    asyncio.run(_publish(address, names, seconds))


async def _publish(address: BrokerAddress, names: Sequence[str], seconds: float) -> None:
    boards = [BoardPublisher(address, name, lambda _: None) for name in names]
    running = [asyncio.create_task(board.run()) for board in boards]
    end_s = time.monotonic() + seconds
    while time.monotonic() < end_s:
        for board in boards:
            stamp = f"{time.time():.6f} ".encode()
            board.publish("state", stamp.ljust(STATE_BYTES, b"x"))
            await asyncio.sleep(1 / len(boards))
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


class Viewer:
    """A viewer of all boards.

    Attributes:
        delays_ms: of the changes that have come since `begin_s`.
        boards: topics of the boards that it has.
    """

    def __init__(self, address: BrokerAddress, name: str) -> None:
        self.delays_ms: list[float] = []
        self.boards: set[str] = set()
        self.begin_s = time.time()
        self._broker = Broker(address, name)
        self._broker.subscribe(board_topic("+", "state"), self._note)
        self._task = asyncio.create_task(self._broker.run())

    def _note(self, topic: str, payload: bytes) -> None:
        sent_s = float(payload.partition(b" ")[0])
        self.boards.add(topic)
        if sent_s > self.begin_s:
            self.delays_ms.append((time.time() - sent_s) * 1000)

    async def close(self) -> None:
        """End the connection."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def measure(kind: str, boards: int, seconds: float) -> tuple[list[float], float]:
    """Return the delays of all changes in ms, and how long a late viewer has waited in s."""
    names = [f"table-{number}" for number in range(boards)]
    parts = [part for at in range(PROCESSES) if (part := names[at::PROCESSES])]
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "broker").mkdir()
        real = RealBroker(kind, Path(folder, "broker"))
        real.start()
        life_s = 2 * SETTLE_S + seconds + 10
        processes = [
            context.Process(target=publish, args=(real.address, part, life_s)) for part in parts
        ]
        try:
            for process in processes:
                process.start()
            viewer = Viewer(real.address, "viewer")
            async with asyncio.timeout(60):
                while len(viewer.boards) < boards:
                    await asyncio.sleep(0.05)
            await asyncio.sleep(SETTLE_S)
            viewer.begin_s, viewer.delays_ms = time.time(), []
            await asyncio.sleep(seconds)
            delays = viewer.delays_ms.copy()
            late, begin_s = Viewer(real.address, "late"), time.monotonic()
            while len(late.boards) < boards:
                await asyncio.sleep(0.005)
            late_s = time.monotonic() - begin_s
            await viewer.close()
            await late.close()
        finally:
            for process in processes:
                process.kill()
                process.join()
            real.kill()
    return delays, late_s


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; returns 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.remote.boards", description=__doc__)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10.0, help="of the measurement")
    parser.add_argument("--broker", choices=KINDS, default=KINDS[0])
    options = parser.parse_args(arguments)
    delays, late_s = asyncio.run(measure(options.broker, options.boards, options.seconds))
    delays.sort()
    middle, most = delays[len(delays) // 2], delays[len(delays) * 99 // 100]
    print(f"{options.boards} boards, {len(delays)} changes: {middle:.1f} ms, 99 % {most:.1f} ms")
    print(f"a late viewer has all boards after {late_s:.2f} s")
    print(f"goals: {GOAL_MS:g} ms for 99 %, {LATE_GOAL_S:g} s")
    return int(most >= GOAL_MS or late_s >= LATE_GOAL_S)


if __name__ == "__main__":
    raise SystemExit(main())
