"""Standings, computed by hand."""

from __future__ import annotations

from dataclasses import replace

from host.remote.tournament.model import Pairing, Round, Source, System, Tournament
from host.remote.tournament.result import parse_result
from host.remote.tournament.standings import standings
from tests.support.tournaments import tournament_of


def round_of(*games: str, bye: str | None = None) -> Round:
    """Return a round from texts such as `A B 3-1`; a game without a result is under way."""
    pairings = []
    for place, game in enumerate(games):
        black, white, *result = game.split(maxsplit=2)
        pairing = Pairing(f"table-{place + 1}", black, white)
        if result:
            pairing = replace(pairing, result=parse_result(result[0]), source=Source.ORGANISER)
        pairings.append(pairing)
    return Round(tuple(pairings), bye)


def played(system: System, players: str, *rounds: Round) -> Tournament:
    return replace(tournament_of(players.split(), system), rounds=rounds)


def test_a_swiss_tournament_by_hand() -> None:
    tournament = played(
        System.SWISS,
        "A B C D E",
        round_of("A C 3-1", "D B 0-3", bye="E"),
        round_of("B A 2-2", "C E 3-0", bye="D"),
        round_of("A E forfeit white", "D C draw", bye="B"),
    )
    # A 1 + ½ + 1, B 1 + ½ + 1, C 0 + 1 + ½, D 0 + 1 + ½, E 1 + 0 + 0
    lines = standings(tournament)
    assert {one.name: one.half_points for one in lines} == {"A": 5, "B": 5, "C": 3, "D": 3, "E": 2}
    by_name = {one.name: one for one in lines}
    # Buchholz in half points: A met C (3) and B (5), and a forfeit counts as the own 5.
    assert by_name["A"].buchholz == 3 + 5 + 5
    assert by_name["B"].buchholz == 3 + 5 + 5
    assert by_name["C"].buchholz == 5 + 2 + 3
    assert by_name["D"].buchholz == 5 + 3 + 3
    assert by_name["E"].buchholz == 2 + 3 + 2
    # In quarters: 2 half points times the half points of who was beaten, 1 of who drew.
    assert by_name["A"].sonneborn_berger == 2 * 3 + 1 * 5 + 2 * 5
    assert by_name["C"].sonneborn_berger == 0 + 2 * 2 + 1 * 3
    assert by_name["D"].sonneborn_berger == 0 + 2 * 3 + 1 * 3
    assert by_name["E"].sonneborn_berger == 2 * 2
    assert [by_name[name].wins for name in "ABCDE"] == [1, 1, 1, 0, 0]
    assert [by_name[name].played for name in "ABCDE"] == [2, 2, 3, 2, 1]
    assert [by_name[name].points for name in "ABCDE"] == [2, 3, 1, -3, -3]
    # A and B are equal in all but the match points; D is before C by Buchholz.
    assert [(one.rank, one.name) for one in lines] == [
        (1, "B"),
        (2, "A"),
        (3, "D"),
        (4, "C"),
        (5, "E"),
    ]


def test_equal_players_share_a_rank() -> None:
    tournament = played(System.SWISS, "A B C D", round_of("A B draw", "C D draw"))
    assert [one.rank for one in standings(tournament)] == [1, 1, 1, 1]
    tournament = played(System.SWISS, "A B C D", round_of("A B black", "C D black"))
    assert [(one.rank, one.name) for one in standings(tournament)] == [
        (1, "A"),
        (1, "C"),
        (3, "B"),
        (3, "D"),
    ]


def test_a_round_robin_is_decided_by_the_encounter() -> None:
    """A and B have 2 points each, and B has beaten A; by wins or Sonneborn-Berger A leads."""
    tournament = played(
        System.ROUND_ROBIN,
        "A B C D",
        round_of("A D black", "B C draw"),
        round_of("D C draw", "A B white"),
        round_of("B D draw", "C A white"),
    )
    lines = standings(tournament)
    assert [(one.rank, one.name, one.half_points) for one in lines[:2]] == [
        (1, "B", 4),
        (2, "A", 4),
    ]
    assert [one.encounter for one in lines[:2]] == [2, 0]
    assert lines[1].wins > lines[0].wins


def test_the_encounter_counts_only_among_players_who_have_all_met() -> None:
    tournament = played(System.ROUND_ROBIN, "A B C D", round_of("A B draw", "C D draw"))
    assert {one.encounter for one in standings(tournament)} == {0}


def test_a_bye_of_a_round_robin_scores_nothing() -> None:
    tournament = played(System.ROUND_ROBIN, "A B C", round_of("A B white", bye="C"))
    assert [(one.name, one.half_points, one.sonneborn_berger) for one in standings(tournament)] == [
        ("B", 2, 0),
        ("A", 0, 0),
        ("C", 0, 0),
    ]


def test_a_bye_scores_once_the_round_is_over() -> None:
    tournament = played(System.SWISS, "A B C", round_of("A B", bye="C"))
    assert {one.half_points for one in standings(tournament)} == {0}
    tournament = played(System.SWISS, "A B C", round_of("A B draw", bye="C"))
    assert standings(tournament)[0].name == "C"


def test_a_game_under_way_changes_nothing() -> None:
    tournament = played(System.SWISS, "A B", round_of("A B"))
    assert [(one.half_points, one.played, one.buchholz) for one in standings(tournament)] == [
        (0, 0, 0)
    ] * 2
