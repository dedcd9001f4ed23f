"""Rounds that strangers play, each from its seed."""

from __future__ import annotations

import random
from typing import cast

from host.engine.game import AnyGame
from host.engine.kamisado.board import TOWERS
from host.engine.kamisado.position import Position, start
from host.engine.kamisado.round import KamisadoRound
from host.session.match_settings import MatchSettings
from host.session.session import Session
from soak.full_stack import Played
from soak.strangers import kinds
from soak.strangers.players import BadSensorStrangers, Strangers
from soak.strangers.tabletop import BadSensorTabletop, StrangersTabletop

HANDS = {
    "strangers": "people who make accidents of kinds that recognition was not made for",
    "strangers-on-off": "the same, over sensors that do not tell white from black",
    "strangers-sensor": "the same, and one sensor goes out of order",
}
"""The choices of hands, with their explanations."""
NEWCOMERS = {
    "newcomers": "people who make accidents of other kinds than strangers do",
    "newcomers-on-off": "the same, over sensors that do not tell white from black",
    "newcomers-sensor": "the same, and one sensor goes out of order",
}
"""Those of kinds that were written later."""
TEETH = (0, 0, 1, 1, 2)
"""Teeth that a tower may have, each as likely; in every other round."""


class RoundWithTeeth(KamisadoRound):
    """A round that begins with teeth on some towers, so that there are pushes.

    Args:
        teeth: of each tower.
    """

    def __init__(self, teeth: bytes) -> None:
        self._teeth = teeth

    def start(self) -> Position:
        """Return the start of the first round, with these teeth."""
        return start()._replace(teeth=self._teeth)


def round_of(seed: str, chance: random.Random) -> AnyGame:
    """Return the round of a seed, "7/3" being the third of seed 7; every other one has teeth."""
    if int(seed.rpartition("/")[2]) % 2 == 0:
        return cast(AnyGame, KamisadoRound())
    teeth = bytes(chance.choice(TEETH) for _ in range(TOWERS))
    return cast(AnyGame, RoundWithTeeth(teeth))


def play_strangers(seed: str, hands: str = "strangers") -> Played:
    """Play one round from its seed; a failure is kept in what is returned.

    Args:
        hands: one of HANDS or NEWCOMERS.
    """
    chance = random.Random(seed)
    game = round_of(seed, chance)
    session = Session(MatchSettings(game))
    tabletop: StrangersTabletop
    players: Strangers
    known = kinds.NEWCOMERS if hands in NEWCOMERS else kinds.KINDS
    if hands.endswith("-sensor"):
        tabletop = faulty = BadSensorTabletop(session, chance)
        players = BadSensorStrangers(game, faulty, chance, known)
    else:
        tabletop = StrangersTabletop(session, chance, hands.endswith("-on-off"))
        players = Strangers(game, tabletop, chance, known)
    played = Played(seed, "kamisado", rounds=1)
    try:
        players.play()
    except Exception as error:  # any failure is what this looks for
        played.failure = f"{type(error).__name__}: {error}"
        played.failed_kind = players.doing
        played.actions = tabletop.actions
        played.trace = tabletop.trace
    played.counts = tabletop.counts + players.counts
    played.accidents = players.accidents
    played.simulated_s = tabletop.now_ms / 1000
    return played
