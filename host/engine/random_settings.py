"""Random settings: those that the rules draw by lot before a game, unless players choose them.

`host.engine` has no random numbers, so the caller passes the function that draws: a random one, or
a reproducible one such as `value_from_moves`.  A drawn value becomes part of the game's name, like
any other setting.  When the same game is begun again, the same settings are drawn again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple, TypeAlias
from zlib import crc32

from host.engine.game import AnyGame, Configurable, Setting
from host.engine.registry import game_named
from host.engine.settings import value_words
from host.message import Message, message

Draw: TypeAlias = Callable[[Setting], str]
"""A function that draws one of a setting's values."""


class DrawnGame(NamedTuple):
    """A game with random settings.

    Attributes:
        game: with the drawn values.
        sentences: one for each drawn setting, for the players.
        drawn: names of the drawn settings.
    """

    game: AnyGame
    sentences: tuple[Message, ...] = ()
    drawn: tuple[str, ...] = ()


def open_settings(name: str) -> tuple[str, ...]:
    """Return the names of the settings that are drawn by lot and that a game's name leaves open.

    Raises:
        ValueError: there is no such game.
    """
    said = {part.partition("=")[0] for part in name.partition(":")[2].split(",")}
    return tuple(lot for lot in settings_by_lot(game_named(name)) if lot not in said)


def redraw_settings(game: AnyGame, lots: Collection[str], draw: Draw) -> DrawnGame:
    """Return the game with the named settings drawn, and all others as they are."""
    if not isinstance(game, Configurable):
        return DrawnGame(game)
    drawn: AnyGame = game
    sentences = []
    settings = [setting for setting in game.settings if setting.name in lots]
    for setting in settings:
        assert isinstance(drawn, Configurable)
        value = draw(setting)
        others = [drawn.with_settings({setting.name: other}) for other in setting.values]
        drawn = drawn.with_settings({setting.name: value})
        if len({other.turn(other.start()) for other in others}) > 1:
            sentences.append(
                message("engine.begins_by_lot", side=drawn.turn(drawn.start()).message)
            )
        else:
            sentences.append(
                message("engine.drawn_by_lot", setting=setting.words, value=value_words(value))
            )
    return DrawnGame(drawn, tuple(sentences), tuple(setting.name for setting in settings))


def settings_by_lot(game: AnyGame) -> tuple[str, ...]:
    """Return the names of the settings that the rules of a game draw by lot."""
    if not isinstance(game, Configurable):
        return ()
    return tuple(setting.name for setting in game.settings if setting.by_lot)


def value_from_moves(played: str, setting: Setting) -> str:
    """Return one of a setting's values by a hash of the moves played: reproducible."""
    return setting.values[crc32(f"{setting.name} {played}".encode()) % len(setting.values)]
