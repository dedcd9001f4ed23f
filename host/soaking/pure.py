"""Many matches by the pure session and modelled hands, and what came of them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

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


@dataclass(slots=True)
class Report:
    """What came of many matches.

    Attributes:
        games: how many were played to their end.
        rounds: how many rounds were in them.
        counts: how often which kind of thing has happened, by its name.
        failures: how many games have failed.
        first_failure: the seed of the first game that failed, for `play_pure`; None if none did.
        failure: what failed in it; empty if nothing did.
    """

    games: int = 0
    rounds: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    failures: int = 0
    first_failure: str | None = None
    failure: str = ""

    @property
    def misreadings(self) -> int:
        """How many games were not stored as they were meant, or failed in any other way."""
        return self.failures

    def lines(self) -> list[str]:
        """The report for people."""
        told = [f"games {self.games}, rounds {self.rounds}, misreadings {self.misreadings}"]
        told += [f"{name} {count}" for name, count in sorted(self.counts.items())]
        if self.first_failure is not None:
            told.append(f"first failure: {self.first_failure}: {self.failure}")
        return told


def play_pure(seed: str) -> tuple[PictureTable, Hands]:
    """One match from its seed, "7/3" being the third game of seed 7; raises what fails in it."""
    chance = random.Random(seed)
    game = game_named(GAMES[int(seed.rpartition("/")[2]) % len(GAMES)])
    table = PictureTable(Session(game), chance)
    hands = Hands(game, table, chance)
    hands.play()
    return table, hands


def run_pure(games: int, seed: int) -> Report:
    """Play so many matches; one that fails is counted, and the others go on."""
    report = Report()
    for number in range(games):
        name = f"{seed}/{number}"
        try:
            table, hands = play_pure(name)
        except Exception as error:  # whatever it is, it is what is looked for
            report.failures += 1
            if report.first_failure is None:
                report.first_failure = name
                report.failure = f"{type(error).__name__}: {error}"
            continue
        report.games += 1
        report.rounds += 1 + hands.counts["rounds set up"]
        report.counts += table.counts + hands.counts
    return report
