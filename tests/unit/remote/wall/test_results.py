"""Results of a club: matches that have ended, as a table and as records."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping

import pytest

from host.message import as_json, message
from host.remote.topics import board_topic
from host.remote.wall.payloads import EMPTY
from host.remote.wall.results import COLUMNS, Results
from host.remote.wall.wall import Wall

NOW = "2026-11-23T20:00:00+00:00"


def board(*moves: str, **fields: object) -> Mapping[str, object]:
    """Return a board on which moves were made."""
    told = [{"text": text} for text in moves]
    empty = {"name": "table-1", "players": None, **EMPTY}
    return {**empty, "phase": "play", "game": "kamisado-single", "moves": told, **fields}


def over(*moves: str, **fields: object) -> Mapping[str, object]:
    """Return a board at which Black has won."""
    outcome = {
        "winner": "black",
        "reason": as_json(message("engine.resigned", side="White", winner="Black")),
    }
    return board(*moves, **{"phase": "over", "outcome": outcome, **fields})


def test_a_match_is_a_result_once_it_has_ended() -> None:
    results = Results()
    results.follow(board("d8d5"), None, NOW)
    assert len(results) == 0
    results.follow(over("d8d5", "e1e4"), None, NOW)
    results.follow(over("d8d5", "e1e4"), None, "later")
    assert (len(results), results[1].ended, results[1].winner) == (1, NOW, "black")
    results.follow(board(), None, NOW)
    results.follow(over("a1a2"), None, NOW)
    assert [results[number].moves for number in (1, 2)] == [("d8d5", "e1e4"), ("a1a2",)]
    with pytest.raises(IndexError):
        results[3]


def test_a_record_belongs_to_the_match_with_its_moves() -> None:
    results = Results()
    assert results.records() == "# no match has ended yet\n"
    old = {"moves": ["x"], "text": "another match"}
    results.follow(over("d8d5"), old, NOW)
    assert results[1].record is None
    results.follow(over("d8d5"), {"moves": ["d8d5"], "text": "the match"}, NOW)
    assert results[1].record == "the match"
    assert results.records() == f"# table-1, {NOW}\nthe match\n"


@pytest.mark.parametrize("left", [("a", "b", "c"), ("a",), ("a", "b", "c", "d")])
def test_a_match_that_goes_on_after_a_takeback_is_no_result(left: tuple[str, ...]) -> None:
    results = Results()
    results.follow(over("a", "b", "c", "d"), None, NOW)
    results.follow(board(*left), None, NOW)
    assert len(results) == 0
    results.follow(over("a", "x"), None, NOW)
    assert len(results) == 1


def test_the_next_match_with_the_same_first_move_takes_no_result_away() -> None:
    results = Results()
    results.follow(over(*"abcdefgh"), None, NOW)
    results.follow(board("a"), None, NOW)
    assert len(results) == 1


def test_puzzles_and_lessons_are_no_results() -> None:
    results = Results()
    results.follow(over("a", puzzle={"number": 1}), None, NOW)
    results.follow(over("a", tutorial={"number": 1}), None, NOW)
    assert len(results) == 0


def test_the_table_names_players_points_and_the_reason_in_english() -> None:
    results = Results()
    names = {"black": "=Anna", "white": "Béla, jun."}
    results.follow(over("d8d5", players=names, match={"black": 3, "white": 1}), None, NOW)
    results.follow(over("a", name="b", outcome={"winner": None, "reason": "Drawn"}), None, NOW)
    table = list(csv.reader(io.StringIO(results.csv())))
    assert tuple(table[0]) == COLUMNS
    first = dict(zip(COLUMNS, table[1], strict=True))
    assert first["reason"] == "White has resigned: Black wins."
    assert (first["black"], first["white"]) == ("'=Anna", "Béla, jun."), "no spreadsheet calculates"
    assert (first["black_points"], first["moves"], first["winner"]) == ("3", "1", "black")
    assert dict(zip(COLUMNS, table[2], strict=True))["winner"] == ""


def test_a_result_keeps_its_players_when_others_are_seated() -> None:
    wall, results = Wall(), Results()
    move = {"from": None, "to": None, "ply": 0, "side": "black", "piece": None, "round": 1}
    ended = {
        **over("a"),
        **{"moves": [move | {"words": "a", "text": "a"}], "turn": "white", "prompt": ""},
        **{"pieces": [], "link": {"state": "up", "text": ""}},
    }
    for names in ("Anna", "Béla"), ("Dora", "Béla"):
        wall.seat("table-1", dict(zip(("black", "white"), names, strict=True)))
        wall.hear(board_topic("table-1", "state"), json.dumps(ended).encode(), 0)
        board = wall.board("table-1")
        assert board is not None
        results.follow(board, None, NOW)
    assert ",table-1,,Anna,Béla,black," in results.csv()
    assert results.records().startswith(f"# table-1, {NOW}, Anna - Béla\n")


def test_words_of_another_version_are_kept_as_they_came() -> None:
    results = Results()
    reason = {"id": "engine.of_tomorrow", "args": {}}
    results.follow(over("a", outcome={"winner": "white", "reason": reason}), None, NOW)
    assert "engine.of_tomorrow" in results[1].reason
