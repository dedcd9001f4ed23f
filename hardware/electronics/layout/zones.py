"""Copper zones of a layout."""

from __future__ import annotations

import math
from collections.abc import Iterator

from hardware.electronics.design.board import GROUND, Zone, kicad_net
from hardware.electronics.layout.layout import Layout
from hardware.electronics.layout.pcbnew_units import LAYERS, box_mm, nanometres, pcbnew, point
from hardware.electronics.layout.tracks import add_via
from hardware.electronics.routing.router import Router


def add_zones(layout: Layout) -> None:
    """Add the zones, not filled yet."""
    for zone in layout.board.zones:
        _add_zone(layout, zone)


def _add_zone(layout: Layout, zone: Zone) -> None:
    item = pcbnew.ZONE(layout.pcb)
    item.SetLayer(LAYERS[zone.layer])
    item.SetNet(layout.nets[kicad_net(zone.net)])
    item.SetAssignedPriority(zone.priority)
    left, upper, right, lower = zone.box
    outline = pcbnew.SHAPE_LINE_CHAIN()
    for x, y in ((left, upper), (right, upper), (right, lower), (left, lower)):
        outline.Append(point(x, y))
    outline.SetClosed(True)
    item.AddPolygon(outline)
    item.SetLocalClearance(nanometres(0.2))
    item.SetMinThickness(nanometres(0.25))
    item.SetThermalReliefGap(nanometres(0.25))
    item.SetThermalReliefSpokeWidth(nanometres(0.4))
    item.SetPadConnection(pcbnew.ZONE_CONNECTION_THT_THERMAL)
    item.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
    layout.pcb.Add(item)


def fill(pcb: pcbnew.BOARD, router: Router) -> None:
    """Fill the zones, and connect or remove the islands of ground."""
    pcbnew.ZONE_FILLER(pcb).Fill(pcb.Zones())
    if _connect_islands(pcb, router):
        pcbnew.ZONE_FILLER(pcb).Fill(pcb.Zones())


def _connect_islands(pcb: pcbnew.BOARD, router: Router) -> int:
    """Add a via to every island of a ground zone that has none.

    Where no via fits, the pads in the island, which have tracks as well, are disconnected from the
    zone, so that KiCad removes the island.

    Returns:
        Number of changes.
    """
    changes = 0
    for zone in pcb.Zones():
        if zone.GetNetname() != GROUND:
            continue
        copper = zone.GetFilledPolysList(zone.GetFirstLayer())
        for island in range(copper.OutlineCount()):
            places = [point(via.x, via.y) for via in router.vias if via.net == GROUND]
            if any(copper.Contains(place, island) for place in places):
                continue
            for x, y in router.grid(box_mm(copper.Outline(island).BBox())):
                if copper.Contains(point(x, y), island) and router.fits_via(GROUND, x, y):
                    router.add_via(GROUND, x, y)
                    add_via(pcb, x, y, pcb.FindNet(GROUND))
                    changes += 1
                    break
            else:
                for pad in _spoked_pads(pcb, copper, island):
                    pad.SetLocalZoneConnection(pcbnew.ZONE_CONNECTION_NONE)
                    changes += 1
    return changes


def _spoked_pads(
    pcb: pcbnew.BOARD, copper: pcbnew.SHAPE_POLY_SET, island: int
) -> Iterator[pcbnew.PAD]:
    """Yield the drilled pads that are connected to an island by thermal spokes."""
    for pad in pcb.GetPads():
        if pad.GetNetname() != GROUND or pad.GetDrillSizeX() == 0:
            continue
        left, upper, right, lower = box_mm(pad.GetBoundingBox())
        x, y, reach = (left + right) / 2, (upper + lower) / 2, (right - left) / 2 + 0.1
        for eighth in range(8):  # spokes of a square pad are straight, of a round one diagonal
            turn = eighth * math.pi / 4
            edge = point(x + reach * math.cos(turn), y + reach * math.sin(turn))
            if copper.Contains(edge, island):
                yield pad
                break
