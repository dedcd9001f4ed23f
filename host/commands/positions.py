"""Which game a position's text belongs to, and its position there."""

from __future__ import annotations

from collections.abc import Hashable

from host.engine.game import AnyGame
from host.engine.registry import game_named

ROUND = "kamisado"
START = "startpos"
_ROUND_FIELDS = 3


def read_position(text: str) -> tuple[AnyGame, Hashable]:
    """The game and the position of a text: a round's, or that of the match which it names.

    Raises:
        ValueError: the message quotes the text and says what is wrong with it.
    """
    game = game_named(ROUND)
    if text == START:
        return game, game.start()
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
