"""Share of random starts of a round that the side to move loses, by the teeth of both sides.

    python -m benchmarks.matches.lost_starts FILE [--starts N] [--counts C:D,...] [--seed SEED]
                                     [--jobs N] [--cluster ADDRESS]

Both home rows are in uniformly random order, and so are the towers that have a single tooth: C of
the Challenger, who moves first and may move any tower, and D of the Defender.  The Challenger is
Black: turning the board by 180 degrees makes him White.  Of each count N starts are proven.  Start
number I of a count follows from the seed, the count and I alone, so all numbers but the seconds
are the same on every machine, with any number of processes.

FILE gets a line of JSON for each chunk of starts, with the lost ones, which another program can
check.  What is in it is not proven again: the same command goes on where it was ended, and a larger
N adds to it.  Without `--starts` it prints the table of the file.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from host.ai.solver.solver import Solver
from host.cli.batch_options import add_executor
from host.cli.main import report_errors
from host.cli.options import count, seed
from host.engine.game import Side
from host.engine.kamisado.board import HOME_ROWS, TOWERS
from host.engine.kamisado.notation import position_text
from host.engine.kamisado.position import Position
from host.worker.executor import mapper

COUNTS = "0:0,0:1,0:2,1:1,1:2,2:1,2:2"
"""Those that arise in a standard match; whoever has lost the last round moves first."""
CHUNK = 500
"""Starts of a line of the file: some seconds."""
ROUND = 20_000
"""Starts of one count that are proven before those of the next: all shares are soon known."""
Z_95 = 1.959964


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some starts, before they are proven.

    Attributes:
        seed: of all starts.
        challenger, defender: their towers with a tooth.
        first: number of the first of its `CHUNK` starts.
    """

    seed: int
    challenger: int
    defender: int
    first: int


@dataclass(frozen=True, slots=True)
class Proven:
    """A line of the file: what is proven of a chunk.

    Attributes:
        chunk: its fields.
        lost: the starts that the Challenger loses.
        nodes: searched for all, each with an empty table.
        seconds: of the processor.
    """

    chunk: Chunk
    lost: list[str]
    nodes: int
    seconds: float


