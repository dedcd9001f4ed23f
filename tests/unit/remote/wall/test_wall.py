"""The wall of a club: boards from their messages, dead ones, and the delay."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, cast, get_args, is_typeddict

import pytest

from host.message.schema import decode, members
from host.remote.topics import board_topic
from host.remote.wall.payloads import FORMS, KINDS, read_payload
from host.remote.wall.wall import LONGEST_NAME, MOST_BOARDS, SILENT_MS, Wall
from host.ui.messages.clock import ClockMessage
from host.ui.messages.hello import HelloMessage
from host.ui.messages.match import MatchData
from host.ui.messages.pieces import PieceData
from host.ui.messages.state import StateMessage
from host.ui.web.wall_feed import WallBoard

STATE: dict[str, object] = {
    "t": "state",
    "phase": "play",
    "turn": "white",
    "prompt": "White moves",
    "pieces": [{"square": "d8", "side": "black", "name": "pink", "teeth": 0}],
    "last": {"from": "d8", "to": "d5"},
    "moves": [],
    "outcome": None,
    "match": None,
    "correction": None,
    "opponent": None,
    "puzzle": None,
    "tutorial": None,
    "link": {"state": "up", "text": "Board connected"},
    "marks": [{"square": "e1"}],
}
GAME = {"game": "kamisado-single", "title": "a round", "size": [8, 8], "square_colours": {}}
CLOCK = {"t": "clock", "white": 300_000, "black": 290_000, "running": "white", "text": "5+3"}


def hear(wall: Wall, kind: str, told: object, now_ms: int = 0, board: str = "table-1") -> list[str]:
    """Have a wall hear a message; return the boards that have changed."""
    payload = told if isinstance(told, bytes) else json.dumps(told).encode()
    wall.hear(board_topic(board, kind), payload, now_ms)
    return wall.take_changed()


def shown(wall: Wall, field: str, board: str = "table-1") -> object:
    """Return a field of a board as it is shown."""
    told = wall.board(board)
    assert told is not None
    return told[field]


def test_a_live_board_lacks_its_state_until_it_has_told_it() -> None:
    wall = Wall(delay_ms=60_000)
    assert not wall.lacks_states(0)
    hear(wall, "presence", b"online")
    hear(wall, "game", GAME)
    assert wall.lacks_states(0)
    assert not wall.lacks_states(SILENT_MS), "it may have died"
    hear(wall, "state", STATE)
    assert not wall.lacks_states(0), "it is known, though not shown yet"


def test_a_board_is_shown_with_what_it_has_published() -> None:
    wall = Wall()
    assert hear(wall, "presence", b"online") == ["table-1"]
    assert shown(wall, "pieces") is None
    assert hear(wall, "game", GAME) == ["table-1"]
    assert hear(wall, "state", STATE) == ["table-1"]
    assert hear(wall, "clock", CLOCK) == ["table-1"]
    assert hear(wall, "state", STATE | {"rev": 9, "marks": []}) == [], "nothing of it is shown"
    assert (shown(wall, "size"), shown(wall, "turn")) == ([8, 8], "white")
    assert shown(wall, "clock") == {name: CLOCK[name] for name in CLOCK if name != "t"}
    assert shown(wall, "live") == "live"
    told = wall.board("table-1")
    assert told is not None
    assert decode(WallBoard, told) == told
    assert told.keys() == {field.key for field in members(WallBoard)}


def test_a_shown_board_is_never_changed_but_replaced() -> None:
    wall = Wall()
    hear(wall, "state", STATE)
    before = wall.board("table-1")
    hear(wall, "state", STATE | {"turn": "black"})
    assert before is not None
    assert before["turn"] == "white"
    assert wall.board("table-1") is not before


def test_a_board_is_dead_by_its_will_and_alive_again() -> None:
    wall = Wall()
    hear(wall, "presence", b"online")
    assert hear(wall, "presence", b"offline", 100) == ["table-1"]
    assert shown(wall, "live") == "offline"
    hear(wall, "presence", b"online", 200)
    assert shown(wall, "live") == "live"


def test_a_board_without_a_sign_of_life_is_dead_although_no_will_came() -> None:
    wall = Wall()
    hear(wall, "presence", b"online", 1000)
    hear(wall, "clock", CLOCK, 3000)
    wall.tick(3000 + SILENT_MS - 1)
    assert (shown(wall, "live"), wall.take_changed()) == ("live", [])
    wall.tick(3000 + SILENT_MS)
    assert (shown(wall, "live"), wall.take_changed()) == ("silent", ["table-1"])
    hear(wall, "presence", b"online", 20_000)
    assert shown(wall, "live") == "live"
    assert SILENT_MS < 10_000


def moves(*texts: str, phase: str = "play") -> dict[str, object]:
    """Return a state after these moves; of phase "over", one that White has lost."""
    told = [
        {"from": None, "to": None, "ply": ply, "side": "black", "piece": None}
        | {"words": text, "text": text, "round": 1}
        for ply, text in enumerate(texts)
    ]
    outcome = {"winner": "black", "reason": "resigned"} if phase == "over" else None
    return {**STATE, "phase": phase, "moves": told, "outcome": outcome}


def test_an_ended_match_keeps_its_players_until_the_board_begins_anew() -> None:
    wall = Wall()
    first, second = {"black": "Anna", "white": "Béla"}, {"black": "Dora", "white": "Béla"}
    wall.seat("table-1", first)
    hear(wall, "state", moves("d8d5"))
    hear(wall, "state", moves("d8d5", "e1e4", phase="over"))
    wall.seat("table-1", second)
    assert shown(wall, "players") == first
    hear(wall, "state", moves("d8d5"))
    hear(wall, "state", moves("d8d5", "e1e3"))
    assert shown(wall, "players") == first, "a move was taken back"
    hear(wall, "state", moves("d8d5", "e1e3", phase="over"))
    hear(wall, "state", moves())
    assert shown(wall, "players") == second
    hear(wall, "state", moves("a8a7", phase="over"))
    wall.seat("table-1", None)
    assert shown(wall, "players") == second
    hear(wall, "state", moves("b8b7"))
    assert shown(wall, "players") is None


def test_a_deleted_presence_takes_the_board_away() -> None:
    wall = Wall()
    hear(wall, "state", STATE)
    assert hear(wall, "presence", b"") == ["table-1"]
    assert wall.board("table-1") is None
    assert hear(wall, "presence", b"") == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_message_that_is_deleted_makes_no_board(kind: str) -> None:
    wall = Wall()
    assert hear(wall, kind, b"") == []
    assert wall.board("table-1") is None
    hear(wall, "presence", b"online")
    hear(wall, "state", STATE)
    before = wall.board("table-1")
    assert hear(wall, kind, b"") == (["table-1"] if kind == "presence" else [])
    assert wall.board("table-1") is (None if kind == "presence" else before)


def test_what_is_played_is_shown_after_the_delay_but_presence_at_once() -> None:
    wall = Wall(delay_ms=60_000)
    hear(wall, "presence", b"online")
    hear(wall, "state", STATE, 1000)
    assert shown(wall, "turn") is None
    hear(wall, "state", STATE | {"turn": "black"}, 2000)
    wall.tick(60_999)
    assert shown(wall, "turn") is None
    wall.tick(61_000)
    assert shown(wall, "turn") == "white"
    wall.tick(62_000)
    assert shown(wall, "turn") == "black"
    hear(wall, "presence", b"offline", 62_001)
    assert shown(wall, "live") == "offline"


def test_of_a_delayed_clock_only_what_a_page_cannot_count_is_kept() -> None:
    wall = Wall(delay_ms=60_000)
    for second in range(30):
        hear(wall, "clock", CLOCK | {"white": 300_000 - 1000 * second}, 1000 * second)
    hear(wall, "clock", CLOCK | {"running": "black"}, 30_000)
    seen = []
    for second in range(60, 92):
        wall.tick(1000 * second)
        if wall.take_changed():
            clock = shown(wall, "clock")
            assert isinstance(clock, dict)
            seen.append((second, clock["running"], clock["white"]))
    assert [each for each in seen if each[0] < 90] == [
        (60, "white", 300_000),
        (70, "white", 290_000),
        (80, "white", 280_000),
    ]
    assert seen[-1][:2] == (90, "black")


@pytest.mark.parametrize(
    "told",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b"\xff",
        b"[]",
        {},
        STATE | {"turn": "red"},
        STATE | {"pieces": [{"square": "d99x", "side": "black", "name": "pink", "teeth": 0}]},
        STATE | {"pieces": [{"square": "d8", "side": "black", "name": "pink", "teeth": "x"}]},
        STATE | {"moves": [{"text": "d8d5"}]},
        STATE | {"prompt": {"id": 7, "args": {}}},
        STATE | {"outcome": "white"},
        STATE | {"link": None},
    ],
    ids=str,
)
def test_a_state_of_another_form_is_ignored(told: object) -> None:
    wall = Wall()
    hear(wall, "state", STATE)
    before = wall.board("table-1")
    assert hear(wall, "state", told) == []
    assert wall.board("table-1") is before


MATCH = {"title": "a match", "round": 1, "white": 0, "black": 0}
MOVE = {
    "from": "d8",
    "to": "d5",
    "ply": 1,
    "round": 1,
    "side": "black",
    "piece": None,
    "words": "",
    "text": "",
}
PIECE = {"square": "d8", "side": "black", "name": "pink", "teeth": 0}


@pytest.mark.parametrize("number", [-1, 2**53, 10**300, float("nan"), float("inf"), True])
@pytest.mark.parametrize(
    ("kind", "told", "fields"),
    [
        ("clock", lambda number: CLOCK | number, ("white", "black")),
        ("state", lambda number: STATE | {"match": MATCH | number}, ("round", "white", "black")),
        (
            "state",
            lambda number: STATE | {"moves": [MOVE | number]},
            ("ply", "round"),
        ),
        ("state", lambda number: STATE | {"pieces": [PIECE | number]}, ("teeth",)),
        ("game", lambda number: GAME | {"size": [8, *number.values()]}, ("size",)),
    ],
)
def test_a_number_that_no_page_can_draw_is_shown_to_nobody(
    kind: str,
    told: Callable[[dict[str, float]], object],
    fields: tuple[str, ...],
    number: float,
) -> None:
    for field in fields:
        fine, wrong = told({field: 5}), told({field: number})
        assert read_payload(kind, json.dumps(fine).encode()) is not None
        assert read_payload(kind, json.dumps(wrong).encode()) is None


@pytest.mark.parametrize(
    "told",
    [GAME | {"size": [8]}, GAME | {"size": [8, 99]}, GAME | {"square_colours": {"a1": 3}}],
    ids=str,
)
def test_a_game_of_another_form_is_ignored(told: object) -> None:
    assert read_payload("game", json.dumps(told).encode()) is None


def test_other_topics_and_too_many_boards_are_ignored() -> None:
    wall = Wall()
    for topic in ("kamisado/1/match/x/black", board_topic("a", "summary"), "kamisado/2/board/a/x"):
        wall.hear(topic, b"online", 0)
    wall.hear(board_topic("x" * (LONGEST_NAME + 1), "presence"), b"online", 0)
    assert wall.take_changed() == []
    for number in range(MOST_BOARDS + 1):
        wall.hear(board_topic(f"b{number}", "presence"), b"online", 0)
    assert len(wall.take_changed()) == MOST_BOARDS


def test_players_are_seated_before_a_board_comes_and_later() -> None:
    wall, names = Wall(), {"black": "Anna", "white": "Béla"}
    wall.seat("table-1", names)
    hear(wall, "presence", b"online")
    assert shown(wall, "players") == names
    wall.seat("table-1", None)
    assert wall.take_changed() == ["table-1"]
    assert shown(wall, "players") is None


def test_the_wall_reads_what_boards_publish() -> None:
    """Of their messages only what it shows, so that those of other versions do as well."""
    published: dict[str, type] = {
        "game": HelloMessage,
        "state": StateMessage,
        "clock": ClockMessage,
    }
    assert set(KINDS) == {"presence", "record", *published}
    for kind, whole in published.items():
        assert [*unknown(FORMS[kind], whole)] == []
    assert [*unknown(PieceData, MatchData)] == ["square", "side", "name", "teeth"]


def unknown(part: type, whole: type) -> Iterator[str]:
    """Yield the fields of one form that another has not, also of the forms in it."""
    known = {field.key: field.kind for field in members(whole)}
    for field in members(part):
        inner, outer = form(field.kind), form(known.get(field.key))
        if field.key not in known:
            yield field.key
        elif inner is not None and outer is not None:
            yield from unknown(inner, outer)


def form(kind: Any) -> type | None:
    """Return the first TypedDict in a schema; None if it has none."""
    if is_typeddict(kind):
        return cast(type, kind)
    return next(filter(None, map(form, get_args(kind))), None)
