"""The simulated device: firmware, board, hands, lights and cable, run in lockstep.

The interpreter runs ahead to its next exchange, says what it has done on the way, and waits.  When
simulated time has reached that moment, what it has done takes effect, the hands are where they then
are, and it is answered with new sensor levels and serial bytes.  Nothing depends on how fast either
side is, so the same seed and the same steps give the same run, byte for byte.

    power   interpreter                    what time may do
    off     none                           go on
    on      boots: started, not reported   go on until the program starts
    on      works: has been answered       stand, until it reports
    on      waits: has reported            go on until the moment of its report, which is answered
    on      none: the program has ended    go on
"""

from __future__ import annotations

import random
import selectors
import statistics
import struct
from collections.abc import Callable, Mapping

from simulator.board.faults import Faults, LineNoise
from simulator.board.geometry import Geometry
from simulator.board.leds import Lights
from simulator.board.magnetic_field import SWITCH_OFF_MT, SWITCH_ON_MT, counts
from simulator.board.pieces import VirtualBoard
from simulator.board.sensors import Sensors
from simulator.board.wiring import Wiring
from simulator.device.interpreter import Runtime
from simulator.device.interpreter_link import Interpreter, InterpreterEndedError, Report
from simulator.hand.hands import Hands, Tag
from simulator.serial_port.port import Port

BOOT_US = 500_000
"""From power or reset to the program; a real board takes 2.5 s, which nobody wants to watch."""
NVM_BYTES = 4096
BUFFER_BYTES = 256
"""What CircuitPython's USB buffers hold, each way."""
_HAND_US = 2000
"""So often a hand is moved on; in that time it comes less than 1 mm far."""
_LONGEST_QUIET_US = 1_000_000
"""However long nothing comes: a program in an endless loop is to be noticed."""
NOISE_UNIT = 256
"""The noise table is for a standard deviation of so much; the chip scales it."""

Event = dict[str, object]


