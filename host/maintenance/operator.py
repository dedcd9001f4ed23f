"""Open a board together with an operator, for `doctor` and `calibrate`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Protocol

from host.engine.squares import parse_square, square_name
from host.link.discover import explain_no_board, find_board
from host.link.errors import BoardNotFoundError
from host.maintenance.board_client import BoardClient, RealTime, SimulatedTime
from host.virtual.stepped_process import SteppedBoard

VIRTUAL = "virtual"
QUICK_S = 0.1
"""Duration of lifting, putting or removing a piece by the simulated hand."""
SLOW_S = 0.2
"""Duration of sliding the tower over one square."""


class Operator(Protocol):
    """A person at the board, or a simulated one.  Cells are numbered as in the protocol."""

    def clear(self) -> None:
        """Take everything off the board."""

    def start_clearing(self) -> None:
        """Begin to take everything off; the board detects when it is done."""

    def put(self, cell: int) -> None:
        """Put one tower, always the same, on the middle of a cell of the empty board."""

    def start_sweep(self) -> None:
        """Begin to slide that tower slowly over the middle of every square."""

    def start_home_rows(self) -> None:
        """Begin to set both home rows up."""

    def dark_cells(self, colour: str) -> list[int]:
        """Return the cells that are not lit in this colour, although all should be."""


class KeyboardOperator:
    """A person who reads instructions and confirms them on the keyboard.

    Args:
        print_line: prints a line.
        files, ranks: of the board.
        keyboard: file descriptor that lines are read from; None for standard input.
    """

    def __init__(
        self, print_line: Callable[[str], None], files: int, ranks: int, keyboard: int | None = None
    ) -> None:
        self._print = print_line
        self._files, self._ranks = files, ranks
        self._keyboard = sys.stdin.fileno() if keyboard is None else keyboard

    def clear(self) -> None:
        """Give the instruction and wait for Return."""
        self._ask("Take everything off the board, then press Return.")

    def start_clearing(self) -> None:
        """Do nothing: the board's lights show the squares to clear."""

    def put(self, cell: int) -> None:
        """Give the instruction and wait for Return."""
        name = square_name(cell, self._files)
        self._ask(
            f"Put one tower on the middle of {name}, the lit square (always the same tower, no "
            "other on the board), then press Return."
        )

    def start_sweep(self) -> None:
        """Give the instruction; the lights show the squares still due."""
        self._print(
            "Slide a tower slowly over the middle of every square, rank by rank: blue squares are "
            "still due. A square that stays blue is bad: leave it, this goes on after a while."
        )

    def start_home_rows(self) -> None:
        """Give the instruction; the lights show the squares still due."""
        self._print(
            "Set up both home rows, each tower on the middle of its square. Amber: this tower's "
            "magnet is the other way round than those beside it."
        )

    def dark_cells(self, colour: str) -> list[int]:
        """Ask for the names of dark squares until they are valid."""
        question = (
            f"All squares should be {colour}. Type the names of those that are not, such as "
            "'e4 h8', or only press Return."
        )
        while True:
            words = self._ask(question).split()
            try:
                return [parse_square(word, (self._files, self._ranks)) for word in words]
            except ValueError as error:
                question = f"{error}. Once more, please:"

    def _ask(self, text: str) -> str:
        """Read a line from the keyboard; not by `sys.stdin`, whose lock this thread would keep."""
        self._print(text)
        line = b""
        while not line.endswith(b"\n"):
            data = os.read(self._keyboard, 1)
            if not data:
                raise ValueError("the keyboard was closed before the examination was over")
            line += data
        return line.decode(errors="replace").strip()


class SimulatedOperator:
    """The simulated hand in the role of the operator.

    Args:
        board: the simulator, with its usual two rows of pieces.
        files, ranks: of the board.
    """

    def __init__(self, board: SteppedBoard, files: int, ranks: int) -> None:
        self._board = board
        self._files, self._ranks = files, ranks
        self._homes = self._standing()
        self._tower = min(self._homes)

    def clear(self) -> None:
        """Carry every piece to the box."""
        for name in self._standing():
            self._board.ask("remove", piece=name, seconds=QUICK_S)

    def start_clearing(self) -> None:
        """Carry every piece to the box."""
        self.clear()

    def put(self, cell: int) -> None:
        """Move the tower to the cell."""
        if self._tower in self._standing():
            self._board.ask("lift", piece=self._tower, seconds=QUICK_S)
        square = square_name(cell, self._files)
        self._board.ask("put", piece=self._tower, square=square, seconds=QUICK_S)

    def start_sweep(self) -> None:
        """Begin to slide the tower to and fro, rank by rank."""
        self.clear()
        at = 0
        self.put(at)
        for rank in range(self._ranks):
            left, right = rank * self._files, (rank + 1) * self._files - 1
            end = right if rank % 2 == 0 else left
            self._slide(at, end, SLOW_S * self._files)
            at = end
            if rank + 1 < self._ranks:
                self._slide(at, at + self._files, SLOW_S)
                at += self._files
        self._board.ask("remove", piece=self._tower, seconds=QUICK_S)

    def start_home_rows(self) -> None:
        """Begin to put every piece on its first square."""
        for name, square in self._homes.items():
            self._board.ask("put", piece=name, square=square, seconds=QUICK_S)

    def dark_cells(self, colour: str) -> list[int]:
        """Return the cells whose LED is off in the simulator."""
        rgb = bytes.fromhex(str(self._board.ask("state")["rgb"]))
        return [cell for cell in range(len(rgb) // 3) if not any(rgb[3 * cell : 3 * cell + 3])]

    def _slide(self, start: int, end: int, seconds: float) -> None:
        names = {"from": square_name(start, self._files), "to": square_name(end, self._files)}
        self._board.ask("slide", **names, seconds=seconds)

    def _standing(self) -> dict[str, str]:
        """Return the cell of every piece on the board."""
        pieces = self._board.ask("state")["pieces"]
        assert isinstance(pieces, list)
        return {str(each["id"]): str(each["square"]) for each in pieces if each["where"] == "board"}


@dataclass(frozen=True, slots=True)
class OperatorSession:
    """An open board and its operator; None without an interactive terminal."""

    client: BoardClient
    operator: Operator | None


@contextmanager
def open_board(
    options: argparse.Namespace, print_line: Callable[[str], None]
) -> Iterator[OperatorSession]:
    """Open the board that `--board` names, or the one that is plugged in.

    A virtual board has a simulated operator.

    Raises:
        BoardNotFoundError: there is none, or it cannot be used; the message has the remedy.
    """
    if options.board == VIRTUAL:
        with (
            SteppedBoard("--seed", str(options.seed)) as board,
            open_simulated_board(board) as session,
        ):
            print_line(f"A virtual board ({board.runtime}); a simulated hand does what is asked.")
            yield session
        return
    url = find_board(options.board)
    if url is None:
        raise BoardNotFoundError(
            f"{explain_no_board()} (--board virtual examines a simulated one.)"
        )
    client = BoardClient(url, RealTime())
    with closing(client):
        client.open()
        files, ranks = client.hello.size
        operator = KeyboardOperator(print_line, files, ranks) if sys.stdin.isatty() else None
        yield OperatorSession(client, operator)


@contextmanager
def open_simulated_board(board: SteppedBoard) -> Iterator[OperatorSession]:
    """Open the board of a stepped simulator with a simulated operator."""
    client = BoardClient(board.port, SimulatedTime(board))
    with closing(client):
        client.open()
        yield OperatorSession(client, SimulatedOperator(board, *client.hello.size))
