"""Leaf counts of the games of stones: the move generators against a second program."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.engine.registry import game_named
from host.engine.successors import perft
from tests.unit.engine.stones.plain_stones import PLAIN, leaves, plain_game

DATA = Path(__file__).parents[3] / "data" / "perft"
FEW = 3000  # leaves that the plain program counts in a second or so


def counts() -> list[tuple[str, str, int, int]]:
    """Name of the game, position text, depth and leaves of every line of the perft files."""
    found = []
    for kind in PLAIN:
        game = position = ""
        for line in (DATA / f"{kind}.txt").read_text().splitlines():
            key, _, value = line.partition(": ")
            if key == "game":
                game = value
            elif key == "position":
                position = value
            elif line and not line.startswith("#"):
                depth, count = line.split()
                found.append((game, position, int(depth), int(count)))
    return found


@pytest.mark.parametrize(("name", "text", "depth", "expected"), counts())
def test_the_leaf_counts_are_those_of_the_files(
    name: str, text: str, depth: int, expected: int
) -> None:
    game = game_named(name)
    assert perft(game, game.parse_position(text), depth) == expected
    if expected <= FEW:
        assert leaves(plain_game(name, text), depth) == expected


def test_the_files_hold_passes_chains_and_ways_to_be_opened() -> None:
    texts = {(name, text) for name, text, _, _ in counts()}
    duties = set()
    for name, text in texts:
        game = game_named(name)
        position = game.parse_position(text)
        for move in game.legal_moves(position):
            duties.add((name, game.move_text(position, move)))
            duties.add((name, game.position_text(game.play(position, move)).split()[-1]))
    assert {("hasami", "pass"), ("five", "pass"), ("seega", "pass")} <= duties
    assert {("seega", "on"), ("seega", "open")} <= duties
