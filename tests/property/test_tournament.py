"""Tournaments with any players, results, absences, late comers and withdrawals."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.remote.tournament.codec import decode_tournament, encode_tournament
from host.remote.tournament.model import System, Tournament, TournamentError
from host.remote.tournament.organiser import add_player, pair_round, withdraw
from host.remote.tournament.standings import standings
from host.remote.tournament.swiss import Entrant, ranked
from tests.support.tournaments import RESULTS, colours_of, numbered, tournament_of, with_results

pytestmark = pytest.mark.slow


def has_legal_pairing(field: list[Entrant]) -> bool:
    """Return True if a field can be paired, all ways tried one by one."""
    if not field:
        return True
    one, *others = field
    if len(field) % 2 and one.may_have_bye and has_legal_pairing(others):
        return True
    return any(
        other.name not in one.opponents
        and has_legal_pairing([each for each in others if each is not other])
        for other in others
    )


def check_round(tournament: Tournament, absent: list[str]) -> None:
    """Check that each player stands in the last round once, and nobody meets anybody again."""
    *earlier, last = tournament.rounds
    paired = [name for one in last.pairings for name in one.players]
    everybody = [player.name for player in tournament.players if not player.is_withdrawn]
    bye = [] if last.bye is None else [last.bye]
    assert sorted(paired + bye) == sorted(set(everybody) - set(absent))
    assert len({one.table for one in last.pairings}) == len(last.pairings)
    met = {
        frozenset(one.players)
        for round_ in earlier
        for one in round_.pairings
        if one.result and one.result.is_played
    }
    assert not met & {frozenset(one.players) for one in last.pairings}
    byes = [round_.bye for round_ in tournament.rounds if round_.bye]
    assert len(set(byes)) == len(byes)


@settings(max_examples=60)
@given(count=st.integers(2, 9), rounds=st.integers(1, 9), seed=st.integers(0, 2**32))
def test_every_round_is_legal_or_none_is(count: int, rounds: int, seed: int) -> None:
    rng = random.Random(seed)
    tournament = tournament_of(numbered(count), rounds=rounds)
    for number in range(rounds):
        if rng.random() < 0.2:
            tournament = add_player(tournament, f"Late {number}", rng.choice((None, 1990)))
        if number and rng.random() < 0.2:
            tournament = withdraw(tournament, rng.choice(tournament.players).name)
        here = [player for player in tournament.players if not player.is_withdrawn]
        absent = [player.name for player in here if rng.random() < 0.1]
        present = [player for player in here if player.name not in absent]
        try:
            tournament = pair_round(tournament, absent)
        except TournamentError:
            assert len(present) < 2 or not has_legal_pairing(ranked(tournament, present))
            return
        check_round(tournament, absent)
        results = (rng.choice(RESULTS) for _ in tournament.rounds[-1].pairings)
        tournament = with_results(tournament, *results)
        assert decode_tournament(encode_tournament(tournament)) == tournament
        lines = standings(tournament)
        assert [line.rank for line in lines] == sorted(line.rank for line in lines)
        points = [line.half_points for line in lines]
        assert points == sorted(points, reverse=True)
        assert {line.name for line in lines} == {player.name for player in tournament.players}


@settings(max_examples=15)
@given(count=st.integers(10, 40), seed=st.integers(0, 2**32))
def test_colours_stay_even_in_large_fields(count: int, seed: int) -> None:
    """In a few rounds of a large field nobody is refused a colour that is absolutely due."""
    rng = random.Random(seed)
    tournament = tournament_of(numbered(count), rounds=5)
    for _ in range(5):
        tournament = pair_round(tournament)
        check_round(tournament, [])
        results = (rng.choice(("3-0", "1-3", "draw")) for _ in tournament.rounds[-1].pairings)
        tournament = with_results(tournament, *results)
    for player in tournament.players:
        colours = "".join(side.value for side in colours_of(tournament, player.name))
        assert abs(colours.count("b") - colours.count("w")) <= 2
        assert "bbb" not in colours
        assert "www" not in colours


@settings(max_examples=20)
@given(
    count=st.integers(2, 12),
    cycles=st.integers(1, 2),
    seed=st.integers(0, 2**32),
)
def test_a_round_robin_ends_with_everybody_played(count: int, cycles: int, seed: int) -> None:
    rng = random.Random(seed)
    tournament = tournament_of(numbered(count), System.ROUND_ROBIN, cycles=cycles)
    while len(tournament.rounds) < tournament.planned_rounds:
        tournament = pair_round(tournament)
        results = (rng.choice(("3-0", "1-3", "draw")) for _ in tournament.rounds[-1].pairings)
        tournament = with_results(tournament, *results)
    assert {line.played for line in standings(tournament)} == {cycles * (count - 1)}
    assert sum(line.half_points for line in standings(tournament)) == cycles * count * (count - 1)
    assert decode_tournament(encode_tournament(tournament)) == tournament
