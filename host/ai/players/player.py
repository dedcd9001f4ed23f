"""Computer player of any strength; the same seed and position give the same move."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from host.ai.players.level_search import search_at_level
from host.ai.players.levels import LOWEST, PERFECT
from host.ai.players.seeded_random import position_seed, random_unit
from host.ai.results import ChosenMove
from host.ai.solver.adapter import is_choosing_fill, is_provable, round_of, successors
from host.ai.stop_condition import StopCondition, never_stop
from host.engine.game import AnyGame
from host.engine.registry import game_named

if TYPE_CHECKING:
    from host.ai.players.perfect import PerfectPlayer

_LEVEL_NUMBER = 1 << 20
"""Number of the random number that picks one of two levels; blunders and ties use lower ones."""


class Player:
    """Computer player of one game.

    Args:
        strength: a level, or a number between two: one of them is then drawn for each move, in
            proportion.
        seed: of all random choices.
        perfect_player: for the perfect level; None to create one when it is needed.

    Raises:
        ValueError: there is no such strength.
    """

    def __init__(
        self, strength: float, seed: int, perfect_player: PerfectPlayer | None = None
    ) -> None:
        if not LOWEST <= strength <= PERFECT:
            raise ValueError(f"a strength is from {LOWEST} to {PERFECT}, not {strength!r}")
        self._strength = strength
        self._seed = seed
        self._perfect_player = perfect_player

    def choose(
        self, game: AnyGame, position: Hashable, stop: StopCondition = never_stop
    ) -> ChosenMove:
        """Choose a move.

        Args:
            stop: ends a proof or a search with the best move known by then.

        Raises:
            ValueError: the game is over.
        """
        provable = is_provable(game)
        # Below the perfect level a match is played round by round.
        level_game = game_named("kamisado") if provable else game
        own = round_of(position) if provable else position
        seed = position_seed(self._seed, level_game.position_text(own))
        level = self._level(seed)
        if provable and level == PERFECT:
            return self._prove(game, position, seed, stop)
        if is_choosing_fill(position):
            # The opponent begins the next round: the worse it looks to that side, the better.
            scores = {
                text: search_at_level(level_game, after, level, self._seed, stop).score
                for text, after in successors(game, position).items()
            }
            return ChosenMove(min(scores, key=scores.__getitem__))
        result = search_at_level(level_game, own, level, self._seed, stop)
        return ChosenMove(level_game.move_text(own, result.move))

    def _level(self, seed: int) -> int:
        """Draw the level for a position."""
        below = int(self._strength)
        return below + (random_unit(seed, _LEVEL_NUMBER) < self._strength - below)

    def _prove(
        self, game: AnyGame, position: Hashable, seed: int, stop: StopCondition
    ) -> ChosenMove:
        # Imported late: the compiled solver takes a second to load.
        from host.ai.players.perfect import PerfectPlayer

        def pick(moves: Sequence[str]) -> str:
            return moves[int(random_unit(seed, 0) * len(moves))]

        if self._perfect_player is None:
            self._perfect_player = PerfectPlayer()
        choice = self._perfect_player.choose(game, position, stop, pick)
        return ChosenMove(choice.move, choice.value != "unknown")
