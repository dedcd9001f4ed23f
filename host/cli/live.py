"""The arguments of the commands that play at a board; each is imported only when it is run."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from host.cli import shared
from host.cli.arguments import Tell
from host.cli.values import count, positive

if TYPE_CHECKING:
    from host.cli.arguments import Commands

Run: TypeAlias = Callable[[argparse.Namespace, Tell], int]
"""A command: the exit status, for its options and what prints a line."""


def add(commands: Commands) -> None:
    """Add them to the command line."""
    play = commands.add_parser(
        "play",
        help="play a game",
        description="Play a game, a round or a match, on the board that is plugged in or else on a "
        "virtual one. 'kamisado games' lists the games and their settings.",
    )
    shared.match(play)
    shared.trace(play)
    play.set_defaults(run=_live("host.cli.play.play", "play"))

    again = commands.add_parser(
        "resume",
        help="go on with a saved match",
        description="Go on with the match that was changed last, or with a certain one; the "
        "board is guided back to its position.",
    )
    again.add_argument("match", nargs="?", type=int, help="its number, as `matches` lists it")
    shared.table(again)
    shared.data(again)
    shared.trace(again)
    again.set_defaults(run=_live("host.cli.play.play", "resume"))

    listed = commands.add_parser(
        "matches",
        help="list the saved matches",
        description="List the matches that were saved, the newest first.",
    )
    shared.data(listed)
    listed.set_defaults(run=_live("host.cli.play.play", "list_matches"))

    record = commands.add_parser(
        "record",
        help="print the moves of a saved match",
        description="Print the record of a match that was saved, over or not, as `replay` reads "
        "it.",
    )
    record.add_argument("match", type=int, help="its number, as `matches` lists it")
    record.add_argument(
        "--form",
        choices=["glyphs", "words", "coordinates"],
        default="glyphs",
        help="how moves are written (default: %(default)s, the rule book's); a game without a "
        "notation of its own is written in coordinates",
    )
    shared.data(record)
    record.set_defaults(run=_command("host.cli.play.record"))

    show = commands.add_parser(
        "demo",
        help="watch a recorded round",
        description="A recorded round is played by a simulated hand on the virtual board.",
    )
    shared.table(show)
    show.add_argument(
        "--rate", type=positive, default=1.0, help="how many times faster than a human hand"
    )
    show.set_defaults(run=_live("host.cli.play.demo", "show"))

    measure = commands.add_parser(
        "bench",
        help="measure latencies and speeds",
        description="Measure the way from a lifted tower to its lights, the engine and the "
        "start-up, on a virtual board in real time; or the solver; or the firmware's own code.",
    )
    measure.add_argument(
        "--solver",
        action="store_true",
        help="measure the solver instead, and check it against proven values: takes minutes",
    )
    measure.add_argument(
        "--firmware",
        action="store_true",
        help="measure the firmware instead, under MicroPython: time and memory of a scan, time to "
        "decode a frame, frames per second; each beside a plain reference",
    )
    measure.add_argument("--lifts", type=int, default=60, help="how many lifts to time")
    measure.add_argument("--seed", type=int, default=1, help="seed of the virtual board")
    measure.add_argument(
        "--output", type=Path, default=Path("bench.json"), help="where the figures go as JSON"
    )
    measure.set_defaults(run=_measure)
    _add_soak(commands.add_parser("soak", help="let modelled hands play many matches"))
    _add_trace(commands.add_parser("trace", help="record and play back what the board shows"))


def _live(module: str, function: str) -> Run:
    """A command that runs on an event loop.

    What it needs takes long to import, and the other commands answer at once: it is imported
    only when it is run.
    """

    def run(options: argparse.Namespace, tell: Tell) -> int:
        import asyncio

        command = getattr(import_module(module), function)
        status: int = asyncio.run(command(options, tell))
        return status

    return run


def _measure(options: argparse.Namespace, tell: Tell) -> int:
    """`bench`, of one kind or the other."""
    module = "benchmarks.solver" if options.solver else "benchmarks.latency"
    return _live(module, "run")(options, tell)


def _command(module: str) -> Run:
    """A command of `host.cli`, imported only when it is run, like the others."""

    def run(options: argparse.Namespace, tell: Tell) -> int:
        status: int = import_module(module).run(options, tell)
        return status

    return run


def _add_trace(trace: argparse.ArgumentParser) -> None:
    trace.description = (
        "Record all that the board shows while a match is played, and play it back: what was "
        "recognised once is recognised again, or the program tells what is different by now."
    )
    commands = trace.add_subparsers(metavar="record|replay", required=True)
    record = commands.add_parser(
        "record",
        help="play a match and record it",
        description="Play a match as `play` does, and record all that the board shows.",
    )
    record.add_argument("trace", type=Path, metavar="FILE", help="a new file")
    shared.match(record)
    record.set_defaults(run=_live("host.cli.play.play", "play"))
    replay = commands.add_parser(
        "replay",
        help="play a trace back",
        description="Tell what is recognised in a trace. The exit status is 1 if that is not what "
        "was recognised when it was recorded.",
    )
    replay.add_argument("file", type=Path, metavar="FILE", help="a trace")
    replay.add_argument(
        "--write",
        type=Path,
        metavar="NEW",
        help="write the trace with what is recognised now into this new file",
    )
    replay.set_defaults(run=_command("host.cli.develop.trace"))


def _add_soak(soak: argparse.ArgumentParser) -> None:
    soak.description = (
        "Modelled hands, clumsy as people are, play matches of all formats through the simulated "
        "board and the real firmware, in simulated time. The exit status is 1 if one goes wrong."
    )
    soak.add_argument("--games", type=count, default=20, help="how many (default: %(default)s)")
    soak.add_argument("--seed", type=int, default=1, help="of all that is random")
    soak.add_argument(
        "--game",
        metavar="NAME",
        help="what is played: the name of a game, also with settings, as NAME:setting=value, or "
        "all games in turn: all (default: Kamisado in all its formats)",
    )
    soak.add_argument(
        "--faults",
        default="all",
        metavar="NAMES",
        help="what breaks: noise, lines, stuck, reset with commas, or all or none (default: all)",
    )
    soak.add_argument(
        "--pure", action="store_true", help="without a board: the session alone, much faster"
    )
    soak.add_argument("--jobs", type=count, default=1, help="how many at a time (default: 1)")
    soak.add_argument(
        "--every", type=int, default=0, metavar="N", help="tell the progress after so many games"
    )
    soak.add_argument(
        "--traces",
        type=Path,
        default=Path(),
        metavar="FOLDER",
        help="where the trace of the first failure goes (default: the current folder)",
    )
    soak.set_defaults(run=_command("soak.command"))
