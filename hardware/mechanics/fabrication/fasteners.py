"""Screws, inserts, spacers and feet of a board: quantities, lengths and places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hardware.geometry import Point
from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.design.printed_parts import printed

INSERT_MM = 5.7
"""Length of a brass insert."""
NUT_MM = 2.4
"""Height of an M3 nut (ISO 4032)."""
NUT_ACROSS_MM = 6.4
"""Width of an M3 nut over its corners (ISO 4032)."""
HEAD_MM = 3.0
"""Height of the highest usual head of an M3 screw (ISO 4762; that of ISO 7045 has 2.4)."""
HEAD_ACROSS_MM = 6.0
"""Diameter of a head of an M3 screw."""
SPACER_ACROSS_MM = 7.0
"""Outer diameter of the widest usual spacer for M3."""
FOOT = (12.0, 5.0)
"""Diameter and height of a foot, which keeps the screws' heads off the table."""
MOUNT_INSERTS = {
    "mount_screw": 3,
    "mount_screw_edge": 2,
    "mount_screw_tunnel": 4,
    "mount_peg": 1,
    "mount_peg_edge": 1,
    "mount_peg_tunnel": 2,
}
"""Brass inserts of each mount: below, one or two, and one for each screw of a strip."""


@dataclass(frozen=True, slots=True)
class Screw:
    """An M3 screw: its length below the head, and of that what it clamps before its thread."""

    length: float
    clamps: float

    @property
    def reach(self) -> float:
        """Length that goes into the thread, or beyond it."""
        return self.length - self.clamps


@dataclass(frozen=True, slots=True)
class Joint:
    """A kind of screwed joint.

    Attributes:
        use: use of the screws, as PARTS.md names it.
        quantity: number of such joints on a board.
        screws: one, or two that enter the same thread from both ends.
        thread: length of the thread, of an insert or a nut.
        room: length that the ends of the screws have together, from where the thread begins.
    """

    use: str
    quantity: int
    screws: tuple[Screw, ...]
    thread: float
    room: float


def joints(sizes: Dimensions) -> list[Joint]:
    """Return all screwed joints of a board."""
    mounts = [kind for kind, _, _ in sizes.mounts()]
    tunnels = sum(kind.endswith("_tunnel") for kind in mounts)
    posts = len(sizes.case_posts())
    base, strip, deep = sizes.base_sheet, sizes.strip_thickness, sizes.insert_depth
    return [
        Joint(
            "nylon or brass, for the strips",
            sizes.squares * len(sizes.screw_xs) * len(sizes.hole_across),
            (Screw(6.0, strip),),
            INSERT_MM,
            deep,
        ),
        Joint(
            "nylon or brass, through the base sheet",
            len(mounts) + tunnels + len(sizes.frame_screws()) + posts,
            (Screw(8.0, base),),
            INSERT_MM,
            deep,
        ),
        Joint("for the case's lid", posts, (Screw(8.0, sizes.lid),), INSERT_MM, deep),
        Joint(
            "nylon, from below through base sheet, spacer and controller",
            len(sizes.controller_screws()),
            (Screw(16.0, base + sizes.standoff + strip),),
            NUT_MM,
            sizes.case_height - sizes.standoff - strip,
        ),
    ]


def feet(sizes: Dimensions) -> list[Point]:
    """Return the places of the feet: corners, middle, and the tab below the controller."""
    inset = 4.0
    low, high, middle = -inset, sizes.side + inset, sizes.side / 2
    x, y = sizes.case_middle
    west = x - sizes.case_outside[0] / 2 + 1.0 + FOOT[0] / 2 + 1.0
    corners = [(i, j) for i in (low, high) for j in (low, high)]
    return [*corners, (middle, middle), (west, y - 25.0), (west, y + 25.0)]


def to_buy(sizes: Dimensions) -> Mapping[str, int]:
    """Return the quantities of screws, inserts and other bought parts, in words."""
    mounts = [kind for kind, _, _ in sizes.mounts()]
    towers = sum(part.quantity for part in printed(sizes) if part.name.startswith("tower_base"))
    frame, posts = len(sizes.frame_screws()), len(sizes.case_posts())
    controller = len(sizes.controller_screws())
    inserts = sum(MOUNT_INSERTS[kind] for kind in mounts) + frame + 2 * posts
    foot, high = FOOT
    return {
        f"brass insert M3 x {INSERT_MM} for a hole of {sizes.insert:.1f}, such as ruthex "
        f"RX-M3x{INSERT_MM}": inserts,
        **dict(_screws(sizes)),
        f"spacer for M3, {sizes.standoff:g} long, without a thread, nylon": controller,
        "nut M3, nylon": controller,
        f"rubber foot, self-adhesive, at least {high:g} high, up to {foot:g} across": len(
            feet(sizes)
        ),
        "felt disc 20 mm, 0.8 thick, self-adhesive": towers,
        "magnet, as in BOM.md, where four more are spare": towers,
    }


def _screws(sizes: Dimensions) -> Iterator[tuple[str, int]]:
    for joint in joints(sizes):
        for screw in joint.screws:
            yield f"screw M3 x {screw.length:g}, {joint.use}", joint.quantity
