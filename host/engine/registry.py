"""The games of this program, by name."""

from __future__ import annotations

from typing import cast

from host.engine.five import Five
from host.engine.game import AnyGame, Configurable
from host.engine.hasami import Hasami
from host.engine.kamisado.formats import FORMATS, format_named
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.round import KamisadoRound
from host.engine.seega import Seega

# The casts forget the types of positions and moves, which is sound for a caller who can
# only hand a game what it got from that very game.
_ROUND = cast(AnyGame, KamisadoRound())
_GAMES: list[AnyGame] = [
    _ROUND,
    *(cast(AnyGame, KamisadoMatch(known)) for known in FORMATS),
    cast(AnyGame, Hasami()),
    cast(AnyGame, Five()),
    cast(AnyGame, Seega()),
]
GAMES: dict[str, AnyGame] = {game.name: game for game in _GAMES}
"""Games with a name of their own; `game_named` also knows series of an agreed length, and games
that are played otherwise than by default."""

_MATCH = "kamisado-"


def game_named(name: str) -> AnyGame:
    """The game of that name.

    "kamisado" is a round alone, "kamisado-standard" a match, and "NAME:setting=value" a game as it
    has been agreed on.

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
    kind, colon, text = name.partition(":")
    if colon and kind in GAMES:
        game = GAMES[kind]
        if isinstance(game, Configurable):
            return game.with_settings(_values(text))
    known = ", ".join(sorted(GAMES))
    raise ValueError(f"there is no game {name!r}; there are: {known}")


def _values(text: str) -> dict[str, str]:
    """The settings that a text such as "limit=30,first=black" names.

    Raises:
        ValueError: it is malformed; the message quotes it.
    """
    values = {}
    for part in text.split(","):
        setting, equals, value = part.partition("=")
        if not (setting and equals and value) or setting in values:
            raise ValueError(f"{part!r} in {text!r} is no setting: write name=value, each once")
        values[setting] = value
    return values


def playable_games() -> tuple[AnyGame, ...]:
    """The games that may be begun, as they are played by default."""
    return tuple(game for game in GAMES.values() if game is not _ROUND)
