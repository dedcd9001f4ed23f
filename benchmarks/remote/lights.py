"""Time of a move from the board on which it is made to the lights of the board far away.

    python -m benchmarks.remote.lights [--moves N] [--broker nats-server]

Two whole hosts, each with a store and a virtual board in real time, in one process at a real
broker.  It begins when a host takes the move as made, and ends when the far board shows where it
goes.  Our share is to store, sign and publish it on one side, and to verify, store and follow it
on the other until its frame is written to the port; the broker and the far board are not in it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.remote.moves import GOAL_MS, OWN_GOAL_MS, percentile
from host.app.application import Application
from host.app.board_choice import BoardOptions
from host.app.compose import Composition, compose
from host.app.remote.broker_client import BrokerClient
from host.app.remote.known_match import KnownMatch, invited, new_id
from host.cli.desktop import Desktop
from host.cli.sessions import saving
from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.squares import square_name
from host.message import Message
from host.recognition.matching import Candidate
from host.remote.address import BrokerAddress
from host.remote.broker.client import Broker
from host.remote.broker.retaining_client import Retained
from host.remote.match.presence import log_topic
from host.remote.match.remote_match import RemoteMatch
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase
from host.storage.store import Store
from host.virtual.board import JsonObject, OnEvent, VirtualBoard
from soak.remote.brokers import KINDS, RealBroker

ANSWER_S = 60.0
"""Time limit for a move to come to the other side."""
LOOK_S = 0.0005
"""Interval of looking at a session: a busy loop would hold up the threads that store."""
SETTINGS = MatchSettings(game_named("kamisado-single"))


@dataclass
class Times:
    """Times of moves in milliseconds.

    Attributes:
        whole: from the move to the far lights.
        own: our share.
        broker: from publishing the log until it has come.
        board: from the frame at the port to the lights.
    """

    whole: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    broker: list[float] = field(default_factory=list)
    board: list[float] = field(default_factory=list)

    def add(self, begin: float, published: float, come: float, written: float, lit: float) -> None:
        """Add a move by its moments in seconds."""
        self.whole.append((lit - begin) * 1000)
        self.own.append((published - begin + written - come) * 1000)
        self.broker.append((come - published) * 1000)
        self.board.append((lit - written) * 1000)


class Host(Desktop):
    """The platform of a host that notes when the lights of its board change, and its log goes and
    comes.

    Attributes:
        app: of the host, while it plays.
        frames: of the lights, with their times.
        published_s: when the own log was given to the client of the broker last.
        come_s: when the far log came last.
    """

    app: Application

    def __init__(self, session: Session, seed: int, known: KnownMatch, store: Store) -> None:
        self.session, self._known = session, known
        self.frames: list[tuple[float, bytes]] = []
        self.published_s = self.come_s = 0.0
        self._saving = saving(session, store, print)
        # A board that looks all the time, as a real one does.
        board = BoardOptions("virtual", seed, doze_ms=0)
        saver = self._saving.__enter__()
        self._composition = Composition(
            session, self, board, saver, make_client=self._client, far_match=known
        )
        self._composition.broadcast.connect()  # the lights are sent while somebody looks

    def _client(
        self,
        address: BrokerAddress,
        client_id: str,
        will: Retained | None,
        on_connect: Callable[[], None],
        on_trouble: Callable[[Message], None],
    ) -> BrokerClient:
        client = Broker(address, client_id, will, on_connect, on_trouble)
        match, side = self._known.invitation.match, self._known.match.side
        retain, subscribe = client.retain, client.subscribe

        def timed_retain(topic: str, payload: bytes) -> None:
            if topic == log_topic(match, side):
                self.published_s = time.perf_counter()
            retain(topic, payload)

        def timed_subscribe(topic_filter: str, handler: Callable[[str, bytes], None]) -> None:
            def come(topic: str, payload: bytes) -> None:
                if topic == log_topic(match, side.other):
                    self.come_s = time.perf_counter()
                handler(topic, payload)

            subscribe(topic_filter, come)

        client.retain = timed_retain  # type: ignore[method-assign]
        client.subscribe = timed_subscribe  # type: ignore[method-assign]
        return client

    async def start_virtual_board(
        self, on_event: OnEvent, size: tuple[int, int], seed: int, doze_ms: int
    ) -> VirtualBoard:
        """Start the simulator, and note its frames."""

        def heard(event: JsonObject) -> None:
            on_event(event)
            if event.get("event") == "frame":
                self.frames.append((time.perf_counter(), bytes.fromhex(str(event["rgb"]))))

        return await super().start_virtual_board(heard, size, seed, doze_ms)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Play the far match as long as the context lasts."""
        try:
            async with compose(self._composition) as self.app:
                yield
        finally:
            self._saving.__exit__(None, None, None)


