"""The router: tracks and vias between the pads of a two-layer board.

Every net is routed by itself, the shortest way (A* on a grid of 0.25 mm, eight directions, vias
between the layers) around all other copper.  A net that finds no way is routed as if the tracks of
other nets were only expensive; the nets that it runs through are taken out and routed again, around
it.  Where nets have fought before it costs more the next time, so the quarrel ends.

Whether copper may be somewhere is looked up, not computed: for each radius of copper there is a map
that says for every point of the grid whose copper may have its middle there.  All of it is
deterministic: no chance, no hash order, no clock.
"""

from __future__ import annotations

import heapq
import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

GRID_MM = 0.25
CLEARANCE_MM = 0.2  # a little more than KiCad's rule asks for
TRACK_MM = 0.25
VIA_MM, DRILL_MM = 0.6, 0.3
EDGE_MM = 0.5
LOWER_LAYER_COST = 2.0  # keeps the lower side whole, for the ground
VIA_COST = 10.0
BEND_COST = 0.4
HASTE = 1.15  # weight of the estimate: above 1 paths are found sooner and are a little longer
TRESPASS_COST = 4.0
TRESPASSING_VIA_COST = 20.0
MOST_QUARRELS = 200
_DRILLS_APART = 0.56 / GRID_MM  # 0.25 mm between drills of 0.3 mm, in steps
_FREE, _NOBODY = 0, -1
_DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))

Box = tuple[float, float, float, float]
"""Left, upper, right, lower in millimetres."""


class UnroutableError(Exception):
    """A net for which there is no way, even through the tracks of others."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad as the router sees it: its net (None: nobody may touch it), middle, size, layers."""

    ref: str
    number: str
    net: str | None
    x: float
    y: float
    width: float
    height: float
    layers: tuple[int, ...]
    drilled: bool

    def box(self, margin: float = 0.0) -> Box:
        """The rectangle around it."""
        across, down = self.width / 2 + margin, self.height / 2 + margin
        return self.x - across, self.y - down, self.x + across, self.y + down


@dataclass(frozen=True, slots=True)
class Track:
    """A straight piece of copper."""

    net: str
    layer: int
    x0: float
    y0: float
    x1: float
    y1: float
    width: float


@dataclass(frozen=True, slots=True)
class Via:
    """A plated hole that joins the layers."""

    net: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class _Copper:
    """A rectangle or a line with round ends: what maps are painted with."""

    owner: int
    layers: tuple[int, ...]
    x0: float
    y0: float
    x1: float
    y1: float
    radius: float
    clearance: float
    line: bool
    taken: dict[float, list[int]] = field(default_factory=dict, compare=False, repr=False)
    """The points that it takes from others, of the map of each radius; filled when first needed."""

    def distance(self, x: float, y: float) -> float:
        """From a point to this copper's edge."""
        if self.line:
            dx, dy = self.x1 - self.x0, self.y1 - self.y0
            square = dx * dx + dy * dy
            along = ((x - self.x0) * dx + (y - self.y0) * dy) / square if square else 0.0
            along = max(0.0, min(1.0, along))
            return math.hypot(x - self.x0 - along * dx, y - self.y0 - along * dy) - self.radius
        return math.hypot(max(self.x0 - x, 0.0, x - self.x1), max(self.y0 - y, 0.0, y - self.y1))


