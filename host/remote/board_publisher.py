"""Publisher of a board at a broker, for the wall of a club and for Home Assistant."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping

from host import VERSION
from host.message import Message, message
from host.remote.address import BrokerAddress
from host.remote.broker.client import Broker
from host.remote.broker.retaining_client import Retained
from host.remote.topics import board_topic, home_assistant_topic, topic_level

ONLINE, OFFLINE = b"online", b"offline"
"""Presence of a board; the broker tells the second one when the connection breaks."""
HEARTBEAT_S = 3.0
"""Interval of the first one: a broker that was killed does not know any more whose end to tell."""
UNHEARD_BEATS = 3
"""Signs of life after which what was published has come back, unless the account may not."""


class BoardPublisher:
    """A board as a broker shows it; docs/club.md describes its topics.

    Args:
        address: of the broker.
        name: of the board; what a topic may not hold is replaced.
        on_trouble: told why the broker is not reached.

    Attributes:
        name: as it stands in the topics.
    """

    def __init__(
        self, address: BrokerAddress, name: str, on_trouble: Callable[[Message], None]
    ) -> None:
        self.name = topic_level(name)
        self._presence = presence = board_topic(self.name, "presence")
        self._run = secrets.token_hex(4).encode()
        self._is_known = self._was_heard = False
        self._beats = 0
        self._on_trouble = on_trouble
        # Of two clients with one id a broker ends the older one, so nobody else may know it.
        client_id = f"kamisado-{self.name}-{secrets.token_hex(8)}"
        self._broker = Broker(
            address, client_id, Retained(presence, OFFLINE), on_trouble=on_trouble
        )
        self._broker.subscribe(board_topic(self.name, "run"), self._hear_run)
        self._broker.retain(board_topic(self.name, "run"), self._run)
        self._broker.retain(presence, ONLINE)
        self._broker.retain(
            home_assistant_topic(self.name) + "/config", _json(discovery(self.name))
        )
        self._last: dict[str, bytes] = {}

    async def run(self) -> None:
        """Keep the connection, and give signs of life, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._broker.run())
            while True:
                await asyncio.sleep(HEARTBEAT_S)
                if self._broker.is_connected:
                    self._broker.retain(self._presence, ONLINE)
                    self._beats += 1
                    if self._beats == UNHEARD_BEATS and not self._was_heard:
                        # A broker acknowledges also what it does not let an account publish.
                        address = str(self._broker.address)
                        unheard = message("remote.board_unheard", address=address, name=self.name)
                        self._on_trouble(unheard)

    def publish(self, kind: str, payload: bytes) -> None:
        """Publish what is new, e.g. the `state` of the board."""
        if self._last.get(kind) != payload:
            self._last[kind] = payload
            self._broker.retain(board_topic(self.name, kind), payload)

    def _hear_run(self, topic: str, run: bytes) -> None:
        """Tell that another board has taken the name; an older run comes before the own one."""
        if run == self._run:
            self._is_known = self._was_heard = True
        elif self._is_known:
            self._is_known = False
            self._on_trouble(message("remote.board_name_taken", name=self.name))

    def publish_summary(self, summary: Mapping[str, str]) -> None:
        """Publish the turn, the last move, the task and the trouble of a board, in words."""
        self.publish("summary", _json(summary))


def discovery(name: str) -> dict[str, object]:
    """Return the message by which Home Assistant finds a board and its four sensors.

    https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
    """
    sensors = {
        "turn": ("Turn", "mdi:account-switch"),
        "last_move": ("Last move", "mdi:history"),
        "task": ("Task", "mdi:hand-pointing-right"),
        "trouble": ("Trouble", "mdi:alert-circle-outline"),
    }
    return {
        "device": {
            "identifiers": [f"kamisado-{name}"],
            "name": f"Kamisado board {name}",
            "sw_version": VERSION,
        },
        "origin": {"name": "kamisado-board", "sw_version": VERSION},
        "state_topic": board_topic(name, "summary"),
        "availability": [{"topic": board_topic(name, "presence")}],
        "qos": 1,
        "components": {
            key: {
                "platform": "sensor",
                "name": title,
                "icon": icon,
                "unique_id": f"kamisado-{name}-{key}",
                "value_template": f"{{{{ value_json.{key} }}}}",
            }
            for key, (title, icon) in sensors.items()
        },
    }


def _json(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
