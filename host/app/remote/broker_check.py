"""Check of a broker: what an account may do there, tried with messages that are deleted again."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from host.app.remote.broker_client import BrokerClient, MakeClient
from host.app.remote.joining import beside, connected
from host.engine.game import Side
from host.remote.address import BrokerAddress
from host.remote.match.presence import presence_topic
from host.remote.record.payload import MAX_BYTES
from host.remote.topics import board_topic, match_topic, topic_level

ANSWER_S = 3.0
"""Time in which a broker hands out what it was given."""
WEBSOCKET_ANSWER_S = 15.0
"""The same over a WebSocket: Mosquitto 2.0 takes half of that for the longest match."""
MATCH, PRESENCE, LONG_MATCH = "match", "presence", "long match"
OWN_BOARD, ANY_BOARD = "own board", "any board"
"""Topics that are tried: the log of a match, presence at it, the longest log, and boards."""


@dataclass(frozen=True, slots=True)
class BrokerCheck:
    """Result of a check.

    Attributes:
        handed_out: what was handed out to who was there.
        kept: what was handed out to who came later.
        hangs_up: True if the broker ends the connection of who publishes.
        admits_one: True if it lets the account in only once at a time.
    """

    handed_out: frozenset[str]
    kept: frozenset[str]
    hangs_up: bool = False
    admits_one: bool = False


async def check_broker(make_client: MakeClient, address: BrokerAddress) -> BrokerCheck:
    """Try what may be published at a broker, and what it keeps.

    Raises:
        ValueError: it is not reached, or lets nobody in; the message says why.
    """
    unique = f"check-{secrets.token_hex(8)}"
    topics = {
        MATCH: match_topic(unique, "black"),
        PRESENCE: presence_topic(unique, Side.BLACK),
        LONG_MATCH: match_topic(unique, "white"),
        ANY_BOARD: board_topic(unique, "check"),
    }
    if address.name is not None:
        topics[OWN_BOARD] = board_topic(topic_level(address.name), "check")
    payloads = {what: secrets.token_hex(8).encode() for what in topics}
    payloads[LONG_MATCH] = payloads[LONG_MATCH].ljust(MAX_BYTES)
    answer_s = ANSWER_S if address.path is None else WEBSOCKET_ANSWER_S
    short = {what: topic for what, topic in topics.items() if what != LONG_MATCH}
    broken: list[object] = []
    async with connected(make_client, address, broken.append) as client:
        handed_out = await _received(client, short, payloads, answer_s, publish=True)
        hangs_up = bool(broken)
        try:
            async with beside(make_client, address):
                await _retain(client, {topic: payloads[what] for what, topic in short.items()})
            admits_one = bool(broken) and not hangs_up
        except ValueError:
            admits_one = True
    if MATCH in handed_out:  # by itself: over a WebSocket Mosquitto 2.0 may hang up at first
        async with connected(make_client, address) as client:
            long = {LONG_MATCH: topics[LONG_MATCH]}
            handed_out |= await _received(client, long, payloads, answer_s, publish=True)
    async with connected(make_client, address) as client:
        expected = {what: topics[what] for what in handed_out}
        try:
            kept = await _received(client, expected, payloads, answer_s)
        finally:
            await _retain(client, dict.fromkeys(topics.values(), b""))
    return BrokerCheck(handed_out, kept, hangs_up, admits_one)


async def _received(
    client: BrokerClient,
    topics: Mapping[str, str],
    payloads: Mapping[str, bytes],
    answer_s: float,
    publish: bool = False,
) -> frozenset[str]:
    """Return what comes of the payloads, once all have come or the time is over."""
    came: set[str] = set()
    all_came = asyncio.Event()

    def receive(topic: str, payload: bytes) -> None:
        came.update(what for what in topics if (topics[what], payloads[what]) == (topic, payload))
        if came == topics.keys():
            all_came.set()

    for what, topic in topics.items():
        client.subscribe(topic, receive)
        if publish:
            client.retain(topic, payloads[what])
    try:
        async with asyncio.timeout(answer_s if topics else 0):
            await all_came.wait()
    except TimeoutError:
        pass
    return frozenset(came)


async def _retain(client: BrokerClient, messages: Mapping[str, bytes]) -> None:
    """Publish messages, as far as the broker acknowledges them in time; empty ones delete."""
    for topic, payload in messages.items():
        client.retain(topic, payload)
    deadline_s = asyncio.get_running_loop().time() + ANSWER_S
    while client.unacknowledged and asyncio.get_running_loop().time() < deadline_s:
        await asyncio.sleep(0.01)
