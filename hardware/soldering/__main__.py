"""Draw the pictures for soldering by hand, from the `.kicad_pcb` of the boards that are ordered.

`python -m hardware.soldering` writes them.
"""

from __future__ import annotations

from collections.abc import Mapping

from hardware.paths import HARDWARE
from hardware.soldering.controller import controller
from hardware.soldering.measuring import measure_controller, measure_strip
from hardware.soldering.plugs import plugs_below

PICTURES = HARDWARE / "pictures"


def drawings() -> Mapping[str, str]:
    """Return all drawings by file name."""
    return {
        "solder_controller.svg": controller(),
        "plugs_below.svg": plugs_below(),
        "measure_controller.svg": measure_controller(),
        "measure_strip.svg": measure_strip(),
    }


if __name__ == "__main__":
    for name, text in drawings().items():
        (PICTURES / name).write_text(text, encoding="utf-8", newline="\n")
