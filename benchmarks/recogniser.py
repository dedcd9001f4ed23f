"""Time of the recogniser for a snapshot, while modelled players play.

    python -m benchmarks.recogniser [--game NAME ...] [--games N] [--seed S] [--flicker]

The players are those of `kamisado soak --pure`.  The time is that of one call of `Session.see`, in
processor time, so that other load hardly counts.  The time of one expectation is shown beside it,
of which the recogniser computes some after every move: the ratio can be compared between machines.
The worst position is the one with the longest mean time, of those with five snapshots or more.

The figure to reach is 2 ms for 99 of 100 snapshots in the worst position of a marathon match.

With --flicker nobody plays on: after some moves of a round more and more sensors, up to all, show
states by chance, and rest for up to five seconds between two bursts, so that each search for what
has become of the board begins.  The figure to reach is 50 ms for the longest.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Hashable, Sequence
from statistics import fmean, median

from benchmarks.solver import share
from host.engine.game import AnyGame
from host.engine.registry import GAMES, game_named
from host.recognition.matching import expect_from
from host.recognition.snapshot import Snapshot, SquareState
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Notice
from soak.hands.players import Players
from soak.session_tabletop import SessionTabletop

DEFAULT = ("kamisado-marathon", *(name for name in GAMES if not name.startswith("kamisado")))
FLICKER_PLIES = 6
"""Moves before sensors flicker."""
FLICKER_MS, BURST = (20, 100, 400), 4
"""Times between two changes, and their number, before the sensors rest."""
RESTS_MS = (120, 500, 1000, 1600, 1000, 2000)
"""Times between two looks at the board while nothing changes."""
FEWEST = 5
"""Snapshots of a position that say something of it."""


class TimedSession(Session):
    """A session that measures the time of each snapshot.

    Attributes:
        taken: by position, milliseconds.
    """

    def __init__(self, game: AnyGame, taken: dict[Hashable, list[float]]) -> None:
        super().__init__(MatchSettings(game))
        self.taken = taken

    def see(self, snapshot: Snapshot, now_ms: int, age_ms: int = 0) -> list[Notice]:
        """Take in what the board shows."""
        position, begin = self.position, time.process_time()
        notices = super().see(snapshot, now_ms, age_ms)
        self.taken[position].append((time.process_time() - begin) * 1000)
        return notices


def measure(name: str, seeds: Sequence[str]) -> dict[Hashable, list[float]]:
    """Return the milliseconds of every snapshot of these matches, by position."""
    taken: dict[Hashable, list[float]] = defaultdict(list)
    for seed in seeds:
        game, chance = game_named(name), random.Random(seed)
        table = SessionTabletop(TimedSession(game, taken), chance)
        Players(game, table, chance).play()
    return taken


def measure_flicker(name: str, seeds: Sequence[str]) -> dict[Hashable, list[float]]:
    """Return the milliseconds of every snapshot of boards that flicker, by position."""
    taken: dict[Hashable, list[float]] = defaultdict(list)
    for number, seed in enumerate(seeds):
        game, chance = game_named(name), random.Random(seed)
        session = TimedSession(game, taken)
        table = SessionTabletop(session, chance, on_off=number % 2 == 1)
        Players(game, table, chance).play(most_plies=FLICKER_PLIES)
        board, now_ms = table.snapshot(), table.now_ms
        for count in range(1, len(board) + 1):
            squares = chance.sample(range(len(board)), count)
            states = (SquareState.EMPTY, *(set(board) - {SquareState.EMPTY}), SquareState.UNSURE)
            for rest_ms in (*[chance.choice(FLICKER_MS)] * BURST, *RESTS_MS):
                now_ms += rest_ms
                if rest_ms in FLICKER_MS:
                    shown = list(board)
                    for square in squares:
                        shown[square] = chance.choice(states)
                session.see(tuple(shown), now_ms)
    return taken


def _expectation_ms(game: AnyGame, positions: Sequence[Hashable]) -> float:
    begin = time.process_time()
    for position in positions:
        expect_from(game, position)
    return (time.process_time() - begin) * 1000 / len(positions)


def _report(name: str, taken: dict[Hashable, list[float]]) -> None:
    game = game_named(name)
    every = [ms for times in taken.values() for ms in times]
    look, most = _expectation_ms(game, list(taken)[:1000]), share(every, 0.99)
    print(
        f"{name}: {len(every)} snapshots in {len(taken)} positions: median "
        f"{median(every):.2f} ms, 99 % {most:.2f} ms, longest {max(every):.2f} ms; "
        f"one expectation {look:.2f} ms: 99 % are {most / look:.1f} times that"
    )
    often = [position for position, times in taken.items() if len(times) >= FEWEST]
    if often:
        worst = max(often, key=lambda position: fmean(taken[position]))
        times = taken[worst]
        print(
            f"    worst position: {game.position_text(worst)}: {len(game.legal_moves(worst))} "
            f"moves, {len(times)} snapshots, median {median(times):.2f} ms, 99 % "
            f"{share(times, 0.99):.2f} ms"
        )


def main() -> int:
    """Read the arguments and measure; return the exit status."""
    parser = argparse.ArgumentParser(description="Time of the recogniser for a snapshot.")
    parser.add_argument("--game", nargs="+", default=DEFAULT, metavar="NAME")
    parser.add_argument("--games", type=int, default=4, help="matches of each (default: 4)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--flicker", action="store_true", help="sensors flicker, up to all")
    options = parser.parse_args()
    for name in options.game:
        seeds = [f"{options.seed}/{number}" for number in range(options.games)]
        _report(name, (measure_flicker if options.flicker else measure)(name, seeds))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
