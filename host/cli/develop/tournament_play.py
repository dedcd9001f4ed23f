"""A tournament between levels of the computer: its games, their ratings, the table of both.

A game depends on nothing but its seed, so the same tournament gives the same figures, wherever its
games are played.  A drawn game counts half for each.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from host.ai.players.levels import level_words
from host.ai.players.perfect import PerfectPlayer
from host.ai.players.player import Player
from host.ai.solver.adapter import is_provable
from host.ai.transposition_table_size import TOURNAMENT_MB
from host.cli.develop.rating import Rating, ratings
from host.cli.options import Echo
from host.engine.game import AnyGame
from host.engine.registry import game_named
from host.worker.executor import mapper


class Pairing(NamedTuple):
    """One game: its name, the levels of the first mover and of the other, and the seed."""

    game: str
    first: int
    second: int
    seed: int


def play(pairing: Pairing) -> float:
    """Play one game; return 1 if its first mover wins, 0.5 for a draw, 0 for a loss."""
    game = game_named(pairing.game)
    position = game.start()
    begins = game.turn(position)
    players = {
        begins: Player(pairing.first, 2 * pairing.seed, PerfectPlayer(TOURNAMENT_MB)),
        begins.other: Player(pairing.second, 2 * pairing.seed + 1, PerfectPlayer(TOURNAMENT_MB)),
    }
    while (outcome := game.outcome(position)) is None:
        played = players[game.turn(position)].choose(game, position)
        position = game.play(position, game.parse_move(position, played.move))
    return 0.5 if outcome.winner is None else float(outcome.winner is begins)


def run_tournament(options: argparse.Namespace, echo: Echo) -> int:
    """Play all pairings and print the ratings; return the exit status."""
    levels: list[int] = options.levels
    game = game_named(options.game)
    pairings = _pairings(game.name, levels, options.games, options.seed)
    won: Counter[tuple[str, str]] = Counter()
    with mapper(options.jobs, options.cluster) as apply:
        for pairing, score in zip(pairings, apply(play, pairings), strict=True):
            first, second = str(pairing.first), str(pairing.second)
            # Halves cannot be counted, so all is counted twice.
            won[first, second] += round(2 * score)
            won[second, first] += round(2 * (1 - score))
    results = {pair: twice / 2 for pair, twice in won.items()}
    found = ratings([str(level) for level in levels], results)
    if options.json:
        echo(json.dumps(_as_json(game, found, results)))
    else:
        for line in _table(game, found, results, options.games):
            echo(line)
    return 0


def _pairings(game: str, levels: list[int], games: int, seed: int) -> list[Pairing]:
    """Return every game of the tournament, each with a seed of its own."""
    first = seed * len(levels) ** 2 * games
    pairings: list[Pairing] = []
    for one, other in combinations(levels, 2):
        for number in range(games):
            begins, follows = (one, other) if number % 2 == 0 else (other, one)
            pairings.append(Pairing(game, begins, follows, first + len(pairings)))
    return pairings


def _as_json(
    game: AnyGame, found: list[Rating], results: Mapping[tuple[str, str], float]
) -> dict[str, object]:
    return {
        "game": game.name,
        "ratings": [
            {
                "level": int(rating.name),
                "elo": round(rating.elo, 1),
                "error": round(rating.error, 1),
                "games": rating.games,
                "wins": rating.wins,
            }
            for rating in found
        ],
        "wins": {f"{one}-{other}": count for (one, other), count in sorted(results.items())},
    }


def _table(
    game: AnyGame, found: list[Rating], results: Mapping[tuple[str, str], float], games: int
) -> Iterator[str]:
    """Yield the lines of the table, the strongest level last."""
    names = [rating.name for rating in found]
    proven = is_provable(game)
    width = 4 if all(count == int(count) for count in results.values()) else 6
    yield f"level    Elo  +-95%   wins  {''.join(f'{name:>{width}}' for name in names)}"
    for rating in found:
        against = (
            f"{'-' if name == rating.name else f'{results[rating.name, name]:g}':>{width}}"
            for name in names
        )
        level = int(rating.name)
        yield (
            f"{rating.name:>5}  {rating.elo:>+5.0f}  {rating.error:>5.0f}  "
            f"{rating.wins / rating.games:>4.0%}   {''.join(against)}   "
            f"{level_words(game, level)}"
        )
    yield ""
    yield (
        f"{games} {'rounds' if proven else 'games'} for every two; on the right, of how many each "
        f"has won against each{'' if proven else ', drawn ones as halves'}. Elo beside the average "
        "of these levels."
    )
