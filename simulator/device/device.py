"""Simulated device: firmware, board, hands, LEDs and serial port, run in lockstep.

The interpreter runs ahead to its next exchange, reports what it has done, and waits.  When
simulated time has reached that moment, the report takes effect, and the answer contains the new
sensor levels and serial bytes.  Nothing depends on the speed of either side, so the same seed and
the same steps give the same run, byte for byte.

    power   interpreter                    simulated time
    off     none                           may go on
    on      booting: started, no report    may go on until the program starts
    on      working: has been answered     stands until its report
    on      waiting: has reported          may go on to the time of its report, which is answered
    on      sleeping: has reported so      may go on to the end of the sleep, or until something
                                           comes; then the report is answered
    on      none: the program has ended    may go on
"""

from __future__ import annotations

from collections.abc import Callable

from simulator.board.faults import Faults
from simulator.board.geometry import Geometry
from simulator.board.leds import LedChain
from simulator.board.pieces import PieceSet
from simulator.board.power_supply import PowerSupply
from simulator.board.sensors import Sensors
from simulator.board.wiring import Wiring
from simulator.board.zeros import draw_zeros
from simulator.device.chip_inputs import ChipInputs
from simulator.device.interpreter_link import InterpreterEndedError, Report, StartInterpreter
from simulator.device.microcontroller import Microcontroller
from simulator.hand.hands import Hands
from simulator.hand.schedule import Tag
from simulator.serial_port.line_noise import LineNoise
from simulator.serial_port.port import Port

BOOT_US = 500_000
"""From power-on or reset to the program; on a real board 2.5 s, too long to wait for."""
MOTION_US = 2000
"""Interval at which the hands are moved; they move less than 1 mm in it."""
Event = dict[str, object]


