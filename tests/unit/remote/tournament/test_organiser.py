"""Players, rounds and results as the organiser changes them."""

from __future__ import annotations

import random

import pytest

from host.remote.tournament.model import Source, System, Tournament, TournamentError
from host.remote.tournament.organiser import (
    add_player,
    confirm_results,
    correct_player,
    pair_round,
    set_result,
    unpair_round,
    withdraw,
)
from host.remote.tournament.result import parse_result
from host.remote.tournament.standings import standings
from tests.support.tournaments import numbered, play_round, tournament_of, with_results

WIN = parse_result("3-1")


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\nb", "a\x00"])
def test_a_name_can_be_printed(name: str) -> None:
    with pytest.raises(TournamentError, match="is no name of a player"):
        add_player(tournament_of([]), name)


def test_names_differ_by_more_than_their_case() -> None:
    with pytest.raises(TournamentError, match="'Anna' plays already"):
        add_player(tournament_of(["Anna"]), " ANNA ")


def test_who_withdraws_before_the_first_round_is_off_the_list_and_may_come_back_later() -> None:
    tournament = withdraw(tournament_of(["A", "B", "C"]), "c")
    assert [player.name for player in tournament.players] == ["A", "B"]
    tournament = withdraw(pair_round(tournament), "B")
    assert [player.is_withdrawn for player in tournament.players] == [False, True]
    tournament = add_player(tournament, "b")
    assert [(player.name, player.is_withdrawn) for player in tournament.players] == [
        ("A", False),
        ("B", False),
    ]


def test_an_unknown_player_is_told_with_the_known_ones() -> None:
    with pytest.raises(TournamentError, match="'X' is not among the players: A; B"):
        withdraw(tournament_of(["A", "B"]), "X")


def test_nobody_joins_a_round_robin_that_has_begun() -> None:
    tournament = pair_round(tournament_of(["A", "B"], System.ROUND_ROBIN))
    with pytest.raises(TournamentError, match="'C' comes too late"):
        add_player(tournament, "C")


def test_a_round_waits_for_all_results() -> None:
    tournament = pair_round(tournament_of(numbered(4)))
    tournament = set_result(tournament, "table-1", WIN)
    with pytest.raises(TournamentError, match="Round 1 has no result yet at table-2: enter"):
        pair_round(tournament)
    assert len(pair_round(set_result(tournament, "table-2", WIN)).rounds) == 2


@pytest.mark.parametrize(("system", "rounds"), [(System.SWISS, 2), (System.ROUND_ROBIN, 3)])
def test_no_round_follows_the_last(system: System, rounds: int) -> None:
    tournament, rng = tournament_of(numbered(4), system, rounds=2), random.Random(1)
    for _ in range(rounds):
        tournament = play_round(tournament, rng)
    with pytest.raises(TournamentError, match=f"All {rounds} rounds have been paired"):
        pair_round(tournament)


@pytest.mark.parametrize("names", [[], ["A"]])
def test_a_round_needs_two_players(names: list[str]) -> None:
    with pytest.raises(TournamentError, match="A round needs two players"):
        pair_round(tournament_of(names))
    with pytest.raises(TournamentError, match="A round needs two players"):
        pair_round(tournament_of(["A", "B"]), ["A"])


def test_who_is_absent_is_not_paired_and_scores_nothing() -> None:
    tournament = pair_round(tournament_of(numbered(5)), ["p2"])
    assert tournament.rounds[0].absent == ("P2",)
    assert tournament.rounds[0].bye is None
    assert tournament.half_points("P2") == 0


def test_a_half_point_bye_scores_once_the_round_is_over() -> None:
    tournament = pair_round(tournament_of(numbered(5)), ["p2"], ["P4", "p2"])
    assert tournament.rounds[0].absent == ("P2", "P4")
    assert tournament.rounds[0].awarded == (("P2", 1), ("P4", 1))
    assert tournament.half_points("P4") == 0
    tournament = with_results(tournament, "draw")
    assert [tournament.half_points(name) for name in ("P2", "P4")] == [1, 1]
    line = next(one for one in standings(tournament) if one.name == "P4")
    assert (line.half_points, line.buchholz, line.sonneborn_berger) == (1, 1, 1)


def test_names_are_the_same_however_their_letters_are_composed() -> None:
    tournament = add_player(tournament_of([]), " Zoe\u0308\u00a0 B ")
    assert tournament.players[0].name == "Zoë B"
    assert tournament.player("zoe\u0308 b").name == "Zoë B"
    with pytest.raises(TournamentError, match="'Zoë B' plays already"):
        add_player(tournament, "ZOË B")


