"""The bedside: an opened board with the person beside it, for the commands that examine one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from host.errors import BoardNotFoundError
from host.link.discover import choose_board, why_no_board
from host.maintenance.board_client import BoardClient, ClockPace, SteppedPace
from host.maintenance.operator import KeyboardOperator, Operator, SimulatedOperator
from host.virtual.stepped_process import SteppedBoard

VIRTUAL = "virtual"


@dataclass(frozen=True, slots=True)
class OperatorSession:
    """A board and who is there; `person` is None if nobody can be asked."""

    client: BoardClient
    person: Operator | None


@contextmanager
def at_board(options: argparse.Namespace, tell: Callable[[str], None]) -> Iterator[OperatorSession]:
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
    client = BoardClient(url, ClockPace())
    with closing(client):
        client.open()
        files, ranks = client.hello.size
        asked = sys.stdin.isatty()
        yield OperatorSession(client, KeyboardOperator(tell, files, ranks) if asked else None)


@contextmanager
def at_simulator(board: SteppedBoard) -> Iterator[OperatorSession]:
    """Open the board in a simulator that is stepped; a simulated person is beside it."""
    client = BoardClient(board.port, SteppedPace(board))
    with closing(client):
        client.open()
        yield OperatorSession(client, SimulatedOperator(board, *client.hello.size))
