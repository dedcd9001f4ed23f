"""Unfinished matches that were saved, one of which may stand on the board as play begins."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from host.engine.game import Square
from host.recognition.matching import Expectation
from host.recognition.snapshot import Sight, Snapshot, SquareState

MOST_ASTRAY = 2
"""Squares that differ at most where a match stands: a piece is missing, or one has moved on."""


@dataclass(frozen=True, slots=True)
class UnfinishedMatch:
    """An unfinished match that was saved.

    Attributes:
        number: of the saved match.
        expectation: of its position.
        go_on: lets the session play it.
    """

    number: int
    expectation: Expectation
    go_on: Callable[[], None]

    def places(self, astray: Collection[Square] = ()) -> tuple[Square, Square] | None:
        """Return the squares of the leftmost and the rightmost piece that answer a question; None
        if there are too few.

        They are of the side that is not to move: no legal move begins with one of these.

        Args:
            astray: squares that the board shows otherwise.
        """
        expectation = self.expectation
        files, turn = expectation.game.size[0], expectation.turn
        own = [s for s, p in expectation.pieces.items() if p.side is not turn and s not in astray]
        if len(own) < 2:
            return None
        in_files = sorted(own, key=lambda square: (square % files, square))
        return in_files[0], in_files[-1]

    def astray(self, seen: Snapshot, sight: Sight) -> list[Square]:
        """Return the squares that the board shows otherwise; a piece that is not seen clearly may
        be of either side."""
        return [
            square
            for square, (is_, wanted) in enumerate(
                zip(sight.of(seen), sight.of(self.expectation.snapshot), strict=True)
            )
            if is_ is not wanted and (is_ is not SquareState.UNSURE or wanted is SquareState.EMPTY)
        ]

    def stands(self, seen: Snapshot, first: Snapshot, sight: Sight) -> bool:
        """Return True if the board shows the match, except for one piece that is missing or has
        moved on.

        Args:
            first: snapshot of the first position; a board that is as near to it is being set up.
        """
        astray = self.astray(seen, sight)
        if not astray:
            return sight.of(seen) != sight.of(first)
        from_first = sum(a is not b for a, b in zip(sight.of(seen), sight.of(first), strict=True))
        if len(astray) > MOST_ASTRAY or from_first <= MOST_ASTRAY:
            return False
        if len(astray) == 1:
            return seen[astray[0]] is SquareState.EMPTY
        return self.has_moved_on(seen, sight)

    def has_moved_on(self, seen: Snapshot, sight: Sight) -> bool:
        """Return True if the board shows the match after a legal move."""
        candidates = self.expectation.candidates
        return any(sight.of(candidate.after) == sight.of(seen) for candidate in candidates)


class UnfinishedMatches:
    """The unfinished matches of which one may stand on a board, the newest first.

    Those that the board is far from as it is seen first are no more thought of: where pieces are
    being set up for a new match, they may come to stand by chance as in an old one.
    """

    def __init__(self, matches: Iterable[UnfinishedMatch]) -> None:
        self.matches = list(matches)
        self._looked = False

    def standing(self, seen: Snapshot, first: Snapshot, sight: Sight) -> UnfinishedMatch | None:
        """Return the match that the board shows; None if it shows none.

        Args:
            first: snapshot of the first position.
        """
        if not self._looked:
            self._looked = True
            self.matches = [
                match for match in self.matches if len(match.astray(seen, sight)) <= MOST_ASTRAY
            ]
        found = [
            match
            for match in self.matches
            if match.stands(seen, first, sight) and match.places(match.astray(seen, sight))
        ]
        return min(found, key=lambda match: len(match.astray(seen, sight)), default=None)
