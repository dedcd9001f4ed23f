"""A board for a broker: its summary, from the state that displays get, and its record."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Mapping
from types import SimpleNamespace

import pytest

from host import engine
from host.cli.club.board import LONGEST_WORDS, published, record, summary
from host.guidance.marks import Help
from host.message import verbatim
from host.remote.address import BrokerAddress
from host.ui.messages.state import LinkData
from host.ui.publisher import StatePublisher
from host.ui.web.broadcast import Broadcast
from tests.support.snapshots import SnapshotHand

STATE = {
    "turn": "white",
    "prompt": verbatim("White moves"),
    "outcome": None,
    "correction": None,
    "moves": [{"words": "d8 to d3"}, {"words": verbatim("e1 to e5")}],
    "link": {"state": "up", "text": "Board connected"},
}


def test_a_summary_has_the_turn_the_last_move_and_the_task() -> None:
    assert summary(STATE) == {
        "turn": "white",
        "last_move": "e1 to e5",
        "task": "White moves",
        "trouble": "",
    }


def test_a_summary_tells_a_lost_board_and_before_it_a_wrong_one() -> None:
    lost = STATE | {"link": {"state": "lost", "text": "No board"}}
    assert summary(lost)["trouble"] == "No board"
    wrong = lost | {"correction": {"text": verbatim("Put it back")}}
    assert summary(wrong)["trouble"] == "Put it back"


def test_after_the_end_nobody_is_to_move_and_long_words_are_cut() -> None:
    over = STATE | {"outcome": {"winner": "white"}, "prompt": "x" * 999, "moves": []}
    told = summary(over)
    assert (told["turn"], told["last_move"], len(told["task"])) == ("", "", LONGEST_WORDS)


def test_the_record_of_a_match_is_published_with_its_moves() -> None:
    hand = SnapshotHand(game="kamisado-single", help_level=Help.REQUIRED)
    hand.move("d8d5")
    told = record(hand.session)
    assert told["moves"] == ["d8d5"]
    played = engine.read_record(str(told["text"]))
    assert (played.game.name, len(played.moves)) == (hand.game.name, 1)


def test_a_state_as_displays_get_it_has_a_summary() -> None:
    hand = SnapshotHand(game="kamisado-single", help_level=Help.REQUIRED)
    hand.move("d8d5")
    link: LinkData = {"state": "up", "text": verbatim("Virtual board")}
    published: list[Mapping[str, object]] = []
    StatePublisher(published.append).publish_state(hand.game, hand.view, link, hand.now_ms)
    (state,) = [message for message in published if message["t"] == "state"]
    assert summary(state)["last_move"] == "Pink 3 Orange"
    assert summary(state)["turn"] == "white"


def test_a_fault_in_publishing_is_told_at_the_end() -> None:
    broadcast = Broadcast()
    application = SimpleNamespace(connect=broadcast.connect, tell=lambda _: None, mode=None)
    address = BrokerAddress("127.0.0.1", 1)
    options = argparse.Namespace(club=address, club_name="hall", terminal=True)

    async def play() -> str:
        async with published(application, options, print):  # type: ignore[arg-type]
            broadcast.publish({"t": "state", "outcome": None})
            for _ in range(5):
                await asyncio.sleep(0)
            return "played to the end"

    with pytest.raises(KeyError, match="moves"):
        asyncio.run(play())
