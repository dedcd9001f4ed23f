"""Table of a chip's figures, beside their goals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.chip import emulated, wired
from benchmarks.figures import save
from host.cli.options import Echo

MISSES = 1.3
"""A real chip takes up to that much longer: it misses its flash's cache, which is not emulated."""

Figures = Mapping[str, emulated.Figures]
"""Of each run: the probe on a build, or the firmware on the wire."""

RUNS: Mapping[str, Callable[[Path], emulated.Figures]] = {
    "8x8": lambda image: emulated.probe(image, "8x8", "strips"),
    "wire": lambda image: wired.measure(image, "8x8"),
    "9x9": lambda image: emulated.probe(image, "9x9", "strips"),
    "wire 9x9": lambda image: wired.measure(image, "9x9", lifts=0),
    "quarters": lambda image: emulated.probe(image, "8x8", "quarters", whole=False),
    "switches": lambda image: emulated.probe(image, "8x8", "switches", whole=False),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of the table.

    Attributes:
        title: for people.
        run: name of the run, a key of RUNS.
        key: name of the figure in it.
        goal: the most it may be, in the table's unit; for free memory the least; None without one.
    """

    title: str
    run: str
    key: str
    goal: float | None = None

    @property
    def is_time(self) -> bool:
        """True for a time, False for memory."""
        return not self.key.startswith("heap") and not self.key.endswith("bytes")

    def shown(self, figures: Figures) -> float:
        """Return the figure in ms, bytes, or kB of free memory."""
        return figures[self.run][self.key] / (1 if self.key.endswith("bytes") else 1000)

    def is_met(self, figures: Figures) -> bool:
        """Return True if the goal is met, or there is none."""
        if self.goal is None:
            return True
        shown = self.shown(figures)
        return shown >= self.goal if self.key.startswith("heap") else shown <= self.goal


STEP, FRAME, COLLECTION, IMPORT = 7.0, 20.0, 8.0, 1300.0
FRAME_BYTES, SNAP_BYTES, FREE_KB = 2000, 200, 100

ROWS = (
    Row("quiet step, strips 8x8", "wire", "step", STEP),
    Row("quiet step, strips 9x9", "wire 9x9", "step"),
    Row("quiet step, quarters", "quarters", "step"),
    Row("quiet step, switches", "switches", "step"),
    Row("scan with debounce, strips 8x8", "8x8", "scan"),
    Row("longest idle step without a collection", "8x8", "idle_worst"),
    Row("collection of garbage", "8x8", "collect", COLLECTION),
    *(
        row
        for size, wire in (("8x8", "wire"), ("9x9", "wire 9x9"))
        for row in (
            Row(f"usual frame {size}, last byte to lights", wire, "usual", FRAME),
            Row(f"16 sweeps {size}, last byte to lights", wire, "sweeps", FRAME),
            Row(f"mixed frame {size}, last byte to lights", wire, "mixed", FRAME),
            Row(f"usual frame {size}, with its ack", size, "usual_worst"),
            Row(f"16 sweeps {size}, with their ack", size, "sweeps_worst"),
            Row(f"mixed frame {size}, with its ack", size, "mixed_worst"),
        )
    ),
    Row("lift to lights, median", "wire", "lift"),
    Row("lift to lights, longest of 12", "wire", "lift_worst"),
    Row("lift to lights sent ahead, median", "wire", "ahead"),
    Row("lift to lights sent ahead, longest of 12", "wire", "ahead_worst"),
    Row("power to hello", "wire", "hello"),
    Row("import", "8x8", "import", IMPORT),
    Row("building the board, to its first step", "8x8", "build"),
    Row("start of a calibration", "8x8", "calibrate"),
    Row("keep a calibration", "8x8", "adopt"),
    Row("read it at the start", "8x8", "recall"),
    Row("make room for it", "8x8", "make_room"),
    Row("free at the start", "8x8", "heap_start"),
    Row("free after the import", "8x8", "heap_imported"),
    Row("free when built", "8x8", "heap_built", FREE_KB),
    Row("free while calibrating", "8x8", "heap_calibrating"),
    Row("fewest free before a collection", "8x8", "heap_lowest"),
    Row("allocated for a usual frame", "8x8", "usual_bytes", FRAME_BYTES),
    Row("allocated for 16 sweeps", "8x8", "sweeps_bytes", FRAME_BYTES),
    Row("allocated for a mixed frame", "8x8", "mixed_bytes", FRAME_BYTES),
    Row("allocated for a mixed frame 9x9", "9x9", "mixed_bytes", FRAME_BYTES),
    Row("allocated for a snap", "8x8", "snap_bytes", SNAP_BYTES),
)


def run(image: Path, output: Path, echo: Echo) -> int:
    """Measure everything on a chip with this image, print the table, save the figures as JSON.

    Returns:
        the exit status: 1 if a goal is missed.

    Raises:
        ValueError: the image cannot be run, or the firmware has failed under it.
    """
    if not image.is_file():
        raise ValueError(f"there is no image {str(image)!r}")
    figures = {}
    for name, measured in RUNS.items():
        echo(f"measuring: {name}")
        figures[name] = measured(image)
    echo("\n" + text(image.name, figures))
    save(figures, output, echo)
    return 0 if all(row.is_met(figures) for row in ROWS) else 1


def text(image: str, figures: Figures) -> str:
    """Return the table for people."""
    lines = [
        f"{image + ', ms, bytes, kB free':<44}{'emulated':>10}{f'x {MISSES:g}':>10}{'goal':>8}",
    ]
    for row in ROWS:
        shown = row.shown(figures)
        digits = 0 if row.key.endswith("bytes") or shown >= 1000 else 1
        silicon = f"{MISSES * shown:.{digits}f}" if row.is_time else ""
        goal = "" if row.goal is None else f"{row.goal:g}"
        missed = "" if row.is_met(figures) else "  missed"
        lines.append(f"{row.title:<44}{shown:>10.{digits}f}{silicon:>10}{goal:>8}{missed}")
    lines.append(
        f"\nA real chip takes up to {MISSES:g} times as long: its flash's cache is not emulated."
    )
    return "\n".join(lines)