def test_who_has_left_a_round_robin_loses_by_forfeit() -> None:
    tournament = pair_round(tournament_of(numbered(4), System.ROUND_ROBIN))
    tournament = pair_round(withdraw(with_results(tournament, "3-1", "3-1"), "P1"), ["P2"])
    texts = {one.players: str(one.result) for one in tournament.rounds[1].pairings}
    assert texts == {("P4", "P3"): "None", ("P1", "P2"): "forfeit both"}


def test_tables_are_named_and_further_ones_numbered() -> None:
    tournament = Tournament("Open", System.SWISS, tables=("door", "window"))
    for name in numbered(6):
        tournament = add_player(tournament, name)
    tables = [one.table for one in pair_round(tournament).rounds[0].pairings]
    assert tables == ["door", "window", "table-3"]


def test_a_result_is_corrected_in_any_round_and_deleted() -> None:
    tournament = with_results(pair_round(tournament_of(["A", "B", "C", "D"])), "3-1", "3-1")
    tournament = set_result(pair_round(tournament), "table-2", parse_result("0-3"), 1)
    pairing = tournament.rounds[0].pairings[1]
    assert (str(pairing.result), pairing.source) == ("0-3", Source.ORGANISER)
    pairing = set_result(tournament, "table-2", None, 1).rounds[0].pairings[1]
    assert (pairing.result, pairing.source) == (None, None)


@pytest.mark.parametrize(
    ("table", "number", "why"),
    [
        ("table-9", None, "'table-9' is no table of round 1: these are table-1, table-2"),
        ("table-1", 2, "There is no round 2: 1 have been paired"),
        ("table-1", 0, "There is no round 0"),
    ],
)
def test_a_result_belongs_to_a_table(table: str, number: int | None, why: str) -> None:
    with pytest.raises(TournamentError, match=why):
        set_result(pair_round(tournament_of(numbered(4))), table, WIN, number)
    with pytest.raises(TournamentError, match="No round has been paired yet: pair the first one"):
        set_result(tournament_of(numbered(4)), table, WIN, number)


def test_a_round_is_taken_back_while_nothing_was_played() -> None:
    tournament = pair_round(tournament_of(numbered(4)))
    assert unpair_round(tournament) == tournament_of(numbered(4))
    with pytest.raises(TournamentError, match="Round 1 stays: table-1 has the result 3-1"):
        unpair_round(set_result(tournament, "table-1", WIN))
    with pytest.raises(TournamentError, match="No round has been paired yet"):
        unpair_round(tournament_of(numbered(4)))


def test_a_result_to_confirm_must_be_there() -> None:
    tournament = pair_round(tournament_of(numbered(4)))
    with pytest.raises(TournamentError, match="table-1 has no result yet"):
        confirm_results(tournament, ["table-1"])
    assert confirm_results(tournament) == tournament


@pytest.mark.parametrize("system", list(System))
def test_a_correction_keeps_games_and_pairing_numbers(system: System) -> None:
    tournament = tournament_of(numbered(5), system)
    tournament = pair_round(tournament, half_byes=["P2"] if system is System.SWISS else [])
    before = tournament.rounds[0]
    others = {one.name: tournament.half_points(one.name) for one in tournament.players[1:]}
    after = correct_player(correct_player(tournament, "p1", "Zoë"), "zoë", rating=0)
    assert (after.players[0].name, after.players[0].rating) == ("Zoë", None)
    told = str(before).replace("'P1'", "'Zoë'")
    assert str(after.rounds[0]) == told
    assert {one.name: after.half_points(one.name) for one in after.players[1:]} == others
    if system is System.ROUND_ROBIN:
        results = ["draw"] * len(before.pairings)
        one, other = (pair_round(with_results(each, *results)) for each in (tournament, after))
        assert str(other.rounds[1]) == str(one.rounds[1]).replace("'P1'", "'Zoë'")


def test_a_correction_takes_nobody_elses_name() -> None:
    tournament = tournament_of(numbered(3))
    with pytest.raises(TournamentError, match="'p2' is another player"):
        correct_player(tournament, "P1", "p2")
    assert correct_player(tournament, "P1", "p1").players[0].name == "p1"


def test_who_may_be_meant_is_asked() -> None:
    tournament = tournament_of(["Löwe, Ünal", "Groß, Käthe", "Groß, Karl"])
    for name, meant in (
        ("löwe", "Is 'Löwe, Ünal' meant?"),
        ("Groß", "Is 'Groß, Käthe' or 'Groß, Karl' meant?"),
        ("Gross, Käte", "Is 'Groß, Käthe' or 'Groß, Karl' meant?"),
    ):
        with pytest.raises(TournamentError) as error:
            withdraw(tournament, name)
        assert str(error.value).endswith(meant)
