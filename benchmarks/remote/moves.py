"""Time of a move between two hosts: from the one that makes it until the other has stored it.

    python -m benchmarks.remote.moves [--rounds N] [--broker nats-server]

Both run in one process, with a store each, at a real broker on this computer.  Our share is to
check, sign and store a move on one side, and to verify, merge and store it on the other.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from host.engine.game import Side
from host.engine.registry import game_named
from host.remote.broker.client import Broker
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.events import Move
from host.remote.record.terms import Terms
from host.remote.topics import match_topic
from host.session.match_settings import MatchSettings
from soak.remote.brokers import KINDS, RealBroker

GOAL_MS = 150.0
"""For 99 % of the moves."""
OWN_GOAL_MS = 20.0
"""For our share of 99 % of the moves."""
ANSWER_S = 20.0


class Host:
    """One side: match, store and connection.

    Attributes:
        taken_in: set by each move that has come and is stored.
        own_ms: our share of the move that is under way.
    """

    def __init__(self, side: Side, match: RemoteMatch, broker: Broker, store: Path) -> None:
        self.match, self.broker = match, broker
        self.taken_in = asyncio.Event()
        self.own_ms = 0.0
        self._topic = match_topic(match.own_log.match, side.name.lower())
        self._store = sqlite3.connect(store, isolation_level=None)
        self._store.execute("CREATE TABLE logs (own BLOB)")
        far = side.other.name.lower()
        broker.subscribe(match_topic(match.own_log.match, far), self._take_in)
        broker.retain(self._topic, match.own_payload())

    def move(self, text: str) -> None:
        """Make a move: check, store, publish."""
        begin = time.perf_counter()
        self.match.append(Move(text))
        payload = self._save()
        self.own_ms = (time.perf_counter() - begin) * 1000
        self.broker.retain(self._topic, payload)

    def _take_in(self, topic: str, payload: bytes) -> None:
        begin, own = time.perf_counter(), self.match.own_log
        if any(isinstance(event, Move) for event in self.match.take_in(payload)):
            self._save()
            self.own_ms = (time.perf_counter() - begin) * 1000
            self.taken_in.set()
        if own != self.match.own_log:  # the inviter has admitted the joiner
            self.broker.retain(self._topic, self._save())

    def _save(self) -> bytes:
        payload = self.match.own_payload()
        with self._store:
            self._store.execute("BEGIN")
            self._store.execute("DELETE FROM logs")
            self._store.execute("INSERT INTO logs VALUES (?)", (payload,))
        return payload

    def close(self) -> None:
        """Close the store."""
        self._store.close()


async def measure(kind: str, rounds: int, seed: int) -> tuple[list[float], list[float]]:
    """Play rounds of Kamisado; return the whole time and our share of each move in ms."""
    whole, own = [], []
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "broker").mkdir()
        real = RealBroker(kind, Path(folder, "broker"))
        real.start()
        brokers = [Broker(real.address, side.name) for side in Side]
        running = [asyncio.create_task(broker.run()) for broker in brokers]
        try:
            for number in range(rounds):
                begun = _begin(number, brokers, Path(folder))
                async for whole_ms, own_ms in _play(begun, random.Random(f"{seed}/{number}")):
                    whole.append(whole_ms)
                    own.append(own_ms)
                for host in begun.values():
                    host.close()
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            real.kill()
    return whole, own


def _begin(number: int, brokers: Sequence[Broker], folder: Path) -> dict[Side, Host]:
    terms = Terms(MatchSettings(game_named("kamisado-standard")), Side.BLACK)
    key = b"k" * 16
    inviter = RemoteMatch.invite(f"match-{number}", "inviter", terms, key)
    joiner = RemoteMatch.join(f"match-{number}", "joiner", inviter.own_payload(), key)
    matches = {Side.BLACK: inviter, Side.WHITE: joiner}
    return {
        side: Host(side, matches[side], broker, folder / f"{number}-{side.name}.sqlite")
        for side, broker in zip(Side, brokers, strict=True)
    }


async def _play(
    hosts: dict[Side, Host], chance: random.Random
) -> AsyncIterator[tuple[float, float]]:
    """Play a match to its end; yields the times of each move."""
    while True:
        merged = hosts[Side.BLACK].match.merged
        if merged.outcome is not None:
            return
        game, mover = merged.settings.game, hosts[Side.BLACK].match.turn
        host, far = hosts[mover], hosts[mover.other]
        move = chance.choice(list(game.legal_moves(merged.position)))
        far.taken_in.clear()
        begin = time.perf_counter()
        host.move(game.move_text(merged.position, move))
        async with asyncio.timeout(ANSWER_S):
            await far.taken_in.wait()
        yield (time.perf_counter() - begin) * 1000, host.own_ms + far.own_ms


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; returns 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.remote.moves", description=__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="matches to 3 points")
    parser.add_argument("--seed", type=int, default=1, help="of the moves")
    parser.add_argument("--broker", choices=KINDS, default=KINDS[0])
    options = parser.parse_args(arguments)
    whole, own = asyncio.run(measure(options.broker, options.rounds, options.seed))
    shares = {"move to the far host": whole, "of which ours": own}
    for name, times in shares.items():
        print(f"{name:24}{percentile(times, 50):8.2f} ms{percentile(times, 99):10.2f} ms (99 %)")
    print(f"{len(whole)} moves; goals: {GOAL_MS:g} ms and {OWN_GOAL_MS:g} ms for 99 %")
    return int(percentile(whole, 99) >= GOAL_MS or percentile(own, 99) >= OWN_GOAL_MS)


def percentile(times: Sequence[float], percent: int) -> float:
    """Return the time that so many percent of the times do not exceed."""
    return sorted(times)[min(len(times) - 1, len(times) * percent // 100)]


if __name__ == "__main__":
    raise SystemExit(main())
