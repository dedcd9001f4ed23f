"""The broadcast: newest state wins, pictures give way, newcomers hear everything."""

from __future__ import annotations

import asyncio

from host.ui.web.broadcast import MAX_NOTICES, Broadcast, Published, Subscription


def state(rev: int) -> dict[str, object]:
    return {"t": "state", "rev": rev}


def clock(white_ms: int) -> dict[str, object]:
    return {"t": "clock", "white": white_ms, "black": 600_000, "running": "white", "text": "10+5"}


def say(text: str) -> dict[str, object]:
    return {"t": "notice", "level": "info", "text": text}


async def drain(subscription: Subscription) -> list[Published]:
    return [await subscription.next() for _ in range(len(subscription))]


def test_a_newcomer_hears_the_latest_of_every_kind_and_the_hand_before_the_state() -> None:
    """Or a key pressed in between would lift nothing from a square that shows a piece."""

    async def story() -> None:
        broadcast = Broadcast()
        hand: dict[str, object] = {"t": "hand", "pieces": []}
        for message in (b"\1", clock(9000), state(1), hand, say("old"), {"t": "hello"}):
            broadcast.publish(message)
        broadcast.publish(state(2))
        broadcast.publish(clock(8000))
        heard = await drain(broadcast.connect())
        assert heard == [{"t": "hello"}, hand, state(2), clock(8000), b"\1"]

    asyncio.run(story())


def test_a_slow_page_gets_the_newest_state_and_one_picture_after_everything_else() -> None:
    async def story() -> None:
        broadcast = Broadcast()
        slow = broadcast.connect()
        for number in range(1000):
            broadcast.publish(bytes([number % 256]))
            broadcast.publish(state(number))
            broadcast.publish(clock(number))
            broadcast.publish(say(f"sentence {number}"))
        assert len(slow) == 1 + 1 + 1 + MAX_NOTICES
        heard = await drain(slow)
        assert heard[:2] == [state(999), clock(999)]
        assert heard[2:-1] == [say(f"sentence {n}") for n in range(1000 - MAX_NOTICES, 1000)]
        assert heard[-1] == bytes([999 % 256])

    asyncio.run(story())


def test_a_busy_kind_does_not_starve_the_others() -> None:
    async def story() -> None:
        broadcast = Broadcast()
        page = broadcast.connect()
        broadcast.publish(state(1))
        broadcast.publish({"t": "hand", "pieces": []})
        broadcast.publish(state(2))
        assert await page.next() == state(2)
        broadcast.publish(state(3))
        assert await page.next() == {"t": "hand", "pieces": []}

    asyncio.run(story())


def test_a_new_hello_overtakes_what_waits() -> None:
    async def story() -> None:
        broadcast = Broadcast()
        page = broadcast.connect()
        broadcast.publish(state(1))
        broadcast.publish({"t": "hello", "size": [9, 9]})
        assert await drain(page) == [{"t": "hello", "size": [9, 9]}, state(1)]

    asyncio.run(story())


def test_a_waiting_page_wakes_up_and_a_closed_one_hears_no_more() -> None:
    async def story() -> None:
        broadcast = Broadcast()
        page, closed = broadcast.connect(), broadcast.connect()
        closed.close()
        closed.close()
        waiting = asyncio.create_task(page.next())
        await asyncio.sleep(0)
        broadcast.publish(say("hello there"))
        assert await waiting == say("hello there")
        assert (len(closed), len(broadcast)) == (0, 1)

    asyncio.run(story())
