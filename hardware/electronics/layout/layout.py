"""A board layout in `pcbnew`: outline, footprints, mounting holes and nets."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from hardware.electronics.design.board import LICENCE, REVISION, Board, Part
from hardware.electronics.kicad import library
from hardware.electronics.layout.pcbnew_units import nanometres, pcbnew, point
from hardware.electronics.schematic.identifiers import symbol_identifier

_HOLE = "MountingHole:MountingHole_{:g}mm_M3"
_FIDUCIAL = "Fiducial:Fiducial_1mm_Mask2mm"

Footprint: TypeAlias = "pcbnew.FOOTPRINT"


class Layout:
    """A layout with all parts placed, without tracks, zones and silkscreen text.

    Attributes:
        pcb: KiCad's board.
        footprints: footprint of every part by reference.
        nets: KiCad's nets by name.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.pcb = pcbnew.BOARD()
        self.pcb.SetCopperLayerCount(2)
        self.footprints: dict[str, Footprint] = {}
        self.nets: dict[str, pcbnew.NETINFO_ITEM] = {}
        for name in sorted(set(board.pin_nets().values())):
            self.nets[name] = pcbnew.NETINFO_ITEM(self.pcb, name)
            self.pcb.Add(self.nets[name])
        self._add_outline()
        for part in board.parts:
            self._place(part)
        for number, (x, y) in enumerate(board.holes, 1):
            self._add_mark(f"H{number}", _HOLE.format(board.hole), x, y)
        for number, (x, y) in enumerate(board.fiducials, 1):
            self._add_mark(f"FID{number}", _FIDUCIAL, x, y)
        title = self.pcb.GetTitleBlock()
        title.SetTitle(board.title)
        title.SetRevision(REVISION)
        title.SetCompany("Kamisado board")
        title.SetComment(0, f"Licence: {LICENCE}")

    def _add_outline(self) -> None:
        outline = pcbnew.PCB_SHAPE(self.pcb, pcbnew.SHAPE_T_RECT)
        outline.SetStart(point(0, 0))
        outline.SetEnd(point(*self.board.size))
        outline.SetLayer(pcbnew.Edge_Cuts)
        outline.SetWidth(nanometres(0.1))
        self.pcb.Add(outline)

    def _place(self, part: Part) -> None:
        footprint = _load(part.item.footprint)
        footprint.SetReference(part.ref)
        footprint.SetValue(part.value)
        footprint.SetPosition(point(part.placement.x, part.placement.y))
        self.pcb.Add(footprint)
        if part.placement.bottom:
            footprint.Flip(footprint.GetPosition(), pcbnew.FLIP_DIRECTION_LEFT_RIGHT)
        footprint.SetOrientationDegrees(part.placement.rotation)
        path = f"/{symbol_identifier(self.board.name, part.ref)}"
        footprint.SetPath(pcbnew.KIID_PATH(path))
        for name, value in part.fields().items():
            footprint.SetField(name, value)
            footprint.GetFieldByName(name).SetVisible(False)
        for pad in footprint.Pads():
            if pad.GetNumber() in part.nets:
                pad.SetNet(self.nets[part.kicad_net(pad.GetNumber())])
        self.footprints[part.ref] = footprint

    def _add_mark(self, ref: str, name: str, x: float, y: float) -> None:
        """Add a footprint that the schematic does not have."""
        mark = _load(name)
        mark.SetReference(ref)
        mark.SetPosition(point(x, y))
        mark.Reference().SetVisible(False)
        mark.Value().SetVisible(False)
        mark.SetBoardOnly(True)
        mark.SetExcludedFromBOM(True)
        mark.SetExcludedFromPosFiles(True)
        self.pcb.Add(mark)


def _load(name: str) -> Footprint:
    return pcbnew.FOOTPRINT(_library_footprint(name))


@cache
def _library_footprint(name: str) -> Footprint:
    """Load a footprint, to be copied: loading looks through the whole folder each time."""
    found = pcbnew.FootprintLoad(str(library.footprint_folder(name)), name.split(":")[1])
    if found is None:
        raise FileNotFoundError(f"KiCad's library has no footprint {name!r}")
    found.SetFPIDAsString(name)
    return found
