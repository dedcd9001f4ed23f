"""Runs the firmware, or the probe of it, on an emulated chip under an image of CircuitPython."""

from __future__ import annotations

import json
import shutil
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.chip.lines import host_lines
from host.maintenance.installer import neopixel_library
from host.virtual.stepped_process import SteppedBoard
from simulator.board.geometry import Geometry
from simulator.device.circuitpy_drive import configured
from simulator.resources import FIRMWARE, PINMAP

HERE = Path(__file__).resolve().parent
PROBE = "probe.py"
START = """import gc
gc.collect()
free = gc.mem_free()
import probe
probe.main(free)
"""
BUSY_S = 300
"""The computer may be that busy; the chip's time is its own."""
_MARK = "FIGURES "
_LONGEST_MS = 60_000
_STEP_MS = 50

Figures = dict[str, float]


@contextmanager
def board(
    image: Path | None, size: str, build: str, *, probed: bool = False, whole: bool = True
) -> Iterator[SteppedBoard]:
    """Start the firmware as it is installed on a real board, with the library for its pixels.

    Args:
        image: of CircuitPython; None for the simulator's stand-ins of it, and their costs.
        size: such as "8x8".
        build: one of `simulator.board.wiring.BUILDS`.
        probed: True to run the probe instead of the firmware's own program.
        whole: False if the probe shall measure steps and scans alone.
    """
    files, ranks = (int(number) for number in size.split("x"))
    geometry = Geometry(files, ranks)
    with (
        tempfile.TemporaryDirectory(prefix="kamisado-bench-") as folder,
        configured(FIRMWARE, geometry, build) as firmware,
    ):
        drive = Path(folder, "drive")
        shutil.copytree(firmware, drive, ignore=shutil.ignore_patterns("__pycache__", "*.pyi"))
        for name, data in neopixel_library().items():
            path = drive / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if probed:
            shutil.copy(HERE / PROBE, drive)
            (drive / "code.py").write_text(START, encoding="utf-8")
            settings = {
                "lines": host_lines(geometry.cells),
                "signals": _signals(build),
                "whole": whole,
            }
            (drive / "probe.json").write_text(json.dumps(settings), encoding="utf-8")
        options = ["--firmware", str(drive), "--size", size, "--build", build]
        if image is not None:
            options += ["--uf2", str(image)]
        with SteppedBoard(*options, timeout_s=BUSY_S) as started:
            yield started


def probe(image: Path | None, size: str, build: str, *, whole: bool = True) -> Figures:
    """Return the probe's figures.

    Args:
        image, size, build, whole: as of `board`.

    Raises:
        ValueError: the probe has failed; the message has what it said.
    """
    said = ""
    with board(image, size, build, probed=True, whole=whole) as started:
        started.ask("watch", what=["console"])
        for _ in range(_LONGEST_MS // _STEP_MS):
            started.step(_STEP_MS)
            said += "".join(str(event.get("text", "")) for event in started.events)
            started.events.clear()
            _, mark, rest = said.partition(_MARK)
            if mark and "\n" in rest:
                figures: Figures = json.loads(rest.partition("\n")[0])
                return figures
            if "Code done running" in said:
                break
    raise ValueError(f"the probe has failed on {str(image)!r}: {said[-600:]!r}")


def _signals(build: str) -> dict[str, int]:
    """Return the GPIO of each signal of a build."""
    pinmap = tomllib.loads(PINMAP.read_text(encoding="utf-8"))
    signals: dict[str, int] = pinmap.get(build, pinmap)["signals"]
    return signals
