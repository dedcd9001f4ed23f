"""Matches by modelled hands at a table of pictures: no board, no clock, a hundred times as fast."""

from __future__ import annotations

import random
from collections.abc import Sequence

from host.engine.game import AnyGame
from host.engine.registry import GAMES as KNOWN
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.session import Session
from soak.players import Players
from soak.session_tabletop import SessionTabletop

GAMES = (
    "kamisado",
    "kamisado-single",
    "kamisado-standard",
    "kamisado-long",
    "kamisado-marathon",
    "kamisado-series-3",
)
"""What is played in turn unless told otherwise: a round alone, and matches of every format."""

ALL = "all"


def games_of(text: str) -> tuple[str, ...]:
    """The names of the games that a text such as "all" or "NAME:setting=value" stands for.

    Raises:
        ValueError: there is no such game; the message quotes the name and lists those there are.
    """
    if text == ALL:
        return (*GAMES, *(name for name in KNOWN if name not in GAMES))
    return (game_named(text).name,)


def game_of(seed: str, games: Sequence[str]) -> AnyGame:
    """What is played of some games in the match of a seed."""
    return game_named(games[int(seed.rpartition("/")[2]) % len(games)])


def play_pure(seed: str, games: Sequence[str] = GAMES) -> tuple[SessionTabletop, Players]:
    """One match from its seed, "7/3" being the third game of seed 7; raises what fails in it.

    Args:
        games: the names of those that are played in turn.
    """
    chance = random.Random(seed)
    game = game_of(seed, games)
    table = SessionTabletop(Session(MatchSettings(game)), chance)
    hands = Players(game, table, chance)
    hands.play()
    return table, hands
