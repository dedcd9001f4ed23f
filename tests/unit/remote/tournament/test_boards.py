"""Results that boards tell."""

from __future__ import annotations

from host.remote.tournament.boards import EndedMatch, take_results
from host.remote.tournament.model import Source, Tournament
from host.remote.tournament.organiser import confirm_results, pair_round, set_result
from host.remote.tournament.result import parse_result
from tests.support.tournaments import numbered, tournament_of


def ended(mark: str, result: str = "3-1") -> EndedMatch:
    return EndedMatch(mark, parse_result(result))


def begun() -> Tournament:
    """Return a tournament in its first round, whose boards have been looked at once."""
    tournament = pair_round(tournament_of(numbered(4)))
    return take_results(tournament, {"table-1": ended("friendly")})


def results(tournament: Tournament) -> list[str]:
    pairings = tournament.rounds[-1].pairings
    return [f"{one.result} {one.source}" for one in pairings]


def test_a_match_that_ends_at_a_table_is_its_result() -> None:
    tournament = take_results(begun(), {"table-2": ended("m1", "1-3"), "table-7": ended("m2")})
    assert results(tournament) == ["None None", "1-3 board"]
    assert tournament.rounds[0].pairings[1].match == "m1"


def test_a_match_that_had_ended_before_the_round_does_not_count() -> None:
    tournament = begun()
    assert take_results(tournament, {"table-1": ended("friendly")}) is tournament
    assert results(take_results(tournament, {"table-1": ended("m1")}))[0] == "3-1 board"


def test_a_later_match_at_the_table_changes_nothing() -> None:
    tournament = take_results(begun(), {"table-1": ended("m1")})
    assert take_results(tournament, {"table-1": ended("m2", "0-3")}) is tournament


def test_the_next_round_begins_with_what_boards_still_show() -> None:
    shown = {"table-1": ended("m1"), "table-2": ended("m2")}
    tournament = pair_round(take_results(begun(), shown))
    tournament = take_results(tournament, shown)
    assert results(take_results(tournament, shown)) == ["None None"] * 2
    assert results(take_results(tournament, shown | {"table-2": ended("m3")}))[1] == "3-1 board"


def test_the_organiser_has_the_last_word() -> None:
    tournament = set_result(begun(), "table-1", parse_result("draw"))
    assert take_results(tournament, {"table-1": ended("m1")}) is tournament
    tournament = confirm_results(take_results(begun(), {"table-1": ended("m1")}))
    assert tournament.rounds[0].pairings[0].source is Source.ORGANISER


def test_a_deleted_result_does_not_come_back_from_the_same_match() -> None:
    tournament = take_results(begun(), {"table-1": ended("m1")})
    tournament = set_result(tournament, "table-1", None)
    assert take_results(tournament, {"table-1": ended("m1")}) is tournament
    assert results(take_results(tournament, {"table-1": ended("m2", "0-3")}))[0] == "0-3 board"


def test_a_match_that_goes_on_after_a_takeback_has_no_result_until_it_ends() -> None:
    tournament = take_results(begun(), {"table-1": ended("m1")})
    assert take_results(tournament, {}, {"m0"}) is tournament
    assert results(take_results(tournament, {}, {"m1"}))[0] == "None None"
    again = take_results(tournament, {"table-1": ended("m2", "0-3")}, {"m1"})
    assert results(again)[0] == "0-3 board"
    confirmed = confirm_results(tournament)
    assert take_results(confirmed, {}, {"m1"}) is confirmed


def test_without_a_round_nothing_is_taken() -> None:
    tournament = tournament_of(numbered(4))
    assert take_results(tournament, {"table-1": ended("m1")}) is tournament
