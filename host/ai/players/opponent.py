"""Opponent of a match: a level of the computer, one that adapts, or a player at another board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from host.ai.players.adaptive_level import START_STRENGTH, WEAKEST, adapted
from host.ai.players.levels import PERFECT, parse_level
from host.engine.game import Side
from host.message import Message, message, message_of

EVEN = "even"
FAR = "far"


@dataclass(frozen=True, slots=True)
class Opponent:
    """The computer as a player; `str` gives its text in the store.

    Attributes:
        side: played by the computer.
        strength: a level; of an adaptive opponent, the strength at the beginning of the match.
        adapts: True for `even`.
        seed: of all random choices of the player.
    """

    side: Side
    strength: float
    adapts: bool = False
    seed: int = 0

    def __str__(self) -> str:
        kind = EVEN if self.adapts else "level"
        return f"{kind} {self.strength:g} {self.side.name.lower()} seed {self.seed}"

    @property
    def label(self) -> Message:
        """Name for players: "Level 4", or "The even level"."""
        if self.adapts:
            return message("ai.even_level")
        return message("ai.level", strength=f"{self.strength:g}")

    @property
    def choice(self) -> str:
        """Text that `opponent_named` was given: "4", or "even"."""
        return EVEN if self.adapts else f"{self.strength:g}"

    def strength_after(self, lost: Sequence[bool]) -> float:
        """Return the strength after some rounds of the match, True for each that it lost."""
        return adapted(self.strength, lost) if self.adapts else self.strength

    def again(self, lost: Sequence[bool], seed: int) -> Opponent:
        """Return the opponent of the next match, after these rounds of the last one."""
        return replace(self, strength=self.strength_after(lost), seed=seed)


@dataclass(frozen=True, slots=True)
class FarPlayer:
    """A player at another board, whose moves come through a broker; `str` as of `Opponent`.

    Attributes:
        side: played there.
        seed, adapts, choice: as of `Opponent`, without meaning here.
    """

    side: Side
    seed: ClassVar[int] = 0
    adapts: ClassVar[bool] = False
    choice: ClassVar[str] = ""

    def __str__(self) -> str:
        return f"{FAR} {self.side.name.lower()}"

    @property
    def label(self) -> Message:
        """Name for players."""
        return message("ai.far_player")

    def strength_after(self, _lost: Sequence[bool]) -> float:
        """Return 0: nothing is known of it."""
        return 0.0

    def again(self, _lost: Sequence[bool], _seed: int) -> FarPlayer:
        """Return the same player."""
        return self


AnyOpponent: TypeAlias = Opponent | FarPlayer
"""The opponent of the people at this board."""


def opponent_named(choice: str, side: Side, seed: int) -> Opponent:
    """Return the opponent for a choice of the player: "4" or "even".

    Raises:
        ValueError: there is no such opponent; the message quotes the choice.
    """
    if choice == EVEN:
        return Opponent(side, START_STRENGTH, True, seed)
    try:
        return Opponent(side, parse_level(choice), False, seed)
    except ValueError as error:
        args = dict(message_of(error).args)
        raise ValueError(message("ai.no_level_or_even", **args)) from None


def parse_opponent(text: str) -> AnyOpponent:
    """Parse the text of an opponent from the store.

    >>> str(parse_opponent("even 4.5 white seed 7").label)
    'The even level'

    Raises:
        ValueError: the text is malformed; the message quotes it.
    """
    match text.split():
        case ["far", "white" | "black" as side]:
            return FarPlayer(Side[side.upper()])
        case ["level" | "even" as kind, strength, "white" | "black" as side, "seed", seed]:
            try:
                found = Opponent(Side[side.upper()], float(strength), kind == EVEN, int(seed))
            except ValueError:
                pass
            else:
                valid = found.adapts or found.strength == int(found.strength)
                if valid and WEAKEST <= found.strength <= PERFECT:
                    return found
    raise ValueError(f"{text!r} is no opponent: write 'level 4 black seed 7'")
