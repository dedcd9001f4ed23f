"""`kamisado tournament`: the levels of the computer play each other, and are rated.

Every two levels play single rounds from the start, each as first mover in half of them.  A round
depends on nothing but its seed, so the same command finds the same figures, by however many
processes it is played.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from typing import NamedTuple

from host.ai.choice import Master
from host.ai.level import level_words
from host.ai.player import Player
from host.ai.rating import Rating, ratings
from host.commands.arguments import Tell
from host.engine.game import Side
from host.engine.registry import game_named

HASH_MB = 64
"""For the perfect level: far more than one round takes."""


class Pairing(NamedTuple):
    """One round: the levels of who begins and of the other, and the seed."""

    black: int
    white: int
    seed: int


def play(pairing: Pairing) -> Side:
    """Who wins one round."""
    game = game_named("kamisado")
    position = game.start()
    players = {
        Side.BLACK: Player(pairing.black, 2 * pairing.seed, Master(HASH_MB)),
        Side.WHITE: Player(pairing.white, 2 * pairing.seed + 1, Master(HASH_MB)),
    }
    while (outcome := game.outcome(position)) is None:
        played = players[game.turn(position)].choose(game, position)
        position = game.play(position, game.parse_move(position, played.move))
    assert outcome.winner is not None, "a round of Kamisado is never drawn"
    return outcome.winner


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Play them all and print the ratings; the exit status."""
    levels: list[int] = options.levels
    pairings = _pairings(levels, options.games, options.seed)
    won: Counter[tuple[str, str]] = Counter()
    for pairing, winner in zip(pairings, _all(pairings, options.jobs), strict=True):
        black, white = str(pairing.black), str(pairing.white)
        won[(black, white) if winner is Side.BLACK else (white, black)] += 1
    found = ratings([str(level) for level in levels], won)
    if options.json:
        tell(json.dumps(_as_json(found, won)))
    else:
        for line in _told(found, won, options.games):
            tell(line)
    return 0


def _pairings(levels: list[int], games: int, seed: int) -> list[Pairing]:
    """Every round of the tournament, each with a seed of its own."""
    first = seed * len(levels) ** 2 * games
    pairings: list[Pairing] = []
    for one, other in combinations(levels, 2):
        for number in range(games):
            black, white = (one, other) if number % 2 == 0 else (other, one)
            pairings.append(Pairing(black, white, first + len(pairings)))
    return pairings


def _all(pairings: list[Pairing], jobs: int) -> Iterator[Side]:
    """The winner of each, in their order."""
    if jobs == 1:
        yield from map(play, pairings)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, pairings, chunksize=4)


def _as_json(found: list[Rating], won: Counter[tuple[str, str]]) -> dict[str, object]:
    return {
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
        "wins": {f"{one}-{other}": count for (one, other), count in sorted(won.items())},
    }


def _told(found: list[Rating], won: Counter[tuple[str, str]], games: int) -> Iterator[str]:
    """The table for people, the strongest level last."""
    names = [rating.name for rating in found]
    yield f"level    Elo  +-95%   wins  {''.join(f'{name:>4}' for name in names)}"
    for rating in found:
        against = (
            "   -" if name == rating.name else f"{won[rating.name, name]:>4}" for name in names
        )
        yield (
            f"{rating.name:>5}  {rating.elo:>+5.0f}  {rating.error:>5.0f}  "
            f"{rating.wins / rating.games:>4.0%}   {''.join(against)}   "
            f"{level_words(int(rating.name))}"
        )
    yield ""
    yield (
        f"{games} rounds for every two; on the right, of how many each has won against each. Elo "
        "beside the average of these levels."
    )
