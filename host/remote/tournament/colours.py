"""Colours that players have had, and who gets Black (FIDE Handbook C.04.3, articles 1.7 and 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from host.engine.game import Side


class Strength(IntEnum):
    """Strength of a preference."""

    NONE = 0
    MILD = 1
    """The colours are even: the other one than last time."""
    STRONG = 2
    """One more game with one colour than with the other."""
    ABSOLUTE = 3
    """Two more, or the same colour in the last two games."""


@dataclass(frozen=True, slots=True)
class Preference:
    """Colour that a player is due.

    Attributes:
        side: None if there is none.
        strength: of the preference.
        difference: games with Black less those with White.
    """

    side: Side | None
    strength: Strength
    difference: int

    def conflicts(self, other: Preference) -> Strength:
        """Return the strength of what one of two players is refused if they meet."""
        if self.side is not other.side:
            return Strength.NONE
        return min(self.strength, other.strength)


def preference(history: Sequence[Side]) -> Preference:
    """Return the preference after the colours of the played games, in order."""
    if not history:
        return Preference(None, Strength.NONE, 0)
    difference = sum(1 if side is Side.BLACK else -1 for side in history)
    last = history[-1]
    twice = len(history) > 1 and history[-2] is last
    if difference == 0:
        return Preference(last.other, Strength.ABSOLUTE if twice else Strength.MILD, 0)
    more = Side.BLACK if difference > 0 else Side.WHITE
    if abs(difference) > 1:
        return Preference(more.other, Strength.ABSOLUTE, difference)
    if twice:
        return Preference(last.other, Strength.ABSOLUTE, difference)
    return Preference(more.other, Strength.STRONG, difference)


def takes_black(first: Sequence[Side], second: Sequence[Side], otherwise: bool) -> bool:
    """Return True if the first of two players gets Black.

    Both preferences are granted, else the stronger one (of two absolute ones that of the greater
    difference), else the colours of the last game in which they differed are exchanged, else the
    first player's preference is granted.

    Args:
        first: colours of the played games of the player of the higher rank, in order.
        second: those of the other one.
        otherwise: the answer if nobody has a preference.
    """
    ours, theirs = preference(first), preference(second)
    if ours.side is None and theirs.side is None:
        return otherwise
    if ours.side is not theirs.side:
        return ours.side is Side.BLACK or theirs.side is Side.WHITE
    our_claim = (ours.strength, abs(ours.difference))
    their_claim = (theirs.strength, abs(theirs.difference))
    if our_claim != their_claim:
        return (ours.side is Side.BLACK) == (our_claim > their_claim)
    # The games of who has played fewer are compared with the last ones of the other player.
    for our_last, their_last in zip(reversed(first), reversed(second), strict=False):
        if our_last is not their_last:
            return our_last is Side.WHITE
    return ours.side is Side.BLACK
