"""Publisher of a board: topics, and what announces it to Home Assistant."""

from __future__ import annotations

import json

import pytest

from host.remote.address import BrokerAddress
from host.remote.board_publisher import BoardPublisher, discovery
from host.remote.broker.client import Broker


@pytest.fixture
def retained(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bytes]]:
    """Messages given to the client of the broker, which never runs here."""
    given: list[tuple[str, bytes]] = []
    monkeypatch.setattr(Broker, "retain", lambda _, topic, payload: given.append((topic, payload)))
    return given


def test_a_board_publishes_what_is_new_below_its_name(retained: list[tuple[str, bytes]]) -> None:
    board = BoardPublisher(BrokerAddress("127.0.0.1", 1), "Table 3/a", lambda _: None)
    assert board.name == "Table-3-a"
    assert [topic for topic, _ in retained] == [
        "kamisado/1/board/Table-3-a/run",
        "kamisado/1/board/Table-3-a/presence",
        "homeassistant/device/kamisado-Table-3-a/config",
    ]
    del retained[:]
    for payload in (b"1", b"1", b"2"):
        board.publish("state", payload)
    board.publish_summary({"turn": "white", "trouble": "á"})
    assert retained == [
        ("kamisado/1/board/Table-3-a/state", b"1"),
        ("kamisado/1/board/Table-3-a/state", b"2"),
        ("kamisado/1/board/Table-3-a/summary", '{"turn":"white","trouble":"á"}'.encode()),
    ]


def test_home_assistant_is_told_where_each_sensor_is_read() -> None:
    config = json.loads(json.dumps(discovery("hall")))
    assert config["state_topic"] == "kamisado/1/board/hall/summary"
    assert config["availability"] == [{"topic": "kamisado/1/board/hall/presence"}]
    ids = {sensor["unique_id"] for sensor in config["components"].values()}
    assert len(ids) == len(config["components"]) == 4
    for key, sensor in config["components"].items():
        assert sensor["value_template"] == f"{{{{ value_json.{key} }}}}"
