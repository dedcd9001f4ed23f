"""Inrush current of the LEDs' supply from USB, simulated by ngspice.

All capacitors behind the switch U3 are charged when the firmware switches it on.  The switch lets
its output rise within a time of its own, and limits the current.  USB allows 10 uF at a plug that
is put in; this comes later, behind a switch, and here the question is whether the port's voltage
falls so far that the switch gives up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from hardware.electronics.checks import power_budget, spice
from hardware.electronics.checks.spice import value_of
from hardware.electronics.design import boards
from hardware.electronics.design.board import Board

# TPS2069C (SLVSAU6A): rise from 10 to 90 %, current limit, supply below which it may switch off.
RISE_MS, LIMIT_A = {"slow": 1.0, "usual": 0.7, "fast": 0.5}, 2.15
SWITCH_OFF_V = 3.86  # rising 4.0 V at most, less 0.14 V
SWITCH_OHM = 0.1
PORT_OHM = 0.5  # of a bad port with a long cable; a good one has 0.1
ESR_OHM = 0.3  # of the electrolytic capacitor; estimate
LEAST_LEFT_V = 0.25
"""Least distance of the port's voltage from where the switch gives up: a port may have 4.75 V."""

_DECK = """* the LEDs' supply is switched on
Vport port 0 5
Rport port vbus {port_ohm}
C1 vbus 0 {c1}
Iboard vbus 0 {board_a}
Vramp ramp 0 pwl(0 0 1m 0 {ramp_end_s} 5)
Bswitch vbus out I={limit_a}*tanh(max(0,min(v(ramp),v(vbus))-v(out))/({switch_ohm}*{limit_a}))
C2 out c2 {c2}
Rc2 c2 0 {esr_ohm}
Cceramic out 0 {ceramic_farad}
.ic v(out)=0 v(c2)=0
.tran 1u 6m 0 1u uic
.control
run
let current=-i(Vport)
meas tran peak max current from=0.9m to=6m
meas tran dip min v(vbus) from=0.9m to=6m
quit
.endc
.end
"""


@dataclass(frozen=True, slots=True)
class Inrush:
    """Result of a simulation.

    Attributes:
        micro_farad: all capacitors behind the switch.
        peak_a: maximum of the current from USB, with that of the rest of the board.
        dip_v: minimum of the voltage at the plug.
    """

    micro_farad: float
    peak_a: float
    dip_v: float


def simulate(controller: Board, strips: Iterable[Board], rise_ms: float, port_ohm: float) -> Inrush:
    """Switch the LEDs' supply of a board on.

    Args:
        rise_ms: of the switch.
        port_ohm: of port, cable and plug.
    """
    boards_behind = [controller, *strips]
    electrolytic = value_of(controller.part("C2").item.value)
    farad = sum(
        value_of(part.item.value)
        for board in boards_behind
        for part in board.parts
        if part.item.symbol.startswith("Device:C") and set(part.nets.values()) == {"+5V", "GND"}
    )
    idle = power_budget.budget(len(boards_behind) - 1)
    circuit = _DECK.format(
        port_ohm=port_ohm,
        c1=value_of(controller.part("C1").item.value),
        board_a=(idle.total_max - idle.light) / 1000,
        ramp_end_s=1e-3 + rise_ms / 0.8 / 1000,
        limit_a=LIMIT_A,
        switch_ohm=SWITCH_OHM,
        c2=electrolytic,
        esr_ohm=ESR_OHM,
        ceramic_farad=farad - electrolytic,
    )
    peak_a, dip_v = spice.measure(circuit, ("peak", "dip"))
    return Inrush(farad * 1e6, peak_a, dip_v)


@lru_cache
def simulate_board(squares: int, rise: str, port_ohm: float) -> Inrush:
    """Simulate a committed board with all its strips; `rise` is a key of RISE_MS."""
    strips = [boards.load(f"strip{squares}")] * squares
    return simulate(boards.load("controller"), strips, RISE_MS[rise], port_ohm)


def faults(result: Inrush) -> list[str]:
    """Return a sentence if the voltage at the plug falls too far."""
    if result.dip_v - SWITCH_OFF_V >= LEAST_LEFT_V:
        return []
    return [
        f"{result.micro_farad:.0f} uF behind U3 draw {result.peak_a:.1f} A and pull USB down to "
        f"{result.dip_v:.2f} V: the switch may give up at {SWITCH_OFF_V:g}"
    ]
