"""Registry of the games, by name."""

from __future__ import annotations

from typing import cast

from host.engine.game import AnyGame, Configurable
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import FORMATS, format_named
from host.engine.kamisado.round import KamisadoRound
from host.engine.stones.five import Five
from host.engine.stones.hasami import Hasami
from host.engine.stones.seega import Seega
from host.message import message

# The casts hide the types of positions and moves: sound, as a caller can only pass to a game the
# values that it got from that game.
_ROUND = cast(AnyGame, KamisadoRound())
_GAMES: list[AnyGame] = [
    _ROUND,
    *(cast(AnyGame, KamisadoMatch(known)) for known in FORMATS),
    cast(AnyGame, Hasami()),
    cast(AnyGame, Five()),
    cast(AnyGame, Seega()),
]
GAMES: dict[str, AnyGame] = {game.name: game for game in _GAMES}
"""The games with default settings, by name; `game_named` also accepts series of an agreed length
and games with other settings."""

_MATCH = "kamisado-"


def game_named(name: str) -> AnyGame:
    """Return the game of that name.

    "kamisado" is a single round without a match, "kamisado-standard" a match, "NAME:setting=value"
    a game with settings.

    Raises:
        ValueError: there is none; the message quotes the name and lists those there are.
    """
    if name in GAMES:
        return GAMES[name]
    if name.startswith(_MATCH):
        try:
            return cast(AnyGame, KamisadoMatch(format_named(name.removeprefix(_MATCH))))
        except ValueError:
            pass  # reported below, as for all games
    kind, colon, text = name.partition(":")
    if colon and kind in GAMES:
        game = GAMES[kind]
        if isinstance(game, Configurable):
            return game.with_settings(_values(text))
    known = ", ".join(sorted(GAMES))
    raise ValueError(message("engine.no_such_game", name=repr(name), known=known))


def _values(text: str) -> dict[str, str]:
    """Parse settings such as "limit=30,first=black" into values by name.

    Raises:
        ValueError: it is malformed; the message quotes it.
    """
    values = {}
    for part in text.split(","):
        setting, equals, value = part.partition("=")
        if not (setting and equals and value) or setting in values:
            raise ValueError(message("engine.no_setting", part=repr(part), text=repr(text)))
        values[setting] = value
    return values


def playable_games() -> tuple[AnyGame, ...]:
    """Return the games that players can choose, with default settings."""
    return tuple(game for game in GAMES.values() if game is not _ROUND)
