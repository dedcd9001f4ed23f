"""Lots: what the rules leave to chance before a game, drawn where the players have not said it.

Games know no chance (`host.engine`), so it is drawn here once, and from then on stands in the
game's name like anything else that has been agreed on.
"""

from __future__ import annotations

import random

from host.engine.game import Adjustable, AnyGame
from host.engine.registry import game_named


def draw_lots(name: str, chance: random.Random) -> tuple[AnyGame, list[str]]:
    """The game of that name, with everything drawn that its rules have drawn and the name leaves
    open; and for each such thing a sentence for people.

    Raises:
        ValueError: there is no such game.
    """
    game = game_named(name)
    if not isinstance(game, Adjustable):
        return game, []
    said = {part.partition("=")[0] for part in name.partition(":")[2].split(",")}
    sentences = []
    for setting in game.settings:
        if setting.by_lot and setting.name not in said:
            assert isinstance(game, Adjustable)
            value = chance.choice(setting.values)
            others = [game.adjusted({setting.name: other}) for other in setting.values]
            game = game.adjusted({setting.name: value})
            if len({other.turn(other.start()) for other in others}) > 1:
                sentences.append(f"By lot, {game.turn(game.start()).label} begins.")
            else:
                sentences.append(f"By lot, {setting.words}: {value}.")
    return game, sentences
