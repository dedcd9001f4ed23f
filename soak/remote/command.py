"""`python -m soak.remote`: matches between two hosts while everything breaks."""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from host.cli.event_loop import run_to_end
from host.cli.main import echo, report_errors
from host.cli.options import count
from soak.remote.brokers import KINDS, RealBroker
from soak.remote.program_table import ProgramTable
from soak.remote.table import PROCESSES, Chaos, Result, Table

BROKER_EVERY_S = 1.5
"""Mean time between two deaths of the broker."""
PROGRAMS_EVERY_S = 2.0
"""Mean time between two disturbances of a table of whole programs."""
BOARDS_EVERY_S = 6.0
"""The same with modelled boards."""


def parser() -> argparse.ArgumentParser:
    """Build the parser of the command."""
    top = argparse.ArgumentParser(
        prog="python -m soak.remote",
        description="Matches between two hosts, each a process of its own with its store, at a "
        "real broker. Broker and hosts are killed, links cut, messages delayed and repeated. "
        "Afterwards both hosts must have the same whole match, and all that they have shown. The "
        "exit status is 1 if one goes wrong.",
    )
    top.add_argument(
        "--programs",
        action="store_true",
        help="whole programs: 'play --invite' and 'join', each with a virtual board, its hand and "
        "its page, in real time, each table with a broker of its own",
    )
    top.add_argument(
        "--boards",
        action="store_true",
        help="the same programs, forked, each with a modelled board and a modelled hand: many "
        "times as fast",
    )
    top.add_argument("--rounds", type=count, default=20, help="how many (default: %(default)s)")
    top.add_argument("--seed", type=int, default=1, help="of all that is random but the timing")
    top.add_argument("--tables", type=count, default=4, help="at a time (default: %(default)s)")
    top.add_argument("--broker", choices=KINDS, default=KINDS[0], help="(default: %(default)s)")
    top.add_argument("--calm", action="store_true", help="without any disturbance")
    top.add_argument(
        "--every", type=int, default=0, metavar="N", help="tell the progress after so many rounds"
    )
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the rounds; return the exit status."""
    options = parser().parse_args(arguments)
    return report_errors(lambda: run(options))


def run(options: argparse.Namespace) -> int:
    """Play all rounds; print the summary and return the exit status, 1 if one has failed."""
    return run_to_end(_run(options))


async def _run(options: argparse.Namespace) -> int:
    begin_s = time.monotonic()
    limits = options.broker, options.rounds, options.seed, options.tables
    if options.programs or options.boards:
        every_s = BOARDS_EVERY_S if options.boards else PROGRAMS_EVERY_S
        every_s = 0.0 if options.calm else every_s
        result = await soak_programs(*limits, every_s, options.every, options.boards)
    else:
        chaos = Chaos(0.0, 0.0) if options.calm else Chaos()
        result = await soak(*limits, chaos, options.every)
    told = {"rounds": result.rounds, "failures": len(result.failures), **result.counts}
    told |= {"disturbances": result.disturbances.total()}
    told |= dict(sorted(result.disturbances.items()))
    for name, number in told.items():
        echo(f"{number:>9}  {name}")
    echo(f"seed {options.seed}, {options.broker}, {time.monotonic() - begin_s:.0f} s")
    return 1 if result.failures else 0


async def soak(
    kind: str, rounds: int, seed: int, tables: int, chaos: Chaos, every: int = 0
) -> Result:
    """Play rounds at several tables and one broker.

    Args:
        kind: of the broker, one of KINDS.
        rounds: how many.
        seed: of the first; each round has its own.
        tables: how many at a time.
        chaos: what is disturbed.
        every: tell the progress after so many rounds; 0 for never.

    Raises:
        ValueError: the broker is not installed.
    """
    result = Result()
    PROCESSES.set_forkserver_preload(["soak.remote.playing_host", "aiomqtt"])
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "broker").mkdir()
        broker = RealBroker(kind, Path(folder, "broker"))
        broker.start()
        table = Table(broker.address, Path(folder), chaos, result)
        try:
            async with asyncio.TaskGroup() as group:
                playing = group.create_task(
                    _play_rounds(table.play, _seeds(seed, rounds), tables, result, every)
                )
                if chaos.every_s:
                    breaking = group.create_task(_break_broker(broker, seed, result))
                    await asyncio.wait({playing})
                    breaking.cancel()
        finally:
            broker.kill()
    return result


async def soak_programs(
    kind: str,
    rounds: int,
    seed: int,
    tables: int,
    every_s: float,
    every: int = 0,
    modelled: bool = False,
) -> Result:
    """Play rounds of whole programs at several tables, each with a broker of its own.

    Args:
        kind: of the brokers, one of KINDS.
        rounds: how many.
        seed: of the first; each round has its own.
        tables: how many at a time.
        every_s: mean time between two disturbances of a table; 0 for none.
        every: tell the progress after so many rounds; 0 for never.
        modelled: see `ProgramTable`.

    Raises:
        ValueError: the broker is not installed.
    """
    result = Result()
    with tempfile.TemporaryDirectory() as folder:
        table = ProgramTable(Path(folder), kind, every_s, result, modelled=modelled)
        await _play_rounds(table.play, _seeds(seed, rounds), tables, result, every)
    return result


def _seeds(seed: int, rounds: int) -> list[str]:
    return [f"{seed}/{number}" for number in range(rounds)]


async def _play_rounds(
    play: Callable[[str], Awaitable[str | None]],
    seeds: Sequence[str],
    tables: int,
    result: Result,
    every: int,
) -> None:
    """Play the rounds of all seeds, so many at a time, and tell of failures and the progress."""
    left = iter(seeds)

    async def play_some() -> None:
        for one in left:
            if failure := await play(one):
                echo(f"Round {failure}")
            done = result.rounds + len(result.failures)
            if every and done % every == 0:
                echo(
                    f"{done} of {len(seeds)} rounds, {result.disturbances.total()} disturbances, "
                    f"{len(result.failures)} failures"
                )

    async with asyncio.TaskGroup() as group:
        for _ in range(tables):
            group.create_task(play_some())


async def _break_broker(broker: RealBroker, seed: int, result: Result) -> None:
    """Kill the broker again and again, and start it after a while."""
    chance = random.Random(f"broker {seed}")
    while True:
        await asyncio.sleep(chance.expovariate(1 / BROKER_EVERY_S))
        broker.kill()
        await asyncio.sleep(chance.uniform(0.02, 0.3))
        await asyncio.to_thread(broker.start)
        result.disturbances["broker killed"] += 1
