"""The command line: `python -m host`, or `./kamisado` from a checkout."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

from host.commands import arguments as without_board
from host.engine.game import Side
from host.errors import BoardError
from host.guidance import Help
from host.store import default_path
from host.version import VERSION

ABOUT = """\
A sensor board for Kamisado: play on the board, or on a virtual one in the browser.

commands:
  play       play a round or a match: on the board that is plugged in, else a virtual one
  resume     go on with a match that was saved
  matches    list the matches that were saved
  record     print the moves of a match that was saved
  replay     step through the record of a match
  puzzle     solve puzzles: one move wins, find it
  review     tell where the win changed hands in a match
  trace      record all that the board shows, and play it back
  demo       watch a recorded round being played by a simulated hand
  simulate   start a virtual board alone, for any program to talk to
  flash      put the firmware on the CIRCUITPY drive of a board
  calibrate  measure a board's sensors and towers, and set its thresholds
  doctor     examine a board: sensors, lights, wiring, figures
  bench      measure latencies and speeds
  soak       let modelled hands play many matches, and tell what goes wrong
  test       run the project's tests

without a board, for people and programs:
  legal      list the legal moves of a position
  perft      count the positions that many plies ahead
  solve      prove who wins from a position, and after each legal move
  puzzles    list the puzzles: positions with exactly one winning move
  openings   list the first moves of the first round that win
  tournament let the levels of the computer play each other, and rate them
  check      tell everything that is wrong with a position
  engine     answer other programs on standard input and output
  rules      explain a rule in words

