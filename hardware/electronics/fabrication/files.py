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
    def project(self) -> Path:
        """KiCad's project, with the design rules."""
        return self.folder / f"{self.name}.kicad_pro"

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
    def bom(self) -> Path:
        """KiCad's bill of materials of the whole board."""
        return self.folder / "fab" / f"{self.name}-bom.csv"

    @property
    def assembly_bom(self) -> Path:
        """Bill of the parts that an assembler places, for JLCPCB."""
        return self.folder / "fab" / f"{self.name}-jlcpcb-bom.csv"

    @property
    def placements(self) -> Path:
        """Places and rotations of those parts, for JLCPCB."""
        return self.folder / "fab" / f"{self.name}-jlcpcb-placements.csv"

    @property
    def pdf(self) -> Path:
        """The schematic as a page."""
        return self.folder / f"{self.name}.pdf"

    def assembly(self, bottom: bool) -> Path:
        """Drawing of a side with all references and values."""
        return self.folder / f"{self.name}-assembly-{'bottom' if bottom else 'top'}.pdf"

    @property
    def interactive_bom(self) -> Path:
        """Page that shows where each part goes (InteractiveHtmlBom)."""
        return self.folder / f"{self.name}-ibom.html"

    @property
    def digests(self) -> Path:
        """Digests of the pictures and pages, and of the board that they show."""
        return self.folder / "fab" / "digests.json"

    def picture(self, bottom: bool) -> Path:
        """Picture of a side of the board."""
        return self.folder / f"{self.name}-{'bottom' if bottom else 'top'}.png"
