"""A player: chooses a move at any strength, the same one again for the same seed and position."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from host.ai.players.level import LEVELS, LOWEST, PERFECT
from host.ai.players.perfect import PerfectPlayer
from host.ai.players.played import ChosenMove
from host.ai.players.reckoning import Reckoning
from host.ai.players.seeded_random import chance, seed_of, seed_of_text
from host.ai.players.skill import think
from host.ai.solver.verdict import afters_of, is_choosing, is_provable, round_of
from host.ai.stop import Stop, never
from host.engine.game import AnyGame
from host.engine.kamisado.notation import move_text

_WHICH_LEVEL = 1 << 20
"""The number of the chance by which one of two levels is taken; eyes and taste use lower ones."""


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

    def choose(self, game: AnyGame, position: Hashable, stop: Stop = never) -> ChosenMove:
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
        afters = afters_of(game, position)
        if not afters:
            raise ValueError(f"there is nothing to choose in {game.position_text(position)!r}")
        if is_choosing(position):
            # The opponent begins the round: the less it looks like to them, the better.
            return ChosenMove(min(afters, key=lambda text: reckoning.promise(afters[text])))
        return ChosenMove(move_text(reckoning.choose(own)))

    def _level(self, seed: int) -> int:
        """At which level it plays in a position, given the seed of all that is chance there."""
        below = int(self._strength)
        return below + (chance(seed, _WHICH_LEVEL) < self._strength - below)

    def _prove(self, game: AnyGame, position: Hashable, seed: int, stop: Stop) -> ChosenMove:
        def pick(moves: Sequence[str]) -> str:
            return moves[int(chance(seed, 0) * len(moves))]

        if self._master is None:
            self._master = PerfectPlayer()
        choice = self._master.choose(game, position, stop, pick)
        return ChosenMove(choice.move, choice.value != "unknown")
