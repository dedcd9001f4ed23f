"""The exchange with the interpreter that runs the firmware, over its standard input and output.

A message is its length (4 bytes, little-endian) and parts; a part is one letter, a length and data.

    from the interpreter   T time (us, 8 bytes) and scans (4): always the last part, it waits for the answer
                           S bytes written to the serial port
                           L LEDs: time (us, 8 bytes), then the bytes clocked out to the chain
                           P text printed on the console
                           M the non-volatile memory, whole
                           X the program has ended: `reset`, `reload` or `ended`
    to the interpreter     the first message is the settings as JSON, then
                           S bytes for the serial port      V levels, 2 bytes a cell
                           N noise                          M missing strips, a byte a rank
                           C whether the port is open at the other end
"""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

RUNTIME = Path(__file__).resolve().parent / "runtime"
LIBRARIES = ("neopixel.py", "adafruit_pixelbuf.py")
HEAP = "1m"


class InterpreterEndedError(Exception):
    """The interpreter has died; the message is what it said last."""


@dataclass
class Report:
    """What the interpreter tells at an exchange; see the module's table."""

    time_us: int = 0
    scans: int = 0
    serial: bytes = b""
    frames: list[tuple[int, bytes]] = field(default_factory=list)
    console: str = ""
    nvm: bytes | None = None
    ended: str | None = None


def find_micropython() -> str | None:
    """The path of a MicroPython for this machine; None if there is none."""
    beside = Path(sys.executable).parent / "micropython"
    if os.name == "posix" and beside.exists():
        return str(beside)
    return shutil.which("micropython")


class Interpreter:
    """A running firmware.

    Args:
        micropython: the interpreter's path; None runs the same files under CPython.
        firmware: the CIRCUITPY folder.
        settings: for `runtime/chip.py`.
        state: the first answer, as parts.
    """

    def __init__(
        self,
        micropython: str | None,
        firmware: Path,
        settings: Mapping[str, object],
        state: Mapping[str, bytes],
    ) -> None:
        folders = [str(RUNTIME), str(firmware), *map(str, _library_folders())]
        start = str(RUNTIME / "start.py")
        command = (
            [sys.executable, "-I", "-B", start]
            if micropython is None
            else [micropython, "-X", f"heapsize={HEAP}", start]
        )
        self._process = subprocess.Popen(
            [*command, *folders],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._send(json.dumps(settings).encode())
        self.answer(state)

    def report(self) -> Report:
        """Wait until the firmware comes to its next exchange.

        Raises:
            InterpreterEndedError: it did not.
        """
        size = struct.unpack("<I", self._read(4))[0]
        return _parsed(self._read(size))

    def answer(self, parts: Mapping[str, bytes]) -> None:
        """Let it go on."""
        self._send(
            b"".join(
                kind.encode() + struct.pack("<I", len(data)) + data for kind, data in parts.items()
            )
        )

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _send(self, message: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(struct.pack("<I", len(message)) + message)
            self._process.stdin.flush()
        except OSError as error:
            raise InterpreterEndedError(self._last_words()) from error

    def _read(self, size: int) -> bytes:
        assert self._process.stdout is not None
        data = self._process.stdout.read(size)
        if len(data) < size:
            raise InterpreterEndedError(self._last_words())
        return data

    def _last_words(self) -> str:
        assert self._process.stderr is not None
        self._process.kill()
        return self._process.stderr.read().decode(errors="replace").strip()


def _library_folders() -> Sequence[Path]:
    """Where Adafruit's `neopixel` is installed, if it is; the firmware does without it otherwise."""
    installed = Path(sysconfig.get_path("purelib"))
    there = all((installed / name).exists() for name in LIBRARIES)
    return [_only_libraries(installed)] if there else []


def _only_libraries(installed: Path) -> Path:
    """A folder that holds just those files: the rest of site-packages must not be importable."""
    folder = Path(sysconfig.get_path("purelib")).parent / "kamisado-board-libraries"
    folder.mkdir(exist_ok=True)
    for name in LIBRARIES:
        target = folder / name
        source = (installed / name).read_bytes()
        if not target.exists() or target.read_bytes() != source:
            fresh = folder / f"{name}.{os.getpid()}"
            fresh.write_bytes(source)
            fresh.replace(target)
    return folder


def _parsed(message: bytes) -> Report:
    report = Report()
    at = 0
    while at < len(message):
        kind = message[at : at + 1]
        size = struct.unpack_from("<I", message, at + 1)[0]
        data = message[at + 5 : at + 5 + size]
        at += 5 + size
        match kind:
            case b"T":
                report.time_us, report.scans = struct.unpack("<QI", data)
            case b"S":
                report.serial += data
            case b"L":
                report.frames.append((struct.unpack_from("<Q", data)[0], data[8:]))
            case b"P":
                report.console += data.decode(errors="replace")
            case b"M":
                report.nvm = data
            case b"X":
                report.ended = data.decode()
    return report
