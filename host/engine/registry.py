"""The games of this program, by name."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias, cast

from host.engine.game import Game, InRounds
from host.engine.kamisado.formats import FORMATS, format_named
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.round import KamisadoRound

AnyGame: TypeAlias = Game[Hashable, Hashable]
"""A game whose positions and moves nobody looks into: they come from it and go back to it."""

# The casts forget the types of positions and moves, which is sound for a caller who can
# only hand a game what it got from that very game.
_MATCHES = [cast(AnyGame, KamisadoMatch(known)) for known in FORMATS]
GAMES: dict[str, AnyGame] = {
    game.name: game for game in (cast(AnyGame, KamisadoRound()), *_MATCHES)
}
"""Games with a name of their own; `game_named` also knows series of an agreed length."""

_MATCH = "kamisado-"


def game_named(name: str) -> AnyGame:
    """The game of that name: "kamisado" is a round alone, "kamisado-standard" a match.

    Raises:
        ValueError: if there is none; the message quotes the name and lists those there are.
    """
    if name in GAMES:
        return GAMES[name]
    if name.startswith(_MATCH):
        try:
            return cast(AnyGame, KamisadoMatch(format_named(name.removeprefix(_MATCH))))
        except ValueError:
            pass  # the sentence below says it for all games
    known = ", ".join(sorted(GAMES))
    raise ValueError(f"there is no game {name!r}; there are: {known}")


def titles() -> dict[str, str]:
    """What may be begun as a match: what people call it, by the name of the game."""
    return {
        name: game.standing(game.start()).title
        for name, game in GAMES.items()
        if isinstance(game, InRounds)
    }
