"""Interpreter that runs the firmware: MicroPython if it is installed, else this Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Protocol

from simulator.resources import CIRCUITPYTHON

LIBRARIES = ("neopixel.py", "adafruit_pixelbuf.py")
HEAP = "1m"
"""MicroPython's heap: objects are twice as large here as on the board, which has 264 kB of RAM."""


_HARMLESS = CIRCUITPYTHON / "circuit" / "transfer.py"
"""A module that imports nothing and does nothing when it is run."""


def installed_libraries() -> list[Path]:
    """Return the files of Adafruit's `neopixel` and of what it needs, in this order.

    Empty if it is not installed: the firmware does without it then, more slowly.
    """
    installed = Path(sysconfig.get_path("purelib"))
    found = [installed / name for name in LIBRARIES]
    return found if all(path.exists() for path in found) else []


def find_micropython() -> str | None:
    """Return the path of a MicroPython that runs here; None if there is none.

    It runs in no folder whose path is too long for it, or that its shell script cannot name.
    """
    name = "micropython.exe" if os.name == "nt" else "micropython"
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if found is None:
        return None
    try:
        tried = subprocess.run(
            [found, str(_HARMLESS)], stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except OSError:
        return None
    return found if tried.returncode == 0 else None


class Command(Protocol):
    """Command that starts the firmware.

    Attributes:
        arguments: the command line.
        start_s: longest time until the program starts.
        timeout_s: how long it may ask for nothing before it is taken to be in an endless loop.
    """

    arguments: list[str]
    start_s: float
    timeout_s: float


class InterpreterCommand:
    """Command line that starts the firmware.  A context manager.

    Args:
        firmware: the CIRCUITPY folder.
        micropython: the interpreter's path; None runs the same files under CPython.

    Attributes:
        arguments: the command line.
    """

    start_s = 10.0
    timeout_s = 5.0

    def __init__(self, firmware: Path, micropython: str | None) -> None:
        self._libraries = tempfile.TemporaryDirectory(prefix="kamisado-lib-")
        start = str(CIRCUITPYTHON / "start.py")
        interpreter = (
            # None of this Python's packages may be importable: the board has none of them.
            [sys.executable, "-I", "-S", "-B", start]
            if micropython is None
            else [micropython, "-X", f"heapsize={HEAP}", start]
        )
        self.arguments = [*interpreter, str(CIRCUITPYTHON), str(firmware), self._libraries.name]
        for library in installed_libraries():
            shutil.copy(library, self._libraries.name)

    def __enter__(self) -> InterpreterCommand:
        return self

    def __exit__(self, *_: object) -> None:
        self._libraries.cleanup()
