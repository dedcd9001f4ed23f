"""The layout: a board's parts placed, routed, poured and lettered, through KiCad's own library.

It needs `pcbnew`, which Debian installs for the system's Python; nothing else here imports it.
KiCad decides by itself about identifiers and where the outline of a pour begins: two runs differ in
those, and in nothing else.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

from hardware.electronics.design.board import GROUND, Board, Part, Pour, kicad_net
from hardware.electronics.kicad import library
from hardware.electronics.layout.silkscreen import STROKE_MM, TEXT_MM, Lettering, Silkscreen
from hardware.electronics.routing.router import (
    DRILL_MM,
    TRACK_MM,
    VIA_MM,
    Box,
    Pad,
    Router,
)
from hardware.electronics.schematic import schematic_writer

with warnings.catch_warnings():  # KiCad 9 announces another library; this one is what it has
    warnings.simplefilter("ignore", DeprecationWarning)
    import pcbnew

ORIGIN_MM = 30.0
"""Where the board's upper left corner lies on KiCad's page."""
_LAYERS = (pcbnew.F_Cu, pcbnew.B_Cu)
_HOLE = ("MountingHole", "MountingHole_3.2mm_M3")
_DEAR = 6.0  # tracks in a pour's place
_NARROW_PAD_MM = 0.5
_CAPTION_MM = 0.9
_CAPTIONS = {"VBUS": "USB", "EXT_5V": "EXT", "+3V3": "3V3", "5V_SRC": ""}
_MOST_CAPTIONS = 4  # pins of a connector; the ribbon's have no room

Footprint: TypeAlias = "pcbnew.FOOTPRINT"


def write(board: Board, file: Path) -> str:
    """Make the board's `.kicad_pcb`.

    Returns:
        What it took, for people.

    Raises:
        UnroutableError: if there is no way for a net.
        NoRoomError: if there is no place for a reference on the silkscreen.
    """
    layout = _Layout(board)
    layout.place()
    layout.letter()
    router = layout.route()
    layout.pour()
    layout.pcb.BuildConnectivity()
    pcbnew.SaveBoard(str(file), layout.pcb)
    again = pcbnew.LoadBoard(str(file))  # a board that was never saved cannot be poured
    again.BuildConnectivity()
    pcbnew.ZONE_FILLER(again).Fill(again.Zones())
    if _join_islands(again, router):
        pcbnew.ZONE_FILLER(again).Fill(again.Zones())
    pcbnew.SaveBoard(str(file), again)
    return (
        f"{board.name}: {len(board.parts)} parts, {len(board.nets())} nets, "
        f"{len(router.tracks)} tracks, {len(router.vias)} vias, {router.quarrels} quarrels"
    )


def _nm(millimetres: float) -> int:
    return int(pcbnew.FromMM(millimetres))


def _vector(x: float, y: float) -> pcbnew.VECTOR2I:
    """A point of the board on KiCad's page."""
    return pcbnew.VECTOR2I(_nm(ORIGIN_MM + x), _nm(ORIGIN_MM + y))


def _size(millimetres: float) -> pcbnew.VECTOR2I:
    return pcbnew.VECTOR2I(_nm(millimetres), _nm(millimetres))


def _box(bounds: pcbnew.BOX2I) -> Box:
    left, upper = pcbnew.ToMM(bounds.GetLeft()), pcbnew.ToMM(bounds.GetTop())
    right, lower = pcbnew.ToMM(bounds.GetRight()), pcbnew.ToMM(bounds.GetBottom())
    return left - ORIGIN_MM, upper - ORIGIN_MM, right - ORIGIN_MM, lower - ORIGIN_MM


