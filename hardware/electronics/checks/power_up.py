"""Power-up of the last strip, simulated by ngspice, against the delays of the firmware.

The values are taken from the strip's design: R2 and C3 slow the switch down, every sensor's
capacitor is charged through it, and R1, R5 and C4 (of the controller) delay AOUT.  What is not
known is taken at its worst, and so is the place: the last strip has the whole ribbon before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from hardware import firmware_config, geometry
from hardware.electronics.checks import spice
from hardware.electronics.checks.spice import value_of
from hardware.electronics.design import boards
from hardware.electronics.design.board import Board

SENSOR_START_US = 330  # DRV5055, from supply to a valid output, at most; data sheet, from memory
SUPPLY_MIN_V = 3.1
SETTLED_V = 3.3 / 4096 / 2  # half a step of the controller's 12-bit converter
DIP_MIN_V = 3.15  # as SUPPLY_MIN: the multiplexer, which has this supply, passes that on
SENSOR_OHM = 3.3 / 0.010  # at most; data sheet, from memory
# 74HC4067 at 3.3 V, for which no sheet has a limit: two and a half times the 160 of 4.5 V, at most
MULTIPLEXER_OHM = 400
WIRE_OHM_PER_M = 0.213  # AWG 28
WIRE_NH_PER_M = 600  # a wire of the ribbon beside its ground; estimate
CONTACT_OHM = 0.04  # of a plug with its header and wire, worn; new ones have half; estimate
BUS_PF = 600  # AOUT: nine strips' multiplexers that are off, and the ribbon; estimate
PAD_PULL_DOWN_OHM = 50e3  # of an RP2040's pad after reset and in BOOTSEL, at least; data sheet
FET_OFF_V = 0.4  # AO3401A: threshold 0.5 V at least; data sheet, from memory
MULTIPLEXER_HIGH_V = 2.4  # CD74HC4067 at 3.3 V: 0.7 of the supply and a margin

_DECK = """* a strip is switched on
V33 v33s 0 3.3
Rribbon v33s v33a {ribbon_ohm}
Lribbon v33a v33 {ribbon_nh}n
C2 v33 c2 {c2}
Rc2 c2 0 5m
Cother v33s other 40u
Rother other 0 20m
Vrow row 0 pwl(0 3.3 100u 3.3 100.1u 0)
R3 v33 row {r3}
R2 row gate {r2}
C3 gate vsens {c3}
M1 vsens gate v33 v33 PM W=1 L=1
.model PM PMOS(LEVEL=1 VTO=-0.9 KP=8 LAMBDA=0.01 CGSO=6e-10 CGDO=0.7e-10)
Csensors vsens 0 {sensor_farad}
Rsensors vsens 0 {sensor_ohm}
R4 vsens ref {r4}
R6 ref 0 {r6}
Vsensor s 0 pwl(0 1.65 1m 1.65 1.0001m 2.65)
Ron s com {multiplexer_ohm}
Ccom com 0 50p
R1 com aout {r1}
Cbus aout 0 {bus_pf}p
R5 aout adc {r5}
C4 adc 0 {c4}
.tran 0.2u 1.5m 0 0.2u
.control
run
meas tran t_on when v(vsens)={supply_min_v} rise=1
meas tran dip min v(v33) from=100u to=400u
meas tran steady find v(vsens) at=1.4m
meas tran t_settled when v(adc)={settled_v} rise=1
quit
.endc
.end
"""


@dataclass(frozen=True, slots=True)
class PowerUp:
    """Result of a simulation.

    Attributes:
        supply_us: time from the row line to 3.1 V at the sensors.
        steady_v: steady state of the sensors' supply.
        dip_v: minimum of the strip's 3.3 V supply.
        settle_us: settling time at the ADC after a step of 1 V at a sensor.
    """

    supply_us: float
    steady_v: float
    dip_v: float
    settle_us: float


@dataclass(frozen=True, slots=True)
class Margin:
    """A limit: a sentence on it, and what is left, less than 0 if it does not hold."""

    what: str
    left: float
    unit: str

    def __str__(self) -> str:
        """Return the sentence, and what is left."""
        return f"{self.what}: {self.left:.2g} {self.unit} left"


def ribbon(number: int) -> tuple[float, float]:
    """Return resistance in ohms and inductance in nH of the ribbon before a strip, from 1."""
    long, short = geometry.load().ribbon_lengths
    metres = (long + (number - 1) * short) / 1000
    return metres * WIRE_OHM_PER_M + 2 * number * CONTACT_OHM, metres * WIRE_NH_PER_M


def deck(strip: Board, controller: Board, number: int) -> str:
    """Return the input of ngspice.

    Args:
        number: of the strip, from 1 at the controller.
    """
    ribbon_ohm, ribbon_nh = ribbon(number)
    sensors = [part for part in strip.parts if part.item.value == "DRV5055A2"]
    capacitors = [
        value_of(part.item.value)
        for part in strip.parts
        if part.item.symbol == "Device:C" and set(part.nets.values()) == {"VSENS", "GND"}
    ]
    values = {
        ref.lower(): value_of(strip.part(ref).item.value)
        for ref in ("C2", "C3", "R1", "R2", "R3", "R4", "R6")
    }
    return _DECK.format(
        **values,
        ribbon_ohm=ribbon_ohm,
        ribbon_nh=ribbon_nh,
        r5=value_of(controller.part("R5").item.value),
        c4=value_of(controller.part("C4").item.value),
        sensor_farad=sum(capacitors),
        sensor_ohm=SENSOR_OHM / len(sensors),
        multiplexer_ohm=MULTIPLEXER_OHM,
        bus_pf=BUS_PF,
        supply_min_v=SUPPLY_MIN_V,
        settled_v=2.65 - SETTLED_V,
    )


def reset_faults(strip: Board) -> list[str]:
    """Check that a strip is off while nothing drives its row line but the RP2040's own pull-down.

    So it is after every reset and in BOOTSEL, on all strips at once.
    """
    pull_up = strip.part("R3")
    ohms = value_of(pull_up.item.value)
    off = 3.3 * ohms / (ohms + PAD_PULL_DOWN_OHM)
    if set(pull_up.nets.values()) != {"+3V3", "ROW1"} or off > FET_OFF_V:
        return [f"{strip.name}: Q1 is half on in BOOTSEL: R3 leaves {off:.2f} V at its gate"]
    if 3.3 - off < MULTIPLEXER_HIGH_V:
        return [f"{strip.name}: U1 is not off in BOOTSEL: R3 holds /E at {3.3 - off:.2f} V only"]
    return []


def simulate(text: str) -> PowerUp:
    """Simulate a deck."""
    names = ("t_on", "steady", "dip", "t_settled")
    supply_s, steady_v, dip_v, settled_s = spice.measure(text, names)
    return PowerUp(
        supply_us=supply_s * 1e6 - 100,
        steady_v=steady_v,
        dip_v=dip_v,
        settle_us=settled_s * 1e6 - 1000,
    )


@lru_cache
def simulate_strip(squares: int) -> PowerUp:
    """Simulate the power-up of the last strip, behind the whole ribbon, all of it at its worst."""
    strip, controller = boards.load(f"strip{squares}"), boards.load("controller")
    return simulate(deck(strip, controller, squares))


def margins(result: PowerUp, config: Path = firmware_config.SOURCE) -> list[Margin]:
    """Return the firmware's delays and limits with what is left of them."""
    constants = firmware_config.load(config)
    supply_min_v = constants["SUPPLY_MIN"] / constants["FULL_SCALE"] * constants["SUPPLY_MV"] / 1000
    wait_us, channel_us = constants["SENSOR_WAIT_US"], constants["CHANNEL_WAIT_US"]
    needed_us = result.supply_us + SENSOR_START_US
    return [
        Margin(
            f"sensors need {needed_us:.0f} us after their row is switched on, the firmware waits "
            f"{wait_us}",
            wait_us - needed_us,
            "us",
        ),
        Margin(
            f"AOUT needs {result.settle_us:.1f} us to settle, the firmware waits {channel_us}",
            channel_us - result.settle_us,
            "us",
        ),
        Margin(
            f"sensors have {result.steady_v:.3f} V, the firmware wants {supply_min_v:.3f}",
            result.steady_v - supply_min_v,
            "V",
        ),
        Margin(
            f"the strip's 3.3 V go down to {result.dip_v:.3f} V, at least are {DIP_MIN_V:g}",
            result.dip_v - DIP_MIN_V,
            "V",
        ),
    ]


def faults(result: PowerUp, config: Path = firmware_config.SOURCE) -> list[str]:
    """Return delays of the firmware that are too short, and supplies that are too low."""
    return [margin.what for margin in margins(result, config) if margin.left < 0]
