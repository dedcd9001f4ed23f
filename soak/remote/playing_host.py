"""One host of a match as a process: it stores, publishes and plays at random until killed."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3

from host.engine.game import Side
from host.remote.address import BrokerAddress
from host.remote.broker.client import Broker
from host.remote.broker.retaining_client import Retained
from host.remote.match.remote_match import RemoteMatch
from host.remote.record import events as e
from host.remote.record.errors import RefusedRecordError
from host.remote.record.payload import signed
from host.remote.record.terms import terms_of
from host.remote.topics import match_topic
from soak.remote.seat import Seat, shown_of

LIFE_S = 300.0
"""A host ends by itself after this time, should nobody be left to kill it."""
LATE_S = 0.02
"""Time in which a host that publishes first has not yet stored."""
LONG_PLIES = 60
"""From then on players may lose patience, as chance alone ends some games late."""
ODD_EVENTS = 8
"""Offers, interruptions and sentences of one host in a match at most."""


def play(seat: Seat, seed: str) -> None:
    """Play a match, from its beginning or from what is stored, until killed."""
    asyncio.run(PlayingHost(seat, random.Random(seed)).run())


class PlayingHost:
    """A host: the match, its store and its connection."""

    def __init__(self, seat: Seat, chance: random.Random) -> None:
        self._seat, self._chance = seat, chance
        self._match = seat.load()
        self._database = sqlite3.connect(seat.store, isolation_level=None)
        self._journal = os.open(seat.journal, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        if self._match is None and seat.terms is not None:
            terms = terms_of(seat.terms)
            self._match = RemoteMatch.invite(seat.match, f"device-{seat.name}", terms, seat.key)
            self._save()
        if self._match is not None:
            self._show()
        will = Retained(match_topic(seat.match, seat.name) + "/presence", b'{"state":"away"}')
        address = BrokerAddress("127.0.0.1", seat.port)
        self._broker = Broker(address, f"{seat.match}-{seat.name}", will)
        self._broker.retain(will.topic, b'{"state":"thinking"}')
        far_name = seat.side.other.name.lower()
        self._broker.subscribe(match_topic(seat.match, far_name), self._take_in)

    async def run(self) -> None:
        """Play until killed."""
        async with asyncio.timeout(LIFE_S), asyncio.TaskGroup() as tasks:
            tasks.create_task(self._broker.run())
            self._publish()
            while True:
                await asyncio.sleep(self._chance.uniform(0, self._seat.think_s))
                if self._match is not None:
                    self._act(self._match)

    def _take_in(self, topic: str, payload: bytes) -> None:
        if not payload:
            return
        try:
            if self._match is None:
                device = f"device-{self._seat.name}"
                self._match = RemoteMatch.join(self._seat.match, device, payload, self._seat.key)
                self._keep()
                return
            before = self._match.own_log, self._match.far_log
            self._match.take_in(payload)
        except RefusedRecordError as refused:
            self._show(str(refused))
            return
        if before != (self._match.own_log, self._match.far_log):
            self._keep()

    def _act(self, match: RemoteMatch) -> None:
        """Do something that is allowed, or nothing."""
        merged, chance = match.merged, self._chance
        mine = match.turn is self._seat.side
        asked = merged.offer_of(self._seat.side.other) is not None
        if asked and (merged.outcome is not None or chance.random() < 0.5):
            self._append(match, e.Answer(merged.outcome is None and chance.random() < 0.5))
        elif merged.outcome is not None:
            return
        elif merged.negotiation.paused:
            if chance.random() < 0.3:
                self._append(match, e.Resume())
        elif chance.random() < 0.03 and self._odd_events(match) < ODD_EVENTS:
            self._append(match, self._odd_event(len(merged.plies)))
        elif len(merged.plies) > LONG_PLIES and chance.random() < 0.1:
            self._append(match, e.Resign())
        elif mine:
            game = merged.settings.game
            move = chance.choice(list(game.legal_moves(merged.position)))
            clock_ms = None
            if merged.settings.control is not None:
                initial_ms = merged.settings.control.initial_ms
                times = merged.plies[-1].times if merged.plies else None
                left_ms = (times or (initial_ms, initial_ms))[self._seat.side is Side.BLACK]
                clock_ms = max(0, left_ms - 10)
            self._append(match, e.Move(game.move_text(merged.position, move)), clock_ms)

    def _odd_event(self, plies: int) -> e.Event:
        kind = self._chance.choices(
            ("say", "takeback", "draw", "pause", "resign"), (30, 30, 9, 9, 1)
        )[0]
        match kind:
            case "takeback":
                return e.OfferTakeback(max(0, plies - self._chance.randint(1, 3)))
            case "draw":
                return e.OfferDraw()
            case "pause":
                return e.Pause()
            case "resign":
                return e.Resign()
        return e.Say(self._chance.randrange(6))

    @staticmethod
    def _odd_events(match: RemoteMatch) -> int:
        return sum(not isinstance(one.event, e.Move | e.Answer) for one in match.own_log.entries)

    def _append(self, match: RemoteMatch, event: e.Event, clock_ms: int | None = None) -> None:
        try:
            match.append(event, clock_ms)
        except RefusedRecordError:
            return  # an offer where none is allowed; nothing has changed
        self._keep()

    def _keep(self) -> None:
        """Store the match, then show and publish it; it may crash at any place in between."""
        if self._seat.publishes_first:
            self._publish()
            asyncio.get_running_loop().call_later(LATE_S, self._store)
        else:
            self._store()
            self._publish()

    def _store(self) -> None:
        self._crash()
        self._save()
        self._crash()
        self._show()

    def _save(self) -> None:
        assert self._match is not None
        own, far, key = self._match.own_log, self._match.far_log, self._seat.key
        with self._database:
            self._database.execute("BEGIN")
            self._database.execute("DELETE FROM match")
            row = signed(own, key), None if far is None else signed(far, key)
            self._database.execute("INSERT INTO match VALUES (?, ?)", row)

    def _publish(self) -> None:
        if self._match is not None:
            topic = match_topic(self._seat.match, self._seat.name)
            self._broker.retain(topic, self._match.own_payload())

    def _show(self, refusal: str | None = None) -> None:
        os.write(self._journal, shown_of(self._match, refusal).line())

    def _crash(self) -> None:
        if self._chance.random() < self._seat.crash_rate:
            os.kill(os.getpid(), signal.SIGKILL)
