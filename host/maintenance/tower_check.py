"""Check the fields of towers: one put or swept over the board, or all on their home rows.

Fields are in millitesla, positive where a north pole is down.  Pure: no access to a board.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Mapping, Sequence

from host.engine.squares import square_name
from host.maintenance.diagnosis import FaultSeverity, Finding, Wiring
from host.message import message

FULL_MT = 35.0
"""Under the middle of a tower of the reference build (hardware/README.md), computed."""
WEAK_MT = 15.0
"""Minimum field of a tower at a good sensor."""
REACH_MM = 8.0
"""Required reach off-centre: beyond it the base overlaps the next square."""
_FALL = ((0, 35.4), (4, 26.0), (6, 17.5), (8, 10.0), (10, 4.8), (12, 1.8), (14, 0.3))
"""(mm off-centre, mT) of the reference build's magnet, computed: hardware/README.md."""


# --- One tower on given squares ------------------------------------------------------


def check_placements(wiring: Wiring, felt: Mapping[int, Sequence[float]]) -> list[Finding]:
    """Compare where a tower was put and where it was felt: swapped rows, columns and poles.

    Args:
        felt: field at every sensor, by the cell on which the tower stood.
    """
    where = {cell: _strongest(levels) for cell, levels in felt.items()}
    moved = {cell: there for cell, there in where.items() if there not in (cell, None)}
    files = wiring.files
    found = _swaps(
        {cell // files: there // files for cell, there in moved.items() if there is not None},
        "Ranks",
        [str(rank + 1) for rank in range(wiring.ranks)],
        "the ribbon or the row lines (ROW pins)",
    )
    found += _swaps(
        {cell % files: there % files for cell, there in moved.items() if there is not None},
        "Files",
        [square_name(file, files)[0] for file in range(files)],
        "the order of the columns (COLUMN_CHANNEL) or their wires",
    )
    explained = bool(found)
    for cell, there in moved.items():
        if there is not None and not explained:
            name, other = wiring.name(cell), wiring.name(there)
            sentence = f"The tower on {name} was felt on {other}: the wires lead there."
            found.append(Finding(FaultSeverity.FAULT, sentence, name))
    for cell, levels in felt.items():
        if where[cell] is None:
            found.append(_dead(wiring, cell, max(levels, key=abs)))
    return found + _sides(wiring, {c: felt[c][t] for c, t in where.items() if t is not None})


def _strongest(levels: Sequence[float]) -> int | None:
    """Return the cell with the strongest field; None if no field could be a tower's."""
    cell = max(range(len(levels)), key=lambda cell: abs(levels[cell]))
    return cell if abs(levels[cell]) >= WEAK_MT / 3 else None


def _swaps(moved: Mapping[int, int], kind: str, names: Sequence[str], cause: str) -> list[Finding]:
    found = []
    for one, other in sorted(moved.items()):
        if one < other and moved.get(other) == one:
            found.append(
                Finding(
                    FaultSeverity.FAULT,
                    f"{kind} {names[one]} and {names[other]} are swapped: check {cause}.",
                )
            )
        elif one != other and moved.get(other) != one:
            found.append(
                Finding(
                    FaultSeverity.FAULT,
                    f"What stands on {kind.lower()[:-1]} {names[one]} is felt on "
                    f"{names[other]}: check {cause}.",
                )
            )
    return found


def _sides(wiring: Wiring, felt: Mapping[int, float]) -> list[Finding]:
    """Report squares that felt the other pole of the tower than most."""
    norths = sum(1 if mt > 0 else -1 for mt in felt.values())
    return [
        Finding(
            FaultSeverity.FAULT,
            f"{wiring.name(cell)} feels the other pole of the same tower: its sensor is mounted "
            f"upside down; {wiring.solder_joints(cell)}.",
            wiring.name(cell),
        )
        for cell, mt in felt.items()
        if (mt > 0) != (norths > 0)
    ]


def check_sweep(wiring: Wiring, peaks: Sequence[float], swapped: bool = False) -> list[Finding]:
    """Check the maxima of a tower swept over all squares.

    Args:
        peaks: strongest field at each sensor.
        swapped: True if wires are known to be swapped; the pole is not checked then.
    """
    found = []
    there = [mt for cell, mt in enumerate(peaks) if not wiring.is_missing(cell)]
    usual = statistics.median(abs(mt) for mt in there or peaks)
    for cell, mt in enumerate(peaks):
        if abs(mt) < WEAK_MT / 3:
            found.append(_dead(wiring, cell, mt))
        elif abs(mt) < WEAK_MT and usual >= WEAK_MT:
            name = wiring.name(cell)
            found.append(
                Finding(
                    FaultSeverity.FAULT,
                    f"{name} felt {abs(mt):.1f} mT where the others feel {usual:.0f}: its sensor "
                    f"is weak; {wiring.solder_joints(cell)}.",
                    name,
                )
            )
    if usual < WEAK_MT:
        found.append(
            Finding(
                FaultSeverity.FAULT,
                f"All squares feel only {usual:.1f} mT of a tower, the build is made for 35: its "
                "magnet is weak, or the board too thick above the sensors.",
            )
        )
    if not swapped:
        found += _sides(wiring, {c: mt for c, mt in enumerate(peaks) if abs(mt) >= WEAK_MT / 3})
    return found


def _dead(wiring: Wiring, cell: int, mt: float) -> Finding:
    name = wiring.name(cell)
    return Finding(
        FaultSeverity.FAULT,
        f"{name} reads {abs(mt):.1f} mT with a tower on it: sensor dead, or the tower has no "
        f"magnet; {wiring.solder_joints(cell)}.",
        name,
    )


# --- Calibration --------------------------------------------------------------------------------

_LETTERS = {
    "d": "felt nothing of the tower: sensor dead",
    "w": "felt less than 15 mT of the tower: sensor weak",
    "n": "is noisy with nothing on it",
    "o": "is off its middle by more than 10 mT with nothing on it: sensor broken, or a magnet or "
    "iron below it",
    "r": "felt the other pole of the same tower: sensor upside down, or its wires swapped",
}


def check_calibration(wiring: Wiring, cells: str) -> list[Finding]:
    """Report the faults that a calibration has found.

    Args:
        cells: of a `calib` line in the step `done`.
    """
    found = []
    for cell, letter in enumerate(cells):
        name = wiring.name(cell)
        if letter == "u":
            sentence = f"The tower on {name} has its magnet the other way round than its row"
            found.append(Finding(FaultSeverity.FAULT, f"{sentence}.", name))
        elif letter in _LETTERS:
            sentence = f"{name} {_LETTERS[letter]}; {wiring.solder_joints(cell)}."
            found.append(Finding(FaultSeverity.FAULT, sentence, name))
    return found


def reach_mm(level: float, on: float) -> float:
    """Compute how far off-centre, in mm, a tower with this level in the middle is seen."""
    share = on / max(abs(level), 1e-9)
    full = _FALL[0][1]
    for (near_mm, near), (far_mm, far) in itertools.pairwise(_FALL):
        if share >= far / full:
            part = (near / full - share) / (near / full - far / full)
            return max(0.0, near_mm + part * (far_mm - near_mm))
    return float(_FALL[-1][0])


def check_reach(
    wiring: Wiring, snapshot: str, levels: Sequence[float], ons: Sequence[float]
) -> list[Finding]:
    """Check the reach of the towers on the board; report the weakest."""
    reaches = [
        (reach_mm(levels[cell], ons[cell]), cell)
        for cell, letter in enumerate(snapshot)
        if letter in "ns"
    ]
    if not reaches:
        return []
    worst_mm, cell = min(reaches)
    name = wiring.name(cell)
    mt, mm = f"{abs(levels[cell]):.0f}", f"{worst_mm:.1f}"
    if worst_mm >= REACH_MM:
        fine = message("maintenance.reach_fine", square=name, mt=mt, mm=mm)
        return [Finding(FaultSeverity.FINE, fine, name)]
    least = f"{REACH_MM:g}"
    short = message("maintenance.reach_short", square=name, mt=mt, mm=mm, least=least)
    return [Finding(FaultSeverity.FAULT, short, name)]
