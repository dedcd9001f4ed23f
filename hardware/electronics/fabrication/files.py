"""Paths of the committed files of a board."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hardware.paths import HARDWARE

FOLDER = HARDWARE / "electronics" / "boards"


@dataclass(frozen=True, slots=True)
class BoardFiles:
    """The files of a board below a folder: the repository's, or a copy of it."""

    name: str
    boards: Path = FOLDER

    @property
    def folder(self) -> Path:
        """Folder of the board."""
        return self.boards / self.name

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
        """Gerber and drill files in one archive."""
        return self.folder / "fab" / f"{self.name}-gerbers.zip"

    @property
    def positions(self) -> Path:
        """Positions of the parts, for assembly."""
        return self.folder / "fab" / f"{self.name}-positions.csv"

    @property
    def bom(self) -> Path:
        """Bill of materials, for assembly."""
        return self.folder / "fab" / f"{self.name}-bom.csv"

    @property
    def pdf(self) -> Path:
        """The schematic as a page."""
        return self.folder / f"{self.name}.pdf"

    def picture(self, bottom: bool) -> Path:
        """Picture of a side of the board."""
        return self.folder / f"{self.name}-{'bottom' if bottom else 'top'}.png"
