"""Interpreter's end of the link for firmware on an emulated RP2040.

Started like the other interpreters (`simulator/device/interpreter_link.py`): it answers with what
the firmware does, and has the simulator's circuits of the sensors and of the supply at the chip's
pins.  The chip is `emulator.mjs`, run by node.

    python -m simulator.rp2040.chip_process FOLDER
"""

from __future__ import annotations

import importlib
import json
import random
import struct
import subprocess
import sys
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simulator.device.device import BOOT_US
from simulator.device.interpreter_link import parts_of
from simulator.rp2040.command import BOOTROM_FILE, FLASH_FILE, STATE_FILE
from simulator.rp2040.image import NVM

HERE = Path(__file__).resolve().parent
STAND_INS = HERE.parent / "circuitpython"
CIRCUITS = {"strips": "Strips", "quarters": "Quarters", "switches": "Switches"}
EXCHANGE_NS = 1_000_000
LONGEST_BOOT_NS = 10_000_000_000
"""Until the computer knows the serial ports, after which the first report is sent."""
FIRST_ADC_PIN = 26
FULL_SCALE, ADC_STEPS = 65535, 4096
HAD_POR, HAD_RUN = 1 << 8, 1 << 16
"""Bits of CHIP_RESET (RP2040 data sheet, 2.12.8)."""
_OPEN, _UNREAD, _SUSPENDED, _INTERRUPT = 1, 2, 4, 8
_PLENTY = 1 << 16


def circuits() -> Any:
    """Return the stand-in's modules, which are imported by their bare names."""
    sys.path.insert(0, str(STAND_INS))
    # They count what the firmware's own computing costs, which here takes its time by itself.
    sys.modules["chip"] = types.ModuleType("chip")
    vars(sys.modules["chip"])["CELL"] = 0
    return types.SimpleNamespace(
        **{build: importlib.import_module(f"circuit.sensors_{build}") for build in CIRCUITS},
        state=importlib.import_module("circuit.sensor_state"),
        supply=importlib.import_module("circuit.supply_monitor"),
    )


class Link:
    """Messages from and to the simulator."""

    def receive(self) -> bytes:
        """Return the next message; ends the process when there is no simulator any more."""
        return self._read(struct.unpack("<I", self._read(4))[0])

    def send(self, parts: list[tuple[str, bytes]]) -> None:
        message = b"".join(
            kind.encode() + struct.pack("<I", len(data)) + data for kind, data in parts
        )
        sys.stdout.buffer.write(struct.pack("<I", len(message)) + message)
        sys.stdout.buffer.flush()

    def _read(self, size: int) -> bytes:
        data = sys.stdin.buffer.read(size)
        if len(data) < size:
            raise SystemExit(0)
        return data


class Board:
    """The board around the chip: what its pins drive and read.

    Attributes:
        state: levels of the sensors, and the attributes that the circuits expect of a chip.
        parts: what has happened since the last report.
    """

    def __init__(self, modules: Any, settings: Mapping[str, Any]) -> None:
        wiring = settings["wiring"]
        self.state = modules.state.SensorState(settings)
        self.state.led_power = False
        self.supply = modules.supply.SupplyMonitor(self.state, wiring)
        build = wiring["build"]
        circuit = getattr(getattr(modules, build), CIRCUITS[build])
        self._sensors = circuit(self.state, wiring, *([settings] if build == "switches" else []))
        self._led_enable = wiring["led_enable"]
        self._inputs = [*wiring["chain"][2:], wiring["led_fault"]]
        self._inputs = [pin for pin in self._inputs if pin is not None]
        self._fault = wiring["led_fault"]
        self.parts: list[tuple[str, bytes]] = []

    def change(self, pins: list[tuple[int, int, int | None]], power_on_ns: int) -> None:
        """Carry out changes of output pins: time since power-on, number, level or None."""
        for at_ns, number, level in pins:
            self.state.now_ns = power_on_ns + at_ns
            driven = self._sensors.pulled_up(number) if level is None else level != 0
            if number != self._led_enable:
                self._sensors.driver(number)(driven)
            elif driven != self.state.led_power:
                self.state.led_power = driven
                at_us = max(0, self.state.now_ns) // 1000
                self.parts.append(("E", struct.pack("<QB", at_us, driven)))

    def read(self, channel: int) -> int:
        """Return what the converter makes of an analogue pin, in its own steps."""
        number = FIRST_ADC_PIN + channel
        reader = self.supply.reader(number) or self._sensors.reader(number)
        counts: int = max(0, min(FULL_SCALE, reader()))
        return counts * ADC_STEPS // (FULL_SCALE + 1)

    def inputs(self) -> list[tuple[int, bool]]:
        """Return numbers and levels of the digital inputs."""
        return [
            (
                pin,
                not self.supply.pulls_low(pin) if pin == self._fault else self._sensors.level(pin),
            )
            for pin in self._inputs
        ]


