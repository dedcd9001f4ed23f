"""Autorouter: connects the pads of every net by tracks and vias.

Nets are routed one by one, each by the cheapest path around all other copper.  A net without a path
is routed over the tracks of other nets, at a cost; the nets that it overlaps are ripped up and
routed again.  Every conflict raises the cost of its cells, so rip-up and reroute ends.

The result is deterministic: it depends on no random numbers, hash order or clock.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from hardware.electronics.routing.copper import (
    CLEARANCE_MM,
    DRILL_MM,
    TRACK_MM,
    VIA_MM,
    Pad,
    Track,
    Via,
)
from hardware.electronics.routing.occupancy import FREE, GRID_MM, Grid, Occupancy
from hardware.electronics.routing.path_search import PathSearch
from hardware.geometry import Box

MAX_RIPUPS = 200
_DRILLS_APART = 0.56 / GRID_MM  # 0.25 mm between drills of 0.3 mm, in steps
_VIA_RADIUS = VIA_MM / 2


class UnroutableError(Exception):
    """A net for which there is no path, even over the tracks of others."""


class Router:
    """Routes a board of `length` x `width` millimetres.

    Attributes:
        tracks, vias: the result.
        ripups: number of nets that were routed over others.
    """

    def __init__(self, length: float, width: float) -> None:
        self.tracks: list[Track] = []
        self.vias: list[Via] = []
        self.ripups = 0
        self._grid = Grid(length, width)
        self._occupancy = Occupancy(self._grid)
        self._fixed = 0, 0
        self._no_via: set[int] = set()
        self._cost_factors: dict[int, float] = {}
        self._history: dict[int, float] = {}

    # --- Before routing --------------------------------------------------------------------------

    def add_pad(self, pad: Pad) -> None:
        """Keep other nets' copper away from a pad, and all vias off it."""
        layers = pad.layers or (0, 1)
        spokes = 0.5 if pad.drilled and pad.net == "GND" else CLEARANCE_MM  # thermal relief
        self._occupancy.add(pad.net, layers, pad.box(), 0.0, max(CLEARANCE_MM, spokes), line=False)
        if pad.layers:  # off a soldered face, and off a drill within the pad
            box = pad.box(0.15 if pad.drilled else DRILL_MM + 0.02)
            self._no_via.update(self._grid.points(box))

    def add_hole(self, x: float, y: float, radius: float) -> None:
        """Keep all copper away from a hole."""
        self._occupancy.add(None, (0, 1), (x, y, x, y), radius, 0.35, line=True)

    def add_keep_out(self, box: Box) -> None:
        """Keep tracks and vias out of a rectangle."""
        self._occupancy.add(None, (0, 1), box, 0.0, 0.05, line=False)

    def add_cost(self, layer: int, box: Box, factor: float) -> None:
        """Multiply the cost of tracks within a rectangle, such as a zone."""
        offset = layer * self._grid.size
        for point in self._grid.points(box):
            self._cost_factors[offset + point] = factor

    # --- Routing ---------------------------------------------------------------------------------

    def fan_out(self, pad: Pad, width: float) -> None:
        """Connect a pad to a via beside it, permanently: to the zone on the other layer.

        Raises:
            UnroutableError: if no via fits near the pad.
        """
        assert pad.net is not None
        search = self._search(pad.net, width)
        path = search.find(self._grid.cells(pad), lambda _: False, None, to_via=True)
        if path is None:
            raise UnroutableError(f"no via fits beside {pad.ref}.{pad.number} ({pad.net})")
        self._commit(pad.net, width, path)
        self._add_via(pad.net, *self._grid.xy(path[-1]))

    def route(
        self,
        pads: Mapping[str, Sequence[Pad]],
        order: Iterable[str],
        widths: Mapping[str, float],
        areas: Mapping[str, tuple[int, Box]],
    ) -> None:
        """Connect the pads of every net.

        Args:
            pads: pads by net.
            order: nets in the order of routing.
            widths: track width by net; `TRACK_MM` for all others.
            areas: layer and rectangle of the zone of a net that has one; each of its pads is
                connected to the zone only.

        Raises:
            UnroutableError: if there is no solution, or none within `MAX_RIPUPS`.
        """
        names = list(order)
        for radius in {_VIA_RADIUS, *(widths.get(net, TRACK_MM) / 2 for net in names)}:
            self._occupancy.map(radius)
        self._occupancy.fix()
        self._fixed = len(self.tracks), len(self.vias)
        waiting = list(names)
        while waiting:
            net = waiting.pop(0)
            width, area = widths.get(net, TRACK_MM), areas.get(net)
            if self._connect(net, width, pads[net], area) is not None:
                continue
            self._rip_up({net})
            self.ripups += 1
            paths = self._connect(net, width, pads[net], area, overlap=True)
            if paths is None or self.ripups > MAX_RIPUPS:
                raise UnroutableError(f"no path for {net!r} after {self.ripups} rip-ups")
            for path in paths:
                for cell in path:
                    self._history[cell] = self._history.get(cell, 0.0) + 1.0
            hit = {name for path in paths for name in self._overlapped(net, width, path)}
            self._rip_up(hit)
            for path in paths:
                self._commit(net, width, path)
            waiting = [name for name in names if name in hit or name in waiting]

    def fits_via(self, net: str, x: float, y: float) -> bool:
        """Return True if another via would touch nothing."""
        point, n = self._grid.point(x, y), self._grid.size
        owner, owners = self._occupancy.owner(net), self._occupancy.map(_VIA_RADIUS + 0.15)
        if point in self._no_via or any(
            math.hypot(via.x - x, via.y - y) < 0.8 for via in self.vias
        ):
            return False
        return all(owners[layer * n + point] in (FREE, owner) for layer in (0, 1))

    def grid(self, box: Box) -> Iterator[tuple[float, float]]:
        """Yield the positions of the grid within a rectangle."""
        for point in self._grid.points(box):
            yield self._grid.xy(point)

    def add_via(self, net: str, x: float, y: float) -> None:
        """Add a via at the nearest point of the grid."""
        self._add_via(net, *self._grid.xy(self._grid.point(x, y)))

    def _connect(
        self,
        net: str,
        width: float,
        pads: Sequence[Pad],
        area: tuple[int, Box] | None,
        overlap: bool = False,
    ) -> list[list[int]] | None:
        """Return the paths that connect a net's pads, None if one is missing.

        The paths are committed, unless they may overlap other nets.
        """
        paths: list[list[int]] = []
        groups = [self._grid.cells(pad) for pad in pads]
        joined = [] if area else groups.pop(0)
        while groups:
            search = self._search(net, width, overlap)
            if area:
                path = search.find(groups.pop(0), self._within(area), None)
            else:
                goal = {cell for group in groups for cell in group}
                path = search.find(joined, goal.__contains__, goal)
            if path is None:
                return None
            if not overlap:
                self._commit(net, width, path)
            paths.append(path)
            if not area:
                arrived = next(n for n, group in enumerate(groups) if path[-1] in group)
                joined = joined + groups.pop(arrived) + path
        return paths

    def _within(self, area: tuple[int, Box]) -> Callable[[int], bool]:
        layer, (left, upper, right, lower) = area

        def reached(cell: int) -> bool:
            x, y = self._grid.xy(cell)
            on_layer = cell // self._grid.size == layer
            return on_layer and left <= x <= right and upper <= y <= lower

        return reached

    def _search(self, net: str, width: float, overlap: bool = False) -> PathSearch:
        occupancy = self._occupancy
        hard = occupancy.fixed_map if overlap else occupancy.map
        return PathSearch(
            grid=self._grid,
            owner=occupancy.owner(net),
            tracks=occupancy.map(width / 2),
            vias=occupancy.map(_VIA_RADIUS),
            hard_tracks=hard(width / 2),
            hard_vias=hard(_VIA_RADIUS),
            overlap=overlap,
            no_via=self._no_via | self._near_vias(net),
            cost_factors=self._cost_factors,
            history=self._history,
        )

    def _near_vias(self, net: str) -> set[int]:
        """Return the points too near to the net's own vias for another drill."""
        reach = range(-2, 3)
        around = [
            (di, dj)
            for di in reach
            for dj in reach
            if (di or dj) and math.hypot(di, dj) < _DRILLS_APART
        ]
        return {
            self._grid.point(via.x, via.y) + di + dj * self._grid.columns
            for via in self.vias
            if via.net == net
            for di, dj in around
        }

    def _commit(self, net: str, width: float, path: Sequence[int]) -> None:
        """Add a path as straight tracks and vias."""
        n, at = self._grid.size, 0
        while at < len(path) - 1:
            if path[at] // n != path[at + 1] // n:
                self._add_via(net, *self._grid.xy(path[at]))
                at += 1
                continue
            step, end = path[at + 1] - path[at], at + 1
            while end + 1 < len(path) and path[end + 1] - path[end] == step:
                end += 1
            ends = (*self._grid.xy(path[at]), *self._grid.xy(path[end]))
            layer = path[at] // n
            self.tracks.append(Track(net, layer, *ends, width))
            self._occupancy.add(net, (layer,), ends, width / 2, CLEARANCE_MM, line=True)
            at = end

    def _add_via(self, net: str, x: float, y: float) -> None:
        via = Via(net, x, y)
        if via not in self.vias:
            self.vias.append(via)
            place = (x, y, x, y)
            self._occupancy.add(net, (0, 1), place, _VIA_RADIUS, CLEARANCE_MM, line=True)

    def _rip_up(self, nets: set[str]) -> None:
        """Remove all tracks and vias of some nets but the permanent ones."""
        tracks, vias = self._fixed
        self.tracks[tracks:] = [track for track in self.tracks[tracks:] if track.net not in nets]
        self.vias[vias:] = [via for via in self.vias[vias:] if via.net not in nets]
        self._occupancy.remove(nets)

    def _overlapped(self, net: str, width: float, path: Sequence[int]) -> set[str]:
        """Return the other nets whose tracks or vias a path overlaps."""
        n = self._grid.size
        points = [(cell // n, *self._grid.xy(cell)) for cell in path]
        turns = {one[1:] for one, other in pairwise(points) if one[0] != other[0]}
        found: set[str] = set()
        for name, obstacle in self._occupancy.removable():
            if name == net or name in found:
                continue
            left, right = min(obstacle.x0, obstacle.x1) - 2, max(obstacle.x0, obstacle.x1) + 2
            for layer, x, y in points:
                via = (x, y) in turns
                if not left <= x <= right or not (via or layer in obstacle.layers):
                    continue
                radius = _VIA_RADIUS if via else width / 2
                if obstacle.distance(x, y) < radius + CLEARANCE_MM - 1e-6:
                    found.add(name)
                    break
        return found
