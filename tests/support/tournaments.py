"""Tournaments for tests, played with results from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from host.engine.game import Side
from host.remote.tournament.model import System, Tournament
from host.remote.tournament.organiser import add_player, pair_round, set_result
from host.remote.tournament.result import parse_result

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
