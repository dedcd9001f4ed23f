"""Matches by modelled hands at a table of pictures: no board, no clock, a hundred times as fast."""

from __future__ import annotations

import random

from host.engine.registry import game_named
from host.session import Session
from host.soaking.hands import Hands
from host.soaking.picture_table import PictureTable

GAMES = (
    "kamisado",
    "kamisado-single",
    "kamisado-standard",
    "kamisado-long",
    "kamisado-marathon",
    "kamisado-series-3",
)
"""What is played in turn: a round alone, and matches of every format."""


def play_pure(seed: str) -> tuple[PictureTable, Hands]:
    """One match from its seed, "7/3" being the third game of seed 7; raises what fails in it."""
    chance = random.Random(seed)
    game = game_named(GAMES[int(seed.rpartition("/")[2]) % len(GAMES)])
    table = PictureTable(Session(game), chance)
    hands = Hands(game, table, chance)
    hands.play()
    return table, hands
