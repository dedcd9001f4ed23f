"""Text of commands, wrapped to the width of the terminal."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path

MAX_WIDTH, MIN_WIDTH = 79, 20

SPREADSHEET = "utf-8-sig"
"""Encoding of CSV: without its mark Excel takes the letters for those of a code page."""


def text_width() -> int:
    """Return the columns of a line of text: those of the terminal, 79 at most."""
    columns = shutil.get_terminal_size((MAX_WIDTH + 1, 24)).columns
    return max(MIN_WIDTH, min(MAX_WIDTH, columns - 1))


def wrapped(text: str, indent: str = "", hanging: int = 0) -> str:
    """Return a paragraph in lines.

    Args:
        indent: before the first line.
        hanging: columns before all others.
    """
    return textwrap.fill(text, text_width(), initial_indent=indent, subsequent_indent=" " * hanging)


def check_writable(path: Path) -> None:
    """Check that a file can be written, before anything is computed for it; it is not changed.

    Raises:
        ValueError: it cannot be; the message says why.
    """
    existed = path.exists()
    try:
        path.open("ab").close()
    except OSError as error:
        raise ValueError(f"{str(path)!r} cannot be written: {error.strerror}") from None
    if not existed:
        path.unlink()


def write_file(name: str, data: bytes) -> None:
    """Write a file.

    Raises:
        ValueError: it cannot be written; the message says why.
    """
    try:
        Path(name).write_bytes(data)
    except OSError as error:
        raise ValueError(f"{name!r} cannot be written: {error.strerror}") from None
