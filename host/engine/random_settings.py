"""Lots: what the rules leave to chance before a game, drawn where the players have not said it.

Games know no chance (`host.engine`), so it is drawn here, and from then on stands in the game's
name like anything else that has been agreed on.  When the same game is begun again, the same
settings are drawn anew.  What draws is handed in: chance, or something that can be played back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple, TypeAlias
from zlib import crc32

from host.engine.game import AnyGame, Configurable, Setting
from host.engine.registry import game_named

Draw: TypeAlias = Callable[[Setting], str]
"""Draws one of a setting's values."""


class DrawnGame(NamedTuple):
    """What lots have decided.

    Attributes:
        game: with it.
        sentences: for people, one for each thing that was drawn.
        drawn: the names of the settings that were drawn.
    """

    game: AnyGame
    sentences: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()


def draw_settings(name: str, draw: Draw) -> DrawnGame:
    """The game of that name, with everything drawn that its rules have drawn and the name leaves
    open.

    Raises:
        ValueError: there is no such game.
    """
    return redraw_settings(game_named(name), open_settings(name), draw)


def open_settings(name: str) -> tuple[str, ...]:
    """Return the names of the settings that are drawn by lot and that a game's name leaves open.

    Raises:
        ValueError: there is no such game.
    """
    said = {part.partition("=")[0] for part in name.partition(":")[2].split(",")}
    return tuple(lot for lot in settings_by_lot(game_named(name)) if lot not in said)


def redraw_settings(game: AnyGame, lots: Collection[str], draw: Draw) -> DrawnGame:
    """The game with these settings drawn, and all others as they are."""
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
            sentences.append(f"By lot, {drawn.turn(drawn.start()).label} begins.")
        else:
            sentences.append(f"By lot, {setting.words}: {value}.")
    return DrawnGame(drawn, tuple(sentences), tuple(setting.name for setting in settings))


def settings_by_lot(game: AnyGame) -> tuple[str, ...]:
    """The names of the settings that the rules of a game have drawn."""
    if not isinstance(game, Configurable):
        return ()
    return tuple(setting.name for setting in game.settings if setting.by_lot)


def value_from_moves(played: str, setting: Setting) -> str:
    """One of a setting's values, as it follows from what was played."""
    return setting.values[crc32(f"{setting.name} {played}".encode()) % len(setting.values)]
