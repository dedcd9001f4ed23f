"""ngspice: runs a circuit, and returns what it measured."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

_SCALE = {"": 1.0, "R": 1.0, "k": 1e3, "n": 1e-9, "u": 1e-6, "p": 1e-12}


class SpiceError(Exception):
    """ngspice is missing, or a measurement is."""


def measure(circuit: str, names: tuple[str, ...]) -> tuple[float, ...]:
    """Simulate a circuit; return its measurements of these names, in SI units.

    Raises:
        SpiceError: ngspice is missing, or a measurement is.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "circuit.cir")  # not a pipe: ngspice reads it twice
        file.write_text(circuit, "utf-8")
        command = ["ngspice", "-b", str(file)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError as error:
            raise SpiceError(
                "there is no ngspice: run hardware/electronics/install-kicad"
            ) from error
    measured = dict(re.findall(r"^(\w+)\s*=\s*([-+.\deE]+)", done.stdout, re.M))
    try:
        return tuple(float(measured[name]) for name in names)
    except KeyError as error:
        raise SpiceError(f"ngspice did not measure {error}:\n{done.stdout}{done.stderr}") from error


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
