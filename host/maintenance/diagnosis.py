"""Check measurements of a board; each finding is a sentence with the remedy.

Fields are in millitesla, positive where a north pole is down.  Pure: no access to a board.
"""

from __future__ import annotations

import enum
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from host.engine.squares import square_name
from host.message import Message, Words, message

CLOSE = 0.6
"""Share of its threshold that an empty square may reach: eight towers around it make 0.43."""
OFF_MIDDLE = 0.46
"""Share of its threshold that a sensor may read on an empty board: 2.6 mT of the 6 that it has
without a calibration, its own zero and that of its strip (hardware/README.md)."""
SLIM = 1.6
"""Minimum ratio of a tower's field to the threshold: 8 mm off-centre it is 2.9."""
NOISY_MT = 0.6
"""Ten times the noise of the sensor."""
SLOW_US = 15_000
"""Limit of a scan; three must fit into the time in which a placed tower is reported."""
LITTLE_MEMORY = 8_000
QUARTER_SIDE = 4
"""Side of the quarter of the board that one multiplexer reads, in cells."""


class FaultSeverity(enum.Enum):
    """Severity of a finding."""

    FINE = "fine"
    REMARK = "remark"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding; `square` is its name, or "" if it concerns no single square."""

    severity: FaultSeverity
    words: Words
    square: str = ""

    @property
    def sentence(self) -> str:
        """The words in the language that this program speaks."""
        return str(self.words)


@dataclass(frozen=True, slots=True)
class Wiring:
    """Wiring of a board, as far as it is visible.

    Attributes:
        files, ranks: of the board.
        parts: a digit for each part of the sensors, 1 if it answers (`strips` of a `diag` line).
    """

    files: int
    ranks: int
    parts: str

    def name(self, cell: int) -> str:
        """Return the square's name: "a1" for 0."""
        return square_name(cell, self.files)

    def rank_cells(self, rank: int) -> range:
        """Return the cells of a rank, counted from 0."""
        return range(rank * self.files, (rank + 1) * self.files)

    def is_missing(self, cell: int) -> bool:
        """Return True if the part with a cell's sensor does not answer."""
        return self.parts[self._part(cell)] == "0"

    def _part(self, cell: int) -> int:
        rank, file = divmod(cell, self.files)
        if len(self.parts) == 1:
            return 0
        if len(self.parts) == self.ranks:
            return rank
        return rank // QUARTER_SIDE * 2 + file // QUARTER_SIDE

    def solder_joints(self, cell: int) -> str:
        """Say what to check if the sensor of a cell is bad."""
        rank, file = divmod(cell, self.files)
        if len(self.parts) == 1:
            return f"check input {cell + 1} of the chain, counted from the controller"
        if len(self.parts) == self.ranks:
            return f"check the solder joints of U1{file + 1} on strip {rank + 1}"
        channel = rank % QUARTER_SIDE * QUARTER_SIDE + file % QUARTER_SIDE
        return f"check the sensor on channel {channel} of multiplexer {self._part(cell) + 1}"

    def led_joints(self, cell: int) -> str:
        """Say what to check if the LED of a cell is bad."""
        rank, file = divmod(cell, self.files)
        if len(self.parts) == self.ranks:
            return f"check the solder joints of D{file + 1} on strip {rank + 1}"
        return f"check LED {cell + 1} of the chain"


# --- The current position ---------------------------------------------------------------------


