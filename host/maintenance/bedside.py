"""The bedside: an opened board with the person beside it, for the commands that examine one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from host.errors import BoardNotFoundError
from host.link.discover import choose_board, why_no_board
from host.maintenance.board_client import ClockPace, Examiner, SteppedPace
from host.maintenance.operator import KeyboardPerson, Person, SimulatedPerson
from host.virtual.stepped_process import SteppedBoard

VIRTUAL = "virtual"


@dataclass(frozen=True, slots=True)
class Bedside:
    """A board and who is there; `person` is None if nobody can be asked."""

    examiner: Examiner
    person: Person | None


@contextmanager
def at_board(options: argparse.Namespace, tell: Callable[[str], None]) -> Iterator[Bedside]:
    """Open the board that `--board` names, or the one that is plugged in.

    A virtual board has a simulated person beside it.

    Raises:
        BoardNotFoundError: there is none, or it cannot be used; the message says what to do.
    """
    if options.board == VIRTUAL:
        with SteppedBoard("--seed", str(options.seed)) as board, at_simulator(board) as bedside:
            tell(f"A virtual board ({board.runtime}); a simulated hand does what is asked.")
            yield bedside
        return
    url = choose_board(options.board)
    if url is None:
        raise BoardNotFoundError(f"{why_no_board()} (--board virtual examines a simulated one.)")
    examiner = Examiner(url, ClockPace())
    with closing(examiner):
        examiner.open()
        files, ranks = examiner.hello.size
        asked = sys.stdin.isatty()
        yield Bedside(examiner, KeyboardPerson(tell, files, ranks) if asked else None)


@contextmanager
def at_simulator(board: SteppedBoard) -> Iterator[Bedside]:
    """Open the board in a simulator that is stepped; a simulated person is beside it."""
    examiner = Examiner(board.port, SteppedPace(board))
    with closing(examiner):
        examiner.open()
        yield Bedside(examiner, SimulatedPerson(board, *examiner.hello.size))
