"""Chains of jumps over single stones, for games in which jumped stones stay on the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from host.engine.game import Square
from host.engine.stones.lines import ORTHOGONAL, Bits, Size, ray


class Jumps:
    """Jumps on a board, along ranks and files.

    Args:
        size: of the board.
        far: True if a stone may slide up to the stone that it jumps over; False if it must touch
            it.
    """

    def __init__(self, size: Size, *, far: bool) -> None:
        squares = range(size[0] * size[1])
        self.is_far = far
        self._rays = tuple(
            tuple(ahead for way in ORTHOGONAL if len(ahead := ray(size, square, way)) > 1)
            for square in squares
        )
        # By square: the bit of the square jumped over, the bit of the landing square, and that.
        self._near = tuple(
            tuple((1 << ahead[0], 1 << ahead[1], ahead[1]) for ahead in rays) for rays in self._rays
        )

    def ends(self, origin: Square, occupied: Bits) -> Bits:
        """Return the squares to which chains of jumps of the stone on `origin` lead."""
        if self.is_far:
            return self._far_ends(origin, occupied)
        reached = begin = 1 << origin
        waiting = [origin]
        while waiting:
            for over, bit, landing in self._near[waiting.pop()]:
                if occupied & over and not (occupied | reached) & bit:
                    reached |= bit
                    waiting.append(landing)
        return reached ^ begin

    def _far_ends(self, origin: Square, occupied: Bits) -> Bits:
        reached = begin = 1 << origin
        waiting = [origin]
        while waiting:
            for landing in self._landings(waiting.pop(), occupied & ~begin):
                if not reached >> landing & 1:
                    reached |= 1 << landing
                    waiting.append(landing)
        return reached ^ begin

    def chain(self, origin: Square, target: Square, occupied: Bits) -> tuple[Square, ...]:
        """Return the squares of the shortest chain of jumps from one square to the other.

        Raises:
            ValueError: no jumps lead there.
        """
        chains: list[tuple[Square, ...]] = [(origin,)]
        reached = {origin}
        others = occupied & ~(1 << origin)
        for chain in chains:
            for landing in self._landings(chain[-1], others):
                if landing == target:
                    return (*chain, landing)
                if landing not in reached:
                    reached.add(landing)
                    chains.append((*chain, landing))
        raise ValueError(f"no jumps lead from square {origin} to square {target}")

    def _landings(self, square: Square, others: Bits) -> Iterator[Square]:
        """Yield the squares behind the stones that a stone can jump over."""
        for ahead in self._rays[square]:
            for over, landing in pairwise(ahead):
                if others >> over & 1:
                    if not others >> landing & 1:
                        yield landing
                    break
                if not self.is_far:
                    break
