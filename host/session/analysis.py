"""Analysis of a game: proven values of its moves, and the help given with them.

Proofs come in from outside, move by move, while the game goes on; a session only looks up what is
known of the positions that its lights speak of.
"""

from __future__ import annotations

import enum
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from host.ai.analysis.picture import IdeaSquare
from host.ai.solver.adapter import Value
from host.engine.game import Square
from host.message import Words
from host.recognition.history import Ply, common_plies

KEPT = 64
"""Number of positions whose values are kept, since moves are taken back and made again."""


DataT = TypeVar("DataT")


class HelpUsed(enum.Enum):
    """Help beyond the rules, with which a move was made; the greater one counts."""

    PROVEN = "proven"
    """It was shown which moves win."""
    HINT = "hint"
    """A hint was shown."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggested move.

    Attributes:
        text: of the move.
        words: a sentence or two: which, and why.
        origin, target: squares of the piece that is to move; None for a move that shows none,
            and no origin where a piece is put on the board.
        line: texts of the move and those that follow, to be shown; empty for nothing to show.
        ideas: what its reason is about, after the move.
    """

    text: str
    words: Words
    origin: Square | None
    target: Square | None
    ideas: tuple[IdeaSquare, ...] = ()
    line: tuple[str, ...] = ()


class Analysis:
    """The values of moves, by the positions in which they are made.

    Attributes:
        asked: the position for which a hint is wanted and not yet found; None for none.
    """

    def __init__(self) -> None:
        self._values: OrderedDict[Hashable, Mapping[Hashable, Value]] = OrderedDict()
        self._aids: dict[Hashable, HelpUsed] = {}
        # The same by the numbers of plies, and the numbers of the plies made in each position.
        self._plies: tuple[Ply, ...] = ()
        self._numbers: dict[Hashable, list[int]] = {}
        self._by_number: dict[int, HelpUsed] = {}
        self._hint: tuple[Hashable, Hint] | None = None
        self.asked: Hashable | None = None

    def learn(self, position: Hashable, values: Mapping[Hashable, Value]) -> None:
        """Take in what is known so far of a position's moves, for who makes them, to show it."""
        self._values[position] = values
        self._values.move_to_end(position)
        if len(self._values) > KEPT:
            self._values.popitem(last=False)
        if any(value != "unknown" for value in values.values()):
            self.note(position, HelpUsed.PROVEN)

    def values(self, positions: Iterable[Hashable]) -> dict[Hashable, Value]:
        """Return the known values of the moves of these positions; no two may share a move."""
        known: dict[Hashable, Value] = {}
        for position in positions:
            known.update(self._values.get(position, {}))
        return known

    def complete(self, position: Hashable) -> bool:
        """Return True if the value of every move of a position is known."""
        values = self._values.get(position)
        return values is not None and "unknown" not in values.values()

    def tell(self, position: Hashable, hint: Hint) -> None:
        """Take in the hint for a position."""
        self.asked = None
        self._hint = (position, hint)
        self.note(position, HelpUsed.HINT)

    def ask(self, position: Hashable | None) -> None:
        """Want a hint for a position; None gives it up."""
        self.asked = position

    def hint(self, position: Hashable) -> Hint | None:
        """Return the hint for a position; None if none was asked for there, or none is found
        yet."""
        return self._hint[1] if self._hint is not None and self._hint[0] == position else None

    def note(self, position: Hashable, aid: HelpUsed) -> None:
        """Note that help was given with the move that is made in a position."""
        if self._aids.get(position) is not HelpUsed.HINT:
            self._aids[position] = aid
            made = dict.fromkeys(self._numbers.get(position, ()), aid)
            if made:
                self._by_number = self._by_number | made

    def aid(self, position: Hashable) -> HelpUsed | None:
        """Return the help that was given with the move that was made in a position; None for
        none."""
        return self._aids.get(position)

    def aids(self, plies: tuple[Ply, ...]) -> Mapping[int, HelpUsed]:
        """Return the help with which the plies of the game were made, by their numbers from 1.

        It is the same object as before unless it has changed.
        """
        if plies is self._plies or not self._aids:
            return self._by_number
        same = common_plies(self._plies, plies)
        kept = {number: aid for number, aid in self._by_number.items() if number <= same}
        for ply in self._plies[same:]:
            self._numbers[ply.before.position].pop()
        for number, ply in enumerate(plies[same:], same + 1):
            position = ply.before.position
            self._numbers.setdefault(position, []).append(number)
            if (aid := self._aids.get(position)) is not None:
                kept[number] = aid
        if kept != self._by_number:
            self._by_number = kept
        self._plies = plies
        return self._by_number


class PlyData(Generic[DataT]):
    """Data of the plies of a game, made once: what a change costs does not grow with the game.

    Two results that have the same object at a place are the same up to there.

    Args:
        make: makes the data of a ply from its number, from 1, and the help with which it was made.
    """

    def __init__(self, make: Callable[[Ply, int, HelpUsed | None], DataT]) -> None:
        self._make = make
        self._plies: tuple[Ply, ...] = ()
        self._aids: Mapping[int, HelpUsed] = {}
        self._data: tuple[DataT, ...] = ()

    def of(self, plies: tuple[Ply, ...], aids: Mapping[int, HelpUsed]) -> tuple[DataT, ...]:
        """Return the data of these plies; only from the first that has changed they are made.

        Args:
            aids: the help with which they were made, by their numbers; as of `Analysis.aids`.
        """
        same = common_plies(self._plies, plies)
        if aids is not self._aids:
            differing = (n for n in {*aids, *self._aids} if aids.get(n) is not self._aids.get(n))
            same = min(same, min(differing, default=same + 1) - 1)
        if same < len(plies) or same < len(self._plies):
            numbered = enumerate(plies[same:], same + 1)
            made = (self._make(ply, number, aids.get(number)) for number, ply in numbered)
            self._data = (*self._data[:same], *made)
        self._plies, self._aids = plies, aids
        return self._data
