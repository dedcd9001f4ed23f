"""The message by which Home Assistant finds a board, against the fields that it documents.

https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload and
https://www.home-assistant.io/integrations/sensor.mqtt/#configuration-variables.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from host.cli.club.board import summary
from host.engine.registry import game_named
from host.remote.board_publisher import OFFLINE, ONLINE, discovery
from host.remote.topics import board_topic, home_assistant_topic, topic_level
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.ui.messages.state import LinkData, state_message

ROOT = {"device", "origin", "components", "state_topic", "availability", "qos"} | {
    *("availability_mode", "availability_template", "availability_topic", "command_topic"),
    *("encoding", "payload_available", "payload_not_available"),
}
REQUIRED = {"device", "origin", "components"}
DEVICE = {
    *("configuration_url", "connections", "hw_version", "identifiers", "manufacturer", "model"),
    *("model_id", "name", "serial_number", "suggested_area", "sw_version", "via_device"),
}
ORIGIN = {"name", "sw_version", "support_url"}
AVAILABILITY = {"topic", "payload_available", "payload_not_available", "value_template"}
SENSOR = {
    *("availability", "availability_mode", "availability_template", "availability_topic"),
    *("device_class", "enabled_by_default", "encoding", "entity_category", "entity_picture"),
    *("expire_after", "force_update", "icon", "json_attributes_template", "json_attributes_topic"),
    *("last_reset_value_template", "name", "object_id", "options", "payload_available"),
    *("payload_not_available", "platform", "qos", "state_class", "state_topic"),
    *("suggested_display_precision", "unique_id", "unit_of_measurement", "value_template"),
}
TOPIC = re.compile(r"homeassistant/device/[a-zA-Z0-9_-]+/config")
NAMES = ("Table 3", "office.local", "office-local", "Tábla ö", "$SYS/+/#")
DEFAULTS = "online", "offline"
"""Of `payload_available` and `payload_not_available`."""


def told(name: str) -> dict[str, Any]:
    """Return the message as it comes out of the broker."""
    config = json.loads(json.dumps(discovery(topic_level(name))))
    assert isinstance(config, dict)
    return config


@pytest.mark.parametrize("name", NAMES)
def test_every_field_is_one_that_is_documented(name: str) -> None:
    config = told(name)
    assert config.keys() <= ROOT
    assert config.keys() >= REQUIRED
    assert config["device"].keys() <= DEVICE
    assert all(config["device"]["identifiers"])
    assert config["origin"].keys() <= ORIGIN
    assert config["origin"]["name"]
    assert config["qos"] in (0, 1, 2)
    for topic in config["availability"]:
        assert topic.keys() <= AVAILABILITY
    for sensor in config["components"].values():
        assert sensor.keys() <= SENSOR
        assert sensor["platform"] == "sensor"
        assert sensor["icon"].startswith("mdi:")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_to_be_published_is_published(name: str) -> None:
    config, board = told(name), topic_level(name)
    assert config["state_topic"] == board_topic(board, "summary")
    assert config["availability"] == [{"topic": board_topic(board, "presence")}]
    assert (ONLINE.decode(), OFFLINE.decode()) == DEFAULTS
    session = Session(MatchSettings(game_named("kamisado")))
    link: LinkData = {"state": "up", "text": ""}
    published = summary(state_message(session.game, session.view(), 1, link))
    templates = {sensor["value_template"] for sensor in config["components"].values()}
    assert templates == {f"{{{{ value_json.{field} }}}}" for field in published}


def test_boards_of_all_names_are_found_and_told_apart() -> None:
    boards = [topic_level(name) for name in NAMES]
    topics = [f"{home_assistant_topic(board)}/config" for board in boards]
    assert [topic for topic in topics if not TOPIC.fullmatch(topic)] == []
    sensors = [
        sensor["unique_id"]
        for board in boards
        for sensor in discovery(board)["components"].values()  # type: ignore[attr-defined]
    ]
    assert len(set(topics)) == len(topics)
    assert len(set(sensors)) == len(sensors) == 4 * len(boards)