async def measure(kind: str, moves: int, seed: int) -> Times:
    """Play rounds of Kamisado until so many moves were timed."""
    times, chance, number = Times(), random.Random(seed), 0
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "broker").mkdir()
        real = RealBroker(kind, Path(folder, "broker"))
        real.start()
        try:
            while len(times.whole) < moves:
                number += 1
                hosts = _hosts(real.address, Path(folder), number)
                black, white = hosts[Side.BLACK], hosts[Side.WHITE]
                async with black.playing(), white.playing():
                    await _play(hosts, chance, times, moves)
        finally:
            real.kill()
    return times


def _hosts(address: BrokerAddress, folder: Path, number: int) -> dict[Side, Host]:
    """Return two hosts that have joined a match."""
    black = invited(address, SETTINGS, Side.BLACK, None)
    invitation, key = black.invitation, black.invitation.key
    joined = RemoteMatch.join(invitation.match, new_id(), black.match.own_payload(), key)
    hosts = {}
    for side, known in ((Side.BLACK, black), (Side.WHITE, KnownMatch(invitation, joined))):
        store = Store(folder / f"{number}-{side.name}.sqlite")
        store.save_remote(known.row())
        hosts[side] = Host(Session(known.settings), number, known, store)
    return hosts


async def _play(hosts: dict[Side, Host], chance: random.Random, times: Times, moves: int) -> None:
    """Play a round, and time its moves."""
    side = Side.BLACK
    while len(times.whole) < moves:
        host, far = hosts[side], hosts[side.other]
        async with asyncio.timeout(ANSWER_S):
            await host.app.wait_for(lambda _, host=host: _is_next(host), ANSWER_S)  # type: ignore[misc]
            await _idle(host)
            await _idle(far)
            while not far.frames:  # its lights have yet to be shown for the first time
                await asyncio.sleep(LOOK_S)
            view = host.session.view()
            if view.outcome is not None:
                return
            candidate = chance.choice(list(view.expectation.candidates))
            await _move(host, far, candidate, times)
        side = host.session.view().turn
        if host.session.outcome is not None:
            return


def _is_next(host: Host) -> bool:
    view = host.session.view()
    own = view.phase is Phase.PLAY and view.turn is not host.session.settings.far_side
    return own or view.outcome is not None


async def _idle(host: Host) -> None:
    assert host.app.hand is not None
    await host.app.hand.wait_idle()


async def _move(host: Host, far: Host, candidate: Candidate, times: Times) -> None:
    hand = host.app.hand
    assert hand is not None
    assert candidate.origin is not None
    assert candidate.target is not None
    made, before = len(host.session.plies), far.frames[-1][1]
    far.frames[:] = far.frames[-1:]
    lit = slice(3 * candidate.target, 3 * candidate.target + 3)
    await hand.act("lift", 0, square=square_name(candidate.origin, 8))
    await hand.act("put", 0, square=square_name(candidate.target, 8))
    while len(host.session.plies) == made:
        await asyncio.sleep(LOOK_S)
    begin = time.perf_counter()
    while not (shown := [at for at, rgb in far.frames if rgb[lit] != before[lit]]):
        await asyncio.sleep(LOOK_S)
    _, written = far.app.controller.link.last_exchange(shown[0])
    if far.come_s >= begin:
        times.add(begin, host.published_s, far.come_s, max(written, far.come_s), shown[0])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; returns 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.remote.lights", description=__doc__)
    parser.add_argument("--moves", type=int, default=60, help="how many to time")
    parser.add_argument("--seed", type=int, default=1, help="of the moves")
    parser.add_argument("--broker", choices=KINDS, default=KINDS[0])
    options = parser.parse_args(arguments)
    times = asyncio.run(measure(options.broker, options.moves, options.seed))
    return report(times)


def report(times: Times) -> int:
    """Print the times of moves; returns 1 if a goal is missed."""
    whole = percentile(times.whole, 50)
    print(f"{'':24}{'median':>8}   {'99 % take no longer':>19} {'of the whole':>12}")
    for name, values in {
        "move to the far lights": times.whole,
        "of which ours": times.own,
        "broker": times.broker,
        "far board": times.board,
    }.items():
        middle, most = percentile(values, 50), percentile(values, 99)
        print(f"{name:24}{middle:8.2f} ms{most:19.2f} ms{middle / whole:11.0%}")
    print(f"{len(times.whole)} moves; goals: {GOAL_MS:g} ms and {OWN_GOAL_MS:g} ms for 99 %")
    most, own = percentile(times.whole, 99), percentile(times.own, 99)
    return int(most >= GOAL_MS or own >= OWN_GOAL_MS)


if __name__ == "__main__":
    raise SystemExit(main())
