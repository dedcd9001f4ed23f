"""Summary of many matches, for people."""

from __future__ import annotations

import time
from collections import Counter

from soak.full_stack import Played
from soak.strangers.table import table_of


class Summary:
    """Adds up matches.

    Attributes:
        games: number of matches.
        failures: number of failed matches.
    """

    def __init__(self) -> None:
        self.games = 0
        self.failures = 0
        self._rounds = 0
        self._counts: Counter[str] = Counter()
        self._accidents: Counter[str] = Counter()
        self._failed_kinds: Counter[str] = Counter()
        self._simulated_s = 0.0
        self._failed: list[str] = []
        self._begun_s = time.monotonic()

    def add(self, played: Played) -> None:
        """Add a match."""
        self.games += 1
        self._rounds += played.rounds
        self._counts += played.counts
        self._accidents += played.accidents
        self._simulated_s += played.simulated_s
        if played.failure:
            self.failures += 1
            self._failed.append(played.seed)
            self._failed_kinds[played.failed_kind] += 1

    def progress(self, games: int) -> str:
        """Return the progress in one line."""
        rounds = f"{self._rounds} round{'' if self._rounds == 1 else 's'}"
        failures = f"{self.failures} failure{'' if self.failures == 1 else 's'}"
        return f"{self.games} of {games} games, {rounds}, {failures}"

    def lines(self) -> list[str]:
        """Return the lines of the report."""
        real_s = max(time.monotonic() - self._begun_s, 1e-3)
        told = {"games": self.games, "rounds": self._rounds, "failures": self.failures}
        told |= sorted(self._counts.items())
        lines = [f"{count:>9}  {name}" for name, count in told.items()]
        lines.append(
            f"{self._simulated_s:.0f} s on the board in {real_s:.0f} s "
            f"({self._simulated_s / real_s:.1f} times as fast), "
            f"{self._rounds / real_s * 60:.1f} rounds a minute"
        )
        if self._accidents:
            lines += table_of(self._accidents, self._failed_kinds, self.games)
        if self._failed:
            lines.append(f"Failed: {', '.join(self._failed)}.")
        else:
            lines.append(
                "Whenever the hands had rested, the stored game was the one that they meant."
            )
        return lines