`./kamisado COMMAND --help` tells more.
"""


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="kamisado",
        usage="kamisado [-h] [--version] COMMAND ...",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"kamisado {VERSION}")
    commands = top.add_subparsers(
        prog="kamisado", dest="command", metavar="COMMAND", help=argparse.SUPPRESS
    )
    top.set_defaults(command=None)

    play = commands.add_parser(
        "play",
        help="play a match",
        description="Play a round or a match, on the board that is plugged in or else on a virtual "
        "one.",
    )
    _match(play)
    _trace(play)
    play.set_defaults(run=_live("app", "play"))

    again = commands.add_parser(
        "resume",
        help="go on with a saved match",
        description="Go on with the match that was changed last, or with a certain one; the "
        "board is guided back to its position.",
    )
    again.add_argument("match", nargs="?", type=int, help="its number, as `matches` lists it")
    _table(again)
    _data(again)
    _trace(again)
    again.set_defaults(run=_live("app", "resume"))

    listed = commands.add_parser(
        "matches",
        help="list the saved matches",
        description="List the matches that were saved, the newest first.",
    )
    _data(listed)
    listed.set_defaults(run=_live("app", "list_matches"))

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
        help="how moves are written (default: %(default)s, the rule book's)",
    )
    _data(record)
    record.set_defaults(run=_command("record"))

    show = commands.add_parser(
        "demo",
        help="watch a recorded round",
        description="A recorded round is played by a simulated hand on the virtual board.",
    )
    _table(show)
    show.add_argument(
        "--rate", type=_positive, default=1.0, help="how many times faster than a human hand"
    )
    show.set_defaults(run=_live("demo", "show"))

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
    without_board.add(commands)
    _table(commands.choices["replay"])
    _data(commands.choices["review"])
    _table(commands.choices["puzzle"])
    return top


def _live(module: str, function: str) -> Callable[[argparse.Namespace, Callable[[str], None]], int]:
    """A command that runs on an event loop.

    What it needs takes long to import, and the other commands answer at once: it is imported
    only when it is run.
    """

    def run(options: argparse.Namespace, tell: Callable[[str], None]) -> int:
        import asyncio

        command = getattr(import_module(f"host.{module}"), function)
        status: int = asyncio.run(command(options, tell))
        return status

    return run


def _measure(options: argparse.Namespace, tell: Callable[[str], None]) -> int:
    """`bench`, of one kind or the other."""
    return _live("solver_bench" if options.solver else "bench", "run")(options, tell)


def _command(module: str) -> Callable[[argparse.Namespace, Callable[[str], None]], int]:
    """A command of `host.commands`, imported only when it is run, like the others."""

    def run(options: argparse.Namespace, tell: Callable[[str], None]) -> int:
        status: int = import_module(f"host.commands.{module}").run(options, tell)
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
    _match(record)
    record.set_defaults(run=_live("app", "play"))
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
    replay.set_defaults(run=_command("trace"))


def _add_soak(soak: argparse.ArgumentParser) -> None:
    soak.description = (
        "Modelled hands, clumsy as people are, play matches of all formats through the simulated "
        "board and the real firmware, in simulated time. The exit status is 1 if one goes wrong."
    )
    soak.add_argument("--games", type=_count, default=20, help="how many (default: %(default)s)")
    soak.add_argument("--seed", type=int, default=1, help="of all that is random")
    soak.add_argument(
        "--faults",
        default="all",
        metavar="NAMES",
        help="what breaks: noise, lines, stuck, reset with commas, or all or none (default: all)",
    )
    soak.add_argument(
        "--pure", action="store_true", help="without a board: the session alone, much faster"
    )
    soak.add_argument("--jobs", type=_count, default=1, help="how many at a time (default: 1)")
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
    soak.set_defaults(run=_command("soak"))


def _match(command: argparse.ArgumentParser) -> None:
    """The arguments of a command that begins a match."""
    command.add_argument(
        "--match",
        dest="format",
        metavar="FORMAT",
        default="single",
        help="what is played: a single round (1 point), a standard (3), long (7) or marathon (15 "
        "points) match, or a series of single rounds: single, standard, long, marathon, series, "
        "or series-5 for 5 rounds (default: %(default)s)",
    )
    command.add_argument(
        "--clock",
        metavar="M+S",
        default="",
        help="minutes for each player and match, and seconds that each move adds, e.g. 10+5 "
        "(default: no clock)",
    )
    command.add_argument(
        "--touch-move",
        action="store_true",
        help="moves stand once they are made: no takeback and no second thoughts, for serious play",
    )
    command.add_argument(
        "--opponent",
        metavar="LEVEL",
        help="play against the computer: level 1 (a first game) to 10 (perfect), or even, which "
        "adapts so that you win about half of your games (default: two people play)",
    )
    command.add_argument(
        "--opponent-plays",
        type=_side,
        metavar="{white,black}",
        default=Side.WHITE,
        help="which side the computer plays; black begins (default: white)",
    )
    _table(command)
    command.add_argument(
        "--position",
        metavar="TEXT",
        help="begin from this position, e.g. 'obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -'",
    )
    _data(command)


def _trace(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--trace",
        type=Path,
        metavar="FILE",
        help="record all that the board shows in this new file, for 'kamisado trace replay'",
    )


def _table(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--board",
        "--port",
        metavar="PORT-OR-URL",
        help="the board's port, e.g. /dev/ttyACM1, COM5 or socket://127.0.0.1:7000, or "
        "the beginning of its chip's number, as `flash` tells it; "
        "'virtual' for a virtual board (default: the board that is plugged in, else virtual)",
    )
    command.add_argument(
        "--listen",
        metavar="HOST:PORT",
        default="127.0.0.1:8765",
        help="where the page is served (default: %(default)s; port 0 = any free one)",
    )
    command.add_argument(
        "--no-browser", action="store_true", help="print the page's address, do not open it"
    )
    command.add_argument("--terminal", action="store_true", help="play in the terminal instead")
    command.add_argument("--seed", type=int, default=1, help="seed of the virtual board")
    command.add_argument(
        "--north",
        type=_side,
        metavar="{white,black}",
        default=Side.WHITE,
        help="whose towers have their magnet's north pole down (default: white)",
    )
    command.add_argument(
        "--help-level",
        type=Help,
        choices=list(Help),
        metavar="{off,required,legal,proven}",
        default=Help.LEGAL,
        help="how much the lights tell; 'proven' tells of each legal square whether going there "
        "wins or loses the round, as soon as that is proven (default: legal)",
    )
    command.add_argument(
        "--brightness",
        type=_brightness,
        metavar="PERCENT",
        default=100,
        help="how bright the board's lights look, 50 to 100 (default: 100; whatever it is, they "
        "stay within the board's current limit)",
    )


def _data(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--data",
        type=Path,
        default=default_path(),
        metavar="FILE",
        help="where matches are saved (default: %(default)s)",
    )


def _side(text: str) -> Side:
    if text not in ("white", "black"):
        raise argparse.ArgumentTypeError(f"{text!r} is neither white nor black")
    return Side[text.upper()]


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of at least 1")
    return int(text)


def _brightness(text: str) -> int:
    # Below 50 the faintest hues of the vocabulary have no LED steps left and turn into others.
    if not (text.isascii() and text.isdigit() and 50 <= int(text) <= 100):
        raise argparse.ArgumentTypeError(f"{text!r} is not from 50 to 100")
    return int(text)


def _positive(text: str) -> float:
    value = float(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not above 0")
    return value


def tell(text: str) -> None:
    """Print a line at once, also into a pipe."""
    print(text, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    top = parser()
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words == ["help"]:
        top.print_help()
        return 0
    options = top.parse_args(words)
    try:
        status: int = options.run(options, tell)
    except (BoardError, ValueError) as error:
        return complain(error)
    except ExceptionGroup as group:
        # What runs beside the display fails as a group; of what is meant for people there is one.
        expected, rest = group.split((BoardError, ValueError))
        if rest is not None or expected is None:
            raise
        return complain(next(leaves(expected)))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read what we print has gone; what is still buffered must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def complain(error: Exception) -> int:
    """Say what is wrong in one line; the exit status."""
    print(f"kamisado: {error}", file=sys.stderr)
    return 1 if isinstance(error, BoardError) else 2


def leaves(group: ExceptionGroup[Exception]) -> Iterator[Exception]:
    """The exceptions of a group, without the groups in it."""
    for error in group.exceptions:
        if isinstance(error, ExceptionGroup):
            yield from leaves(error)
        else:
            yield error


if __name__ == "__main__":
    raise SystemExit(main())