class Device:
    """One simulated board; switched on by `power_on`.

    Args:
        geometry: of the board.
        seed: of everything that is random.
        runtime: starts the firmware.
        port: the cable.
        selector: wakes us when the interpreter has reported.
        told: called with every event of the control channel, and whom it is for: None for all.
        doze_us: how long the chip may doze between two main loops while nothing comes.
        wiring: how the chip is wired; None for the reference build.

    Attributes:
        now_us: simulated time.
        quiet_us: nothing comes from outside before this, so the firmware need not ask.
        identity: what runs the firmware, in words; empty before it has started once.
        last_words: why the interpreter has died; empty if it has not.
        scans: how often the sensors have been read through since the program started.
        faults: what is broken; `apply_faults` after a change.
        sensors: what the chip's pins see of the board.
        parts: how many parts of the sensors may be missing.
    """

    def __init__(
        self,
        geometry: Geometry,
        seed: int,
        runtime: Runtime,
        port: Port,
        selector: selectors.BaseSelector,
        told: Callable[[Event, object], None],
        doze_us: int = 0,
        wiring: Wiring | None = None,
    ) -> None:
        self.geometry = geometry
        self.board = VirtualBoard(geometry)
        self.hands = Hands(self.board, f"hand {seed}")
        self.port = port
        self.faults = Faults()
        self.now_us = 0
        self.quiet_us = 0
        self.scans = 0
        self.identity = ""
        self.last_words = ""
        self._seed = seed
        self._runtime = runtime
        self._selector = selector
        self._told = told
        self._doze_us = doze_us
        self._wiring = wiring or Wiring.load()
        self.parts = self._wiring.parts(geometry.ranks)
        self.sensors = Sensors(self.board, self.faults, self.parts)
        self._lights = Lights(geometry, self._wiring)
        self._noise_in = LineNoise(self.faults, "in", f"in {seed}")
        self._noise_out = LineNoise(self.faults, "out", f"out {seed}")
        self._noise_table = _noise_table()
        self._uid = list(random.Random(f"uid {seed}").randbytes(8))
        self._nvm = bytes([255] * NVM_BYTES)
        self._moves = 0  # of the board, when it was last told
        self._moved_us = 0  # when the hands were moved on
        self._incoming = b""
        self._interpreter: Interpreter | None = None
        self._report: Report | None = None  # not yet come to pass
        self._unknown_us = 0  # while it works: from here on nobody knows what it does
        self._powered = False
        self._powered_us = 0
        self._reset_reason = "POWER_ON"
        self._boot_state = ""  # what to tell when the program starts
        self._known: Mapping[str, bytes] = {}  # what the interpreter has been told of the board

    # --- Time -------------------------------------------------------------------------------------

    @property
    def due_us(self) -> int | None:
        """When the next thing happens; None if nothing does, or if the firmware is at work."""
        self._listen()
        if self._report is not None:
            leds = self._report.leds
            return max(self.now_us, leds[0][0] if leds else self._report.time_us)
        if self._interpreter is None and self.hands.busy:
            return self.hands.due_us
        return None

    @property
    def is_working(self) -> bool:
        """Whether the firmware is under way and time waits for it."""
        return self._interpreter is not None and self._report is None

    def advance(self, limit_us: int | None) -> None:
        """Let time go on, at most to the limit (None: without) and over one thing that happens.

        What happens at the very limit is left for later: whoever stops there may still change
        what it will meet.
        """
        due_us = self.due_us
        if due_us is not None and (limit_us is None or due_us < limit_us):
            self._go_to(due_us)
            if self._report is not None and self._report.leds:
                self._light(*self._report.leds.pop(0))  # light is seen when it is lit
            elif self._report is not None:
                self._exchange(self._report)
        elif limit_us is not None:
            self._go_to(min(limit_us, self._unknown_us) if self.is_working else limit_us)

    def settle(self) -> None:
        """Let what takes no time happen now."""
        self._go_to(self.now_us)

    def _go_to(self, at_us: int) -> None:
        self.now_us = max(self.now_us, at_us)
        due_us = self.hands.due_us
        finished: list[Tag] = []
        if due_us is not None and self.now_us >= min(due_us, self._moved_us + _HAND_US):
            self._moved_us = self.now_us
            finished = self.hands.advance(self.now_us)
        if self.board.moves != self._moves:
            self._moves = self.board.moves
            self._tell({"event": "pieces", "pieces": self.board.report()})
        for tag in finished:
            if tag is not None:
                client, request = tag
                self._tell({"event": "done", "id": request}, client)

    # --- The exchange -----------------------------------------------------------------------------

    def _listen(self) -> None:
        """See whether the interpreter has come to its next exchange."""
        if self._interpreter is None or self._report is not None:
            return
        try:
            self._report = self._interpreter.poll()
        except InterpreterEndedError as error:
            self._halt()
            self.last_words = str(error).strip() or "no reason given"
            self._tell_console(f"the interpreter has died: {self.last_words}\n")
            return
        if self._report is not None and self._report.time_us <= self.now_us:
            self._start(self._report)

    def _exchange(self, report: Report) -> None:
        """Let come to pass what the interpreter has done, and let it go on."""
        assert self._interpreter is not None
        self._report = None
        self._unknown_us = report.time_us
        self.scans = report.scans
        self._start(report)
        if report.console:
            self._tell_console(report.console)
        if report.nvm is not None:
            self._nvm = report.nvm
        if report.serial:
            self.port.write(self._noise_out.pass_on(report.serial))
        if report.ended is None:
            self._interpreter.answer(self._news(report))
        elif report.ended == "ended":
            self._halt()
        elif report.ended == "reload":
            self._restart(None)
        else:
            self._restart("WATCHDOG" if report.ended == "watchdog" else "SOFTWARE")

    def _start(self, report: Report) -> None:
        """When boot.py has run and main.py is to begin: USB is there from now on."""
        if report.data_port is None:
            return
        self.identity = report.identity
        if report.data_port and not self.port.plugged:
            self.port.plug()
        report.data_port = None  # done
        if self._boot_state:
            self._tell({"event": "board", "state": self._boot_state})

    def _news(self, report: Report) -> dict[str, bytes]:
        """What the firmware must be told: the cable, and whatever has changed on the board."""
        connected = self.port.poll()
        # No more than its buffer holds: the rest waits in the cable, and the host with it.
        if room := max(0, BUFFER_BYTES - report.unread):
            self._incoming += self._noise_in.pass_on(self.port.take(room))
        data, self._incoming = self._incoming[:room], self._incoming[room:]
        state = self.sensors.state
        news = {}
        # Who waits for the board to say something may answer at once.
        talking = report.serial or data or self._incoming or self.port.unsent
        if self.quiet_us > self.now_us and not talking and not self.hands.busy:
            news["Q"] = struct.pack("<Q", min(self.quiet_us, self.now_us + _LONGEST_QUIET_US))
        if state is not self._known:
            news |= {kind: part for kind, part in state.items() if self._known.get(kind) != part}
            self._known = state
        if data:
            news["S"] = data
        news["C"] = struct.pack("<BH", connected, max(0, BUFFER_BYTES - self.port.unsent))
        return news

    # --- Power ------------------------------------------------------------------------------------

    @property
    def is_powered(self) -> bool:
        """Whether the cable is in."""
        return self._powered

    def power_on(self) -> None:
        """Put the cable in; nothing if it is in.  The first time, the program starts at once."""
        if self._powered:
            return
        self._powered = True
        first = not self.identity
        self._boot_state = "" if first else "plugged"
        self._powered_us = self.now_us - BOOT_US if first else self.now_us
        self._boot("POWER_ON", self._powered_us + BOOT_US)

    def unplug(self) -> None:
        """Pull the cable out: no power, no port.  Nothing if it is out."""
        if self._powered:
            self._powered = False
            self.port.unplug()
            self._incoming = b""
            self._noise_in.forget()
            self._noise_out.forget()
            self._halt()
            self._tell({"event": "board", "state": "unplugged"})

    def reset(self) -> None:
        """Press the reset button; nothing without power.

        A real board's port is gone for a moment then.  Here it stays, so that a reset and a lost
        cable can be tried one by one.
        """
        if self._powered:
            self._restart("RESET_PIN")

    def close(self) -> None:
        """End everything."""
        if self._interpreter is not None:
            self._interpreter.close()
            self._interpreter = None
        self.port.close()

    def _restart(self, reset: str | None) -> None:
        """Start the program again, by a reset or (None) because it has asked to be loaded again."""
        self._halt()
        if reset is not None:  # the other leaves the tick as it is
            self._powered_us = self.now_us
        self._boot_state = "restarted"
        self._boot(reset, self.now_us + BOOT_US)

    def _boot(self, reset: str | None, at_us: int) -> None:
        """Start the interpreter; what it does begins at a time."""
        self._reset_reason = reset or self._reset_reason
        self._unknown_us = at_us
        self._known = self.sensors.state
        self._interpreter = Interpreter(
            self._runtime.command,
            self._selector,
            {
                "files": self.geometry.files,
                "ranks": self.geometry.ranks,
                "uid": self._uid,
                "nvm": list(self._nvm),
                "seed": self._seed,
                "now_us": at_us,
                "powered_us": self._powered_us,
                "doze_us": self._doze_us,
                "noise_table": self._noise_table,
                "switch_counts": [round(counts(mt)) for mt in (SWITCH_ON_MT, SWITCH_OFF_MT)],
                "reset_reason": self._reset_reason,
                "run_reason": "SUPERVISOR_RELOAD" if reset is None else "STARTUP",
                "wiring": self._wiring.as_dict(),
            },
            self._known,
        )

    def _halt(self) -> None:
        """The program has ended: its pins are let go, so the LEDs lose their supply."""
        if self._interpreter is not None:
            self._interpreter.close()
            self._interpreter = None
        self._report = None
        self._light(self.now_us, False)

    # --- What can be seen -------------------------------------------------------------------------

    @property
    def rgb(self) -> bytes:
        """What the LEDs show: 3 bytes a square, a1 first."""
        return self._lights.rgb

    @property
    def ma(self) -> float:
        """What the LEDs draw, by the model of docs/protocols/board.md."""
        return self._lights.ma

    def damage_memory(self, at: int) -> None:
        """Flip all bits of a byte of the non-volatile memory; a program meets it when it starts."""
        memory = bytearray(self._nvm)
        memory[at] ^= 0xFF
        self._nvm = bytes(memory)

    def apply_faults(self) -> None:
        """Let what is broken be broken from now on."""
        self._lights.dead = frozenset(self.faults.dead_pixels)
        strips = self._wiring.build == "strips"  # which carry the pixels as well
        self._lights.missing = frozenset(self.faults.missing_strips if strips else ())
        self.sensors.apply_faults()
        self._tell_frame(self.now_us)

    def _light(self, time_us: int, what: bytes | bool) -> None:
        """Write the chain, or switch its supply."""
        if isinstance(what, bool):
            if self._lights.power(what):
                self._tell_frame(time_us)
        else:
            self._lights.write(what)
            self._tell_frame(time_us)

    def _tell_frame(self, time_us: int) -> None:
        self._tell({"event": "frame", "time_us": time_us, "rgb": self.rgb.hex(), "ma": self.ma})

    def _tell_console(self, text: str) -> None:
        self._tell({"event": "console", "text": text})

    def _tell(self, event: Event, client: object = None) -> None:
        self._told(event, client)


def _noise_table() -> list[int]:
    """256 equally likely values whose mean is 0 and whose standard deviation is NOISE_UNIT."""
    normal = statistics.NormalDist()
    values = [normal.inv_cdf((place + 0.5) / 256) for place in range(256)]
    spread = statistics.pstdev(values)
    return [round(value / spread * NOISE_UNIT) for value in values]
