"""Which game a position's text belongs to, and its position there."""

from __future__ import annotations

from collections.abc import Hashable

from host.engine.game import AnyGame
from host.engine.registry import game_named

ROUND = "kamisado"
START = "startpos"
_ROUND_FIELDS = 3


def read_position(text: str, name: str = ROUND) -> tuple[AnyGame, Hashable]:
    """The game and the position of a text.

    The text of a position of Kamisado tells by itself whether it is one of a round or of a match,
    and of which, so that the name is not asked for that.

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
    if not name.startswith(ROUND):
        return game, game.parse_position(text)
    game = game_named(ROUND)
    fields = text.split(" ")
    rest = fields[_ROUND_FIELDS:]
    if rest[:1] in (["w"], ["b"]):
        rest = rest[1:]
    if rest:
        try:
            game = game_named(f"{ROUND}-{rest[0]}")
        except ValueError:
            raise ValueError(
                f"{text!r} is no position: {rest[0]!r} is no format of a match"
            ) from None
    return game, game.parse_position(text)
