"""`kamisado bench --firmware`: speed and memory of the firmware's own code under MicroPython.

benchmarks/firmware.py describes the measurements and their references.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from benchmarks.figures import save
from host.cli.options import Echo
from simulator.device.interpreter import find_micropython

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = Path("benchmarks") / "firmware.py"
LONGEST_S = 120.0

Figures = dict[str, float | str]


def run(output: Path, echo: Echo) -> int:
    """Measure, print a table, save the figures as JSON; return the exit status.

    Raises:
        ValueError: there is no MicroPython here, or the benchmark failed; the message says why.
    """
    figures = measure()
    echo(text(figures))
    return save(figures, output, echo)


def measure() -> Figures:
    """Measure all figures, by their names.

    Raises:
        ValueError: there is no MicroPython here, or the benchmark failed; the message says why.
    """
    micropython = find_micropython()
    if micropython is None:
        raise ValueError(
            "there is no MicroPython for this machine, so the firmware's speed cannot be measured"
        )
    run = subprocess.run(
        [micropython, str(SCRIPT)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=LONGEST_S,
        check=False,
    )
    if run.returncode:
        raise ValueError(f"{SCRIPT} has failed: {(run.stdout + run.stderr)[-400:]!r}")
    figures: Figures = json.loads(run.stdout)
    return figures


def text(figures: Figures) -> str:
    """Return the table for people: each time beside its reference on the same machine."""
    lines = [f"{'firmware, us':<26}{'measured':>10}{'reference':>11}{'ratio':>8}"]
    for name, title in (
        ("scan_empty", "scan, empty board"),
        ("scan_32_towers", "scan, 32 towers"),
        ("frame_decode", "decode a frame"),
    ):
        ours, least = float(figures[f"{name}_us"]), float(figures[f"{name}_reference_us"])
        lines.append(f"{title:<26}{ours:>10.1f}{least:>11.1f}{ours / least:>8.1f}")
    per_second, lost = float(figures["lines_per_second"]), int(figures["lines_lost"])
    return "\n".join(
        [
            *lines,
            "",
            "reference: the least code that does the same, without checks; ratio: how many times",
            "as long ours takes.  Times are of this computer, not of a chip (--uf2).",
            "",
            f"{'bytes allocated per scan':<26}{float(figures['bytes_per_scan']):>10.0f}",
            f"{'frames per second':<26}{per_second:>10.0f}   (taken, shown, acknowledged; "
            f"{lost} lost)",
            f"{'runtime':<26}{figures['runtime']:>10}",
        ]
    )
