"""The plan: where every piece will be when the hands have done all that they were asked for."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from simulator.board.magnetic_field import DIAMETER_MM, PITCH_MM
from simulator.board.pieces import VirtualBoard, Where

Place = tuple[float, float]
"""x and y in mm."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a piece will be; `hand` holds it if it is in a hand."""

    where: Where
    x_mm: float
    y_mm: float
    hand: str = ""

    @property
    def place(self) -> Place:
        """Where on (or above) the board."""
        return self.x_mm, self.y_mm


class Plan:
    """The pieces of a board as they will be.  All that refuse raise ValueError with a sentence."""

    def __init__(self, board: VirtualBoard) -> None:
        self._board = board
        self._geometry = board.geometry
        self._spots: dict[str, Spot] = {}
        self._held: list[str] = []  # in the order in which they are lifted

    def look(self) -> None:
        """Nothing is left to do: the plan is what is there."""
        held = {name: spot.hand for name, spot in self._spots.items() if spot.hand}
        self._spots = {
            piece.id: Spot(piece.where, piece.x_mm, piece.y_mm, held.get(piece.id, ""))
            for piece in self._board.pieces.values()
        }

    def forget(self) -> None:
        """Other pieces are on the board."""
        self._spots = {}
        self._held = []

    def set(self, name: str, spot: Spot) -> None:
        """A piece will be there."""
        if name in self._held:
            self._held.remove(name)
        if spot.where is Where.HAND:
            self._held.append(name)
        self._spots[name] = spot

    def stand(self, name: str, place: Place) -> None:
        """A piece will stand there."""
        self.set(name, Spot(Where.BOARD, *place))

    def known(self, name: str) -> Spot:
        """Where a piece will be; refuses one that does not exist."""
        spot = self._spots.get(name)
        if spot is None:
            raise ValueError(f"there is no piece {name!r}")
        return spot

    def standing(self, name: str) -> Spot:
        """Where a piece will stand; refuses one that will not."""
        spot = self.known(name)
        if spot.where is Where.HAND:
            raise ValueError(f"{name!r} is in the hand {spot.hand!r} already")
        if spot.where is Where.BOX:
            raise ValueError(f"{name!r} is in the box, not on the board")
        return spot

    def all_standing(self) -> list[tuple[str, Spot]]:
        """Every piece that will stand on the board."""
        return [(name, spot) for name, spot in self._spots.items() if spot.where is Where.BOARD]

    def last_lifted(self, hand: str) -> str:
        """What a hand will have taken last; refuses an empty hand."""
        held = [name for name in self._held if self._spots[name].hand == hand]
        if not held:
            raise ValueError(f"the hand {hand!r} holds nothing")
        return held[-1]

    def check_hand(self, name: str, hand: str) -> None:
        """Refuse a piece that another hand will hold."""
        spot = self.known(name)
        if spot.where is Where.HAND and spot.hand != hand:
            raise ValueError(f"{name!r} is in the hand {spot.hand!r}, not in {hand!r}")

    def find_on(self, square: int) -> str | None:
        """The piece on a square; of several the one nearest to its middle."""
        x_mm, y_mm = self._geometry.middle(square)
        there = [
            (math.hypot(spot.x_mm - x_mm, spot.y_mm - y_mm), name)
            for name, spot in self.all_standing()
            if self._geometry.square_at(spot.x_mm, spot.y_mm) == square
        ]
        return min(there)[1] if there else None

    def piece_on(self, square: int) -> str:
        """The piece that will stand on a square; refuses an empty one."""
        name = self.find_on(square)
        if name is None:
            raise ValueError(f"no piece stands on {self._geometry.name(square)!r}")
        return name

    def place(self, square: int, dx_mm: float = 0.0, dy_mm: float = 0.0) -> Place:
        """A place on a square; refuses one that belongs to another."""
        if max(abs(dx_mm), abs(dy_mm)) > PITCH_MM / 2:
            raise ValueError(
                f"{dx_mm:g}, {dy_mm:g} mm off the middle of {self._geometry.name(square)!r} is "
                f"another square; say at most {PITCH_MM / 2:g}"
            )
        x_mm, y_mm = self._geometry.middle(square)
        return x_mm + dx_mm, y_mm + dy_mm

    def has_room(self, name: str, place: Place) -> bool:
        """Whether a piece fits there between the others."""
        return self._touched(place, place, (name,)) is None

    def make_room(self, name: str, place: Place) -> None:
        """Refuse a place where a piece does not fit."""
        other = self._touched(place, place, (name,))
        if other is not None:
            square = self._geometry.name(self._geometry.square_at(*place))
            raise ValueError(f"there is no room for {name!r} on {square!r}: {other!r} stands there")

    def check_way(self, begin: Place, end: Place, ignored: Collection[str]) -> None:
        """Refuse a straight way on which others than these would be touched."""
        other = self._touched(begin, end, ignored)
        if other is not None:
            square = self._geometry.name(self._geometry.square_at(*self._spots[other].place))
            raise ValueError(f"{other!r} on {square!r} is in the way")

    def _touched(self, begin: Place, end: Place, ignored: Collection[str]) -> str | None:
        for name, spot in self.all_standing():
            # Rounding must not forbid what just touches.
            if name not in ignored and _gap_mm(spot.place, begin, end) < DIAMETER_MM - 1e-6:
                return name
        return None


def _gap_mm(place: Place, begin: Place, end: Place) -> float:
    """Distance of a place from a straight way."""
    along_x, along_y = end[0] - begin[0], end[1] - begin[1]
    to_x, to_y = place[0] - begin[0], place[1] - begin[1]
    square = along_x**2 + along_y**2
    part = min(1.0, max(0.0, (to_x * along_x + to_y * along_y) / square)) if square else 0.0
    return math.hypot(to_x - part * along_x, to_y - part * along_y)
