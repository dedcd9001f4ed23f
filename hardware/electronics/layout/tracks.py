"""Tracks and vias of a layout, routed by our own router."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.electronics.design.board import GROUND, kicad_net
from hardware.electronics.layout.layout import Layout
from hardware.electronics.layout.pcbnew_units import LAYERS, box_mm, nanometres, pcbnew, point
from hardware.electronics.routing.copper import DRILL_MM, TRACK_MM, VIA_MM, Pad
from hardware.electronics.routing.router import Router

_ZONE_COST = 6.0  # of tracks where a zone is
_NARROW_PAD_MM = 0.5
_STITCH_X_MM, _STITCH_Y_MM = 5.0, 3.0


def route(layout: Layout) -> Router:
    """Add tracks and vias; return the router, which knows where there is room for more vias.

    Raises:
        UnroutableError: if there is no path for a net.
    """
    board, pads = layout.board, list(_pads(layout))
    router = _router(layout, pads)
    areas = {zone.net: (zone.layer, zone.box) for zone in board.zones if zone.net != GROUND}
    for layer, box in areas.values():
        router.add_cost(layer, box, _ZONE_COST)
    by_net: dict[str, list[Pad]] = {}
    for pad in pads:
        if pad.net and pad.layers:
            by_net.setdefault(pad.net, []).append(pad)
    for pad in by_net[GROUND]:
        if not pad.drilled:
            narrow = min(pad.width, pad.height) <= _NARROW_PAD_MM
            router.fan_out(pad, TRACK_MM if narrow else board.widths.get(GROUND, TRACK_MM))
    # Short nets first.  Ground is last, and has tracks too, so that no island of its zone floats.
    order = sorted(
        (net for net in by_net if len(by_net[net]) > 1),
        key=lambda net: (net == GROUND, net in areas, _span(by_net[net]), net),
    )
    router.route(by_net, order, board.widths, areas)
    _stitch(layout, router, pads)
    for track in router.tracks:
        item = pcbnew.PCB_TRACK(layout.pcb)
        item.SetStart(point(track.x0, track.y0))
        item.SetEnd(point(track.x1, track.y1))
        item.SetWidth(nanometres(track.width))
        item.SetLayer(LAYERS[track.layer])
        item.SetNet(layout.nets[kicad_net(track.net)])
        layout.pcb.Add(item)
    for via in router.vias:
        add_via(layout.pcb, via.x, via.y, layout.nets[kicad_net(via.net)])
    return router


def add_via(pcb: pcbnew.BOARD, x: float, y: float, net: pcbnew.NETINFO_ITEM) -> None:
    """Add a via to KiCad's board."""
    via = pcbnew.PCB_VIA(pcb)
    via.SetPosition(point(x, y))
    via.SetDrill(nanometres(DRILL_MM))
    via.SetWidth(nanometres(VIA_MM))
    via.SetNet(net)
    pcb.Add(via)


def _router(layout: Layout, pads: list[Pad]) -> Router:
    """Return a router that knows the pads, holes and keep-out areas."""
    router = Router(*layout.board.size)
    for pad in pads:
        router.add_pad(pad)
    for footprint in layout.footprints.values():
        for area in footprint.Zones():  # such as below the antenna of a Pico W
            if area.GetIsRuleArea() and (area.GetDoNotAllowTracks() or area.GetDoNotAllowVias()):
                router.add_keep_out(box_mm(area.GetBoundingBox()))
    for x, y in layout.board.holes:
        router.add_hole(x, y, layout.board.hole / 2)
    for x, y in layout.board.fiducials:
        router.add_hole(x, y, 1.0)
    return router


def _pads(layout: Layout) -> Iterator[Pad]:
    for part in layout.board.parts:
        for pad in layout.footprints[part.ref].Pads():
            left, upper, right, lower = box_mm(pad.GetBoundingBox())
            yield Pad(
                part.ref,
                str(pad.GetNumber()),
                part.nets.get(str(pad.GetNumber())),
                (left + right) / 2,
                (upper + lower) / 2,
                right - left,
                lower - upper,
                tuple(n for n, layer in enumerate(LAYERS) if pad.IsOnLayer(layer)),
                pad.GetDrillSizeX() > 0,
            )


def _stitch(layout: Layout, router: Router, pads: list[Pad]) -> None:
    """Add stitching vias between the ground zones of both sides every few millimetres."""
    length, width = layout.board.size
    others = [zone for zone in layout.board.zones if zone.net != GROUND]
    drilled = [pad for pad in pads if pad.drilled]
    for column in range(1, int(length / _STITCH_X_MM)):
        for row in range(1, int(width / _STITCH_Y_MM)):
            x, y = column * _STITCH_X_MM, row * _STITCH_Y_MM
            beside = any(abs(pad.x - x) < 1.6 and abs(pad.y - y) < 1.6 for pad in drilled)
            if beside or any(zone.covers(x, y) for zone in others):
                continue
            if router.fits_via(GROUND, x, y):
                router.add_via(GROUND, x, y)


def _span(pads: list[Pad]) -> float:
    columns, rows = [pad.x for pad in pads], [pad.y for pad in pads]
    return max(columns) - min(columns) + max(rows) - min(rows)
