"""Positions as text on the command line: find their game, parse them."""

from __future__ import annotations

from collections.abc import Hashable

from host.cli.options import DEFAULT_GAME
from host.engine.game import AnyGame
from host.engine.registry import game_named

START = "startpos"
_ROUND_FIELDS = 3


def read_position(text: str, name: str = DEFAULT_GAME) -> tuple[AnyGame, Hashable]:
    """Return the game and the position of a text.

    The fields of a position of Kamisado tell a round from a match and its format, so the name
    need not.

    Args:
        text: of the position, or `START`.
        name: of the game.

    Raises:
        ValueError: there is no such game or position; the message quotes it and says what is wrong
            with it.
    """
    game = game_named(name)
    if text == START:
        return game, game.start()
    if not name.startswith(DEFAULT_GAME):
        return game, game.parse_position(text)
    game = game_named(DEFAULT_GAME)
    found = format_of(text)
    if found:
        try:
            game = game_named(f"{DEFAULT_GAME}-{found}")
        except ValueError:
            raise ValueError(
                f"{text!r} is no position: {found!r} is no format of a match"
            ) from None
    return game, game.parse_position(text)


def format_of(text: str) -> str | None:
    """Return the format of a match that a position of Kamisado names; None if it is of a round."""
    rest = text.split(" ")[_ROUND_FIELDS:]
    if rest[:1] in (["w"], ["b"]):
        rest = rest[1:]
    return rest[0] if rest else None
