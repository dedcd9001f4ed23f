"""Check of positions on a board against hardware/geometry.toml."""

from __future__ import annotations

import math

from hardware.electronics.kicad.pcb_file import PcbFile
from hardware.geometry import Geometry, Point

TOLERANCE_MM = 0.01


def strip_faults(name: str, squares: int, pcb: PcbFile, geometry: Geometry) -> list[str]:
    """Check a strip's size, holes, sensors and LEDs, and that only connectors are below it, where
    the printed parts leave room for them."""
    faults = _size(name, pcb, geometry.strip_size(squares))
    faults += _holes(name, pcb, geometry.strip_holes(squares), geometry.strip_hole)
    for square in range(squares):
        faults += _part(name, pcb, f"U{11 + square}", geometry.sensor(square))
        faults += _part(name, pcb, f"D{1 + square}", geometry.led(square))
    for footprint in pcb.footprints:
        if footprint.bottom and footprint.courtyard is not None:
            west, _, east, _ = footprint.courtyard
            ribbon = footprint.library.startswith("Connector_IDC:")
            begin, end = geometry.strip_headers if ribbon else geometry.strip_power
            if west < begin or east > end:
                where = f"{west:.1f} to {east:.1f}"
                faults.append(f"{name}: {footprint.reference} is at x = {where}, outside its room")
    faults += [
        f"{name}: {footprint.reference} is on the wrong side of the board"
        for footprint in pcb.footprints
        if not footprint.is_hole and footprint.bottom != footprint.reference.startswith("J")
    ]
    return faults


def controller_faults(pcb: PcbFile, geometry: Geometry) -> list[str]:
    """Check the controller's size and holes, its ribbon at the case's slot, its reset button."""
    faults = _size("controller", pcb, geometry.controller_size)
    faults += _holes("controller", pcb, geometry.controller_holes, geometry.controller_hole)
    faults += _part("controller", pcb, "SW1", geometry.controller_reset)
    for footprint in pcb.footprints:
        if footprint.reference == "J1":
            columns = [pad.place[0] for pad in footprint.pads]
            middle = (min(columns) + max(columns)) / 2
            if abs(middle - geometry.controller_ribbon) > TOLERANCE_MM:
                wanted = geometry.controller_ribbon
                faults.append(f"controller: J1 has its middle at x = {middle:.2f}, not {wanted:g}")
    return faults


def _size(name: str, pcb: PcbFile, wanted: Point) -> list[str]:
    length, width = pcb.size
    if math.dist(pcb.size, wanted) <= TOLERANCE_MM:
        return []
    return [f"{name}: the board is {length:g} x {width:g} mm, not {wanted[0]:g} x {wanted[1]:g}"]


def _holes(name: str, pcb: PcbFile, wanted: tuple[Point, ...], diameter: float) -> list[str]:
    marks = [footprint for footprint in pcb.footprints if footprint.is_hole]
    holes = [mark.origin for mark in marks]
    faults = [
        f"{name}: there is no hole at {place}"
        for place in wanted
        if all(math.dist(place, hole) > TOLERANCE_MM for hole in holes)
    ]
    if len(holes) != len(wanted):
        faults.append(f"{name}: there are {len(holes)} holes, not {len(wanted)}")
    for mark in marks:
        for pad in mark.all_pads:
            if abs((pad.drill or 0.0) - diameter) > TOLERANCE_MM:
                faults.append(
                    f"{name}: {mark.reference} has a diameter of {pad.drill} mm, not {diameter:g}"
                )
    return faults


def _part(name: str, pcb: PcbFile, ref: str, wanted: Point) -> list[str]:
    for footprint in pcb.footprints:
        if footprint.reference == ref:
            x, y = footprint.origin
            if math.dist((x, y), wanted) <= TOLERANCE_MM:
                return []
            return [f"{name}: {ref} is at {x:.2f}, {y:.2f}, not at {wanted}"]
    return [f"{name}: there is no {ref}"]
