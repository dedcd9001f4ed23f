"""Whom a match is played against: a level of the computer, or one that adapts to the player.

The adapting one, `even`, begins at a strength and moves by a step after each round: up when the
player has won, down when the player has lost, and by two steps after two alike in a row.  So it
goes to where both are as likely, and the player wins about half of the rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from host.ai.players.level import PERFECT, parse_level
from host.engine.game import Side

EVEN = "even"
BEGIN = 4.0
"""The strength at which `even` meets somebody for the first time."""
STEP = 0.5
"""In levels: about 40 Elo."""
WEAKEST, STRONGEST = 1.0, PERFECT - 1.0
"""Between these it adapts: of the perfect level nobody wins half."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """The computer as a player; `str` gives its text in the store.

    Attributes:
        side: which it plays.
        strength: a level; where it adapts, what it began the match with.
        adapts: whether it is `even`.
        seed: of all that is chance in how it plays.
    """

    side: Side
    strength: float
    adapts: bool = False
    seed: int = 0

    def __str__(self) -> str:
        how = f"{EVEN} {self.strength:g}" if self.adapts else f"level {self.strength:g}"
        return f"{how} {self.side.name.lower()} seed {self.seed}"

    @property
    def label(self) -> str:
        """What people call it: "Level 4", or "The even level"."""
        return "The even level" if self.adapts else f"Level {self.strength:g}"

    @property
    def choice(self) -> str:
        """What it was asked for with: "4", or "even"."""
        return EVEN if self.adapts else f"{self.strength:g}"

    def strength_after(self, lost: Sequence[bool]) -> float:
        """How strong it plays after these rounds of the match.

        Args:
            lost: for each round that is over, whether it lost it.
        """
        return adapted(self.strength, lost) if self.adapts else self.strength

    def again(self, lost: Sequence[bool], seed: int) -> Opponent:
        """The same in the next match, after these rounds of the last."""
        return replace(self, strength=self.strength_after(lost), seed=seed)


def adapted(strength: float, lost: Sequence[bool]) -> float:
    """The strength that an adapting opponent has come to after rounds that it lost or won.

    >>> adapted(4.0, [True]), adapted(4.0, [True, True]), adapted(4.0, [True, False])
    (4.5, 5.5, 4.0)
    """
    before: bool | None = None
    for beaten in lost:
        step = 2 * STEP if beaten is before else STEP
        strength = min(STRONGEST, max(WEAKEST, strength + (step if beaten else -step)))
        before = beaten
    return strength


def opponent_named(choice: str, side: Side, seed: int) -> Opponent:
    """The opponent that "4" or "even" asks for.

    Raises:
        ValueError: there is no such; the message quotes it.
    """
    if choice == EVEN:
        return Opponent(side, BEGIN, True, seed)
    try:
        return Opponent(side, parse_level(choice), False, seed)
    except ValueError as error:
        raise ValueError(f"{error}, or {EVEN!r}") from None


def parse_opponent(text: str) -> Opponent:
    """The opponent of a text from the store.

    >>> parse_opponent("even 4.5 white seed 7").label
    'The even level'

    Raises:
        ValueError: it is none; the message quotes it.
    """
    match text.split():
        case ["level" | "even" as kind, strength, "white" | "black" as side, "seed", seed]:
            try:
                found = Opponent(Side[side.upper()], float(strength), kind == EVEN, int(seed))
            except ValueError:
                pass
            else:
                whole = found.adapts or found.strength == int(found.strength)
                if whole and WEAKEST <= found.strength <= PERFECT:
                    return found
    raise ValueError(f"{text!r} is no opponent: write 'level 4 black seed 7'")