class Device:
    """One simulated board; switched on by `power_on`.

    Args:
        geometry: of the board.
        seed: of all random values.
        start: starts the interpreter of the firmware.
        port: the serial port.
        notify: called with each event of the control channel and the client it is for, None for
            all.
        doze_us: longest doze of the chip between two main loops while nothing comes.
        motion_us: interval at which the hands are moved.
        wiring: of the chip; None for the reference build.

    Attributes:
        now_us: simulated time.
        quiet_us: nothing comes from outside before this, so the firmware need not ask.
        identity: name and version of the interpreter; empty before its first start.
        scans: scans since the program started.
        pieces: the pieces on the board.
        hands: the hands that move them.
        port: the serial port.
        faults: the present faults; call `apply_faults` after a change.
        supply: of the LEDs; the same.
        sensors: the sensors as the chip's pins see them.
        parts: number of parts of the sensors that may be missing.
        inputs: of the chip, and whether it may sleep.
        is_powered: True while the cable is plugged in.
    """

    def __init__(
        self,
        geometry: Geometry,
        seed: int,
        start: StartInterpreter,
        port: Port,
        notify: Callable[[Event, object], None],
        doze_us: int = 0,
        wiring: Wiring | None = None,
        motion_us: int = MOTION_US,
    ) -> None:
        self.geometry = geometry
        self.pieces = PieceSet(geometry)
        self.hands = Hands(self.pieces, f"hand {seed}")
        self.port = port
        self.faults = Faults()
        self.supply = PowerSupply(self.faults)
        self.now_us = 0
        self.quiet_us = 0
        self.scans = 0
        self.identity = ""
        self._notify = notify
        self._motion_us = motion_us
        self._wiring = wiring or Wiring.load()
        self.parts = self._wiring.parts(geometry.ranks)
        zeros_mt = draw_zeros(geometry, self._wiring, seed)
        self.sensors = Sensors(self.pieces, self.faults, self.parts, zeros_mt)
        self._leds = LedChain(geometry, self._wiring)
        self._chip = Microcontroller(geometry, seed, start, self._wiring, doze_us)
        self.inputs = ChipInputs(self.sensors, self.supply, port, self.faults, seed)
        self._noise_out = LineNoise(self.faults, "out", f"out {seed}")
        self._moves = 0  # of the pieces at the last event
        self._moved_us = 0  # time at which the hands were moved last
        self._report: Report | None = None  # not yet in effect
        self._unknown_us = 0  # while the firmware works, its actions are unknown from here on
        self.is_powered = False
        self._boot_state = ""  # of the event to send when the program starts

    # --- Time -------------------------------------------------------------------------------------

    @property
    def due_us(self) -> int | None:
        """Time of the next event; None if there is none, or while the firmware works."""
        self._poll()
        if self._report is not None:
            report = self._report
            if report.leds:
                return max(self.now_us, report.leds[0][0])
            due_us = report.time_us
            if report.sleep_us is not None and self._sleeps_on(report):
                due_us = report.sleep_us
            return max(self.now_us, due_us)
        if not self._chip.is_running and self.hands.busy:
            return self.hands.due_us
        return None

    @property
    def is_working(self) -> bool:
        """True while the firmware runs and time waits for its report."""
        return self._chip.is_running and self._report is None

    def advance(self, limit_us: int | None) -> None:
        """Advance time over the next event, or to the limit if that is earlier (None: no limit).

        An event at the limit itself is left for later, since a client that stops there may still
        change its conditions.
        """
        due_us = self.due_us
        if due_us is not None and (limit_us is None or due_us < limit_us):
            self._advance_to(due_us)
            if self._report is not None and self._report.leds:
                self._update_leds(*self._report.leds.pop(0))
            elif self._report is not None:
                self._exchange(self._report)
        elif limit_us is not None:
            self._advance_to(min(limit_us, self._unknown_us) if self.is_working else limit_us)

    @property
    def _hand_us(self) -> int | None:
        """Time at which the hands are moved next; None while none is busy."""
        due_us = self.hands.due_us
        return None if due_us is None else min(due_us, self._moved_us + self._motion_us)

    def settle(self) -> None:
        """Carry out motions that take no time."""
        self._advance_to(self.now_us)

    def _advance_to(self, at_us: int) -> None:
        self.now_us = max(self.now_us, at_us)
        hand_us = self._hand_us
        finished: list[Tag] = []
        if hand_us is not None and self.now_us >= hand_us:
            self._moved_us = self.now_us
            finished = self.hands.advance(self.now_us)
        if self.pieces.moves != self._moves:
            self._moves = self.pieces.moves
            self._send_event({"event": "pieces", "pieces": self.pieces.report()})
        for tag in finished:
            if tag is not None:
                client, request = tag
                self._send_event({"event": "done", "id": request}, client)

    # --- Exchange with the interpreter ------------------------------------------------------------

    def _poll(self) -> None:
        """Take the interpreter's report if there is one."""
        if self._report is not None or not self._chip.is_running:
            return
        try:
            self._report = self._chip.poll()
        except InterpreterEndedError:
            self._halt()
            self._send_console(f"the interpreter has died: {self.last_words}\n")
            self._send_event({"event": "board", "state": "died"})
            return
        if self._report is not None and self._report.time_us <= self.now_us:
            self._start(self._report)

    def _sleeps_on(self, report: Report) -> bool:
        """Return True if a sleeping chip has said nothing, and is not to be woken."""
        has_news = self._hand_us is not None or self.inputs.has_news(report)
        return not (report.has_output or has_news)

    def _exchange(self, report: Report) -> None:
        """Put a report into effect, and answer it unless the chip sleeps on."""
        self._put_into_effect(report)
        if report.sleep_us is not None:
            report.clear_output()
            if self.now_us < report.sleep_us and self._sleeps_on(report):
                return
        self._report = None
        self._unknown_us = report.time_us if report.sleep_us is None else self.now_us
        if report.ended is None:
            self._chip.answer(self.inputs.answer(report, self.now_us, self.quiet_us, self._hand_us))
        elif report.ended == "ended":
            self._halt()
        elif report.ended == "power cut":
            self.unplug()
        elif report.ended == "reload":
            self._restart(None)
        else:
            self._restart("WATCHDOG" if report.ended == "watchdog" else "SOFTWARE")

    def _put_into_effect(self, report: Report) -> None:
        """Pass on all that a report contains but light."""
        self.scans = report.scans
        self._start(report)
        if report.console:
            self._send_console(report.console)
        if report.nvm is not None:
            self._chip.nvm = report.nvm
        if report.serial:
            self.port.write(self._noise_out.transmit(report.serial))

    def _start(self, report: Report) -> None:
        """Make the port appear, once boot.py has run and main.py starts."""
        if report.data_port is None:
            return
        self.identity = report.identity
        if report.data_port and not self.port.plugged:
            self.port.plug()
        report.data_port = None  # done
        if self._boot_state:
            self._send_event({"event": "board", "state": self._boot_state})

    # --- Power ------------------------------------------------------------------------------------

    def power_on(self, uptime_us: int = 0) -> None:
        """Plug the cable in, if it is unplugged.  The first time, the program starts at once.

        Args:
            uptime_us: how long the chip has had power before that, by its clock.
        """
        if self.is_powered:
            return
        self.is_powered = True
        first = not self.identity
        self._boot_state = "" if first else "plugged"
        start_us = self.now_us if first else self.now_us + BOOT_US
        self._chip.powered_us = start_us - BOOT_US - uptime_us
        self._boot("POWER_ON", start_us)

    def unplug(self) -> None:
        """Unplug the cable, if it is plugged in: no power, no port."""
        if self.is_powered:
            self.is_powered = False
            self.port.unplug()
            self.inputs.reset()
            self._noise_out.reset()
            self._halt()
            self._send_event({"event": "board", "state": "unplugged"})

    def reset(self) -> None:
        """Press the reset button; nothing without power.

        The port stays, unlike that of a real board, so that a reset and a lost cable can be tried
        separately.
        """
        if self.is_powered:
            self._restart("RESET_PIN")

    def interrupt(self) -> None:
        """Type ctrl-C on the console."""
        self.inputs.interrupted = True

    def close(self) -> None:
        """End everything."""
        self._chip.halt()
        self.port.close()

    def _restart(self, reset: str | None) -> None:
        """Restart the program by a reset, or (None) because it has asked for a reload."""
        self._halt()
        self.inputs.interrupted = False
        if reset is not None:  # a reload does not restart the tick
            self._chip.powered_us = self.now_us
        self._boot_state = "restarted"
        self._boot(reset, self.now_us + BOOT_US)

    def _boot(self, reset: str | None, at_us: int) -> None:
        self._unknown_us = at_us
        self._chip.boot(reset, at_us, self.inputs.first())

    def _halt(self) -> None:
        """End the program, which releases its pins, so the LEDs lose their supply."""
        self._chip.halt()
        self._report = None
        self._update_leds(self.now_us, False)

    # --- State for clients ------------------------------------------------------------------------

    @property
    def rgb(self) -> bytes:
        """Colours that the LEDs show: 3 bytes a square, a1 first."""
        return self._leds.rgb

    @property
    def ma(self) -> float:
        """Current of the LEDs, by the model of docs/protocols/board.md."""
        return self._leds.ma

    @property
    def last_words(self) -> str:
        """Last output of an interpreter that has died; empty if none has."""
        return self._chip.last_words

    def damage_memory(self, at: int) -> None:
        """Flip all bits of a byte of the non-volatile memory, from the next start on."""
        self._chip.damage_memory(at)

    def cut_memory_write(self, steps: int) -> None:
        """Unplug the cable after some steps of the next write of the non-volatile memory."""
        self.inputs.cut_steps = steps

    def apply_faults(self) -> None:
        """Take over a change of the faults or of the supply."""
        self._leds.supply(self.supply.works)
        self._leds.dead = frozenset(self.faults.dead_pixels)
        strips = self._wiring.build == "strips"  # which carry the pixels as well
        self._leds.missing = frozenset(self.faults.missing_strips if strips else ())
        self.sensors.apply_faults()
        self._send_frame(self.now_us)

    def _update_leds(self, time_us: int, change: bytes | bool) -> None:
        """Write the chain, or switch its supply."""
        if isinstance(change, bool):
            if self._leds.power(change):
                self._send_frame(time_us)
        else:
            self._leds.write(change)
            self._send_frame(time_us)

    def _send_frame(self, time_us: int) -> None:
        self._send_event(
            {"event": "frame", "time_us": time_us, "rgb": self.rgb.hex(), "ma": self.ma}
        )

    def _send_console(self, text: str) -> None:
        self._send_event({"event": "console", "text": text})

    def _send_event(self, event: Event, client: object = None) -> None:
        self._notify(event, client)
