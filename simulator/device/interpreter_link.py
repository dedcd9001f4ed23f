"""Link to the interpreter that runs the firmware: the messages, and what carries them.

`interpreter_process` starts the interpreter as a process, and talks over its standard input and
output; others may run it elsewhere.

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
                           R the same for a chip that has slept: it gets all bytes that wait, and
                             its output need not be reported before then or its next sleep
                           K the power is cut after that many steps of the next writes of the
                             non-volatile memory (2); see `circuit/flash.py`
                           U supply of the LEDs: voltage behind its switch (mV, 2 bytes), external
                             voltage (mV, 2), then 1 if it is overloaded
                           W end of a sleep: time (us, 8 bytes); always the first part
                           F the analogue converter: 0 works, 1 raises, 2 hangs
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias


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

    @property
    def has_output(self) -> bool:
        """True if there is any output but light, which has times of its own."""
        return bool(self.serial or self.console or self.nvm is not None)

    def clear_output(self) -> None:
        """Remove that output, since it has taken effect."""
        self.serial, self.console, self.nvm = b"", "", None


class InterpreterLink(Protocol):
    """A running interpreter."""

    def poll(self) -> Report | None:
        """Return the next report; None if the firmware has not reached an exchange yet.

        Raises:
            InterpreterEndedError: the interpreter has ended.
        """

    def answer(self, parts: Mapping[str, bytes]) -> None:
        """Send the answer, which lets the interpreter continue."""

    def close(self) -> None:
        """End the interpreter."""


StartInterpreter: TypeAlias = Callable[[Mapping[str, object], Mapping[str, bytes]], InterpreterLink]
"""Starts an interpreter with the settings for `circuitpython/chip.py` and the first answer."""


def encode_start(settings: Mapping[str, object], state: Mapping[str, bytes]) -> bytes:
    """Return the first two messages: the settings, and the first answer."""
    return _message(json.dumps(settings).encode()) + encode_answer(state)


def encode_answer(parts: Mapping[str, bytes]) -> bytes:
    """Return the message of an answer."""
    return _message(
        b"".join(
            kind.encode() + struct.pack("<I", len(data)) + data for kind, data in parts.items()
        )
    )


def take_report(received: bytearray) -> Report | None:
    """Take a whole message off the bytes that have come, and decode it; None if there is none.

    Raises:
        InterpreterEndedError: it has a part that is not known here.
    """
    if len(received) < 4:
        return None
    size = 4 + struct.unpack_from("<I", received)[0]
    if len(received) < size:
        return None
    message = bytes(received[4:size])
    del received[:size]
    return _decoded(message)


def _message(data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + data


def parts_of(message: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Split a message into its parts: a letter that says of what kind one is, and its data."""
    at = 0
    while at < len(message):
        size = struct.unpack_from("<I", message, at + 1)[0]
        yield message[at : at + 1], message[at + 5 : at + 5 + size]
        at += 5 + size


def _decoded(message: bytes) -> Report:
    report = Report()
    for kind, data in parts_of(message):
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
