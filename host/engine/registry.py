"""The games of this program, by name."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias, cast

from host.engine.game import Game
from host.engine.kamisado.round import KamisadoRound

AnyGame: TypeAlias = Game[Hashable, Hashable]
"""A game whose positions and moves nobody looks into: they come from it and go back to it."""

# The cast forgets the types of positions and moves, which is sound for a caller who can
# only hand a game what it got from that very game.
GAMES: dict[str, AnyGame] = {game.name: cast(AnyGame, game) for game in (KamisadoRound(),)}


def game_named(name: str) -> AnyGame:
    """The game of that name.

    Raises:
        ValueError: if there is none; the message quotes the name and lists those there are.
    """
    try:
        return GAMES[name]
    except KeyError:
        known = ", ".join(sorted(GAMES))
        raise ValueError(f"there is no game {name!r}; there are: {known}") from None
