"""Search of a move at a level."""

from __future__ import annotations

from collections.abc import Hashable

from host.ai.players.blunders import BlunderModel
from host.ai.players.levels import levels_of
from host.ai.players.seeded_random import position_seed, random_unit
from host.ai.search.iterative_deepening import IterativeDeepening
from host.ai.search.result import SearchResult
from host.ai.stop_condition import StopCondition, never_stop
from host.ai.transposition_table_size import LEVEL_MB
from host.engine.game import AnyGame


def search_at_level(
    game: AnyGame,
    position: Hashable,
    number: int,
    seed: int,
    stop: StopCondition = never_stop,
    nodes: int | None = None,
) -> SearchResult:
    """Search a move at a level; the same seed gives the same move, unless `stop` ends the search.

    Args:
        nodes: in place of the level's limit.

    Raises:
        ValueError: the game is over.
    """
    level = levels_of(game)[number]
    tie_break_seed = position_seed(seed, game.position_text(position))
    bonus = {
        move: int(level.indifference * random_unit(tie_break_seed, index))
        for index, move in enumerate(game.legal_moves(position))
    }
    blunders = BlunderModel(game, position, level.blindness, seed)
    search = IterativeDeepening(game, LEVEL_MB, blunders, bonus.__getitem__, level.quiescence)
    limit = level.nodes if nodes is None else nodes
    return search.search(position, lambda: search.nodes >= limit or stop(), level.depth)
