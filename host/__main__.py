"""The command line: `python -m host`, or `./kamisado` from a checkout."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache

from host.cli import arguments as without_board
from host.cli import live, shared
from host.errors import BoardError
from host.version import VERSION

ABOUT = """\
A sensor board for Kamisado and other games: play on the board, or on a virtual one in the browser.

commands:
  play       play a game: on the board that is plugged in, else a virtual one
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
  fast       install what makes the solver some twenty times as fast (numba, 200 MB)
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
  games      list the games that can be played
  rules      explain a rule in words

`./kamisado COMMAND --help` tells more.
"""


@cache
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

    live.add(commands)
    without_board.add(commands)
    shared.table(commands.choices["replay"])
    shared.data(commands.choices["review"])
    shared.table(commands.choices["puzzle"])
    return top


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
