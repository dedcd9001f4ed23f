"""One table: two hosts as processes play round after round, and are disturbed."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import secrets
import signal
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path

from host.engine.game import Side
from host.engine.registry import game_named
from host.remote.address import BrokerAddress
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.terms import Terms
from host.session.clock import TimeControl
from host.session.match_settings import MatchSettings
from soak.remote.playing_host import play
from soak.remote.relay import Relay
from soak.remote.seat import Seat, Shown, digest

GAMES = ("kamisado", "kamisado-single", "kamisado-standard", "hasami:limit=5", "kamisado", "five")
"""Played in turn: rounds and a match with fills and pushes, captures, placements."""
CALM_AFTER_S = 10.0
"""From then on a round is no longer disturbed: it must come to its end."""
WEDGED_AFTER_S = 120.0
"""So long nothing has gone on, though nothing is disturbed."""

PROCESSES = multiprocessing.get_context("forkserver")


@dataclass
class Result:
    """Rounds and disturbances of all tables.

    Attributes:
        rounds: that came to an end.
        counts: of plies, entries and each kind of disturbance.
        failures: the seed of each failed round, and how it failed.
    """

    rounds: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    disturbances: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Chaos:
    """Amount of what is broken.

    Attributes:
        every_s: mean time between two disturbances of a table; 0 for none.
        crash_rate: see `Seat`.
        publishes_first: see `Seat`.
    """

    every_s: float = 2.0
    crash_rate: float = 0.01
    publishes_first: bool = False


class Table:
    """Two seats, each behind its own relay to the broker."""

    def __init__(self, broker: BrokerAddress, folder: Path, chaos: Chaos, result: Result) -> None:
        self._broker, self._folder, self._chaos, self._result = broker, folder, chaos, result

    async def play(self, seed: str) -> str | None:
        """Play one round, from its seed, and check it; return its failure, or None."""
        chance = random.Random(seed)
        folder = self._folder / seed.replace("/", "-")
        folder.mkdir()
        relays = [Relay(self._broker, random.Random(f"{seed} {side}")) for side in Side]
        for relay in relays:
            await relay.start()
        number = int(seed.rpartition("/")[2])
        game = game_named(GAMES[number % len(GAMES)])
        control = TimeControl(60_000, 1000) if number % 3 == 0 else None
        inviter = chance.choice(list(Side))
        terms = Terms(MatchSettings(game, control), inviter).data()
        match, key = secrets.token_hex(16), secrets.token_bytes(16)
        seats = [
            Seat(
                match,
                key,
                side,
                terms if side is inviter else None,
                relay.port,
                folder,
                crash_rate=self._chaos.crash_rate,
                publishes_first=self._chaos.publishes_first,
            )
            for side, relay in zip(Side, relays, strict=True)
        ]
        round_ = _Round(seats, relays, chance, seed, self._result.disturbances)
        try:
            failure = await round_.play(self._chaos.every_s)
        finally:
            round_.end()
            for relay in relays:
                await relay.close()
                self._result.disturbances += relay.repeats
        if failure is None:
            failure = self._check(seats)
        if failure is None:
            self._result.rounds += 1
            return None
        self._result.failures.append(f"{seed} ({game.name}): {failure}")
        return self._result.failures[-1]

    def _check(self, seats: Sequence[Seat]) -> str | None:
        """Return how the two stores differ, or what of the shown they lack; None if all is well."""
        matches = [seat.load() for seat in seats]
        if None in matches:
            return "lost: a host has no match"
        one, other = (match for match in matches if match is not None)
        if (one.own_log, one.far_log) != (other.far_log, other.own_log):
            return "different: the logs of the two hosts"
        if one.merged != other.merged:
            return "different: the match that follows from the logs"
        for seat, match in zip(seats, (one, other), strict=True):
            for shown in seat.shown():
                if shown.refusal:
                    return f"refused by {seat.name}: {shown.refusal}"
                if digest(match.own_log, shown.own_count) != shown.own_digest:
                    return f"lost: what {seat.name} has shown of its own log"
                if digest(match.far_log, max(0, shown.far_count)) != shown.far_digest:
                    return f"lost: what {seat.name} has shown of the far log"
        self._result.counts["plies"] += len(one.merged.plies)
        self._result.counts["entries of logs"] += _entries(one)
        return None


class _Round:
    """The two processes of a round, and what happens to them."""

    def __init__(
        self,
        seats: Sequence[Seat],
        relays: Sequence[Relay],
        chance: random.Random,
        seed: str,
        disturbances: Counter[str],
    ) -> None:
        self._seats, self._relays, self._chance, self._seed = seats, relays, chance, seed
        self._disturbances = disturbances
        self._starts = 0
        self._processes: list[BaseProcess | None] = [None for _ in seats]
        self._down_until = [0.0 for _ in seats]

    async def play(self, every_s: float) -> str | None:
        """Play until both hosts have the whole round; return the failure, or None."""
        loop = asyncio.get_running_loop()
        begin_s = loop.time()
        for place in range(len(self._seats)):
            self._start(place)
        next_s = begin_s + (self._chance.expovariate(1 / every_s) if every_s else 0.0)
        progress, progress_s = -1, begin_s
        while not self._is_over():
            now_s = loop.time()
            written = sum(seat.journal_bytes() for seat in self._seats)
            if written > progress or now_s < begin_s + CALM_AFTER_S:
                progress, progress_s = written, now_s
            if now_s > progress_s + WEDGED_AFTER_S:
                return "wedged: " + "; ".join(map(_state, self._seats))
            if refusal := self._refusal():
                return refusal
            is_calm = not every_s or now_s > begin_s + CALM_AFTER_S
            self._revive(now_s, is_calm)
            if now_s >= next_s and not is_calm:
                self._disturb(now_s)
                next_s = now_s + self._chance.expovariate(1 / every_s)
            await asyncio.sleep(0.02)
        return None

    def end(self) -> None:
        """Kill both hosts."""
        for process in self._processes:
            if process is not None:
                process.kill()
                process.join()
                process.close()
        self._processes = [None for _ in self._seats]

    def _start(self, place: int) -> None:
        self._starts += 1
        seed = f"{self._seed} {place} {self._starts}"
        process = PROCESSES.Process(target=play, args=(self._seats[place], seed), daemon=True)
        process.start()
        self._processes[place] = process

    def _revive(self, now_s: float, is_calm: bool) -> None:
        """Start hosts that have died, and open links, once their time is over."""
        for place, process in enumerate(self._processes):
            if process is not None and process.exitcode is not None:
                if process.exitcode != -signal.SIGKILL:
                    raise ChildProcessError(f"a host ended with {process.exitcode}: {self._seed}")
                self._disturbances["host crashed between two steps"] += 1
                process.close()
                self._processes[place] = None
                self._down_until[place] = now_s + self._chance.uniform(0, 0.2)
            if self._processes[place] is None and now_s >= self._down_until[place]:
                self._start(place)
            if is_calm or (self._relays[place].is_down and now_s >= self._down_until[place]):
                self._relays[place].is_down = False
            if is_calm:
                self._relays[place].delay_s = self._relays[place].repeat_rate = 0.0

    def _disturb(self, now_s: float) -> None:
        kind = self._chance.choices(
            ("host killed", "link cut", "link down", "delay", "repeat", "both offline"),
            (4, 4, 2, 1, 1, 2),
        )[0]
        places = [0, 1] if kind == "both offline" else [self._chance.randrange(2)]
        for place in places:
            relay, process = self._relays[place], self._processes[place]
            if kind == "host killed":
                if process is None or process.exitcode is not None:
                    return
                process.kill()
                process.join()
                process.close()
                self._processes[place] = None
                self._down_until[place] = now_s + self._chance.uniform(0, 0.5)
            elif kind == "link cut":
                if not relay.cut():
                    return
            elif kind == "delay":
                relay.delay_s = self._chance.choice((0.0, 0.02, 0.1))
            elif kind == "repeat":
                relay.repeat_rate = self._chance.choice((0.0, 0.3))
                return  # the repeated packets are counted
            else:
                relay.is_down = True
                relay.cut()
                self._down_until[place] = now_s + self._chance.uniform(0.05, 0.6)
        self._disturbances[kind] += 1

    def _is_over(self) -> bool:
        """Return True if both hosts show the same end."""
        ends = [_last(seat) for seat in self._seats]
        one, other = ends
        if one is None or other is None or not (one.is_over and other.is_over):
            return False
        own, far = (one.own_count, one.own_digest), (one.far_count, one.far_digest)
        return (own, far) == (
            (other.far_count, other.far_digest),
            (other.own_count, other.own_digest),
        )

    def _refusal(self) -> str | None:
        for seat in self._seats:
            end = _last(seat)
            if end is not None and end.refusal:
                return f"refused by {seat.name}: {end.refusal}"
        return None


def _last(seat: Seat) -> Shown | None:
    shown = seat.shown()
    return shown[-1] if shown else None


def _state(seat: Seat) -> str:
    """Return in words how far a host has come, for the report."""
    match = seat.load()
    if match is None:
        return f"{seat.name} has no match"
    merged, far = match.merged, match.far_log
    return (
        f"{seat.name} has {len(match.own_log.entries)} + "
        f"{'no' if far is None else len(far.entries)} entries, {len(merged.plies)} plies, "
        f"{match.turn.name.lower()} to move, offer {merged.negotiation.offer}, "
        f"paused {merged.negotiation.paused}, outcome {merged.outcome}"
    )


def _entries(match: RemoteMatch) -> int:
    far = 0 if match.far_log is None else len(match.far_log.entries)
    return len(match.own_log.entries) + far
