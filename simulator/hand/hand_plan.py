"""Hand plan: positions of all pieces after everything that the hands have been asked to do."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from simulator.board.pieces import Location, PieceSet
from simulator.board.reference_build import DIAMETER_MM, PITCH_MM

Point = tuple[float, float]
"""x and y in mm."""


@dataclass(frozen=True, slots=True)
class PlannedPosition:
    """Planned position of a piece; `hand` is the one that holds it, if any."""

    location: Location
    x_mm: float
    y_mm: float
    hand: str = ""

    @property
    def point(self) -> Point:
        """Point on or above the board."""
        return self.x_mm, self.y_mm


class HandPlan:
    """The planned positions of all pieces.

    Methods that refuse something raise ValueError with a sentence that says why.
    """

    def __init__(self, pieces: PieceSet) -> None:
        self._pieces = pieces
        self._geometry = pieces.geometry
        self._positions: dict[str, PlannedPosition] = {}
        self._held: list[str] = []  # in the order in which they are lifted

    def update(self) -> None:
        """Take over the actual positions, because no hand is busy."""
        held = {name: position.hand for name, position in self._positions.items() if position.hand}
        self._positions = {
            piece.id: PlannedPosition(
                piece.location, piece.x_mm, piece.y_mm, held.get(piece.id, "")
            )
            for piece in self._pieces.by_id.values()
        }

    def clear(self) -> None:
        """Forget all positions, because there are other pieces."""
        self._positions = {}
        self._held = []

    def set(self, name: str, position: PlannedPosition) -> None:
        """Plan a position."""
        if name in self._held:
            self._held.remove(name)
        if position.location is Location.HAND:
            self._held.append(name)
        self._positions[name] = position

    def stand(self, name: str, point: Point) -> None:
        """Plan that a piece stands on the board."""
        self.set(name, PlannedPosition(Location.BOARD, *point))

    def known(self, name: str) -> PlannedPosition:
        """Return the planned position of a piece; refuse an unknown piece."""
        position = self._positions.get(name)
        if position is None:
            raise ValueError(f"there is no piece {name!r}")
        return position

    def standing(self, name: str) -> PlannedPosition:
        """Return the planned position of a piece; refuse one that will not be on the board."""
        position = self.known(name)
        if position.location is Location.HAND:
            raise ValueError(f"{name!r} is in the hand {position.hand!r} already")
        if position.location is Location.BOX:
            raise ValueError(f"{name!r} is in the box, not on the board")
        return position

    def all_standing(self) -> list[tuple[str, PlannedPosition]]:
        """Return all pieces that will be on the board."""
        return [
            (name, position)
            for name, position in self._positions.items()
            if position.location is Location.BOARD
        ]

    def last_lifted(self, hand: str) -> str:
        """Return the piece that a hand will have lifted last; refuse an empty hand."""
        held = [name for name in self._held if self._positions[name].hand == hand]
        if not held:
            raise ValueError(f"the hand {hand!r} holds nothing")
        return held[-1]

    def check_hand(self, name: str, hand: str) -> None:
        """Refuse a piece that another hand will hold."""
        position = self.known(name)
        if position.location is Location.HAND and position.hand != hand:
            raise ValueError(f"{name!r} is in the hand {position.hand!r}, not in {hand!r}")

    def find_on(self, square: int) -> str | None:
        """Return the piece on a square, of several the one nearest to its middle; None if empty."""
        x_mm, y_mm = self._geometry.middle(square)
        there = [
            (math.hypot(position.x_mm - x_mm, position.y_mm - y_mm), name)
            for name, position in self.all_standing()
            if self._geometry.square_at(*position.point) == square
        ]
        return min(there)[1] if there else None

    def piece_on(self, square: int) -> str:
        """Return the piece on a square; refuse an empty square."""
        name = self.find_on(square)
        if name is None:
            raise ValueError(f"no piece stands on {self._geometry.name(square)!r}")
        return name

    def point_on(self, square: int, dx_mm: float = 0.0, dy_mm: float = 0.0) -> Point:
        """Return a point relative to a square's middle; refuse one on another square."""
        if max(abs(dx_mm), abs(dy_mm)) > PITCH_MM / 2:
            raise ValueError(
                f"{dx_mm:g}, {dy_mm:g} mm off the middle of {self._geometry.name(square)!r} is "
                f"another square; say at most {PITCH_MM / 2:g}"
            )
        x_mm, y_mm = self._geometry.middle(square)
        return x_mm + dx_mm, y_mm + dy_mm

    def has_room(self, name: str, point: Point) -> bool:
        """Return True if a piece fits there between the others."""
        return self._touched(point, point, (name,)) is None

    def check_room(self, name: str, point: Point) -> None:
        """Refuse a point where a piece does not fit."""
        other = self._touched(point, point, (name,))
        if other is not None:
            square = self._geometry.name(self._geometry.square_at(*point))
            raise ValueError(f"there is no room for {name!r} on {square!r}: {other!r} stands there")

    def check_path(self, begin: Point, end: Point, ignored: Collection[str]) -> None:
        """Refuse a straight path on which pieces other than `ignored` would be touched."""
        other = self._touched(begin, end, ignored)
        if other is not None:
            square = self._geometry.name(self._geometry.square_at(*self._positions[other].point))
            raise ValueError(f"{other!r} on {square!r} is in the way")

    def _touched(self, begin: Point, end: Point, ignored: Collection[str]) -> str | None:
        for name, position in self.all_standing():
            if name in ignored:
                continue
            # The tolerance allows for rounding where two pieces just touch.
            if _distance_mm(position.point, begin, end) < DIAMETER_MM - 1e-6:
                return name
        return None


def _distance_mm(point: Point, begin: Point, end: Point) -> float:
    """Return the distance of a point from a straight path."""
    along_x, along_y = end[0] - begin[0], end[1] - begin[1]
    to_x, to_y = point[0] - begin[0], point[1] - begin[1]
    square = along_x**2 + along_y**2
    part = min(1.0, max(0.0, (to_x * along_x + to_y * along_y) / square)) if square else 0.0
    return math.hypot(to_x - part * along_x, to_y - part * along_y)
