"""Reader of a drill file (Excellon)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hardware.geometry import Point

_MM = {"METRIC": 1.0, "INCH": 25.4}
_NUMBER = r"([-+]?\d*\.\d*)"
_PLACE = rf"(?:X{_NUMBER})?(?:Y{_NUMBER})?"
_HIT = re.compile(rf"{_PLACE}(?:G85{_PLACE})?")
_TOOL = re.compile(r"T(\d+)C([\d.]+)(?:[FSBHZ][\d.]+)*")
_IGNORED = {"FMAT,2", "G90", "G05", "T0", "M95", "%"}


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole, or a slot between two middles, and its diameter in millimetres."""

    place: Point
    end: Point
    diameter: float


def read(text: str) -> list[Hole]:
    """Read a drill file; y is upwards as in the file.

    Raises:
        ValueError: it is cut off, has no unit or coordinates without a point, which makers read in
            different ways, or has a command that is not read here.
    """
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith(";")]
    if not lines or lines[0] != "M48":
        raise ValueError("it does not begin with M48")
    if lines[-1] != "M30":
        raise ValueError("it is cut off: there is no M30 at its end")
    tools: dict[int, float] = {}
    holes: list[Hole] = []
    unit, tool = None, None
    x = y = 0.0
    for line in lines[1:-1]:
        if (name := line.split(",")[0]) in _MM:
            unit = _MM[name]
        elif found := _TOOL.fullmatch(line):
            tools[int(found[1])] = float(found[2])
        elif found := re.fullmatch(r"T(\d+)", line):
            tool = int(found[1])
        elif line[0] in "XY" and (found := _HIT.fullmatch(line)):
            if unit is None or tool not in tools:
                raise ValueError(f"{line} comes before a unit or a tool")
            x, y = _place(found[1], found[2], (x, y))
            begin = (x, y)
            if "G85" in line:
                x, y = _place(found[3], found[4], (x, y))
            (from_x, from_y), diameter = begin, tools[tool] * unit
            holes.append(Hole((from_x * unit, from_y * unit), (x * unit, y * unit), diameter))
        elif line not in _IGNORED:
            raise ValueError(f"command {line} is not read")
    return holes


def _place(x: str | None, y: str | None, before: Point) -> Point:
    return before[0] if x is None else float(x), before[1] if y is None else float(y)
