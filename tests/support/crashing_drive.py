"""A drive with a firmware that crashes once, on an emulated chip as well."""

from __future__ import annotations

import shutil
from pathlib import Path

from host.maintenance.installer import FIRMWARE

_BEGIN = "    def scan(self"
_CRASH = """\
        import microcontroller
        reset = microcontroller.cpu.reset_reason
        self.lives = getattr(self, "lives", 200) - 1
        if not self.lives and reset == microcontroller.ResetReason.POWER_ON:
            raise RuntimeError("the converter does not answer")
"""


def crashing_drive(folder: Path) -> Path:
    """Return a copy of the firmware that crashes in its 200th scan after the power came on."""
    drive = shutil.copytree(FIRMWARE, folder / "drive", ignore=shutil.ignore_patterns("*cache*"))
    scanner = drive / "kamiboard" / "sensing" / "scan_strips.py"
    text = scanner.read_text()
    assert text.count(_BEGIN) == 1
    body = text.index("\n", text.index(_BEGIN)) + 1
    scanner.write_text(text[:body] + _CRASH + text[body:])
    return drive
