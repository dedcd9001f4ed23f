"""`kamisado bench`: measure latencies, the solver or the firmware."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path

from host.cli.main import echo, report_errors
from host.cli.options import count, seed
from host.message.plain_text import write_any_letter


def parser() -> argparse.ArgumentParser:
    """Build the parser of the command."""
    top = argparse.ArgumentParser(
        prog="kamisado bench",
        description="Measure the way from a lifted tower to its lights, the engine and the "
        "start-up, on a virtual board in real time; or the solver; or the firmware's own code.",
    )
    top.add_argument(
        "--solver",
        action="store_true",
        help="measure the solver instead, and check it against proven values: takes minutes",
    )
    top.add_argument(
        "--firmware",
        action="store_true",
        help="measure the firmware instead, under MicroPython: time and memory of a scan, time to "
        "decode a frame, frames per second; each beside a plain reference",
    )
    top.add_argument(
        "--uf2",
        metavar="FILE",
        type=Path,
        help="measure the firmware on an emulated chip under this image of CircuitPython instead: "
        "times and memory beside their goals; takes minutes; exit status 1 if a goal is missed",
    )
    top.add_argument(
        "--page",
        action="store_true",
        help="measure the page instead, in Chromium: first paint, requests, press to destinations, "
        "frames of a drag, and the heap while the computer is played against",
    )
    top.add_argument(
        "--installation",
        action="store_true",
        help="measure the package instead: its installation into an empty environment, the start "
        "to the page, and the fixtures of pytest",
    )
    top.add_argument(
        "--remote",
        action="store_true",
        help="measure a far match instead: from --lifts moves to the lights of the other board, "
        "through a Mosquitto on this computer; exit status 1 if a goal is missed",
    )
    top.add_argument(
        "--minutes", type=float, default=1.0, help="of play against the computer, for --page"
    )
    top.add_argument("--lifts", type=count, default=60, help="how many lifts to time")
    top.add_argument("--seed", type=seed, default=1, help="seed of the virtual board")
    top.add_argument(
        "--output", type=Path, default=Path("bench.json"), help="where the figures go as JSON"
    )
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; return the exit status."""
    write_any_letter()
    options = parser().parse_args(arguments)
    if not options.output.parent.is_dir():
        parser().error(f"argument --output: there is no folder {str(options.output.parent)!r}")
    return report_errors(lambda: run(options))


def run(options: argparse.Namespace) -> int:
    """Run one of the benchmarks; return the exit status."""
    # The solver is compiled as it is imported, which a benchmark of the firmware need not wait for.
    if options.firmware:
        from benchmarks import run_firmware

        return run_firmware.run(options.output, echo)
    if options.uf2 is not None:
        from benchmarks.chip import report

        return report.run(options.uf2, options.output, echo)
    if options.solver:
        from benchmarks import solver

        return asyncio.run(solver.run(options, echo))
    if options.page:
        from benchmarks import page

        return page.run(options, echo)
    if options.remote:
        from benchmarks.remote import lights

        return lights.report(asyncio.run(lights.measure("mosquitto", options.lifts, options.seed)))
    if options.installation:
        from benchmarks import installation

        return installation.run(options, echo)
    from benchmarks import latency

    return asyncio.run(latency.run(options, echo))
