"""`kamisado club --forget`: delete all that a broker keeps of boards that come no more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from host.app.remote.broker_client import BrokerClient
from host.app.remote.joining import connected
from host.cli.options import Echo
from host.remote.address import BrokerAddress
from host.remote.board_publisher import HEARTBEAT_S, ONLINE
from host.remote.broker.client import Broker
from host.remote.topics import board_topic, home_assistant_topic, topic_level

QUIET_S = 1.0
"""Time without a message after which all was told that a broker retains."""
MOST_S = 30.0
"""Time after which all was told, though more comes."""
LIFE_S = 2 * HEARTBEAT_S
"""Time in which a board that lives says so."""
DELETED_S = 5.0
"""Time in which a broker tells that messages were deleted."""
SHOWN_NAMES = 20
"""Names that are listed at most where one is unknown."""


async def forget(address: BrokerAddress, names: Sequence[str], echo: Echo) -> int:
    """Delete boards at a broker; return the exit status.

    Args:
        address: of the broker.
        names: of the boards, as they were published.
        echo: prints a line.

    Raises:
        ValueError: the broker is not reached, a board is not there or still runs, or the account
            may not delete it; the message says what to do.
    """
    for name in names:
        if topic_level(name) != name.replace(" ", "-"):  # as --club-name publishes "table 1"
            raise ValueError(f"{name!r} is no name of a board: write it as the wall has it")
    for name in map(topic_level, names):
        async with connected(Broker, address) as client:
            echo(await _delete(client, name))
    return 0


async def _delete(client: BrokerClient, name: str) -> str:
    """Delete a board; return the sentence about it."""
    kept = _Kept(name)
    client.subscribe(board_topic("+", "presence"), kept.see)
    client.subscribe(board_topic(name, "#"), kept.see)
    await _until(lambda: kept.is_quiet, MOST_S)
    if not kept.topics:
        known = sorted(kept.boards)
        more = ", ..." if len(known) > SHOWN_NAMES else ""
        there = f"it has {', '.join(known[:SHOWN_NAMES])}{more}" if known else "it shows none"
        raise ValueError(f"the broker keeps nothing of a board {name!r}: {there}")
    signs = kept.signs
    if kept.says_online and await _until(lambda: kept.signs > signs, LIFE_S):
        raise ValueError(f"the board {name!r} is published now: end its program first")
    deleted: set[str] = set()

    def is_gone() -> bool:
        for topic in kept.topics - deleted:  # a slow broker may tell more meanwhile
            deleted.add(topic)
            client.retain(topic, b"")
        return kept.is_quiet and not (kept.topics or client.unacknowledged)

    client.retain(f"{home_assistant_topic(name)}/config", b"")
    if not await _until(is_gone, DELETED_S):
        raise ValueError(
            f"this account may not delete the board {name!r}: one of the role boards may, and "
            "that of the board itself"
        )
    return f"{name} is taken away: {len(deleted)} messages are deleted."


async def _until(holds: Callable[[], object], timeout_s: float) -> bool:
    """Wait until something holds; return False if it does not in time."""
    now_s = asyncio.get_running_loop().time
    deadline_s = now_s() + timeout_s
    while not holds():
        if now_s() >= deadline_s:
            return False
        await asyncio.sleep(0.02)
    return True


class _Kept:
    """Messages that a broker keeps of a board, as far as it has told them.

    Args:
        name: of the board.

    Attributes:
        topics: that hold a message.
        boards: names of all boards.
        says_online: True if the board has said last that it is there.
        signs: how often it has said anything of that.
    """

    def __init__(self, name: str) -> None:
        self.topics: set[str] = set()
        self.boards: set[str] = set()
        self.says_online, self.signs = False, 0
        self._name, self._presence = name, board_topic(name, "presence")
        self._now_s = asyncio.get_running_loop().time
        self._came_s = self._now_s()

    @property
    def is_quiet(self) -> bool:
        """True once nothing has come for a while."""
        return self._now_s() > self._came_s + QUIET_S

    def see(self, topic: str, payload: bytes) -> None:
        """Take in a message; an empty one tells that it was deleted."""
        self._came_s = self._now_s()
        if not payload:
            self.topics.discard(topic)
            return
        if topic.endswith("/presence"):
            self.boards.add(topic.split("/")[-2])
        if topic.startswith(board_topic(self._name, "")):
            self.topics.add(topic)
        if topic == self._presence:
            self.says_online = payload == ONLINE
            self.signs += 1
