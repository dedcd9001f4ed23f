"""Run the tests with pytest, on all processors: `kamisado test`.

no arguments     the fast tests
--all            all of them; more options of pytest may follow
--uf2            those that run on an emulated RP2040; the environment variable KAMISADO_UF2
                 names an image of CircuitPython, which some of them need
anything else    arguments of pytest
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from host.message.plain_text import write_any_letter
from simulator.rp2040.image import uf2_blocks

ROOT = Path(__file__).resolve().parents[1]

UF2_TESTS = "tests/uf2"
ON_AN_IMAGE = [
    f"tests/e2e/test_{name}.py"
    for name in ("any_board", "power_cut", "console", "suspend", "step_time", "round")
]
"""Tests that can run on the emulated chip as well."""

IMAGE_HINT = (
    "Download CircuitPython for the Raspberry Pi Pico, not the Pico 2 "
    "(adafruit-circuitpython-raspberry_pi_pico-en_US-10.x.x.uf2), from "
    "https://circuitpython.org/board/raspberry_pi_pico/"
)

MOST_CORES = 8
"""The tests that drive a browser do not gain from more."""


def main(arguments: list[str]) -> int:
    """Run the tests that the arguments ask for; returns pytest's exit status."""
    write_any_letter()
    os.chdir(ROOT)
    if arguments and arguments[0] == "--uf2":
        image = os.environ.get("KAMISADO_UF2")
        if image and (fault := image_fault(image)):
            sys.stderr.write(f"KAMISADO_UF2={image}: {fault}. {IMAGE_HINT}\n")
            return pytest.ExitCode.USAGE_ERROR
        tests = [UF2_TESTS, *(ON_AN_IMAGE if image else ())]
        return pytest.main(["-rs", "-n", str(workers(waiting=False)), *tests, *arguments[1:]])
    os.environ.pop("KAMISADO_UF2", None)  # all others would take it for their boards as well
    if arguments and "--all" not in arguments:
        return pytest.main(arguments)
    rest = [word for word in arguments if word != "--all"]
    tests = [] if arguments else ["-m", "not slow"]
    count = str(workers(waiting=not tests))
    status = pytest.main(["-n", count, "--dist", "worksteal", *tests, *rest])
    if tests:
        sys.stdout.write("These were the fast tests; all of them: ./kamisado test --all\n")
    return status


def image_fault(image: str) -> str | None:
    """Return why a file is no CircuitPython for the emulated chip; None if it is one."""
    try:
        blocks = uf2_blocks(Path(image).read_bytes())
    except OSError as error:
        return f"it cannot be read ({error.strerror})"
    except ValueError as error:
        return str(error)
    # The names of its serial ports begin so; a name may lie across two blocks.
    if b"CircuitPython" in b"".join(payload for _, payload in sorted(blocks)):
        return None
    return "it is an image for the RP2040, but not CircuitPython"


def workers(waiting: bool) -> int:
    """Return how many processes run tests: one for each processor that this one may use.

    Args:
        waiting: twice as many, as half of the time they wait for boards and browsers.
    """
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    usable = min(usable or 1, MOST_CORES)
    return usable * 2 if waiting else usable


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
