"""Answers of the board that come in several lines: diagnostics, and a value of each cell."""

from __future__ import annotations

from host.link import wire
from host.link.events import CellValues, Diagnostics
from host.link.wire import BoardHello

MAX_DIAGNOSTICS = 64
"""Values of one answer to `diag`; the firmware sends ten."""


class DiagnosticsAnswer:
    """The values of an answer to `diag`."""

    def __init__(self) -> None:
        self._values: dict[str, str] | None = None  # None: not requested

    def request(self) -> None:
        """Begin anew."""
        self._values = {}

    def add(self, line: wire.Diag) -> Diagnostics | None:
        """Add the values of a line; return all of them with the last line, None before."""
        if self._values is None:
            return None
        for name, value in line.values:
            if name == "end":
                found, self._values = self._values, None
                return Diagnostics(found)
            if len(self._values) < MAX_DIAGNOSTICS:
                self._values[name] = value
        return None


class CellsAnswer:
    """The ranks of an answer to `cells`."""

    def __init__(self) -> None:
        self._name = ""
        self._ranks: dict[int, tuple[int, ...]] = {}

    def request(self, name: str) -> None:
        """Begin anew with a value, one of wire.CELL_NAMES."""
        self._name = name
        self._ranks = {}

    def add(self, line: wire.Cells, hello: BoardHello) -> CellValues | None:
        """Add a rank; return the values of all cells with the last one, None before.

        Raises:
            ValueError: the line does not fit the board.
        """
        if line.name != self._name:
            return None
        files, ranks = hello.size
        if line.rank > ranks or len(line.values) != files:
            raise ValueError(f"a board of {files}x{ranks} has no such rank: {line}")
        self._ranks[line.rank] = line.values
        if len(self._ranks) < ranks:
            return None
        self._name = ""
        values = (value for rank in sorted(self._ranks) for value in self._ranks[rank])
        return CellValues(line.name, tuple(values))
