"""`python -m simulator`: a virtual board alone, for any program to talk to."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from simulator.backplane import find_micropython
from simulator.control import Control
from simulator.device import Device
from simulator.port import Port, TcpPort
from simulator.virtual_board import Piece

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(
        prog="kamisado simulate",
        description="Start a virtual board that runs the real firmware, and print its port and its "
        "control channel (simulator/CONTROL.md). Ends with ctrl-C.",
    )
    top.add_argument("--size", type=_size, default=(8, 8), help="squares, 8x8 (default) or 9x9")
    top.add_argument("--seed", type=int, default=1, help="of noise and of the hand's timing")
    top.add_argument(
        "--listen",
        type=_url,
        metavar="socket://127.0.0.1:N",
        help="offer the board on a TCP port instead of a pseudo-terminal (0 = any)",
    )
    top.add_argument(
        "--control",
        type=_address,
        metavar="127.0.0.1:N",
        default=("127.0.0.1", 0),
        help="where the control channel listens (default: any free port)",
    )
    top.add_argument(
        "--runtime",
        choices=("auto", "micropython", "cpython"),
        default="auto",
        help="what runs the firmware (default: MicroPython if it is there, else CPython)",
    )
    top.add_argument(
        "--firmware", type=Path, default=FIRMWARE, help="the folder to run as the CIRCUITPY drive"
    )
    top.add_argument("--stopped", action="store_true", help="do not run, wait to be stepped")
    top.add_argument(
        "--with-stdin", action="store_true", help="end when the standard input is closed"
    )
    return top


def _size(text: str) -> tuple[int, int]:
    files, x, ranks = text.partition("x")
    if not x or not files.isdigit() or not ranks.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not like 8x8")
    size = int(files), int(ranks)
    if not all(1 <= side <= 9 for side in size):
        raise argparse.ArgumentTypeError(f"{text!r}: a board has 1 to 9 files and ranks")
    return size


def _address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdigit() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not like 127.0.0.1:0")
    return host, int(port)


def _url(text: str) -> tuple[str, int]:
    if not text.startswith("socket://"):
        raise argparse.ArgumentTypeError(f"{text!r} is not like socket://127.0.0.1:0")
    return _address(text.removeprefix("socket://"))


def open_port(listen: tuple[str, int] | None) -> Port:
    """The cable: a pseudo-terminal where there are any, unless a TCP port is wanted."""
    if listen is not None:
        return TcpPort(*listen)
    if os.name != "posix":
        return TcpPort()
    from simulator.port import PtyPort

    return PtyPort()


def two_rows(files: int, ranks: int) -> list[Piece]:
    """A full row for each side on its first rank, north poles down on rank 1."""
    pieces = []
    for pole, rank in (("n", 0), ("s", ranks - 1)):
        for file in range(files):
            name = f"{pole}-{'abcdefghi'[file]}{rank + 1}"
            pieces.append(Piece(name, pole, "board", file * 40.0, rank * 40.0))
    return pieces


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a simulator; returns the exit status."""
    options = parser().parse_args(arguments)
    micropython = None if options.runtime == "cpython" else find_micropython()
    if options.runtime == "micropython" and micropython is None:
        print("there is no MicroPython here; use --runtime cpython", file=sys.stderr)
        return 1
    if not (options.firmware / "main.py").exists():
        print(f"there is no main.py in {str(options.firmware)!r}", file=sys.stderr)
        return 1
    try:
        control = Control(*options.control)
        port = open_port(options.listen)
    except OSError as error:
        print(f"cannot listen there: {error}; choose another port or 0", file=sys.stderr)
        return 1
    device = Device(options.size, options.seed, options.firmware, micropython, port, control.tell)
    control.attach(device)
    device.set_up(two_rows(*options.size))
    if options.stopped:
        device.clock.stop()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    print(f"port {port.name}")
    print(f"control {control.address}")
    print(f"runtime {device.runtime}", flush=True)
    if options.with_stdin:
        threading.Thread(target=_end_with_stdin, args=(device,), daemon=True).start()
    try:
        device.run()
    except KeyboardInterrupt:
        pass
    finally:
        control.close()
    return 0


def _end_with_stdin(device: Device) -> None:
    while sys.stdin.readline():
        pass
    device.closing = True


if __name__ == "__main__":
    raise SystemExit(main())
