"""Matches through the whole stack: simulated sensors, the real firmware, the link, the host."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from host.recognition.sensing.cell_map import size_text, smallest_build
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.virtual.stepped_process import SteppedBoard
from soak.hands.players import Players
from soak.session_only import GAMES, game_of
from soak.simulator_tabletop import FAULT_NAMES, Faults, SimulatorTabletop

TIMEOUT_S = 300
"""Time that the simulator may take where many other programs want the processor."""
DOZE_MS = "400"
"""The longest pause between scans of an untouched board, in milliseconds of simulated time."""
MOTION_MS = "7"
"""Interval at which the moving pieces are moved on, in milliseconds: that of the scans."""


@dataclass(slots=True)
class Played:
    """One match and its result.

    Attributes:
        seed: of it, for `play_full`.
        game: its name.
        rounds: the number that were played to their end.
        counts: of actions and faults by kind.
        failure: the error; empty if there is none.
        actions: the last ones before it.
        accidents: of strangers by kind, with none as one of them.
        failed_kind: that of the accident that was misread; empty if there is none.
        trace: of the session.
        simulated_s, real_s: duration.
    """

    seed: str
    game: str
    rounds: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    failure: str = ""
    actions: list[str] = field(default_factory=list)
    accidents: Counter[str] = field(default_factory=Counter)
    failed_kind: str = ""
    trace: list[str] = field(default_factory=list)
    simulated_s: float = 0.0
    real_s: float = 0.0


def parse_faults(text: str) -> Faults:
    """Parse names of faults with commas; "all" or "none".

    Raises:
        ValueError: a name is not known; it is quoted.
    """
    names = {"all": list(FAULT_NAMES), "none": []}.get(text, text.split(","))
    for name in names:
        if name not in FAULT_NAMES:
            raise ValueError(
                f"{name!r} is no fault: say all, none, or some of {','.join(FAULT_NAMES)}"
            )
    return Faults(**dict.fromkeys(names, True))


def play_full(seed: str, faults: Faults, games: Sequence[str] = GAMES) -> Played:
    """Play one match from its seed, "7/3" being the third game of seed 7; return its failure too.

    Args:
        games: names, played in turn.
    """
    begun_s = time.monotonic()
    chance = random.Random(seed)
    game = game_of(seed, games)
    played = Played(seed, game.name)
    size = smallest_build(game.size)
    options = ("--seed", str(chance.randrange(1 << 30)), "--size", size_text(size))
    pace = ("--doze", DOZE_MS, "--motion", MOTION_MS)
    with SteppedBoard(*options, *pace, timeout_s=TIMEOUT_S) as board:
        tabletop = SimulatorTabletop(board, size, Session(MatchSettings(game)), seed, faults)
        players = Players(game, tabletop, chance, patient=faults != Faults())
        try:
            players.play()
        except Exception as error:  # any failure is what this looks for
            played.failure = f"{type(error).__name__}: {error}"
            played.actions = list(tabletop.actions)
        finally:
            tabletop.close()
    played.trace = tabletop.trace
    played.counts = tabletop.counts + players.counts
    played.rounds = players.counts["rounds set up"] + players.counts["matches ended"]
    played.simulated_s = tabletop.now_ms / 1000
    played.real_s = time.monotonic() - begun_s
    return played
