"""The three boards: which there are, where their files lie, and how they are made."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hardware import geometry, pinmap
from hardware.electronics.design.board import Board
from hardware.electronics.design.controller import controller
from hardware.electronics.design.strip import strip
from hardware.electronics.fabrication import exports, project_file
from hardware.electronics.kicad import kicad_cli
from hardware.electronics.schematic import schematic_writer
from hardware.paths import HARDWARE, ROOT

FOLDER = HARDWARE / "electronics" / "boards"
NAMES = ("strip8", "strip9", "controller")
_PICTURE = {
    "strip8": (2400, 200, 10.8),
    "strip9": (2400, 190, 12.0),
    "controller": (1200, 850, 1.2),
}
"""Width and height in pixels, and KiCad's zoom, so that a board fills its picture."""


@dataclass(frozen=True, slots=True)
class Files:
    """Where the files of a board lie."""

    folder: Path
    name: str

    @property
    def schematic(self) -> Path:
        """KiCad's schematic."""
        return self.folder / f"{self.name}.kicad_sch"

    @property
    def pcb(self) -> Path:
        """KiCad's board."""
        return self.folder / f"{self.name}.kicad_pcb"

    @property
    def gerbers(self) -> Path:
        """What a board maker wants: layers and drill files in one zip file."""
        return self.folder / "fab" / f"{self.name}-gerbers.zip"

    @property
    def positions(self) -> Path:
        """What an assembler wants beside it: where the parts are."""
        return self.folder / "fab" / f"{self.name}-positions.csv"

    @property
    def bill(self) -> Path:
        """And which they are."""
        return self.folder / "fab" / f"{self.name}-bom.csv"

    @property
    def pdf(self) -> Path:
        """The schematic to read."""
        return self.folder / f"{self.name}.pdf"

    def picture(self, under: bool) -> Path:
        """The board from above or from below."""
        return self.folder / f"{self.name}-{'bottom' if under else 'top'}.png"


def files(name: str, folder: Path = FOLDER) -> Files:
    """The files of a board, in the repository or a copy of it."""
    return Files(folder / name, name)


def design(name: str) -> Board:
    """A board by its name.

    Raises:
        ValueError: if there is no such board.
    """
    if name not in NAMES:
        raise ValueError(f"there is no board {name!r}, only {', '.join(NAMES)}")
    places, pins = geometry.load(), pinmap.load()
    if name == "controller":
        return controller(places, pins)
    return strip(int(name.removeprefix("strip")), places, pins)


def intended(board: Board) -> dict[tuple[str, str], str]:
    """KiCad's name of the net that every pin is meant to be on."""
    return {(part.ref, pin): part.kicad_net(pin) for part in board.parts for pin in part.nets}


def make_schematic(name: str, folder: Path) -> None:
    """Draw the schematic of a board, and have KiCad confirm that it connects what it should.

    Raises:
        ValueError: if it does not.
    """
    board, made = design(name), files(name, folder)
    made.folder.mkdir(parents=True, exist_ok=True)
    made.schematic.write_text(schematic_writer.write(board), "utf-8")
    project_file.write(board, made.folder)
    wrong = kicad_cli.drawn_wrong(made.schematic, intended(board))
    if wrong:
        raise ValueError("the sheet draws something else than the board says:\n" + "\n".join(wrong))


def make_pcb(name: str, folder: Path) -> str:
    """Lay a board out; the Python that runs this must have KiCad's `pcbnew`.

    Returns:
        What it took, for people.
    """
    # Imported here: no other command needs pcbnew.
    from hardware.electronics.layout import layout_writer

    board, made = design(name), files(name, folder)
    said = layout_writer.write(board, made.pcb)
    project_file.write(board, made.folder)  # KiCad has written its own
    made.pcb.with_suffix(".kicad_prl").unlink(missing_ok=True)
    return said


def export(name: str, folder: Path) -> None:
    """Make the files to order, to assemble and to read."""
    made = files(name, folder)
    made.gerbers.parent.mkdir(exist_ok=True)
    exports.pack(exports.gerbers(made.pcb), made.gerbers)
    made.positions.write_text(exports.positions(made.pcb), "utf-8")
    made.bill.write_text(exports.bill(made.schematic), "utf-8")
    exports.schematic_pdf(made.schematic, made.pdf)
    width, height, zoom = _PICTURE[name]
    for under in (False, True):
        exports.picture(made.pcb, made.picture(under), under, (width, height), zoom)


def remake(names: Iterable[str], folder: Path) -> None:
    """Make schematics and layouts in a folder, side by side, in the Python that has `pcbnew`.

    Raises:
        KicadError: if a board cannot be made; with what was said.
    """
    running = [
        subprocess.Popen(
            [python_of_kicad(), "-m", "hardware.electronics", "make", name, "--bare",
             "--into", str(folder)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for name in names
    ]  # fmt: skip
    said = [process.communicate()[0] for process in running]
    for process, text in zip(running, said, strict=True):
        if process.returncode:
            raise kicad_cli.KicadError(f"{process.args!r} failed:\n{text}")


def python_of_kicad() -> str:
    """The Python in which `import pcbnew` works: this one, or the system's.

    Raises:
        KicadError: if it works in neither.
    """
    for python in (os.environ.get("KICAD_PYTHON", sys.executable), "/usr/bin/python3"):
        asked = [python, "-W", "ignore", "-c", "import pcbnew"]
        if subprocess.run(asked, capture_output=True, check=False).returncode == 0:
            return python
    raise kicad_cli.KicadError(
        "no Python here can import pcbnew: run hardware/electronics/install-kicad as root, or say "
        "where it is in KICAD_PYTHON"
    )
