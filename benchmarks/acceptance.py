"""Time from a piece put down to the move made, while modelled players play.

    python -m benchmarks.acceptance [--game NAME ...] [--games N] [--seed S]

Apart for moves that the piece might have gone on with in the same line, and for all others.  The
time is that of the board: nothing of it depends on the machine.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import median

from benchmarks.solver import share
from host.engine.registry import game_named
from host.recognition.matching import could_go_on
from host.recognition.snapshot import Snapshot
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Notice
from soak.hands.players import Players
from soak.session_tabletop import SessionTabletop

DEFAULT = ("kamisado-marathon",)
MAY_GO_ON, ENDS = "might slide on", "ends there"


class TimedSession(Session):
    """A session that measures how long a snapshot has lasted when its move is made.

    Attributes:
        taken: milliseconds by kind of move.
    """

    def __init__(self, settings: MatchSettings) -> None:
        super().__init__(settings)
        self.taken: dict[str, list[int]] = defaultdict(list)
        self._shown: Snapshot | None = None
        self._since_ms = 0

    def see(self, snapshot: Snapshot, now_ms: int, age_ms: int = 0) -> list[Notice]:
        """Take in what the board shows."""
        if snapshot != self._shown:
            self._shown, self._since_ms = snapshot, now_ms - age_ms
        known = len(self.plies)
        notices = super().see(snapshot, now_ms, age_ms)
        self._measure(known, now_ms)
        return notices

    def tick(self, now_ms: int) -> list[Notice]:
        """Act on what has become true by waiting."""
        known = len(self.plies)
        notices = super().tick(now_ms)
        self._measure(known, now_ms)
        return notices

    def _measure(self, known: int, now_ms: int) -> None:
        for ply in self.plies[known:]:
            if not ply.forced and not ply.between:
                candidate = next(o for o in ply.before.candidates if o.move == ply.move)
                on = could_go_on(ply.before.candidates, candidate, self.game.size[0])
                self.taken[MAY_GO_ON if on else ENDS].append(now_ms - self._since_ms)


def measure(name: str, seeds: Sequence[str]) -> Mapping[str, list[int]]:
    """Return the milliseconds of every move of these matches, by kind of move."""
    taken: dict[str, list[int]] = defaultdict(list)
    for seed in seeds:
        chance, session = random.Random(seed), TimedSession(MatchSettings(game_named(name)))
        Players(session.game, SessionTabletop(session, chance), chance).play()
        for kind, times in session.taken.items():
            taken[kind] += times
    return taken


def main() -> int:
    """Read the arguments and measure; return the exit status."""
    parser = argparse.ArgumentParser(description="Time from a piece put down to the move made.")
    parser.add_argument("--game", nargs="+", default=DEFAULT, metavar="NAME")
    parser.add_argument("--games", type=int, default=4, help="matches of each (default: 4)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in options.game:
        taken = measure(name, [f"{options.seed}/{number}" for number in range(options.games)])
        for kind, times in sorted(taken.items()):
            print(
                f"{name}, {kind}: {len(times)} moves, median {median(times):.0f} ms, "
                f"90 % {share(times, 0.9):.0f} ms, 99 % {share(times, 0.99):.0f} ms"
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
