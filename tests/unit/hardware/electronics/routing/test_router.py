"""The router: connections and clearances, measured on its copper and not looked up in its maps."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest

from hardware.electronics.routing.copper import (
    CLEARANCE_MM,
    DRILL_MM,
    EDGE_MM,
    VIA_MM,
    Pad,
    Track,
    Via,
)
from hardware.electronics.routing.router import Router, UnroutableError

LENGTH, WIDTH = 30.0, 20.0


def pad(net: str, number: int, x: float, y: float, *, drilled: bool = False) -> Pad:
    layers = (0, 1) if drilled else (0,)
    return Pad(f"P{number}", "1", net, x, y, 1.0, 1.0, layers, drilled)


def routed(pads: list[Pad], order: list[str] | None = None) -> Router:
    router = Router(LENGTH, WIDTH)
    for each in pads:
        router.add_pad(each)
    by_net: dict[str, list[Pad]] = {}
    for each in pads:
        assert each.net
        by_net.setdefault(each.net, []).append(each)
    router.route(by_net, order or sorted(by_net), {}, {})
    return router


def points(copper: Track | Via | Pad) -> list[tuple[float, float, float]]:
    """Return discs, as x, y and radius, that cover a piece of copper; of a pad the inner circle."""
    if isinstance(copper, Via):
        return [(copper.x, copper.y, VIA_MM / 2)]
    if isinstance(copper, Pad):
        return [(copper.x, copper.y, copper.width / 2)]
    steps = max(1, math.ceil(math.hypot(copper.x1 - copper.x0, copper.y1 - copper.y0) / 0.1))
    return [
        (
            copper.x0 + (copper.x1 - copper.x0) * step / steps,
            copper.y0 + (copper.y1 - copper.y0) * step / steps,
            copper.width / 2,
        )
        for step in range(steps + 1)
    ]


def layers(copper: Track | Via | Pad) -> set[int]:
    if isinstance(copper, Track):
        return {copper.layer}
    return set(copper.layers) if isinstance(copper, Pad) else {0, 1}


def gap(one: Track | Via | Pad, other: Track | Via | Pad) -> float:
    """Return the distance of two pieces, 1 mm for all that are far apart."""
    if any(far(points(one), points(other), axis) for axis in (0, 1)):
        return 1.0
    return min(
        math.hypot(x - u, y - v) - r - s for x, y, r in points(one) for u, v, s in points(other)
    )


def far(
    one: list[tuple[float, float, float]], other: list[tuple[float, float, float]], axis: int
) -> bool:
    ends = [[disc[axis] for disc in (discs[0], discs[-1])] for discs in (one, other)]
    return max(ends[0]) + 2 < min(ends[1]) or max(ends[1]) + 2 < min(ends[0])


def joined(router: Router, pads: list[Pad], net: str) -> bool:
    """Return True if the copper of a net is one piece."""
    pieces: list[Track | Via | Pad] = [
        copper for copper in (*router.tracks, *router.vias, *pads) if copper.net == net
    ]
    reached, edge = {0}, [0]
    while edge:
        at = edge.pop()
        for index, piece in enumerate(pieces):
            if index in reached or not layers(piece) & layers(pieces[at]):
                continue
            if gap(piece, pieces[at]) <= 0:
                reached.add(index)
                edge.append(index)
    return len(reached) == len(pieces)


def test_a_free_way_is_straight() -> None:
    router = routed([pad("A", 1, 5, 10), pad("A", 2, 25, 10)])
    (track,) = router.tracks
    assert track.y0 == track.y1
    assert track.layer == 0
    assert joined(router, [pad("A", 1, 5, 10), pad("A", 2, 25, 10)], "A")
    assert router.vias == []


def test_a_wall_is_crossed_on_the_other_side() -> None:
    router = Router(LENGTH, WIDTH)
    pads = [pad("A", 1, 5, 10), pad("A", 2, 25, 10)]
    wall = [pad("B", 3 + n, 15, 1 + n) for n in range(19)]
    for each in (*pads, *wall):
        router.add_pad(each)
    router.route({"A": pads}, ["A"], {}, {})
    assert len(router.vias) == 2
    assert any(track.layer == 1 for track in router.tracks)
    assert joined(router, pads, "A")


def test_a_wall_of_both_sides_cannot_be_crossed() -> None:
    router = Router(LENGTH, WIDTH)
    pads = [pad("A", 1, 5, 10), pad("A", 2, 25, 10)]
    for each in (*pads, *(pad("B", 3 + n, 15, 1 + n, drilled=True) for n in range(19))):
        router.add_pad(each)
    with pytest.raises(UnroutableError, match="'A'"):
        router.route({"A": pads}, ["A"], {}, {})


def test_a_net_that_was_first_makes_way_for_one_that_has_no_other() -> None:
    """A is routed first through the only gap; B has no other path, A has one."""
    wall = [pad("W", 10 + n, 15, 1 + n, drilled=True) for n in range(19) if n not in (9,)]
    pads = [pad("A", 1, 5, 10), pad("A", 2, 13, 10), pad("B", 3, 9, 4), pad("B", 4, 9, 16)]
    fence = [pad("W", 40 + n, 3 + n, 2, drilled=True) for n in range(10)]
    router = Router(LENGTH, WIDTH)
    for each in (*wall, *fence, *pads):
        router.add_pad(each)
    router.route({"A": pads[:2], "B": pads[2:]}, ["A", "B"], {}, {})
    assert joined(router, pads, "A")
    assert joined(router, pads, "B")


@pytest.mark.parametrize("seed", range(3))  # the name of a test that fails says its seed
def test_copper_of_two_nets_keeps_its_distance(seed: int) -> None:
    chance = random.Random(seed)
    places = chance.sample([(x, y) for x in range(3, 28, 3) for y in range(3, 18, 3)], 24)
    pads = [pad(f"N{n // 3}", n, x, y, drilled=n % 4 == 0) for n, (x, y) in enumerate(places)]
    router = routed(pads)
    copper: list[Track | Via | Pad] = [*router.tracks, *router.vias, *pads]
    for one, other in combinations(copper, 2):
        if one.net != other.net and layers(one) & layers(other):
            assert gap(one, other) >= CLEARANCE_MM - 0.002, (one, other)
    for one, other in combinations(router.vias, 2):
        assert math.hypot(one.x - other.x, one.y - other.y) >= DRILL_MM + 0.25
    for via in router.vias:
        for soldered in pads:
            if not soldered.drilled:
                left, upper, right, lower = soldered.box(DRILL_MM / 2)
                assert not (left < via.x < right and upper < via.y < lower), (via, soldered)
    for piece in (*router.tracks, *router.vias):
        for x, y, radius in points(piece):
            assert x - radius >= EDGE_MM - 1e-6, piece
            assert x + radius <= LENGTH - EDGE_MM + 1e-6, piece
            assert y - radius >= EDGE_MM - 1e-6, piece
            assert y + radius <= WIDTH - EDGE_MM + 1e-6, piece
    for net in {each.net for each in pads if each.net}:
        assert joined(router, pads, net), net


def test_a_track_ends_within_a_round_pad_not_in_the_corner_of_its_box() -> None:
    """A round pad has no copper beyond 0.85 mm, from whichever direction the track comes."""
    for number in range(16):
        angle = number * math.pi / 8
        far_away = pad("A", 2, 15 + 6 * math.cos(angle), 10 + 6 * math.sin(angle))
        header = Pad("J1", "1", "A", 15.06, 10.05, 1.7, 1.7, (0, 1), True)
        router = routed([header, far_away])
        ends = [
            end for track in router.tracks for end in ((track.x0, track.y0), (track.x1, track.y1))
        ]
        assert min(math.dist(end, (15.06, 10.05)) for end in ends) <= 0.85 - 0.1


def test_no_via_is_drilled_beside_the_drill_of_its_own_pad() -> None:
    """A header between two walls: the only path is through the other side."""
    header = Pad("J1", "1", "A", 15, 10, 1.7, 1.7, (0,), True)
    wall = [pad("W", 10 + n, x, 1 + n) for n in range(19) for x in (12, 18)]
    router = Router(LENGTH, WIDTH)
    pads = [header, pad("A", 2, 25, 10)]
    for each in (*pads, *wall):
        router.add_pad(each)
    router.route({"A": pads}, ["A"], {}, {})
    assert router.vias
    for via in router.vias:
        assert max(abs(via.x - 15), abs(via.y - 10)) >= 0.85 + 0.15
        assert router.fits_via("A", 15.75, 10) is False


def test_the_same_board_is_routed_the_same_way() -> None:
    pads = [pad(f"N{n % 4}", n, 4 + 3 * (n % 8), 4 + 5 * (n // 8)) for n in range(16)]
    one, other = routed(pads), routed(pads)
    assert (one.tracks, one.vias) == (other.tracks, other.vias)


def test_a_pad_of_a_pour_only_needs_to_reach_it() -> None:
    router = Router(LENGTH, WIDTH)
    pads = [pad("P", 1, 5, 5), pad("P", 2, 25, 5)]
    for each in pads:
        router.add_pad(each)
    router.route({"P": pads}, ["P"], {}, {"P": (0, (1.0, 15.0, 29.0, 19.0))})
    assert {max(track.y0, track.y1) for track in router.tracks} == {15.0}
    assert sum(abs(track.x1 - track.x0) for track in router.tracks) < 2


def test_a_ground_pad_is_dropped_to_the_other_side_beside_it() -> None:
    router = Router(LENGTH, WIDTH)
    ground = pad("GND", 1, 15, 10)
    router.add_pad(ground)
    router.fan_out(ground, 0.4)
    (via,) = router.vias
    assert 0.5 < max(abs(via.x - 15), abs(via.y - 10)) < 2
