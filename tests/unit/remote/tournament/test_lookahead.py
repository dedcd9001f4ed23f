"""Rounds to come: found where there are so many, in graphs whose answer is known."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from host.remote.tournament.lookahead import Graph, Matching, find_rounds, surely_has, without
from host.remote.tournament.model import Tournament, TournamentError
from host.remote.tournament.organiser import add_player, pair_round, withdraw
from host.remote.tournament.swiss import rounds_to_come
from tests.support.tournaments import (
    RESULTS,
    has_rounds,
    numbered,
    play_round,
    tournament_of,
    who_can_meet,
    with_results,
)

PLAYED = ("3-1", "0-3", "draw")


def graph_of(count: int, edges: Matching) -> Graph:
    rows = [0] * count
    for one, other in edges:
        rows[one] |= 1 << other
        rows[other] |= 1 << one
    return tuple(rows)


def complete(count: int) -> Graph:
    return graph_of(count, tuple(combinations(range(count), 2)))


TRIANGLES = graph_of(6, ((0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)))
PETERSEN = graph_of(
    10,
    (
        *((vertex, (vertex + 1) % 5) for vertex in range(5)),
        *((vertex + 5, (vertex + 2) % 5 + 5) for vertex in range(5)),
        *((vertex, vertex + 5) for vertex in range(5)),
    ),
)


@pytest.mark.parametrize("count", range(2, 31, 2))
def test_everybody_can_meet_everybody(count: int) -> None:
    rounds = find_rounds(complete(count), count - 1)
    assert rounds is not None
    left = complete(count)
    for matching in rounds:
        assert sorted(vertex for edge in matching for vertex in edge) == list(range(count))
        assert all(left[one] >> other & 1 for one, other in matching)
        left = without(left, matching)
    assert not any(left)
    assert find_rounds(complete(count), count) is None


@pytest.mark.parametrize(
    ("graph", "rounds"),
    [
        (TRIANGLES, 0),  # what is left of six players after three rounds of which two are over
        (PETERSEN, 1),  # has matchings, but what one leaves are two circles of five
        (graph_of(6, ((0, 3), (0, 4), (1, 3), (1, 5), (2, 4), (2, 5))), 2),
        (graph_of(4, ((0, 1), (0, 2), (0, 3))), 0),
    ],
)
def test_there_are_no_more_rounds_than_the_graph_has(graph: Graph, rounds: int) -> None:
    assert find_rounds(graph, rounds) is not None
    assert find_rounds(graph, rounds + 1) is None


def test_a_search_that_takes_too_long_ends() -> None:
    assert find_rounds(complete(20), 19, steps=5) is None


def test_what_surely_goes_on_does_however_it_is_paired() -> None:
    rng = random.Random(1)
    for count in (6, 10, 16):
        graph, rounds = complete(count), count // 2
        assert surely_has(graph, rounds)
        assert not surely_has(graph, rounds + 1)
        for left in range(rounds, 0, -1):
            order = list(range(count))
            rng.shuffle(order)
            moved = graph_of(
                count,
                tuple(
                    (order[one], order[other])
                    for one, other in combinations(range(count), 2)
                    if graph[one] >> other & 1
                ),
            )
            found = find_rounds(moved, 1)
            assert found is not None, left
            graph = without(moved, found[0])


def most_rounds(count: int) -> int:
    """Return in how many rounds nobody need meet anybody twice, or have a second bye."""
    return count - 1 + count % 2


@pytest.mark.slow
@pytest.mark.parametrize("count", [*range(4, 13), 15])
def test_a_tournament_of_as_many_rounds_as_there_can_be_is_finished(count: int) -> None:
    for seed in range(max(2, 60 // count)):
        rng = random.Random(f"{count}/{seed}")
        most = most_rounds(count)
        tournament = tournament_of(numbered(count), rounds=rng.choice((most, most, most - 1)))
        while len(tournament.rounds) < tournament.planned_rounds:
            tournament = play_round(tournament, rng, PLAYED)


def test_six_players_and_five_rounds_are_always_finished() -> None:
    for seed in range(20):
        rng, tournament = random.Random(seed), tournament_of(numbered(6))
        while len(tournament.rounds) < tournament.planned_rounds:
            tournament = play_round(tournament, rng, PLAYED)


@pytest.mark.slow
@pytest.mark.parametrize("count", range(4, 9))
def test_whatever_happens_no_round_is_lost(count: int) -> None:
    """After withdrawals, late entries and forfeits as many rounds follow as can."""
    for seed in range(20):
        rng = random.Random(f"{count}/{seed}")
        tournament = tournament_of(numbered(count), rounds=most_rounds(count))
        for number in range(tournament.planned_rounds):
            tournament = _disturbed(tournament, rng, number)
            possible = _possible(tournament)
            try:
                tournament = pair_round(tournament)
            except TournamentError:
                assert possible == 0 or len(who_can_meet(tournament)) < 2
                break
            assert _possible(tournament) == possible - 1 == rounds_to_come(tournament)
            drawn = (rng.choice(RESULTS) for _ in tournament.rounds[-1].pairings)
            tournament = with_results(tournament, *drawn)


def _disturbed(tournament: Tournament, rng: random.Random, number: int) -> Tournament:
    if rng.random() < 0.1:
        tournament = add_player(tournament, f"Late {number}", rng.choice((None, 1990)))
    playing = [one.name for one in tournament.players if not one.is_withdrawn]
    if number and len(playing) > 3 and rng.random() < 0.1:
        tournament = withdraw(tournament, rng.choice(playing))
    return tournament


def _possible(tournament: Tournament) -> int:
    unmet = who_can_meet(tournament)
    later = tournament.planned_rounds - len(tournament.rounds)
    return next(count for count in range(later, -1, -1) if has_rounds(unmet, count))
