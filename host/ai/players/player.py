"""A player: chooses a move at any strength, the same one again for the same seed and position."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from host.ai.limits import StopCondition, never_stop
from host.ai.players.level import LEVELS, LOWEST, PERFECT
from host.ai.players.reckoning import Reckoning
from host.ai.players.seeded_random import random_unit, seed_of, seed_of_text
from host.ai.players.skill import think
from host.ai.solver.adapter import is_choosing_fill, is_provable, round_of, successors
from host.engine.game import AnyGame
from host.engine.kamisado.notation import move_text

if TYPE_CHECKING:
    from host.ai.players.perfect import PerfectPlayer

_WHICH_LEVEL = 1 << 20
"""The number of the chance by which one of two levels is taken; eyes and taste use lower ones."""


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """What a player has chosen.

    Attributes:
        move: its text.
        proven: False if it was to be proven and the time ended before; True for a player that
            proves nothing.
    """

    move: str
    proven: bool = True


class Player:
    """One player in one game, the computer's.

    Args:
        strength: a level, or a number between two: then it plays at the one or the other from
            move to move, in proportion.
        seed: of all that is chance in how it plays.
        master: proves, for the perfect level; None for one of its own.

    Raises:
        ValueError: there is no such strength.
    """

    def __init__(self, strength: float, seed: int, master: PerfectPlayer | None = None) -> None:
        if not LOWEST <= strength <= PERFECT:
            raise ValueError(f"a strength is from {LOWEST} to {PERFECT}, not {strength!r}")
        self._strength = strength
        self._seed = seed
        self._master = master

    def choose(
        self, game: AnyGame, position: Hashable, stop: StopCondition = never_stop
    ) -> ChosenMove:
        """The move that it plays.

        Where there is no prover for the game, it is what looks best to the level
        (`host.ai.players.skill`).

        Args:
            stop: ends a proof or a search; then the best is played that is known.

        Raises:
            ValueError: the game is over.
        """
        if not is_provable(game):
            level = self._level(seed_of_text(self._seed, game.position_text(position)))
            thought = think(game, position, level, self._seed, stop)
            return ChosenMove(game.move_text(position, thought.move))
        own = round_of(position)
        seed = seed_of(self._seed, own)
        level = self._level(seed)
        if level == PERFECT:
            return self._prove(game, position, seed, stop)
        reckoning = Reckoning(LEVELS[level].plies, LEVELS[level].blindness, self._seed)
        afters = successors(game, position)
        if not afters:
            raise ValueError(f"there is nothing to choose in {game.position_text(position)!r}")
        if is_choosing_fill(position):
            # The opponent begins the round: the less it looks like to them, the better.
            return ChosenMove(min(afters, key=lambda text: reckoning.promise(afters[text])))
        return ChosenMove(move_text(reckoning.choose(own)))

    def _level(self, seed: int) -> int:
        """At which level it plays in a position, given the seed of all that is chance there."""
        below = int(self._strength)
        return below + (random_unit(seed, _WHICH_LEVEL) < self._strength - below)

    def _prove(
        self, game: AnyGame, position: Hashable, seed: int, stop: StopCondition
    ) -> ChosenMove:
        def pick(moves: Sequence[str]) -> str:
            return moves[int(random_unit(seed, 0) * len(moves))]

        # Imported late: the compiled solver takes a second to load.
        from host.ai.players.perfect import PerfectPlayer

        if self._master is None:
            self._master = PerfectPlayer()
        choice = self._master.choose(game, position, stop, pick)
        return ChosenMove(choice.move, choice.value != "unknown")
