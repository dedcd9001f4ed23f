"""The simulated device: firmware, board, hands, cable and clock, run in lockstep.

The interpreter runs ahead to its next exchange, says what it has done on the way, and waits.
Before it is answered, the simulator lets the wall clock catch up (or waits to be stepped), moves the
hands to that time, and hands over new sensor levels and serial bytes.  Nothing depends on how fast
either side is, so the same seed and the same steps give the same run, byte for byte.
"""

from __future__ import annotations

import contextlib
import random
import struct
from collections.abc import Callable
from pathlib import Path

from simulator.backplane import Interpreter, InterpreterEndedError, Report
from simulator.clock import Clock
from simulator.faults import Faults, LineNoise
from simulator.field import NOISE_MT, counts
from simulator.hand import Hand
from simulator.port import Port
from simulator.virtual_board import Piece, VirtualBoard
from simulator.wiring import Wiring

BOOT_US = 500_000
"""From power or reset to the running program; a real board takes 2.5 s, which nobody wants to watch."""
IDLE_US = 5_000
"""How far time goes at once while nothing runs."""
NVM_BYTES = 4096
NOISE_UNIT = 256
LED_IDLE_MA = 1.0
CHANNEL_MA = 20.0

Event = dict[str, object]


class Device:
    """One simulated board.

    Args:
        size: files and ranks.
        seed: of everything that is random.
        firmware: the CIRCUITPY folder.
        micropython: path of the interpreter; None = run the files under CPython.
        port: the cable.
        told: called with every event of the control channel.

    Attributes:
        now_us, next_us: simulated time, and the time that it will jump to next.
        sent, received: bytes that have gone out of and come in at the port in all.
        idle: called with how long (s, None = for ever) there is nothing to do; it waits for
            something to come in and deals with it.
    """

    def __init__(
        self,
        size: tuple[int, int],
        seed: int,
        firmware: Path,
        micropython: str | None,
        port: Port,
        told: Callable[[Event], None],
    ) -> None:
        self.board = VirtualBoard(*size)
        self.port = port
        self.clock = Clock()
        self.faults = Faults()
        self.runtime = "cpython" if micropython is None else "micropython"
        self.now_us = 0
        self.next_us = 0
        self.scans = 0
        self.sent = 0
        self.received = 0
        self.rgb = bytes(3 * size[0] * size[1])
        self.noise_mt = NOISE_MT
        self.seed = seed
        self._told = told
        self._firmware = firmware
        self._micropython = micropython
        self._wiring = Wiring.load()
        self._random = random.Random(seed)
        self._gauss = [round(self._random.gauss(0, NOISE_UNIT)) for _ in range(256)]
        self._uid = [self._random.randrange(256) for _ in range(8)]
        self._hands: dict[str, Hand] = {}
        self._finished: list[object] = []
        self._noise_in = LineNoise(self.faults, "in", random.Random(seed + 1))
        self._noise_out = LineNoise(self.faults, "out", random.Random(seed + 2))
        self._nvm = bytes([255] * NVM_BYTES)
        self._interpreter: Interpreter | None = None
        self._plugged = True
        self._boot_at_us: int | None = 0
        self._reset_reason = "POWER_ON"
        self._incoming = b""
        self._told_state: dict[str, bytes] = {}
        self.idle: Callable[[float | None], None] = lambda pause: None
        self.closing = False

    # Running

    def run(self) -> None:
        """Run until `closing` is set."""
        try:
            while not self.closing:
                if self._interpreter is None:
                    self.next_us = self.now_us + IDLE_US
                    self._wait_until(self.next_us)
                    self._boot_if_due()
                else:
                    self._exchange(self._interpreter)
        finally:
            self._stop()
            self.port.close()

    def _exchange(self, interpreter: Interpreter) -> None:
        try:
            report = interpreter.report()
        except InterpreterEndedError as error:
            self._tell_console(f"the interpreter died: {error}\n")
            self._restart("SOFTWARE")
            return
        self._take(report)
        self.next_us = max(self.now_us, report.time_us)
        self._wait_until(self.next_us)
        if self.closing or self._interpreter is not interpreter:
            return
        if report.ended is not None:
            self._restart("SOFTWARE" if report.ended != "reset" else "RESET_PIN")
            return
        with contextlib.suppress(InterpreterEndedError):  # `report` will tell
            interpreter.answer(self._news())

    def _take(self, report: Report) -> None:
        """What the firmware has done on the way to here."""
        self.scans = report.scans
        if report.console:
            self._tell_console(report.console)
        if report.nvm is not None:
            self._nvm = report.nvm
        for time_us, data in report.frames:
            self._show(time_us, data)
        if report.serial:
            data = self._noise_out.pass_on(report.serial)
            self.sent += len(data)
            self.port.write(data)

    def _wait_until(self, at_us: int) -> None:
        """Let time reach `at_us`, serving ports and control meanwhile; at least one look at them."""
        interpreter = self._interpreter
        while True:
            self.idle(self.clock.pause_s(at_us))
            if self.closing or self._interpreter is not interpreter:
                return
            if self.clock.pause_s(at_us) == 0:
                break
        self.advance(at_us)

    def advance(self, at_us: int) -> None:
        """It is `at_us`: move the hands on, and tell what has come of it."""
        self.now_us = at_us
        for hand in self._hands.values():
            hand.advance(at_us)
        for request in self._finished:
            self._told({"event": "done", "id": request})
        self._finished.clear()
        if self.board.take_changed():
            self._told_state.pop("V", None)
            self._told({"event": "pieces", "pieces": self.board.described()})

    def _news(self) -> dict[str, bytes]:
        """What the firmware must be told: serial bytes, and whatever has changed."""
        parts = self._state()
        news = {kind: data for kind, data in parts.items() if self._told_state.get(kind) != data}
        self._told_state = parts
        if self._incoming:
            news["S"] = self._incoming
            self._incoming = b""
        return news

    def _state(self) -> dict[str, bytes]:
        levels = self._told_state.get("V")
        if levels is None:
            levels = struct.pack(f"<{len(self.rgb) // 3}H", *self.board.levels())
        missing = bytes(rank in self.faults.missing_strips for rank in range(self.board.ranks))
        return {
            "V": levels,
            "N": struct.pack("<I", round(counts(self.noise_mt))),
            "M": missing,
            "C": bytes([self.port.connected]),
        }

    def receive(self) -> None:
        """Take in what has come over the cable."""
        while data := self.port.read():
            self.received += len(data)
            self._incoming += self._noise_in.pass_on(data)

    # Power

    def _boot_if_due(self) -> None:
        if self._boot_at_us is None or self.now_us < self._boot_at_us or not self._plugged:
            return
        self._boot_at_us = None
        self._incoming = b""
        self._told_state = {}
        self._told_state = self._state()
        self._interpreter = Interpreter(
            self._micropython,
            self._firmware,
            {
                "files": self.board.files,
                "ranks": self.board.ranks,
                "uid": self._uid,
                "nvm": list(self._nvm),
                "seed": self.seed,
                "now_us": self.now_us,
                "gauss": self._gauss,
                "reset_reason": self._reset_reason,
                "wiring": self._wiring.as_dict(),
            },
            self._told_state,
        )

    def _stop(self) -> None:
        if self._interpreter is not None:
            self._interpreter.close()
            self._interpreter = None

    def _restart(self, reason: str) -> None:
        self._stop()
        self._reset_reason = reason
        self._boot_at_us = self.now_us + BOOT_US
        self._show(self.now_us, bytes(len(self.rgb)))
        self._told({"event": "board", "state": "restarted"})

    def reset(self) -> None:
        """Press the reset button."""
        if self._plugged:
            self._restart("RESET_PIN")

    def unplug(self) -> None:
        """Pull the cable out: no power, no port."""
        if self._plugged:
            self._plugged = False
            self._stop()
            self.port.unplug()
            self._show(self.now_us, bytes(len(self.rgb)))
            self._told({"event": "board", "state": "unplugged"})

    def plug(self) -> None:
        """Put the cable in."""
        if not self._plugged:
            self._plugged = True
            self.port.plug()
            self._reset_reason = "POWER_ON"
            self._boot_at_us = self.now_us + BOOT_US
            self._told({"event": "board", "state": "plugged"})

    # Hands

    def hand(self, name: str) -> Hand:
        """The hand of this name."""
        if name not in self._hands:
            self._hands[name] = Hand(self.board, self._random, self._finished.append)
        return self._hands[name]

    @property
    def busy(self) -> bool:
        """Whether a hand is at work."""
        return any(hand.busy for hand in self._hands.values())

    def set_up(self, pieces: list[Piece]) -> None:
        """Put these on the board, at once, and nothing else; hands drop what they were doing."""
        self._hands.clear()
        self.board.clear()
        for piece in pieces:
            self.board.add(piece)

    def apply_faults(self) -> None:
        """Let the sensors show what is broken."""
        self.board.forced = dict(self.faults.sensors)
        self.board.touch()
        self._show(self.now_us, None)

    # Lights and words

    @property
    def milliamps(self) -> float:
        """What the LEDs draw, by the model of firmware/PROTOCOL.md."""
        return round(len(self.rgb) / 3 * LED_IDLE_MA + sum(self.rgb) / 255 * CHANNEL_MA, 1)

    def _show(self, time_us: int, data: bytes | None) -> None:
        rgb = bytearray(self.rgb if data is None else self._wiring.rgb(data, self.board.files))
        for cell in self.faults.dead_pixels:
            rgb[3 * cell : 3 * cell + 3] = bytes(3)
        self.rgb = bytes(rgb)
        self._told(
            {"event": "frame", "time_us": time_us, "rgb": self.rgb.hex(), "ma": self.milliamps}
        )

    def _tell_console(self, text: str) -> None:
        self._told({"event": "console", "text": text})