class Chip:
    """The emulated chip, and what the computer's end of its cable does."""

    def __init__(self, link: Link, folder: Path) -> None:
        self._link = link
        self._folder = folder
        settings: dict[str, Any] = json.loads(link.receive())
        self._settings = settings
        self._start_ns = settings["now_us"] * 1000
        # Simulated time at the emulator's power-on.  The simulator's boards boot faster: the time
        # at which the ports appear is made that of its start of the program.
        self._power_on_ns = self._start_ns - LONGEST_BOOT_NS
        self._board = Board(circuits(), settings)
        self._console = {"open": True, "room": _PLENTY, "bytes": ""}
        self._data = {"open": False, "room": 0, "bytes": ""}
        self._suspended = False
        self._cut: int | None = None
        self._ran_ns = 0
        self._put_memory(bytes(settings["nvm"]))
        self._take(link.receive())
        self._emulator = subprocess.Popen(
            ["node", str(HERE / "emulator.mjs")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._write(self._start())

    def run(self) -> None:
        """Run the chip until it ends, in steps of EXCHANGE_NS."""
        report = self._run_step()
        while report["ports"] is None and report["ended"] is None and self._is_booting:
            self._collect(report)
            report = self._run_step()
        self._power_on_ns = self._start_ns - report["at"]
        self._board.state.now_ns = self._start_ns
        identity = [("I", b"CircuitPython on rp2040js"), ("B", bytes([(report["ports"] or 0) > 1]))]
        self._board.parts = identity + self._board.parts
        while True:
            self._report(report)
            if report["ended"] is not None:
                self._emulator.kill()
                self._emulator.wait()
                return
            self._take(self._link.receive())
            report = self._run_step()

    @property
    def _is_booting(self) -> bool:
        return self._ran_ns < LONGEST_BOOT_NS

    def _start(self) -> dict[str, object]:
        """Return the emulator's settings."""
        wiring = self._settings["wiring"]
        reset = self._settings["reset_reason"]
        watchdog: object = {"reason": 0, "scratch": [0] * 8}
        state = self._folder / STATE_FILE
        if reset in ("WATCHDOG", "SOFTWARE") and state.exists():
            watchdog = json.loads(state.read_text())
        return {
            "flash": str(self._folder / FLASH_FILE),
            "bootrom": str(self._folder / BOOTROM_FILE),
            "uid": self._settings["uid"],
            "timer_us": self._settings["now_us"] - self._settings["powered_us"] - BOOT_US,
            "random": _random_bits(self._settings["seed"], self._start_ns),
            "nvm": list(NVM),
            "chip_reset": {"POWER_ON": HAD_POR, "RESET_PIN": HAD_RUN}.get(reset, 0),
            "watchdog": watchdog,
            "led_data": wiring["led_data"],
            "ask_at": wiring["chain"][:2],
        }

    def _run_step(self) -> dict[str, Any]:
        """Run to the next exchange, and answer what the emulator asks meanwhile."""
        self._ran_ns += EXCHANGE_NS
        request: dict[str, object] = {
            "run": self._ran_ns,
            "inputs": self._board.inputs(),
            "console": self._console,
            "data": self._data,
            "suspended": self._suspended,
        }
        if self._cut is not None:
            request["cut"], self._cut = self._cut, None
        self._write(request)
        self._console = {**self._console, "bytes": ""}
        self._data = {**self._data, "bytes": ""}
        while True:
            said = self._read()
            self._board.change(said["pins"], self._power_on_ns)
            if "adc" in said:
                self._board.state.now_ns = self._power_on_ns + said["at"]
                self._write({"value": self._board.read(said["adc"])})
            elif "edge" in said:
                self._write({"inputs": self._board.inputs()})
            else:
                self._board.state.now_ns = self._power_on_ns + said["at"]
                return said

    def _collect(self, report: dict[str, Any]) -> None:
        """Keep what has happened for the next report."""
        parts = self._board.parts
        parts += [
            ("L", struct.pack("<Q", self._microseconds(at)) + bytes.fromhex(data))
            for at, data in report["frames"]
        ]
        parts += [
            (kind, bytes.fromhex(report[name]))
            for kind, name in (("S", "data"), ("P", "console"))
            if report[name]
        ]
        if report["nvm_changed"] or report["ended"] == "power cut":
            parts.append(("M", self._memory()))
        if report["ended"] is not None:
            (self._folder / STATE_FILE).write_text(json.dumps(report["watchdog"]))
            parts.append(("X", report["ended"].encode()))

    def _report(self, report: dict[str, Any]) -> None:
        """Tell the simulator what has happened."""
        self._collect(report)
        parts = sorted(self._board.parts, key=_moment)
        self._board.parts = []
        now_us, scans = self._microseconds(report["at"]), self._board.state.scans
        parts.append(("T", struct.pack("<QIH", now_us, scans, report["unread"])))
        self._link.send(parts)

    def _microseconds(self, at_ns: int) -> int:
        """Convert a time since power-on to simulated time."""
        microseconds: int = max(0, self._power_on_ns + at_ns) // 1000
        return microseconds

    def _take(self, message: bytes) -> None:
        """Take over the simulator's answer."""
        for kind, data in parts_of(message):
            match kind:
                case b"C":
                    flags, room = struct.unpack("<BH", data)
                    self._suspended = flags & _SUSPENDED != 0
                    self._data |= {"open": flags & _OPEN != 0, "room": room}
                    self._console["room"] = 0 if flags & _UNREAD else _PLENTY
                    self._console["bytes"] = "03" if flags & _INTERRUPT else ""
                case b"S":
                    self._data["bytes"] = data.hex()
                case b"K":
                    self._cut = struct.unpack("<H", data)[0]
                case b"U":
                    self._board.supply.take(data)
                case _:
                    self._board.state.take_sensors(kind, data)

    def _memory(self) -> bytes:
        with (self._folder / FLASH_FILE).open("rb") as file:
            file.seek(NVM[0])
            return file.read(NVM[1] - NVM[0])

    def _put_memory(self, content: bytes) -> None:
        with (self._folder / FLASH_FILE).open("r+b") as file:
            file.seek(NVM[0])
            file.write(content)

    def _write(self, message: object) -> None:
        assert self._emulator.stdin is not None
        self._emulator.stdin.write(json.dumps(message) + "\n")
        self._emulator.stdin.flush()

    def _read(self) -> dict[str, Any]:
        assert self._emulator.stdout is not None
        line = self._emulator.stdout.readline()
        if not line:
            raise SystemExit(f"the emulator has ended with status {self._emulator.wait()}")
        message: dict[str, Any] = json.loads(line)
        return message


def _random_bits(seed: int, start_ns: int) -> int:
    """Return 32 bits that differ from start to start, and are the same for the same seed."""
    return random.Random(f"ring oscillator {seed} {start_ns}").getrandbits(32)


def _moment(part: tuple[str, bytes]) -> int:
    """Return the sort key of a part: those of the LEDs by their time, behind all others."""
    kind, data = part
    time: int = struct.unpack_from("<Q", data)[0] if kind in "LE" else -1
    return time


if __name__ == "__main__":
    Chip(Link(), Path(sys.argv[1])).run()
