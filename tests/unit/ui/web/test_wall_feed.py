"""The feed of a wall: everything for a new page, then differences, also for a slow one."""

from __future__ import annotations

import json

from host.message import message
from host.ui.web.wall_feed import WallFeed, WallSubscription, difference, in_order

HEAD = {"t": "wall", "trouble": None}


def board(name: str, *moves: str, **fields: object) -> dict[str, object]:
    """Return a board of a wall."""
    return {"name": name, "turn": "black", "moves": [{"text": text} for text in moves], **fields}


def told(subscription: WallSubscription) -> list[dict[str, object]]:
    """Return all messages that wait."""
    return [json.loads(text) for text in iter(subscription.take, None)]


def test_a_page_gets_all_boards_at_once_whenever_it_comes() -> None:
    feed = WallFeed(HEAD)
    for name in ("table-10", "table-2"):
        feed.show(name, board(name, "a"))
    feed.show("table-2", board("table-2", "a", "b"))
    head, *boards = told(feed.connect())
    assert head == HEAD | {"boards": 2}
    assert [each["name"] for each in boards] == ["table-2", "table-10"]
    assert boards[0]["moves"] == {"keep": 0, "add": [{"text": "a"}, {"text": "b"}]}
    assert boards[0]["turn"] == "black"


def test_then_it_gets_what_has_changed_alone() -> None:
    feed = WallFeed(HEAD)
    feed.show("t", board("t", "a", "b"))
    pages = [feed.connect(), feed.connect()]
    for page in pages:
        told(page)
    feed.show("t", board("t", "a", "c", turn="white"))
    change = {
        "t": "board",
        "name": "t",
        "turn": "white",
        "moves": {"keep": 1, "add": [{"text": "c"}]},
    }
    assert [told(page) for page in pages] == [[change], [change]]
    feed.show("t", board("t", "a", turn="white"))
    assert told(pages[0])[0]["moves"] == {"keep": 1, "add": []}


def test_a_slow_page_gets_one_difference_for_many_changes() -> None:
    feed = WallFeed(HEAD)
    feed.show("t", board("t"))
    slow, quick = feed.connect(), feed.connect()
    told(slow)
    told(quick)
    for number in range(3):
        feed.show("t", board("t", *("a" * number), turn=str(number)))
        assert len(told(quick)) == 1
    (change,) = told(slow)
    assert (change["turn"], change["moves"]) == (
        "2",
        {"keep": 0, "add": [{"text": "a"}, {"text": "a"}]},
    )


def test_a_board_that_is_gone_is_told_and_may_come_again() -> None:
    feed = WallFeed(HEAD)
    feed.show("t", board("t"))
    page = feed.connect()
    told(page)
    feed.show("t", None)
    assert told(page) == [{"t": "gone", "name": "t"}]
    feed.show("t", board("t"))
    assert told(page)[0]["turn"] == "black"
    feed.show("t", None)
    feed.show("t", board("t"))
    assert len(told(page)) <= 1
    assert told(feed.connect())[0]["boards"] == 1


def test_a_board_that_comes_and_goes_unseen_is_not_told() -> None:
    feed = WallFeed(HEAD)
    page = feed.connect()
    told(page)
    feed.show("t", board("t"))
    feed.show("t", None)
    assert told(page) == []


def test_a_page_of_one_board_hears_nothing_of_others() -> None:
    feed = WallFeed(HEAD)
    feed.show("a", board("a"))
    feed.show("b", board("b"))
    head, only = told(page := feed.connect("b"))
    assert (head["boards"], only["name"]) == (1, "b")
    feed.show("a", board("a", turn="white"))
    assert told(page) == []
    assert told(feed.connect("c")) == [HEAD | {"boards": 0}]


def test_trouble_is_told_to_all_once() -> None:
    feed = WallFeed(HEAD)
    page = feed.connect()
    told(page)
    feed.tell(trouble=message("remote.broker_lost", address="mqtt://x"))
    feed.tell(trouble=message("remote.broker_lost", address="mqtt://x"))
    (now,) = told(page)
    assert now["trouble"] == {"id": "remote.broker_lost", "args": {"address": "mqtt://x"}}


def test_a_closed_page_keeps_nothing() -> None:
    feed = WallFeed(HEAD)
    page = feed.connect()
    told(page)
    page.close()
    feed.show("t", board("t"))
    assert told(page) == []


def test_names_are_in_the_order_of_people() -> None:
    names = ["table-10", "Table-2", "hall", "3", "table-1b", "table-1", ""]
    assert in_order(names) == ["", "3", "hall", "table-1", "table-1b", "Table-2", "table-10"]
    assert in_order(["²", "9" * 5000, "020", "٣", "19"]) == ["19", "020", "9" * 5000, "²", "٣"]
    assert difference({"x": 1, "y": 2}, {"x": 1, "y": 3}) == {"y": 3}
