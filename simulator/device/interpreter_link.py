"""Link to the interpreter that runs the firmware, over its standard input and output.

A message is its length (4 bytes, little-endian) and parts; a part is a letter, a length and data.

    from the interpreter   I identity as text, and B if boot.py has enabled the data port (1 byte):
                             both once, in the first message, before main.py
                           S bytes written to the serial port
                           L LEDs: time (us, 8 bytes), then the bytes clocked out to the chain
                           E supply of the LEDs: time (us, 8 bytes), then 1 for on or 0 for off
                           P text printed on the console
                           M the whole non-volatile memory
                           X end of the program: `reset`, `reload`, `watchdog`, `ended` or
                             `power cut`
                           Z sleep until this time (us, 8 bytes), or until something comes
                           T time (us, 8 bytes), scans (4), serial bytes not yet read (2): always
                             the last part; the interpreter waits for the answer
    to the interpreter     the first message is the settings as JSON, then
                           S bytes for the serial port      V levels, 2 bytes a cell
                           N noise, 2 bytes a cell          M missing strips, a byte a part
                           C the computer's end: flags (1 byte), and how many bytes may be written
                             to the port until the next exchange (2).  1: a program has opened the
                             port; 2: the console is open and not read; 4: USB is suspended; 8: a
                             ctrl-C was typed on the console; 16: the chip may sleep; 32: somebody
                             looks at the LEDs
                           Q quiet until this time (us, 8 bytes): nothing will come, so the next
                             exchange may wait until then, unless other output than light is due
                           H the same while a hand is moving: the chip must not doze until then
                           K the power is cut after that many steps of the next writes of the
                             non-volatile memory (2); see `circuit/flash.py`
                           U supply of the LEDs: voltage behind its switch (mV, 2 bytes), external
                             voltage (mV, 2), then 1 if it is overloaded
                           W end of a sleep: time (us, 8 bytes); always the first part
                           F the analogue converter: 0 works, 1 raises, 2 hangs
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import socket
import struct
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_CHUNK = 65536


class InterpreterEndedError(Exception):
    """The interpreter has ended; the message is its last output."""


@dataclass
class Report:
    """Decoded message of the interpreter; see the module's table.

    Attributes:
        leds: time and bytes of each write to the chain, or time and True if the supply is on.
        sleep_us: the chip sleeps until this time, or until something comes; None: it does not.
    """

    time_us: int = 0
    scans: int = 0
    unread: int = 0
    identity: str = ""
    data_port: bool | None = None
    serial: bytes = b""
    leds: list[tuple[int, bytes | bool]] = field(default_factory=list)
    console: str = ""
    nvm: bytes | None = None
    ended: str | None = None
    sleep_us: int | None = None


class InterpreterLink:
    """A running interpreter and the link to it.

    Args:
        command: the command line that starts it.
        selector: reports its messages.
        settings: for `circuitpython/chip.py`.
        state: the first answer, as parts.
    """

    def __init__(
        self,
        command: Sequence[str],
        selector: selectors.BaseSelector,
        settings: Mapping[str, object],
        state: Mapping[str, bytes],
    ) -> None:
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the interpreter)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            bufsize=0,
            # Ctrl-C must reach the simulator only.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # on Windows
        )
        assert self._process.stdout is not None
        self._received = b""
        self._ended = False
        self._output = _Output(self._process.stdout.fileno())
        self._selector = selector
        self._selector.register(self._output, selectors.EVENT_READ, self._ready)
        self._send(json.dumps(settings).encode())
        self.answer(state)

    def poll(self) -> Report | None:
        """Return the next report; None if the firmware has not reached an exchange yet.

        Raises:
            InterpreterEndedError: the interpreter has ended.
        """
        if len(self._received) >= 4:
            size = 4 + struct.unpack_from("<I", self._received)[0]
            if len(self._received) >= size:
                message, self._received = self._received[4:size], self._received[size:]
                return _decoded(message)
        if self._ended:
            self._stderr.seek(0)
            # MicroPython prints errors on the standard output, where they look like a message.
            output = self._stderr.read() + self._received
            raise InterpreterEndedError(output.decode(errors="replace"))
        return None

    def answer(self, parts: Mapping[str, bytes]) -> None:
        """Send the answer, which lets the interpreter continue."""
        self._send(
            b"".join(
                kind.encode() + struct.pack("<I", len(data)) + data for kind, data in parts.items()
            )
        )

    def close(self) -> None:
        """End the interpreter."""
        self._unwatch()
        self._process.kill()
        self._process.wait()
        self._output.close()
        for pipe in (self._process.stdin, self._process.stdout, self._stderr):
            if pipe is not None:
                pipe.close()

    def _ready(self, _events: int) -> None:
        try:
            data = self._output.read()
        except BlockingIOError:
            return
        self._received += data
        if not data:
            self._ended = True
            self._unwatch()

    def _unwatch(self) -> None:
        with contextlib.suppress(KeyError):
            self._selector.unregister(self._output)

    def _send(self, message: bytes) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # `poll` reports it
            self._process.stdin.write(struct.pack("<I", len(message)) + message)


class _Output:
    """The output of the interpreter, for a selector.

    Windows can wait for sockets only: there a thread copies the pipe into one.

    Args:
        pipe: its descriptor.
    """

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._receiver: socket.socket | None = None
        if os.name == "posix":
            os.set_blocking(pipe, False)
            return
        self._receiver, sender = socket.socketpair()
        self._receiver.setblocking(False)
        self._thread = threading.Thread(target=self._copy, args=(sender,), daemon=True)
        self._thread.start()

    def fileno(self) -> int:
        """Return the descriptor that a selector can watch."""
        return self._pipe if self._receiver is None else self._receiver.fileno()

    def read(self) -> bytes:
        """Return what has come; nothing at the end.

        Raises:
            BlockingIOError: nothing has come.
        """
        if self._receiver is None:
            return os.read(self._pipe, _CHUNK)
        return self._receiver.recv(_CHUNK)

    def close(self) -> None:
        """Close what was opened for it, after the end of the interpreter."""
        if self._receiver is not None:
            self._receiver.close()
            self._thread.join()

    def _copy(self, sender: socket.socket) -> None:
        with sender, contextlib.suppress(OSError):  # closed at the other end
            while data := os.read(self._pipe, _CHUNK):
                sender.sendall(data)


def _decoded(message: bytes) -> Report:
    report = Report()
    at = 0
    while at < len(message):
        kind = message[at : at + 1]
        size = struct.unpack_from("<I", message, at + 1)[0]
        data = message[at + 5 : at + 5 + size]
        at += 5 + size
        match kind:
            case b"T":
                report.time_us, report.scans, report.unread = struct.unpack("<QIH", data)
            case b"S":
                report.serial += data
            case b"L":
                report.leds.append((struct.unpack_from("<Q", data)[0], data[8:]))
            case b"E":
                report.leds.append((struct.unpack_from("<Q", data)[0], data[8:] != b"\0"))
            case b"P":
                report.console += data.decode(errors="replace")
            case b"M":
                report.nvm = data
            case b"Z":
                report.sleep_us = struct.unpack("<Q", data)[0]
            case b"I":
                report.identity = data.decode()
            case b"B":
                report.data_port = data != b"\0"
            case b"X":
                report.ended = data.decode()
            case _:
                raise InterpreterEndedError(f"it sent a part {kind!r} that is not known here")
    return report
