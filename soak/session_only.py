"""Matches on the pure session: no board, no clock, a hundred times as fast."""

from __future__ import annotations

import random
from collections.abc import Sequence

from host.engine.game import AnyGame
from host.engine.registry import GAMES as KNOWN
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.session import Session
from soak.faulty_sensors import FAULTS, FaultyPlayers, FaultyTabletop
from soak.hands.players import Players
from soak.late_host import LatePlayers, LateTabletop
from soak.session_tabletop import SessionTabletop

GAMES = (
    "kamisado",
    "kamisado-single",
    "kamisado-standard",
    "kamisado-long",
    "kamisado-marathon",
    "kamisado-series-3",
)
"""The default games, in turn: a round alone, and matches of every format."""

ALL = "all"
HANDS = ("people", "late", "sensors", "on-off")
"""People; people whose host stalls at times and who ignore its lights; people on a board with
sensors that are out of order; people on a board whose sensors do not tell white from black."""


def games_of(text: str) -> tuple[str, ...]:
    """Return the names of games for a text such as "all" or "NAME:setting=value".

    Raises:
        ValueError: there is no such game; the message quotes the name and lists those there are.
    """
    if text == ALL:
        return (*GAMES, *(name for name in KNOWN if name not in GAMES))
    return (game_named(text).name,)


def game_of(seed: str, games: Sequence[str]) -> AnyGame:
    """Return the game of a match by its seed."""
    return game_named(games[int(seed.rpartition("/")[2]) % len(games)])


def play_pure(
    seed: str, games: Sequence[str] = GAMES, hands: str = "people"
) -> tuple[SessionTabletop, Players]:
    """Play one match from its seed; raises its failure.  The arguments are those of `match_of`."""
    tabletop, players = match_of(seed, games, hands)
    players.play()
    return tabletop, players


def match_of(
    seed: str, games: Sequence[str] = GAMES, hands: str = "people"
) -> tuple[SessionTabletop, Players]:
    """Return a match before its first move, by its seed, "7/3" being the third game of seed 7.

    Args:
        games: names, played in turn.
        hands: one of HANDS.
    """
    chance = random.Random(seed)
    game = game_of(seed, games)
    session = Session(MatchSettings(game))
    tabletop: SessionTabletop
    players: Players
    if hands == "late":
        tabletop = late = LateTabletop(session, chance)
        players = LatePlayers(game, late, chance)
    elif hands == "sensors":
        tabletop = faulty = FaultyTabletop(session, chance)
        players = FaultyPlayers(game, faulty, chance, chance.choice(FAULTS))
    else:
        tabletop = SessionTabletop(session, chance, on_off=hands == "on-off")
        players = Players(game, tabletop, chance)
    return tabletop, players