def random_start(chunk: Chunk, number: int) -> Position:
    """Return a start of a round with Black as the Challenger.

    Args:
        number: of the start.
    """
    chance = random.Random(f"{chunk.seed} {chunk.challenger}:{chunk.defender} {number}")
    rows = [chance.sample(HOME_ROWS[side], TOWERS // 2) for side in (Side.WHITE, Side.BLACK)]
    teeth = bytearray(TOWERS)
    black = range(TOWERS // 2, TOWERS)
    for tower in chance.sample(black, chunk.challenger):
        teeth[tower] = 1
    for tower in chance.sample(range(TOWERS // 2), chunk.defender):
        teeth[tower] = 1
    return Position.of(bytes(rows[0] + rows[1]), bytes(teeth))


@cache
def _solver() -> Solver:
    """Return the solver of this process."""
    return Solver()


def prove(chunk: Chunk) -> Proven:
    """Prove who wins each start of a chunk."""
    solver = _solver()
    nodes, begin = solver.nodes, time.process_time()
    lost = []
    for number in range(chunk.first, chunk.first + CHUNK):
        position = random_start(chunk, number)
        solver.clear()
        if solver.winner(position) is not position.turn:
            lost.append(position_text(position))
    seconds = round(time.process_time() - begin, 3)
    return Proven(chunk, lost, solver.nodes - nodes, seconds)


def chunks(counts: Sequence[tuple[int, int]], starts: int, seed: int) -> Iterator[Chunk]:
    """Yield the chunks of so many starts of each count, in the order in which they are proven."""
    for begin in range(0, starts, ROUND):
        for challenger, defender in counts:
            for first in range(begin, min(starts, begin + ROUND), CHUNK):
                yield Chunk(seed, challenger, defender, first)


def read(path: Path) -> list[Proven]:
    """Read what is proven, but for a last line that was cut off when the program ended.

    Raises:
        ValueError: the file has another line that is none of this program.
    """
    if not path.exists():
        return []
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    found = []
    for number, line in enumerate(data[:whole].splitlines(), 1):
        try:
            fields = json.loads(line)
            found.append(Proven(Chunk(**fields.pop("chunk")), **fields))
        except (ValueError, TypeError, KeyError, AttributeError):
            raise ValueError(f"{path}, line {number}, was not written by this program") from None
    return found


def _cut(path: Path) -> None:
    """Remove a last line that was cut off."""
    os.truncate(path, path.read_bytes().rfind(b"\n") + 1)


def interval(lost: int, starts: int) -> tuple[float, float]:
    """Return the Wilson interval of 95 % for a share.

    >>> [round(bound, 4) for bound in interval(6, 260)]
    [0.0106, 0.0493]
    """
    share, z2 = lost / starts, Z_95**2
    middle = share + z2 / (2 * starts)
    half = Z_95 * math.sqrt(share * (1 - share) / starts + z2 / (4 * starts**2))
    return (middle - half) / (1 + z2 / starts), (middle + half) / (1 + z2 / starts)


def table(found: Iterable[Proven]) -> Iterator[str]:
    """Yield a table in Markdown: a line for each count and seed."""
    starts: Counter[tuple[int, int, int]] = Counter()
    lost, nodes = Counter(starts), Counter(starts)
    seconds: dict[tuple[int, int, int], float] = {}
    for one in found:
        key = one.chunk.challenger, one.chunk.defender, one.chunk.seed
        starts[key] += CHUNK
        lost[key] += len(one.lost)
        nodes[key] += one.nodes
        seconds[key] = seconds.get(key, 0) + one.seconds
    yield (
        "| teeth Challenger : Defender | seed | starts | lost by the Challenger | share, 95 % "
        "interval | nodes of a start | processor time |"
    )
    yield "|---|---|---|---|---|---|---|"
    for key in sorted(starts):
        low, high = interval(lost[key], starts[key])
        yield (
            f"| {key[0]} : {key[1]} | {key[2]} | {starts[key]:,} | {lost[key]:,} | "
            f"{lost[key] / starts[key]:.3%}, {low:.3%} to {high:.3%} | "
            f"{nodes[key] / starts[key]:,.0f} | {seconds[key]:,.0f} s |"
        )


def run(options: argparse.Namespace) -> int:
    """Prove what is not in the file yet, and print the table; return the exit status."""
    found = read(options.file)
    known = {one.chunk for one in found}
    wanted = [
        chunk
        for chunk in chunks(options.counts, options.starts or 0, options.seed)
        if chunk not in known
    ]
    if wanted and options.file.exists():
        _cut(options.file)
    with mapper(options.jobs, options.cluster) as apply, options.file.open("a") as file:
        for number, one in enumerate(apply(prove, wanted), 1):
            file.write(json.dumps(asdict(one)) + "\n")
            file.flush()
            found.append(one)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{number} of {len(wanted)} chunks of starts are proven ...\r")
    for line in table(found):
        print(line)
    return 0


def _counts(text: str) -> list[tuple[int, int]]:
    """Parse counts such as "0:0,1:2"."""
    found = []
    for part in text.split(","):
        challenger, _, defender = part.partition(":")
        if not (challenger.isdecimal() and defender.isdecimal()):
            raise argparse.ArgumentTypeError(f"{part!r} is no count of teeth: write such as 1:2")
        if max(int(challenger), int(defender)) > TOWERS // 2:
            raise argparse.ArgumentTypeError(f"{part!r}: a side has eight towers")
        found.append((int(challenger), int(defender)))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Prove the starts and print the table; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.matches.lost_starts", description=__doc__.partition("\n")[0]
    )
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="what is proven, kept from run to run"
    )
    parser.add_argument(
        "--starts",
        type=count,
        metavar="N",
        help=f"of each count, rounded up to {CHUNK}s (default: print the file's table)",
    )
    parser.add_argument(
        "--counts",
        type=_counts,
        default=COUNTS,
        metavar="C:D,...",
        help="towers with a tooth, Challenger's and Defender's (default: %(default)s)",
    )
    parser.add_argument("--seed", type=seed, default=1, help="of the starts (default: %(default)s)")
    add_executor(parser)
    options = parser.parse_args(arguments)
    return report_errors(lambda: run(options))


if __name__ == "__main__":
    raise SystemExit(main())
