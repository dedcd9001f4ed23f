"""Spectators of a serious game see it later, and nobody else does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from host.engine.game import Side
from host.session.access.role import Role
from host.session.view import Action
from host.ui.web.broadcast import Broadcast, Published, Subscription
from host.ui.web.spectator_delay import DELAY_MS
from tests.support.snapshots import SnapshotHand
from tests.unit.ui.web.served import Served, hear


def state(rev: int) -> dict[str, object]:
    return {"t": "state", "rev": rev}


def say(text: str) -> dict[str, object]:
    return {"t": "notice", "level": "info", "text": text}


async def drain(subscription: Subscription) -> list[Published]:
    return [await subscription.next() for _ in range(len(subscription))]


class Hall:
    """A broadcast of a match with a player's and a spectator's page."""

    def __init__(self, serious: bool = True, game: str = "kamisado") -> None:
        self.hand = SnapshotHand(game=game, serious=serious)
        self.broadcast = Broadcast()
        self.player = self.broadcast.connect()
        self.spectator = self.broadcast.connect(looks_on=lambda: True)

    def look(self, now_ms: int) -> None:
        self.broadcast.delay.look(self.hand.view, now_ms)


def told(story: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await story()

    asyncio.run(run())


def test_a_serious_game_is_seen_later_from_its_first_move_on() -> None:
    async def story() -> None:
        hall = Hall()
        hall.look(0)
        hall.broadcast.publish(state(1))
        assert await drain(hall.player) == await drain(hall.spectator) == [state(1)]
        hall.hand.move("d8d4")
        hall.look(1000)
        hall.broadcast.publish(state(2))
        hall.broadcast.publish(say("moved"))
        hall.broadcast.publish(b"lights")
        assert await drain(hall.player) == [state(2), say("moved"), b"lights"]
        assert await drain(hall.broadcast.connect()) == [state(2), b"lights"]
        assert await drain(hall.broadcast.connect(looks_on=lambda: True)) == [state(1)]
        hall.look(1000 + DELAY_MS - 1)
        assert len(hall.spectator) == 0
        hall.look(1000 + DELAY_MS)
        assert await drain(hall.spectator) == [state(2), say("moved"), b"lights"]
        assert len(hall.player) == 0, "once is enough"

    told(story)


def test_a_move_taken_back_to_the_beginning_is_not_seen_sooner() -> None:
    async def story() -> None:
        hall = Hall()
        hall.hand.move("d8d4")
        hall.look(0)
        hall.broadcast.publish(state(1))
        hall.hand.session.take_back(hall.hand.now_ms)
        hall.look(1000)
        assert len(hall.spectator) == 0

    told(story)


def test_the_end_is_seen_at_once_and_what_was_said_before_is_not_said_then() -> None:
    async def story() -> None:
        hall = Hall()
        hall.hand.move("d8d4")
        hall.look(0)
        hall.broadcast.publish(state(1))
        hall.broadcast.publish(say("moved"))
        hall.hand.session.act(Action.RESIGN, Side.WHITE, hall.hand.now_ms)
        hall.look(1000)
        hall.broadcast.publish(state(2))
        assert await drain(hall.spectator) == [state(2)]

    told(story)


def test_any_other_game_is_seen_at_once() -> None:
    async def story() -> None:
        hall = Hall(serious=False)
        hall.hand.move("d8d4")
        hall.look(0)
        hall.broadcast.publish(state(1))
        assert await drain(hall.spectator) == [state(1)]

    told(story)


def test_of_many_pictures_in_a_row_the_newest_waits() -> None:
    async def story() -> None:
        hall = Hall()
        hall.hand.move("d8d4")
        for now_ms in range(0, DELAY_MS, 25):
            hall.look(now_ms)
            hall.broadcast.publish(str(now_ms).encode())
        assert len(hall.broadcast.delay) == 1

    told(story)


def test_a_page_is_a_spectators_by_its_role_also_once_its_link_is_revoked(served: Served) -> None:
    hand = SnapshotHand(serious=True)
    hand.move("d8d4")
    link, view = served.access.invite(Role.WHITE), hand.view
    delay, run = served.source.broadcast.delay, served.loop.call_soon_threadsafe
    with served.connect() as spectator, served.connect(link.secret) as player:
        assert (hear(spectator)["role"], hear(player)["role"]) == ("spectator", "white")
        run(delay.look, view, 0)
        served.publish(state(1))
        assert hear(player)["rev"] == 1
        run(served.access.revoke, link.id)
        assert hear(player)["role"] == "spectator"
        assert "has ended your link" in str(hear(player)["text"])
        served.publish(state(2))
        for page in (spectator, player):
            page.send('{"t":"beat"}')
            assert hear(page) == {"t": "beat"}, "no state has come before"
        run(delay.look, view, DELAY_MS)
        assert hear(spectator)["rev"] == hear(player)["rev"] == 2
