"""Saved matches, listed for people."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from host.cli.play.matches import LIST_WIDTH, list_text
from host.cli.play.matches import run as list_matches
from host.engine.records.player_names import PlayerNames
from host.storage.store import Store, read_matches
from tests.unit.storage.matches import CONTROL, D8D4


def test_saved_matches_are_listed_for_people(store: Store, path: Path) -> None:
    for game, control, rounds, outcome in (
        ("kamisado", "", 1, None),
        (
            "kamisado-series-999",
            "599.99+599.99",
            17,
            "White wins the series 9:8. " + "So it is. " * 9,
        ),
        ("kamisado-standard", CONTROL, 2, "Black wins."),
    ):
        number = store.create_match(game, "start", control)
        store.save(number, [D8D4._replace(round=at) for at in range(1, rounds + 1)], outcome)
    head, *rows = list_text(read_matches(path)).splitlines()
    assert head.split() == ["match", "game", "clock", "rounds/plies", "changed", "(UTC)", "result"]
    assert rows[0].split()[:4] == ["3", "standard", "10+5", "2/2"]
    assert rows[0].endswith("  Black wins.")
    assert rows[1].split()[:4] == ["2", "series-999", "599.99+599.99", "17/17"]
    assert rows[1].endswith(" ...")
    assert rows[2].split()[:4] == ["1", "kamisado", "-", "1/1"]
    assert rows[2].endswith("  goes on")
    assert all(len(row) <= LIST_WIDTH for row in (head, *rows))
    result = head.index("result")
    assert {row[result - 2 : result] for row in rows} == {"  "}, "in columns"


def test_players_have_a_column_once_somebody_has_a_name(store: Store, path: Path) -> None:
    store.save(store.create_match("five", "start"), [D8D4], None)
    assert "players" not in list_text(read_matches(path))
    for names in (PlayerNames("Ann", "Bob Lee"), PlayerNames("", "Bob")):
        store.save(store.create_match("five", "start"), [D8D4], None, names=names)
    head, *rows = list_text(read_matches(path)).splitlines()
    column = slice(head.index("players"), head.index("clock"))
    assert [row[column].strip() for row in rows] == ["-, Bob", "Ann, Bob Lee", "-"]


@pytest.mark.parametrize("clock", ["", "599.99+599.99"])
def test_a_long_name_of_a_game_leaves_room_for_the_result(
    store: Store, path: Path, clock: str
) -> None:
    name = "hasami:line_capture=yes,limit=999999999,first=black"
    store.save(store.create_match("hasami:line_capture=yes", "start", clock), [D8D4], "White wins.")
    store.save(store.create_match(name, "start", clock), [D8D4], "Black is left with no stone.")
    store.save(store.create_match("x" * 200, "start", clock), [D8D4], None)
    head, unknown, its_name, long, whole, short = list_text(read_matches(path)).splitlines()
    assert unknown.endswith("  goes on")
    assert its_name.strip() == "x" * 200
    assert long.split()[:2] == ["2", "hasami..."]
    assert long[head.index("result") :].startswith("Black is left")
    assert whole.strip() == name
    assert short.split()[:2] == ["1", "hasami:line_capture=yes"]
    assert short.endswith("  White wins.")


def test_a_wide_terminal_is_used(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "hasami:line_capture=yes,limit=999999999,first=black"
    store.save(
        store.create_match(name, "start"), [D8D4], "Black is left with no stone. " + "x " * 99
    )
    for columns in (40, 160):
        told: list[str] = []
        monkeypatch.setenv("COLUMNS", str(columns))
        assert list_matches(argparse.Namespace(data=path), told.append) == 0
        head, row, *more = told[0].splitlines()
        assert [line.strip() for line in more] == ([] if columns == 160 else [name])
        width = max(columns, LIST_WIDTH)
        assert width - 3 < len(row) <= width
        assert row[head.index("result") :].startswith("Black is left with no stone. x")


def test_a_result_is_shortened_however_wide_the_other_columns_are(store: Store, path: Path) -> None:
    store.save(store.create_match("five", "start", "1" * 99), [D8D4], "Black has five in a line.")
    _, row = list_text(read_matches(path)).splitlines()
    assert row.endswith("  Black has five ...")
