"""File of a trace that is being recorded, written by a thread: nothing waits for the disk."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from host.message import Message, message, system_error
from host.worker.thread import WorkerThread

CLOSE_S = 0.8
"""Time to write the rest at the end."""


class TraceFile:
    """A new file, to which lines are appended in the background.

    Args:
        path: of the file.

    Raises:
        ValueError: the file exists, or cannot be created.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = create_trace_file(path)
        self._worker = WorkerThread("trace")
        self._failed: OSError | None = None
        self._is_told = False

    def write(self, line: str) -> None:
        """Append a line.

        Raises:
            OSError: an earlier line could not be written; those after it are not.
        """
        if self._failed is not None:
            self._is_told = True
            raise self._failed
        self._worker.submit(lambda: self._append(line))

    def close(self) -> Message | None:
        """Write the rest and close the file.

        Returns:
            A sentence if that fails or takes too long, unless `write` has raised the error.
        """
        self._worker.submit(self._end)
        in_time = self._worker.close(CLOSE_S)
        if self._is_told or (in_time and self._failed is None):
            return None
        return message("storage.trace_cut_off", file=repr(str(self._path)))

    def _append(self, line: str) -> None:
        """Append a line, unless one before it is missing."""
        if self._failed is None:
            try:
                self._file.write(line)
            except OSError as error:
                self._failed = error

    def _end(self) -> None:
        try:
            self._file.close()
        except OSError as error:
            self._failed = self._failed or error


def create_trace_file(path: Path) -> TextIO:
    """Create a file for a trace, line-buffered.

    Raises:
        ValueError: the file exists, or cannot be created.
    """
    try:
        return path.open("x", buffering=1, encoding="utf-8")
    except FileExistsError:
        raise ValueError(message("storage.trace_exists", file=repr(str(path)))) from None
    except OSError as error:
        why = system_error(error)
        raise ValueError(
            message("storage.trace_cannot_be_written", file=repr(str(path)), error=why)
        ) from None