class _Layout:
    """A board in the making."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.pcb = pcbnew.BOARD()
        self.pcb.SetCopperLayerCount(2)
        self.footprints: dict[str, Footprint] = {}
        self.nets: dict[str, pcbnew.NETINFO_ITEM] = {}
        names = {part.kicad_net(pin) for part in board.parts for pin in part.nets}
        for name in sorted(names):
            self.nets[name] = pcbnew.NETINFO_ITEM(self.pcb, name)
            self.pcb.Add(self.nets[name])

    # --- Parts ---------------------------------------------------------------------------------

    def place(self) -> None:
        """Outline, parts, holes."""
        length, width = self.board.size
        outline = pcbnew.PCB_SHAPE(self.pcb, pcbnew.SHAPE_T_RECT)
        outline.SetStart(_vector(0, 0))
        outline.SetEnd(_vector(length, width))
        outline.SetLayer(pcbnew.Edge_Cuts)
        outline.SetWidth(_nm(0.1))
        self.pcb.Add(outline)
        for part in self.board.parts:
            self._place(part)
        for number, (x, y) in enumerate(self.board.holes, 1):
            hole = _load(":".join(_HOLE))
            hole.SetReference(f"H{number}")
            hole.SetPosition(_vector(x, y))
            hole.Reference().SetVisible(False)
            hole.Value().SetVisible(False)
            hole.SetBoardOnly(True)
            hole.SetExcludedFromBOM(True)
            hole.SetExcludedFromPosFiles(True)
            self.pcb.Add(hole)
        title = self.pcb.GetTitleBlock()
        title.SetTitle(self.board.title)
        title.SetRevision(schematic_writer.REVISION)
        title.SetCompany("Kamisado board")
        title.SetComment(0, f"Licence: {schematic_writer.LICENCE}")

    def _place(self, part: Part) -> None:
        footprint = _load(part.item.footprint)
        footprint.SetReference(part.ref)
        footprint.SetValue(part.value)
        footprint.SetPosition(_vector(part.spot.x, part.spot.y))
        self.pcb.Add(footprint)
        if part.spot.under:
            footprint.Flip(footprint.GetPosition(), pcbnew.FLIP_DIRECTION_LEFT_RIGHT)
        footprint.SetOrientationDegrees(part.spot.turn)
        path = f"/{schematic_writer.symbol_identifier(self.board, part.ref)}"
        footprint.SetPath(pcbnew.KIID_PATH(path))
        footprint.SetField("MPN", part.item.mpn)
        footprint.GetFieldByName("MPN").SetVisible(False)
        footprint.Value().SetVisible(False)
        for pad in footprint.Pads():
            if pad.GetNumber() in part.nets:
                pad.SetNet(self.nets[part.kicad_net(pad.GetNumber())])
        self.footprints[part.ref] = footprint

    def _pads(self) -> Iterator[Pad]:
        for part in self.board.parts:
            for pad in self.footprints[part.ref].Pads():
                left, upper, right, lower = _box(pad.GetBoundingBox())
                yield Pad(
                    part.ref,
                    str(pad.GetNumber()),
                    part.nets.get(str(pad.GetNumber())),
                    (left + right) / 2,
                    (upper + lower) / 2,
                    right - left,
                    lower - upper,
                    tuple(n for n, layer in enumerate(_LAYERS) if pad.IsOnLayer(layer)),
                    pad.GetDrillSizeX() > 0,
                )

    # --- Copper --------------------------------------------------------------------------------

    def route(self) -> Router:
        """Tracks and vias."""
        board, pads = self.board, list(self._pads())
        router = Router(*board.size)
        for pad in pads:
            router.add_pad(pad)
        for footprint in self.footprints.values():
            for area in footprint.Zones():  # such as below the antenna of a Pico W
                if area.GetIsRuleArea() and (
                    area.GetDoNotAllowTracks() or area.GetDoNotAllowVias()
                ):
                    router.add_keep_out(_box(area.GetBoundingBox()))
        for x, y in board.holes:
            router.add_hole(x, y, 1.6)
        areas = {pour.net: (pour.layer, pour.corners) for pour in board.pours if pour.net != GROUND}
        for layer, box in areas.values():
            router.make_dear(layer, box, _DEAR)
        by_net: dict[str, list[Pad]] = {}
        for pad in pads:
            if pad.net and pad.layers:
                by_net.setdefault(pad.net, []).append(pad)
        for pad in by_net[GROUND]:
            if not pad.drilled:
                narrow = min(pad.width, pad.height) <= _NARROW_PAD_MM
                router.drop(pad, TRACK_MM if narrow else board.widths.get(GROUND, TRACK_MM))
        order = sorted(
            (net for net in by_net if len(by_net[net]) > 1),
            key=lambda net: (net == GROUND, net in areas, _span(by_net[net]), net),
        )  # short ones first; ground last, and as tracks too: no island of its pour can float
        router.route(by_net, order, board.widths, areas)
        self._stitch(router, pads)
        for track in router.tracks:
            item = pcbnew.PCB_TRACK(self.pcb)
            item.SetStart(_vector(track.x0, track.y0))
            item.SetEnd(_vector(track.x1, track.y1))
            item.SetWidth(_nm(track.width))
            item.SetLayer(_LAYERS[track.layer])
            item.SetNet(self.nets[kicad_net(track.net)])
            self.pcb.Add(item)
        for via in router.vias:
            self.pcb.Add(_via(self.pcb, via.x, via.y, self.nets[kicad_net(via.net)]))
        return router

    def _stitch(self, router: Router, pads: list[Pad]) -> None:
        """Join the ground of both sides every few millimetres."""
        length, width = self.board.size
        others = [pour for pour in self.board.pours if pour.net != GROUND]
        drilled = [pad for pad in pads if pad.drilled]
        for column in range(1, int(length / 5)):
            for row in range(1, int(width / 3)):
                x, y = column * 5.0, row * 3.0
                beside = any(abs(pad.x - x) < 1.6 and abs(pad.y - y) < 1.6 for pad in drilled)
                if beside or any(pour.covers(x, y) for pour in others):
                    continue
                if router.room_for_via(GROUND, x, y):
                    router.add_via(GROUND, x, y)

    def pour(self) -> None:
        """The copper areas, still empty."""
        for pour in self.board.pours:
            self._pour(pour)

    def _pour(self, pour: Pour) -> None:
        zone = pcbnew.ZONE(self.pcb)
        zone.SetLayer(_LAYERS[pour.layer])
        zone.SetNet(self.nets[kicad_net(pour.net)])
        zone.SetAssignedPriority(pour.priority)
        left, upper, right, lower = pour.corners
        outline = pcbnew.SHAPE_LINE_CHAIN()
        for x, y in ((left, upper), (right, upper), (right, lower), (left, lower)):
            outline.Append(_vector(x, y))
        outline.SetClosed(True)
        zone.AddPolygon(outline)
        zone.SetLocalClearance(_nm(0.2))
        zone.SetMinThickness(_nm(0.25))
        zone.SetThermalReliefGap(_nm(0.25))
        zone.SetThermalReliefSpokeWidth(_nm(0.4))
        zone.SetPadConnection(pcbnew.ZONE_CONNECTION_THT_THERMAL)
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        self.pcb.Add(zone)

    # --- Words ---------------------------------------------------------------------------------

    def letter(self) -> None:
        """Legends, references, and at connectors what they are for and where + is."""
        sides = {under: self._silkscreen(under) for under in (False, True)}
        for legend in self.board.legends:
            lettering = Lettering(legend.text, legend.x, legend.y, legend.height, legend.turn)
            self._print(sides[legend.under].write(lettering), legend.under)
        for part in self.board.parts:
            footprint, side = self.footprints[part.ref], sides[part.spot.under]
            body = _box(footprint.GetBoundingBox(False, False))
            if part.ref.startswith("J"):
                side.take(body)
                for pad in footprint.Pads():
                    caption = _caption(part, str(pad.GetNumber()))
                    near = _box(pad.GetBoundingBox())
                    for under in (False, True) if caption else ():
                        around = _slice(near, body) if under == part.spot.under else near
                        self._print(sides[under].place(caption, around, _CAPTION_MM), under)
                said = {legend.text for legend in self.board.legends}
                for under in {False, part.spot.under} if part.value not in said else ():
                    self._print(sides[under].place(part.value, body, 1.0), under)
        for part in self.board.parts:
            footprint, side = self.footprints[part.ref], sides[part.spot.under]
            body = _box(footprint.GetBoundingBox(False, False))
            place = side.place(part.ref, body)
            reference = footprint.Reference()
            reference.SetTextSize(_size(TEXT_MM))
            reference.SetTextThickness(_nm(STROKE_MM))
            reference.SetPosition(_vector(place.x, place.y))
            reference.SetTextAngle(pcbnew.EDA_ANGLE(place.turn, pcbnew.DEGREES_T))
            reference.SetKeepUpright(True)

    def _silkscreen(self, under: bool) -> Silkscreen:
        """A side with everything that words must not cover."""
        side = Silkscreen(*self.board.size)
        copper, silk = (pcbnew.B_Cu, pcbnew.B_SilkS) if under else (pcbnew.F_Cu, pcbnew.F_SilkS)
        for footprint in self.pcb.GetFootprints():
            for pad in footprint.Pads():
                if pad.IsOnLayer(copper) or pad.GetDrillSizeX() > 0:
                    side.take(_grown(_box(pad.GetBoundingBox()), 0.2))
            for item in footprint.GraphicalItems():
                if item.GetLayer() == silk:
                    side.take(_grown(_box(item.GetBoundingBox()), 0.15))
        return side

    def _print(self, lettering: Lettering, under: bool) -> None:
        text = pcbnew.PCB_TEXT(self.pcb)
        text.SetText(lettering.text)
        text.SetPosition(_vector(lettering.x, lettering.y))
        text.SetLayer(pcbnew.B_SilkS if under else pcbnew.F_SilkS)
        text.SetMirrored(under)
        text.SetTextSize(_size(lettering.height))
        text.SetTextThickness(_nm(STROKE_MM))
        text.SetTextAngle(pcbnew.EDA_ANGLE(lettering.turn, pcbnew.DEGREES_T))
        self.pcb.Add(text)


def _via(pcb: pcbnew.BOARD, x: float, y: float, net: pcbnew.NETINFO_ITEM) -> pcbnew.PCB_VIA:
    via = pcbnew.PCB_VIA(pcb)
    via.SetPosition(_vector(x, y))
    via.SetDrill(_nm(DRILL_MM))
    via.SetWidth(_nm(VIA_MM))
    via.SetNet(net)
    return via


def _join_islands(pcb: pcbnew.BOARD, router: Router) -> int:
    """Give every piece of poured ground that has no via one; where there is no room for it, let go
    of the pads in it, which have tracks as well, so that KiCad leaves that piece away.

    Returns:
        How much was changed.
    """
    changed = 0
    for zone in pcb.Zones():
        if zone.GetNetname() != GROUND:
            continue
        copper = zone.GetFilledPolysList(zone.GetFirstLayer())
        for island in range(copper.OutlineCount()):
            places = [_vector(via.x, via.y) for via in router.vias if via.net == GROUND]
            if any(copper.Contains(place, island) for place in places):
                continue
            left, upper, right, lower = _box(copper.Outline(island).BBox())
            for x, y in router.grid((left, upper, right, lower)):
                fits = copper.Contains(_vector(x, y), island) and router.room_for_via(GROUND, x, y)
                if fits:
                    router.add_via(GROUND, x, y)
                    pcb.Add(_via(pcb, x, y, pcb.FindNet(GROUND)))
                    changed += 1
                    break
            else:
                for pad in _spoked(pcb, copper, island):
                    pad.SetLocalZoneConnection(pcbnew.ZONE_CONNECTION_NONE)
                    changed += 1
    return changed


def _spoked(pcb: pcbnew.BOARD, copper: pcbnew.SHAPE_POLY_SET, island: int) -> Iterator[pcbnew.PAD]:
    """The drilled pads that an island of poured copper holds by spokes."""
    for pad in pcb.GetPads():
        if pad.GetNetname() != GROUND or pad.GetDrillSizeX() == 0:
            continue
        left, upper, right, lower = _box(pad.GetBoundingBox())
        x, y, reach = (left + right) / 2, (upper + lower) / 2, (right - left) / 2 + 0.1
        for eighth in range(8):  # spokes go straight from a square pad, askew from a round one
            turn = eighth * math.pi / 4
            edge = _vector(x + reach * math.cos(turn), y + reach * math.sin(turn))
            if copper.Contains(edge, island):
                yield pad
                break


def _load(name: str) -> Footprint:
    return pcbnew.FOOTPRINT(_loaded(name))


@cache
def _loaded(name: str) -> Footprint:
    """A footprint of KiCad's library, to be copied: it looks through the whole folder each time."""
    found = pcbnew.FootprintLoad(str(library.footprint_folder(name)), name.split(":")[1])
    if found is None:
        raise FileNotFoundError(f"KiCad's library has no footprint {name!r}")
    found.SetFPIDAsString(name)
    return found


def _span(pads: list[Pad]) -> float:
    columns, rows = [pad.x for pad in pads], [pad.y for pad in pads]
    return max(columns) - min(columns) + max(rows) - min(rows)


def _caption(part: Part, pin: str) -> str:
    """What is printed beside a pin: + or - of a supply, what a pin header's pin is for."""
    net = part.nets[pin]
    if len(part.nets) == 2:
        return "-" if net == GROUND else "+"
    if net is None or len(part.nets) > _MOST_CAPTIONS:
        return ""
    return _CAPTIONS.get(net, net)


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _slice(pad: Box, body: Box) -> Box:
    """The part of a body in line with a pad, across its shorter side."""
    if body[2] - body[0] < body[3] - body[1]:
        return body[0], pad[1], body[2], pad[3]
    return pad[0], body[1], pad[2], body[3]
