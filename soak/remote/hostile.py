"""Third client of a match: it may write every topic and has kept all there was, but lacks the key.

It is worse than any account of the role player, whose client ids are its own.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Awaitable, Callable, Coroutine

import aiomqtt

from host.remote.address import BrokerAddress
from host.remote.broker.client import Broker
from host.remote.broker.connection import AioConnection, close, new_client
from host.remote.topics import match_topic

ATTACKS = (
    "older message again",
    "message deleted",
    "log forged",
    "presence forged",
    "client ids taken",
    "flood",
)
FLOOD = 200
"""Messages of a flood; each waits for its acknowledgement."""
TAKEN_S = 0.5
"""Time for which a client id is taken."""
ACKNOWLEDGED_S = 5.0
PRESENCES = (
    b'{"state":"away"}',
    b'{"state":"thinking","clock":1}',
    b'{"v":2,"state":"away","run":9007199254740991,"number":1,"match":"","side":"","mac":"0"}',
)


class HostileClient:
    """Attacks on one match.

    Args:
        broker: where it is played.
        match: its id.
        chance: decides.
    """

    def __init__(self, broker: BrokerAddress, match: str, chance: random.Random) -> None:
        self._address, self._chance = broker, chance
        self._topic = match_topic(match, "+").rpartition("/")[0]
        self._seen: dict[str, list[bytes]] = {}
        self._watching = Broker(broker, f"watching-{secrets.token_hex(4)}")
        self._watching.subscribe(f"{self._topic}/#", self._see)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to keep all that is published."""
        self._begin(self._watching.run())

    async def end(self) -> None:
        """End all attacks; raises the fault of one that has failed."""
        for task in self._tasks:
            task.cancel()
        for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended

    def attack(self, kind: str) -> bool:
        """Begin an attack; return False if it cannot be made yet.

        Args:
            kind: one of ATTACKS.
        """
        logs = [topic for topic in self._seen if not topic.endswith("/presence")]
        if not logs or not self._watching.is_connected:
            return False
        any_topic, log = self._chance.choice(sorted(self._seen)), self._chance.choice(sorted(logs))
        match kind:
            case "older message again":
                old = [topic for topic, seen in sorted(self._seen.items()) if len(seen) > 1]
                if not old:
                    return False
                topic = self._chance.choice(old)
                self._begin(self._publish((topic, self._chance.choice(self._seen[topic][:-1]))))
            case "message deleted":
                self._begin(self._publish((any_topic, b"")))
            case "log forged":
                self._begin(self._publish((log, self._forged(log))))
            case "presence forged":
                self._begin(self._publish((f"{log}/presence", self._chance.choice(PRESENCES))))
            case "client ids taken":
                for topic in logs:
                    device = json.loads(self._seen[topic][-1])["log"]["device"]
                    self._begin(self._take(f"kamisado-{device}"))
            case _:
                forged = self._forged(log)
                self._begin(self._publish(*[(log, forged), (any_topic, b"")] * (FLOOD // 2)))
        return True

    def _see(self, topic: str, payload: bytes) -> None:
        """Keep what is new and was not written here."""
        try:
            mac = json.loads(payload)["mac"]
        except (ValueError, KeyError):
            return
        if mac.strip("0") and payload not in self._seen.get(topic, ()):
            self._seen.setdefault(topic, []).append(payload)

    def _forged(self, topic: str) -> bytes:
        """Return the newest log with one entry more, signed with no key."""
        told = json.loads(self._seen[topic][-1])
        told["log"]["entries"].append(["resign", 0, None])
        return json.dumps(told | {"mac": "0" * 64}).encode()

    async def _publish(self, *messages: tuple[str, bytes]) -> None:
        async def all_of_them(connection: AioConnection) -> None:
            for topic, payload in messages:
                await connection.publish(topic, payload, ACKNOWLEDGED_S)

        await self._connected(f"hostile-{secrets.token_hex(4)}", all_of_them)

    async def _take(self, client_id: str) -> None:
        await self._connected(client_id, lambda _: asyncio.sleep(TAKEN_S))

    async def _connected(
        self, client_id: str, work: Callable[[AioConnection], Awaitable[None]]
    ) -> None:
        client = new_client(self._address, client_id, None)
        try:
            async with client:
                await work(AioConnection(client))
        except aiomqtt.MqttError:
            pass  # the broker is down
        finally:
            close(client)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        self._tasks.append(asyncio.create_task(work))
