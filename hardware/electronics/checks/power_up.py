"""Power-up of a strip, simulated by ngspice, against the delays of the firmware.

The values are taken from the strip's design: R2 and C3 slow the switch down, every sensor's
capacitor is charged through it, and R1, R5 and C4 (of the controller) delay AOUT.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from hardware import firmware_config
from hardware.electronics.design import boards
from hardware.electronics.design.board import Board

SENSOR_START_US = 330  # DRV5055, from supply to a valid output, at most; data sheet, from memory
SUPPLY_MIN_V = 3.1
SETTLED_V = 3.3 / 4096 / 2  # half a step of the controller's 12-bit converter
DIP_MIN_V = 3.2  # the other strips' multiplexers and the controller share the 3.3 V
SENSOR_OHM = 3.3 / 0.006
MULTIPLEXER_OHM = 250  # 74HC4067 at 3.3 V; estimate from its 4.5 V data
BUS_PF = 600  # AOUT: nine strips' multiplexers that are off, and the ribbon; estimate
PAD_PULL_DOWN_OHM = 50e3  # of an RP2040's pad after reset and in BOOTSEL, at least; data sheet
FET_OFF_V = 0.4  # AO3401A: threshold 0.5 V at least; data sheet, from memory
MULTIPLEXER_HIGH_V = 2.4  # CD74HC4067 at 3.3 V: 0.7 of the supply and a margin
_SCALE = {"": 1.0, "R": 1.0, "k": 1e3, "n": 1e-9, "u": 1e-6, "p": 1e-12}

_DECK = """* a strip is switched on
V33 v33s 0 3.3
Rribbon v33s v33a 0.15
Lribbon v33a v33 150n
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


class SpiceError(Exception):
    """ngspice is missing, or a measurement is."""


def deck(strip: Board, controller: Board) -> str:
    """Return the input of ngspice."""
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
        r5=value_of(controller.part("R5").item.value),
        c4=value_of(controller.part("C4").item.value),
        sensor_farad=sum(capacitors),
        sensor_ohm=SENSOR_OHM / len(sensors),
        multiplexer_ohm=MULTIPLEXER_OHM,
        bus_pf=BUS_PF,
        supply_min_v=SUPPLY_MIN_V,
        settled_v=2.65 - SETTLED_V,
    )


def value_of(text: str) -> float:
    """Parse a value in ohms or farads: `4k7` is 4700.0, `100n` is 1e-07.

    Raises:
        ValueError: if it is no such value.
    """
    found = re.fullmatch(r"(\d+)([Rknup]?)(\d*)", text)
    if not found:
        raise ValueError(f"{text!r} is no value such as 4k7, 100R or 10n")
    whole, unit, tenths = found.groups()
    return float(f"{whole}.{tenths or 0}") * _SCALE[unit]


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
    """Run ngspice.

    Raises:
        SpiceError: if it is missing, or a measurement is.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "power_up.cir")  # not a pipe: ngspice reads it twice
        file.write_text(text, "utf-8")
        command = ["ngspice", "-b", str(file)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError as error:
            raise SpiceError(
                "there is no ngspice: run hardware/electronics/install-kicad"
            ) from error
    measured = {
        name: float(value)
        for name, value in re.findall(r"^(\w+)\s*=\s*([-+.\deE]+)", done.stdout, re.M)
    }
    try:
        return PowerUp(
            supply_us=measured["t_on"] * 1e6 - 100,
            steady_v=measured["steady"],
            dip_v=measured["dip"],
            settle_us=measured["t_settled"] * 1e6 - 1000,
        )
    except KeyError as error:
        raise SpiceError(f"ngspice did not measure {error}:\n{done.stdout}{done.stderr}") from error


def simulate_strip(squares: int) -> PowerUp:
    """Simulate the power-up of a strip."""
    return simulate(deck(boards.load(f"strip{squares}"), boards.load("controller")))


def faults(result: PowerUp, config: Path = firmware_config.SOURCE) -> list[str]:
    """Return delays of the firmware that are too short, and supplies that are too low."""
    constants = firmware_config.load(config)
    found = []
    needed = result.supply_us + SENSOR_START_US
    if needed > constants["SENSOR_WAIT_US"]:
        found.append(
            f"sensors need {needed:.0f} us after their row is switched on, the firmware waits "
            f"{constants['SENSOR_WAIT_US']}"
        )
    if result.settle_us > constants["CHANNEL_WAIT_US"]:
        found.append(
            f"AOUT needs {result.settle_us:.1f} us to settle, the firmware waits "
            f"{constants['CHANNEL_WAIT_US']}"
        )
    supply_min_mv = constants["SUPPLY_MIN"] / constants["FULL_SCALE"] * constants["SUPPLY_MV"]
    if result.steady_v * 1000 < supply_min_mv:
        found.append(f"sensors have {result.steady_v:.3f} V, too little for the firmware")
    if result.dip_v < DIP_MIN_V:
        found.append(f"the strip's 3.3 V go down to {result.dip_v:.3f} V")
    return found