def check_diagnostics(
    diag: Mapping[str, str], calibration: str | None, error: str | None, lost: int
) -> list[Finding]:
    """Check the board's own diagnostics.

    Args:
        diag: the pairs of `diag` (docs/protocols/board.md).
        calibration, error: as in its hello.
        lost: number of lines lost or damaged on the way to the host.
    """
    found = []
    bad, away = _number(diag, "lines_bad") + _number(diag, "lines_lost"), lost
    if bad + away:
        found.append(
            Finding(
                FaultSeverity.REMARK,
                message("maintenance.lines_damaged", bad=bad, away=away),
            )
        )
    if (scan_us := _number(diag, "scan_us")) > SLOW_US:
        found.append(
            Finding(
                FaultSeverity.FAULT,
                message("maintenance.scan_slow", ms=f"{scan_us / 1000:.1f}", limit=SLOW_US // 1000),
            )
        )
    free = _number(diag, "free")
    if 0 < free < LITTLE_MEMORY:
        found.append(
            Finding(FaultSeverity.REMARK, message("maintenance.little_memory", bytes=free))
        )
    if error is not None:
        failed = message("maintenance.failed_before", error=error)
        found.append(Finding(FaultSeverity.REMARK, failed))
    if calibration is None:
        found.append(Finding(FaultSeverity.REMARK, message("maintenance.never_calibrated")))
    return found


def check_parts(wiring: Wiring) -> list[Finding]:
    """Report parts of the sensors that do not answer."""
    silent = [number for number, digit in enumerate(wiring.parts, 1) if digit == "0"]
    if len(wiring.parts) == 1:
        words = [message("maintenance.chain_silent") for _ in silent]
    elif len(wiring.parts) == wiring.ranks:
        words = [message("maintenance.strip_silent", number=number) for number in silent]
    else:
        words = [message("maintenance.multiplexer_silent", number=number) for number in silent]
    return [Finding(FaultSeverity.FAULT, each) for each in words]


def check_levels(
    wiring: Wiring, snapshot: str, levels: Sequence[float], ons: Sequence[float]
) -> list[Finding]:
    """Check the margin of every square in the current position.

    Args:
        snapshot: a letter a cell, as in a `snap`.
        levels: field at each sensor.
        ons: threshold of each sensor.
    """
    found = []
    for cell, letter in enumerate(snapshot):
        share = abs(levels[cell]) / ons[cell]
        name, mt = wiring.name(cell), abs(levels[cell])
        if letter == "?":
            words = message("maintenance.side_unsure", square=name)
        elif letter == "." and share > CLOSE:
            words = message(
                "maintenance.empty_feels",
                square=name,
                mt=f"{mt:.1f}",
                threshold=f"{ons[cell]:.1f}",
            )
        elif letter in "ns" and share < SLIM:
            words = message(
                "maintenance.weak_margin", square=name, mt=f"{mt:.1f}", times=f"{share:.1f}"
            )
        else:
            continue
        found.append(Finding(FaultSeverity.REMARK, words, name))
    return found


# --- The empty board ----------------------------------------------------------------------------


def check_empty_board(
    wiring: Wiring, samples: Sequence[Sequence[float]], ons: Sequence[float]
) -> list[Finding]:
    """Check offset and noise of the empty board.

    Args:
        samples: several readings of all sensors.
    """
    found = []
    for cell, on in enumerate(ons):
        felt = [sample[cell] for sample in samples]
        mean, noise = statistics.fmean(felt), statistics.pstdev(felt)
        name = wiring.name(cell)
        if abs(mean) >= on * OFF_MIDDLE:
            found.append(
                Finding(
                    FaultSeverity.FAULT,
                    f"{name} feels {mean:.1f} mT with nothing on it: its sensor is stuck or off "
                    f"its middle, or there is a magnet or iron below it. Calibrate the board; if "
                    f"that does not help, {wiring.solder_joints(cell)}.",
                    name,
                )
            )
        if noise > NOISY_MT:
            found.append(
                Finding(
                    FaultSeverity.FAULT,
                    f"{name} jumps about by {noise:.1f} mT with nothing on it: "
                    f"{wiring.solder_joints(cell)}, and its capacitor.",
                    name,
                )
            )
    return found


# --- Lights -------------------------------------------------------------------------------------


def check_leds(wiring: Wiring, dark: Mapping[str, Iterable[int]]) -> list[Finding]:
    """Report LEDs that stayed dark.

    Args:
        dark: cells that did not light, by the colour they should have shown.
    """
    missed: dict[int, list[str]] = {}
    for colour, cells in dark.items():
        for cell in cells:
            missed.setdefault(cell, []).append(colour)
    files = wiring.files
    out = {rank for rank in range(wiring.ranks) if missed.keys() >= set(wiring.rank_cells(rank))}
    found = [
        Finding(
            FaultSeverity.FAULT,
            f"No square of rank {rank + 1} lights: its LEDs have no power or no data; check the "
            "plugs there and before it.",
        )
        for rank in sorted(out)
    ]
    for cell, colours in sorted(missed.items()):
        if cell // files in out:
            continue
        name = wiring.name(cell)
        how = "at all" if len(colours) == len(dark) else f"in {' and '.join(colours)}"
        sentence = f"{name} does not light {how}: its LED is dead or has no power"
        found.append(Finding(FaultSeverity.FAULT, f"{sentence}; {wiring.led_joints(cell)}.", name))
    return found


# --- Summary -------------------------------------------------------------------------------------


def format_levels(
    wiring: Wiring, snapshot: str, levels: Sequence[float], ons: Sequence[float]
) -> list[str]:
    """Return the level and state of every square as lines of text, the last rank first."""
    lines = []
    for rank in range(wiring.ranks - 1, -1, -1):
        felt = "".join(f"{levels[c]:7.1f}{snapshot[c]}" for c in wiring.rank_cells(rank))
        lines.append(f"{rank + 1:2}{felt}")
    names = (square_name(file, wiring.files)[0] for file in range(wiring.files))
    lines.append("  " + "".join(f"{name:>7} " for name in names))
    least, most = f"{min(ons):.1f}", f"{max(ons):.1f}"
    seen = f"{least} mT" if least == most else f"{least} to {most} mT (each square has its own)"
    lines.append(f"mT, north positive; . empty, n and s a tower. A tower is seen from {seen} on.")
    return lines


def verdict(found: Sequence[Finding]) -> Message:
    """Sum the findings up in a sentence."""
    faults = sum(finding.severity is FaultSeverity.FAULT for finding in found)
    remarks = sum(finding.severity is FaultSeverity.REMARK for finding in found)
    if faults:
        if remarks:
            return message("maintenance.board_faulty_noted", count=faults, remarks=remarks)
        return message("maintenance.board_faulty", count=faults)
    if remarks:
        return message("maintenance.board_works", count=remarks)
    return message("maintenance.board_well")


def _number(diag: Mapping[str, str], name: str) -> int:
    text = diag.get(name, "")
    return int(text) if text.isdecimal() else 0
