"""The computer beats who plays by chance, and who takes what takes most, in any game.

`python -m benchmarks.opponents.general` plays 200 games of each kind; here are a few, looked at
less deeply.
"""

from __future__ import annotations

import random

import pytest

from benchmarks.opponents.baselines import greedy, play
from host.ai.players.levels import PERFECT
from host.ai.solver.adapter import is_provable
from host.engine.registry import game_named, playable_games

SEEDS = range(1, 5)
NODES = {"seega": 1000}
FEW = 150
"""So many positions are looked at for a move, unless `NODES` has another number."""
NOT_WON = {"chance": 0, "greedy": 1}
"""The number of games that need not be won."""
NAMES = [game.name for game in playable_games() if not is_provable(game)]


def test_these_are_the_games_of_stones() -> None:
    assert set(NAMES) == {"hasami", "five", "seega"}


@pytest.mark.parametrize("against", NOT_WON)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.slow
def test_the_computer_beats_who_plays_by_chance_and_who_is_greedy(name: str, against: str) -> None:
    nodes = NODES.get(name, FEW)
    found = {seed: play(name, against, PERFECT, nodes, seed) for seed in SEEDS}
    not_won = [seed for seed, (how, _) in found.items() if how != "won"]
    assert len(not_won) <= NOT_WON[against], f"by seed, how and after how many plies: {found}"


def test_the_same_game_is_found_again() -> None:
    found = [play("five", "greedy", PERFECT, FEW, seed) for seed in (1, 2)]
    assert found == [play("five", "greedy", PERFECT, FEW, seed) for seed in (1, 2)]
    assert len({plies for _, plies in found}) > 1


def test_the_greedy_mover_takes_what_takes_most_and_else_moves_by_chance() -> None:
    game = game_named("hasami")
    # e1e5 takes d5 and f5; a9a8 takes b8 alone.
    at = game.parse_position("S8/1sS6/9/9/2Ss1sS2/9/9/9/4S4 w 0")
    assert str(game.describe_move(at, game.parse_move(at, "a9a8"))) == "a9 to a8, capturing b8"
    chosen = {game.move_text(at, greedy(game, at, random.Random(seed))) for seed in range(20)}
    assert chosen == {"e1e5"}
    start = game.start()
    first = {game.move_text(start, greedy(game, start, random.Random(seed))) for seed in range(20)}
    assert len(first) > 5