@dataclass(slots=True)
class Router:
    """Copper on a board of `length` x `width` millimetres."""

    length: float
    width: float
    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    quarrels: int = 0
    _copper: list[_Copper] = field(default_factory=list)
    _maps: dict[float, array[int]] = field(default_factory=dict)
    _fixed_maps: dict[float, array[int]] = field(default_factory=dict)
    _fixed: tuple[int, int, int] = (0, 0, 0)
    _owners: dict[str, int] = field(default_factory=dict)
    _no_via: set[int] = field(default_factory=set)
    _dear: dict[int, float] = field(default_factory=dict)
    _memory: dict[int, float] = field(default_factory=dict)
    _nx: int = 0
    _ny: int = 0

    def __post_init__(self) -> None:
        self._nx = round(self.length / GRID_MM) + 1
        self._ny = round(self.width / GRID_MM) + 1

    # --- What is there before the first track ----------------------------------------------------

    def add_pad(self, pad: Pad) -> None:
        """Keep other nets' copper away from a pad, and all drills off it."""
        layers = pad.layers or (0, 1)
        extra = 0.5 if pad.drilled and pad.net == "GND" else CLEARANCE_MM  # spokes of the pour
        self._add(pad.net, layers, pad.box(), 0.0, max(CLEARANCE_MM, extra), line=False)
        if pad.layers:  # off a soldered face, and off a drill within the pad
            self._no_via.update(self._points(pad.box(0.15 if pad.drilled else DRILL_MM + 0.02)))

    def add_hole(self, x: float, y: float, radius: float) -> None:
        """Keep all copper away from a hole."""
        self._add(None, (0, 1), (x, y, x, y), radius, 0.35, line=True)

    def add_keep_out(self, box: Box) -> None:
        """Keep tracks and vias out of a rectangle."""
        self._add(None, (0, 1), box, 0.0, 0.05, line=False)

    def make_dear(self, layer: int, box: Box, factor: float) -> None:
        """Make tracks within a rectangle cost more, so that they are few: a pour is there."""
        offset = layer * self._nx * self._ny
        for point in self._points(box):
            self._dear[offset + point] = factor

    # --- Tracks --------------------------------------------------------------------------------

    def drop(self, pad: Pad, width: float) -> None:
        """Lead a pad to a via beside it, for good: to the pour on the other layer.

        Raises:
            UnroutableError: if there is no place for a via near it.
        """
        assert pad.net is not None
        path = self._search(pad.net, width, self._cells(pad), lambda _: False, None, drop=True)
        if path is None:
            raise UnroutableError(f"no via fits beside {pad.ref}.{pad.number} ({pad.net})")
        self._commit(pad.net, width, path)
        self._via(pad.net, *self._xy(path[-1]))

    def route(
        self,
        pads: Mapping[str, Sequence[Pad]],
        order: Iterable[str],
        widths: Mapping[str, float],
        areas: Mapping[str, tuple[int, Box]],
    ) -> None:
        """Join the pads of every net.

        Args:
            pads: the pads of every net.
            order: the nets, the first to be routed first.
            widths: the track width of nets that have another than `TRACK_MM`.
            areas: layer and rectangle of nets with a pour of their own: a pad needs to reach only
                that.

        Raises:
            UnroutableError: if there is no solution, or none was found in time.
        """
        names = list(order)
        for radius in {VIA_MM / 2, *(widths.get(net, TRACK_MM) / 2 for net in names)}:
            self._map(radius)
        self._fixed = len(self._copper), len(self.tracks), len(self.vias)
        self._fixed_maps = {radius: array("i", owners) for radius, owners in self._maps.items()}
        waiting = list(names)
        while waiting:
            net = waiting.pop(0)
            width, area = widths.get(net, TRACK_MM), areas.get(net)
            if self._join(net, width, pads[net], area) is not None:
                continue
            self._take_out({net})
            self.quarrels += 1
            paths = self._join(net, width, pads[net], area, trespass=True)
            if paths is None or self.quarrels > MOST_QUARRELS:
                raise UnroutableError(f"there is no way for {net!r} after {self.quarrels} quarrels")
            for path in paths:
                for cell in path:
                    self._memory[cell] = self._memory.get(cell, 0.0) + 1.0
            hit = {name for path in paths for name in self._hit(net, width, path)}
            self._take_out(hit)
            for path in paths:
                self._commit(net, width, path)
            waiting = [name for name in names if name in hit or name in waiting]

    def room_for_via(self, net: str, x: float, y: float) -> bool:
        """Whether a via more would touch nothing."""
        point = self._point(x, y)
        owner, owners, n = self._owner(net), self._map(VIA_MM / 2 + 0.15), self._nx * self._ny
        if point in self._no_via or any(
            math.hypot(via.x - x, via.y - y) < 0.8 for via in self.vias
        ):
            return False
        return all(owners[layer * n + point] in (_FREE, owner) for layer in (0, 1))

    def grid(self, box: Box) -> Iterator[tuple[float, float]]:
        """The points of the grid within a rectangle."""
        for point in self._points(box):
            yield self._xy(point)

    def add_via(self, net: str, x: float, y: float) -> None:
        """Add a via where there is room for one."""
        self._via(net, *self._xy(self._point(x, y)))

    def _join(
        self,
        net: str,
        width: float,
        pads: Sequence[Pad],
        area: tuple[int, Box] | None,
        trespass: bool = False,
    ) -> list[list[int]] | None:
        """The paths that join a net's pads; committed unless they trespass.  None: no way."""
        paths: list[list[int]] = []
        groups = [self._cells(pad) for pad in pads]
        joined = [] if area else groups.pop(0)
        while groups:
            if area:
                start, reached = groups.pop(0), self._within(area)
                path = self._search(net, width, start, reached, None, trespass=trespass)
            else:
                goal = {cell for group in groups for cell in group}
                path = self._search(net, width, joined, goal.__contains__, goal, trespass=trespass)
            if path is None:
                return None
            if not trespass:
                self._commit(net, width, path)
            paths.append(path)
            if not area:
                arrived = next(n for n, group in enumerate(groups) if path[-1] in group)
                joined = joined + groups.pop(arrived) + path
        return paths

    def _within(self, area: tuple[int, Box]) -> Callable[[int], bool]:
        layer, (left, upper, right, lower) = area
        n = self._nx * self._ny

        def reached(cell: int) -> bool:
            x, y = self._xy(cell)
            return cell // n == layer and left <= x <= right and upper <= y <= lower

        return reached

    def _search(
        self,
        net: str,
        width: float,
        start: Sequence[int],
        reached: Callable[[int], bool],
        goal: set[int] | None,
        *,
        drop: bool = False,
        trespass: bool = False,
    ) -> list[int] | None:
        """The cheapest path from one of the cells `start` to one that is `reached`.

        Args:
            net: whose path.
            width: of its track.
            start: cells of either layer.
            reached: whether a cell is the end.
            goal: the same as a set, which tells how far it is; None if nothing is known.
            drop: end at the first cell where a via fits, on the layer of the start.
            trespass: run through what is not fixed, at a price.
        """
        nx, n, owner = self._nx, self._nx * self._ny, self._owner(net)
        there, vias = self._map(width / 2), self._map(VIA_MM / 2)
        hard, hard_vias = there, vias
        if trespass:
            hard, hard_vias = self._fixed_maps[width / 2], self._fixed_maps[VIA_MM / 2]
        mine, dear, memory = (_FREE, owner), self._dear, self._memory
        crowded = self._no_via | self._near_vias(net)
        estimate = self._estimate(goal)
        moves = [
            (di + dj * nx, math.hypot(di, dj), index) for index, (di, dj) in enumerate(_DIRECTIONS)
        ]
        cost, came = array("d", [math.inf]) * (2 * n), array("i", [_NOBODY]) * (2 * n)
        done = bytearray(2 * n)
        for cell in start:
            cost[cell] = 0.0
        queue = [(estimate(cell), 0.0, cell, -1) for cell in start]
        heapq.heapify(queue)
        first = set(start)
        while queue:
            _, so_far, cell, direction = heapq.heappop(queue)
            if done[cell]:
                continue
            done[cell] = True
            layer, point = divmod(cell, n)
            fits = hard_vias[point] in mine and hard_vias[n + point] in mine
            fits = fits and point not in crowded
            if reached(cell) or (drop and fits and cell not in first):
                path = [cell]
                while came[path[-1]] != _NOBODY:
                    path.append(came[path[-1]])
                return path[::-1]
            rate = LOWER_LAYER_COST if layer else 1.0
            for step, length, index in moves:
                to = cell + step
                if done[to] or (hard[to] not in mine and not (goal and to in goal)):
                    continue
                price = so_far + length * rate * dear.get(to, 1.0)
                if trespass and there[to] not in mine:
                    price += TRESPASS_COST + memory.get(to, 0.0)
                if index != direction and direction >= 0:
                    price += BEND_COST
                if price < cost[to]:
                    cost[to], came[to] = price, cell
                    heapq.heappush(queue, (price + estimate(to), price, to, index))
            if drop or not fits or not self._straight_before(cell, came, n):
                continue
            to, price = cell + n if layer == 0 else cell - n, so_far + VIA_COST
            if trespass and not (vias[point] in mine and vias[n + point] in mine):
                price += TRESPASSING_VIA_COST
            if not done[to] and price < cost[to]:
                cost[to], came[to] = price, cell
                heapq.heappush(queue, (price + estimate(to), price, to, -1))
        return None

    @staticmethod
    def _straight_before(cell: int, came: array[int], n: int) -> bool:
        """Whether the path stayed on its layer for three steps: two drills need that much."""
        at = cell
        for _ in range(3):
            at = came[at] if came[at] != _NOBODY else at
            if at // n != cell // n:
                return False
        return True

    def _estimate(self, goal: set[int] | None) -> Callable[[int], float]:
        """A lower bound of what it costs from a cell to the goal: to the box around it."""
        if not goal:
            return lambda _: 0.0
        nx, n = self._nx, self._nx * self._ny
        columns = [cell % n % nx for cell in goal]
        rows = [cell % n // nx for cell in goal]
        left, right, upper, lower = min(columns), max(columns), min(rows), max(rows)

        def estimate(cell: int) -> float:
            row, column = divmod(cell % n, nx)
            across = left - column if column < left else column - right if column > right else 0
            down = upper - row if row < upper else row - lower if row > lower else 0
            return HASTE * (across + 0.414 * down if across > down else down + 0.414 * across)

        return estimate

    def _near_vias(self, net: str) -> set[int]:
        """Points too near the net's own vias for another drill."""
        reach = range(-2, 3)
        around = [
            (di, dj)
            for di in reach
            for dj in reach
            if (di or dj) and math.hypot(di, dj) < _DRILLS_APART
        ]
        return {
            self._point(via.x, via.y) + di + dj * self._nx
            for via in self.vias
            if via.net == net
            for di, dj in around
        }

    def _commit(self, net: str, width: float, path: Sequence[int]) -> None:
        """Turn a path into straight tracks and vias."""
        n, at = self._nx * self._ny, 0
        while at < len(path) - 1:
            if path[at] // n != path[at + 1] // n:
                self._via(net, *self._xy(path[at]))
                at += 1
                continue
            step, end = path[at + 1] - path[at], at + 1
            while end + 1 < len(path) and path[end + 1] - path[end] == step:
                end += 1
            track = Track(net, path[at] // n, *self._xy(path[at]), *self._xy(path[end]), width)
            self.tracks.append(track)
            self._add_track(track)
            at = end

    def _via(self, net: str, x: float, y: float) -> None:
        via = Via(net, x, y)
        if via not in self.vias:
            self.vias.append(via)
            self._add_via(via)

    def _take_out(self, nets: set[str]) -> None:
        """Take out all tracks of some nets but the fixed ones."""
        copper, tracks, vias = self._fixed
        self.tracks[tracks:] = [track for track in self.tracks[tracks:] if track.net not in nets]
        self.vias[vias:] = [via for via in self.vias[vias:] if via.net not in nets]
        owners = {self._owner(net) for net in nets}
        self._copper[copper:] = [each for each in self._copper[copper:] if each.owner not in owners]
        self._maps = {radius: array("i", before) for radius, before in self._fixed_maps.items()}
        for each in self._copper[copper:]:
            for radius, now in self._maps.items():
                self._paint(now, radius, each)

    def _hit(self, net: str, width: float, path: Sequence[int]) -> set[str]:
        """The nets whose tracks are in the way of a path."""
        n, owner = self._nx * self._ny, self._owner(net)
        names = {number: name for name, number in self._owners.items()}
        points = [(cell // n, *self._xy(cell)) for cell in path]
        turns = {one[1:] for one, other in pairwise(points) if one[0] != other[0]}
        found: set[str] = set()
        for copper in self._copper[self._fixed[0] :]:
            if copper.owner == owner or names[copper.owner] in found:
                continue
            left, right = min(copper.x0, copper.x1) - 2, max(copper.x0, copper.x1) + 2
            for layer, x, y in points:
                via = (x, y) in turns
                if not left <= x <= right or not (via or layer in copper.layers):
                    continue
                radius = VIA_MM / 2 if via else width / 2
                if copper.distance(x, y) < radius + CLEARANCE_MM - 1e-6:
                    found.add(names[copper.owner])
                    break
        return found

    # --- Maps ----------------------------------------------------------------------------------

    def _owner(self, net: str | None) -> int:
        return _NOBODY if net is None else self._owners.setdefault(net, len(self._owners) + 1)

    def _point(self, x: float, y: float) -> int:
        return round(y / GRID_MM) * self._nx + round(x / GRID_MM)

    def _xy(self, cell: int) -> tuple[float, float]:
        row, column = divmod(cell % (self._nx * self._ny), self._nx)
        return column * GRID_MM, row * GRID_MM

    def _points(self, box: Box) -> Iterable[int]:
        left, upper, right, lower = (value / GRID_MM for value in box)
        for row in range(max(0, math.ceil(upper)), min(self._ny - 1, math.floor(lower)) + 1):
            for column in range(max(0, math.ceil(left)), min(self._nx - 1, math.floor(right)) + 1):
                yield row * self._nx + column

    def _cells(self, pad: Pad) -> list[int]:
        """The cells in the middle of a pad, where a track may begin."""
        n, inset = self._nx * self._ny, 0.15
        across = max(GRID_MM * 0.51, pad.width / 2 - inset)
        down = max(GRID_MM * 0.51, pad.height / 2 - inset)
        box = (pad.x - across, pad.y - down, pad.x + across, pad.y + down)
        points = list(self._points(box)) or [self._point(pad.x, pad.y)]
        if pad.drilled:  # most of these are round
            reach = max(GRID_MM * 0.75, min(pad.width, pad.height) / 2 - inset)
            points = [
                point for point in points if math.dist(self._xy(point), (pad.x, pad.y)) <= reach
            ]
        return [layer * n + point for layer in pad.layers for point in points]

    def _map(self, radius: float) -> array[int]:
        """Whose copper of this radius may have its middle where."""
        if radius not in self._maps:
            nx, ny, edge = self._nx, self._ny, EDGE_MM + radius
            owners = array("i", [_NOBODY]) * (2 * nx * ny)
            left, right = math.ceil(edge / GRID_MM), math.floor((self.length - edge) / GRID_MM)
            upper, lower = math.ceil(edge / GRID_MM), math.floor((self.width - edge) / GRID_MM)
            inside = array("i", [_FREE]) * (right - left + 1)
            for row in range(upper, lower + 1):
                for layer in (0, 1):
                    begin = layer * nx * ny + row * nx + left
                    owners[begin : begin + len(inside)] = inside
            self._maps[radius] = owners
            for copper in self._copper:
                self._paint(owners, radius, copper)
        return self._maps[radius]

    def _reach(self, copper: _Copper, radii: Sequence[float]) -> None:
        """Find the points that a piece of copper takes from others, for maps of some radii."""
        far = copper.radius + max(radii) + copper.clearance
        box = (
            min(copper.x0, copper.x1) - far,
            min(copper.y0, copper.y1) - far,
            max(copper.x0, copper.x1) + far,
            max(copper.y0, copper.y1) + far,
        )
        near = [(point, copper.distance(*self._xy(point))) for point in self._points(box)]
        for radius in radii:
            limit = radius + copper.clearance - 1e-6
            copper.taken[radius] = [point for point, distance in near if distance < limit]

    def _paint(self, owners: array[int], radius: float, copper: _Copper) -> None:
        if radius not in copper.taken:
            self._reach(copper, [radius])
        owner = copper.owner
        for layer in copper.layers:
            offset = layer * self._nx * self._ny
            for point in copper.taken[radius]:
                before = owners[offset + point]
                if before != owner:
                    owners[offset + point] = owner if before == _FREE else _NOBODY

    def _add(
        self,
        net: str | None,
        layers: tuple[int, ...],
        box: Box,
        radius: float,
        clearance: float,
        *,
        line: bool,
    ) -> None:
        copper = _Copper(self._owner(net), layers, *box, radius, clearance, line)
        self._copper.append(copper)
        if self._maps:
            self._reach(copper, list(self._maps))
        for key, owners in self._maps.items():
            self._paint(owners, key, copper)

    def _add_track(self, track: Track) -> None:
        ends = (track.x0, track.y0, track.x1, track.y1)
        self._add(track.net, (track.layer,), ends, track.width / 2, CLEARANCE_MM, line=True)

    def _add_via(self, via: Via) -> None:
        place = (via.x, via.y, via.x, via.y)
        self._add(via.net, (0, 1), place, VIA_MM / 2, CLEARANCE_MM, line=True)
