"""The lesson: what has been proven of the moves of a game, for as long as it may be shown.

Proofs come in from outside, move by move, while the game goes on; a session only looks up what is
known of the positions that its lights speak of.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Mapping
from typing import Generic, TypeVar

from host.ai.verdict import Value

PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)

KEPT = 64
"""Of how many positions is remembered what was proven: moves are taken back, and made again."""


class Lesson(Generic[PositionT, MoveT]):
    """The values of moves, by the positions in which they are made."""

    def __init__(self) -> None:
        self._values: OrderedDict[PositionT, Mapping[MoveT, Value]] = OrderedDict()

    def learn(self, position: PositionT, values: Mapping[MoveT, Value]) -> None:
        """Take in what is known by now of a position's moves, for who makes them."""
        self._values[position] = values
        self._values.move_to_end(position)
        if len(self._values) > KEPT:
            self._values.popitem(last=False)

    def values(self, positions: Iterable[PositionT]) -> dict[MoveT, Value]:
        """What is known of the moves of these positions, of which no two may have one in common."""
        known: dict[MoveT, Value] = {}
        for position in positions:
            known.update(self._values.get(position, {}))
        return known

    def complete(self, position: PositionT) -> bool:
        """Whether the value of every move of a position is known."""
        values = self._values.get(position)
        return values is not None and "unknown" not in values.values()
