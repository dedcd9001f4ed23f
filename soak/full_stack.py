"""Whole matches by modelled hands through the simulated field, the real firmware and the link."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from host.recognition.cell_map import size_text, smallest_build
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.virtual.stepped_process import SteppedBoard
from soak.players import Players
from soak.session_only import GAMES, game_of
from soak.simulator_tabletop import FAULTS, Mishaps, SimulatorTabletop

DOZE_MS = "100"
"""The chip need not look at a board a hundred times a second while nobody touches it."""


@dataclass(slots=True)
class Played:
    """One match and what came of it.

    Attributes:
        seed: of it, for `play_full`.
        game: what was played.
        rounds: how many were played to their end.
        counts: how often which kind of thing has happened.
        failure: what failed; empty if nothing did.
        actions: what led to it, the last ones.
        trace: of the session.
        simulated_s, real_s: how long it took.
    """

    seed: str
    game: str
    rounds: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    failure: str = ""
    actions: list[str] = field(default_factory=list)
    trace: list[str] = field(default_factory=list)
    simulated_s: float = 0.0
    real_s: float = 0.0


def parse_faults(text: str) -> Mishaps:
    """What breaks, from its names with commas; "all" or "none".

    Raises:
        ValueError: a name is not known; it is quoted.
    """
    names = {"all": list(FAULTS), "none": []}.get(text, text.split(","))
    for name in names:
        if name not in FAULTS:
            raise ValueError(f"{name!r} is no fault: say all, none, or some of {','.join(FAULTS)}")
    return Mishaps(**dict.fromkeys(names, True))


def play_full(seed: str, faults: Mishaps, games: Sequence[str] = GAMES) -> Played:
    """One match from its seed, "7/3" being the third game of seed 7; what fails in it is told.

    Args:
        games: the names of those that are played in turn.
    """
    begun_s = time.monotonic()
    chance = random.Random(seed)
    game = game_of(seed, games)
    played = Played(seed, game.name)
    size = smallest_build(game.size)
    options = ("--seed", str(chance.randrange(1 << 30)), "--doze", DOZE_MS)
    with SteppedBoard(*options, "--size", size_text(size)) as board:
        table = SimulatorTabletop(board, size, Session(MatchSettings(game)), seed, faults)
        hands = Players(game, table, chance, patient=faults != Mishaps())
        try:
            hands.play()
        except Exception as error:  # whatever it is, it is what is looked for
            played.failure = f"{type(error).__name__}: {error}"
            played.actions = list(table.actions)
        finally:
            table.close()
    played.trace = table.trace
    played.counts = table.counts + hands.counts
    played.rounds = hands.counts["rounds set up"] + hands.meaning.over
    played.simulated_s = table.now_ms / 1000
    played.real_s = time.monotonic() - begun_s
    return played
