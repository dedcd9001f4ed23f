"""A tournament as pages are told of it."""

from __future__ import annotations

import json

from host.message.schema import decode
from host.remote.tournament.boards import EndedMatch, take_results
from host.remote.tournament.model import System
from host.remote.tournament.organiser import pair_round, set_result
from host.remote.tournament.result import parse_result
from host.remote.tournament.view import shown
from host.ui.web.wall_feed import TournamentData
from tests.support.tournaments import tournament_of


def test_before_the_first_round_there_are_only_players() -> None:
    view = shown(tournament_of(["A", "B"]))
    assert (view["round"], view["rounds"], view["pairings"]) == (0, 5, [])
    assert (view["bye"], view["absent"]) == (None, [])
    assert view["standings"] == [
        {"rank": 1, "name": "A", "score": "0", "ties": ["0"] * 5},
        {"rank": 1, "name": "B", "score": "0", "ties": ["0"] * 5},
    ]


def test_a_round_has_its_pairings_and_results() -> None:
    tournament = take_results(pair_round(tournament_of([*"ABCDEFG"]), ["D"]), {})
    tournament = take_results(tournament, {"table-1": EndedMatch("m", parse_result("3-1"))})
    tournament = set_result(tournament, "table-2", parse_result("forfeit both"))
    view = shown(tournament)
    pairings = view["pairings"]
    assert isinstance(pairings, list)
    assert [one["result"] for one in pairings] == [
        {"black": "1", "white": "0", "points": "3-1", "forfeit": False, "confirmed": False},
        {"black": "0", "white": "0", "points": None, "forfeit": True, "confirmed": True},
        None,
    ]
    assert {one["black"] for one in pairings} < set("ABCEFG")
    assert (view["title"], view["absent"]) == ("Open", ["D"])
    decode(TournamentData, json.loads(json.dumps(view)))


def test_tie_breaks_are_in_the_order_in_which_they_count() -> None:
    swiss, all_play = (shown(tournament_of(["A", "B"], system)) for system in System)
    assert swiss["ties"] == [
        "Buchholz",
        "Sonneborn-Berger",
        "direct encounter",
        "wins",
        "match points",
    ]
    assert all_play["ties"] == ["direct encounter", "Sonneborn-Berger", "wins", "match points"]
