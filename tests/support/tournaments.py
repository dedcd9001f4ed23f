"""Tournaments for tests, played with results from a seed."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from host.engine.game import Side
from host.remote.tournament.model import System, Tournament
from host.remote.tournament.organiser import add_player, pair_round, set_result
from host.remote.tournament.result import parse_result

BYE = "bye"
"""Opponent of who has none."""
RESULTS = ("3-1", "0-3", "draw", "black 1-2", "forfeit white", "forfeit black", "forfeit both")


def tournament_of(
    names: Sequence[str], system: System = System.SWISS, rounds: int = 5, cycles: int = 1
) -> Tournament:
    """Return a tournament before its first round; the players are rated as they are named."""
    tournament = Tournament("Open", system, round_count=rounds, cycles=cycles)
    for place, name in enumerate(names):
        tournament = add_player(tournament, name, 2000 - place)
    return tournament


def numbered(count: int) -> list[str]:
    """Return names of players, the best rated first."""
    return [f"P{number}" for number in range(1, count + 1)]


def with_results(tournament: Tournament, *results: str) -> Tournament:
    """Enter the results of the last round, in the order of the tables."""
    pairings = tournament.rounds[-1].pairings
    for pairing, result in zip(pairings, results, strict=True):
        tournament = set_result(tournament, pairing.table, parse_result(result))
    return tournament


def play_round(
    tournament: Tournament, rng: random.Random, results: Sequence[str] = RESULTS
) -> Tournament:
    """Pair the next round, and draw its results.

    Raises:
        TournamentError: no pairing is legal.
    """
    tournament = pair_round(tournament)
    return with_results(tournament, *(rng.choice(results) for _ in tournament.rounds[-1].pairings))


def colours_of(tournament: Tournament, name: str) -> list[Side]:
    """Return the colours that a player has had in games that were played."""
    games = tournament.games(name)
    return [one.side_of(name) for one in games if one and one.result and one.result.is_played]


def who_can_meet(tournament: Tournament) -> dict[str, frozenset[str]]:
    """Return whom each player could still meet in the rounds to come, the bye included."""
    playing = {one.name for one in tournament.players if not one.is_withdrawn}
    everybody = playing | {BYE} if len(playing) % 2 else playing
    met = {name: {name} for name in everybody}
    for round_ in tournament.rounds:
        pairs = [one.players for one in round_.pairings if not one.result or one.result.is_played]
        for one, other in [*pairs, (round_.bye or "", BYE)]:
            met.setdefault(one, set()).add(other)
            met.setdefault(other, set()).add(one)
    return {name: frozenset(everybody - met[name]) for name in everybody}


def has_rounds(unmet: Mapping[str, frozenset[str]], rounds: int) -> bool:
    """Return True if so many rounds can be paired, all ways tried one by one."""

    def fill(free: frozenset[str], left: dict[str, frozenset[str]]) -> bool:
        if not free:
            return has_rounds(left, rounds - 1)
        one = min(free, key=lambda name: (len(left[name] & free), name))
        return any(
            fill(
                free - {one, other}, {**left, one: left[one] - {other}, other: left[other] - {one}}
            )
            for other in sorted(left[one] & free)
        )

    if rounds == 0:
        return True
    return min(map(len, unmet.values()), default=0) >= rounds and fill(frozenset(unmet), {**unmet})
