"""Pairings and standings as text and CSV."""

from __future__ import annotations

import csv
import io
import re

import pytest

from host.remote.tournament.boards import EndedMatch, take_results
from host.remote.tournament.model import System, Tournament
from host.remote.tournament.organiser import pair_round, set_result
from host.remote.tournament.report import (
    pairings_text,
    quarters_text,
    results_csv,
    score_text,
    standings_csv,
    standings_text,
    tie_breaks,
)
from host.remote.tournament.result import parse_result
from tests.support.tournaments import tournament_of, with_results


def example() -> Tournament:
    tournament = pair_round(tournament_of(["A", "B", "C", "D", "E"]))
    tournament = take_results(tournament, {})
    tournament = take_results(tournament, {"table-1": EndedMatch("m", parse_result("3-1"))})
    return set_result(tournament, "table-2", parse_result("forfeit black"))


@pytest.mark.parametrize(("half_points", "text"), [(0, "0"), (1, "½"), (2, "1"), (15, "7½")])
def test_a_score_is_written_with_halves(half_points: int, text: str) -> None:
    assert score_text(half_points) == text


def test_a_number_is_written_with_quarters() -> None:
    assert [quarters_text(quarters) for quarters in (1, 4, 51)] == ["¼", "1", "12¾"]


def test_pairings_are_lines() -> None:
    tournament = example()
    (black, white), (late, winner) = (one.players for one in tournament.rounds[0].pairings)
    assert pairings_text(tournament, 1).splitlines() == [
        "Open, round 1 of 5",
        "",
        "table    Black  White  result",
        f"table-1  {black} (0)  {white} (0)  1 : 0  (3-1), reported by the board",
        f"table-2  {late} (0)  {winner} (0)  0 : 1  (forfeit)",
        "E has a bye.",
    ]
    assert f"{winner} (1)" in pairings_text(pair_round(tournament, [black]), 2)
    assert f"Absent: {black}." in pairings_text(pair_round(tournament, [black]), 2)


def test_standings_are_lines_with_the_tie_breaks_in_their_order() -> None:
    lines = standings_text(example()).splitlines()
    assert lines[0] == "Open, after 1 of 5 rounds"
    assert re.split(r"  +", lines[2]) == [
        *("rank", "player", "score"),
        *("Buchholz", "Sonneborn-Berger", "direct encounter", "wins", "match points"),
    ]
    assert len(lines) == 3 + 5
    tournament = with_results(pair_round(tournament_of(["A", "B"], System.ROUND_ROBIN)), "draw")
    assert re.split(r"  +", standings_text(tournament).splitlines()[2])[3:5] == [
        "direct encounter",
        "Sonneborn-Berger",
    ]
    begun = pair_round(tournament_of(["A", "B", "C", "D"]))
    assert standings_text(begun).startswith("Open, after 0 of 5 rounds\n")
    begun = set_result(begun, "table-1", parse_result("3-1"))
    assert standings_text(begun).startswith(
        "Open, after 0 of 5 rounds and some results of the next\n"
    )


def test_csv_has_a_line_for_each_player_and_game() -> None:
    tournament = example()
    lines = list(csv.DictReader(io.StringIO(standings_csv(tournament))))
    columns = {
        name.casefold().replace("-", "_").replace(" ", "_") for name in tie_breaks(tournament)
    }
    assert columns <= lines[0].keys(), "they are called as on the page"
    assert [line["rank"] for line in lines] == ["1", "1", "3", "4", "5"]
    assert {line["player"]: line["rating"] for line in lines}["E"] == "1996"
    assert {line["score"] for line in lines} == {"1.0", "0.0"}
    games = list(csv.DictReader(io.StringIO(results_csv(tournament))))
    assert [(game["table"], game["result"], game["told_by"]) for game in games] == [
        ("table-1", "3-1", "board"),
        ("table-2", "forfeit black", "organiser"),
        ("", "bye", ""),
    ]


def test_csv_has_no_formulas() -> None:
    tournament = tournament_of(["=1+1", "B"])
    assert "'=1+1" in standings_csv(tournament)
