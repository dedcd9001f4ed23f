"""Baseline opponents that the computer must beat in any game: one random, one greedy.

The seed of a game determines who begins and all random choices, on any machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable

from host.ai.players.level_search import search_at_level
from host.engine.game import AnyGame, Side
from host.engine.registry import game_named

Mover = Callable[[AnyGame, Hashable, random.Random], Hashable]


def by_chance(game: AnyGame, position: Hashable, chance: random.Random) -> Hashable:
    """Return a random legal move."""
    return chance.choice(game.legal_moves(position))


def greedy(game: AnyGame, position: Hashable, chance: random.Random) -> Hashable:
    """Return the move that captures most; a random one among equals."""
    moves = list(game.legal_moves(position))
    chance.shuffle(moves)
    return min(moves, key=lambda move: _enemies(game, position, move))


def _enemies(game: AnyGame, position: Hashable, move: Hashable) -> int:
    """Return the number of the opponent's pieces after a move."""
    turn = game.turn(position)
    after = game.pieces(game.play(position, move))
    return sum(piece.side is not turn for piece in after.values())


MOVERS: dict[str, Mover] = {"chance": by_chance, "greedy": greedy}


def play(name: str, against: str, level: int, nodes: int, seed: int) -> tuple[str, int]:
    """Play one game; return its result for the computer ("won", "drawn" or "lost") and its plies.

    Args:
        name: of the game.
        against: the opponent, a key of `MOVERS`.
        level: of the computer.
        nodes: approximate limit of the positions that it searches for a move.
        seed: of all random choices; the computer is White if it is odd.
    """
    game, chance = game_named(name), random.Random(f"{name}/{against}/{seed}")
    position, plies = game.start(), 0
    computer = Side.WHITE if seed % 2 else Side.BLACK
    while (outcome := game.outcome(position)) is None:
        if game.turn(position) is computer:
            move = search_at_level(game, position, level, seed, nodes=nodes).move
        else:
            move = MOVERS[against](game, position, chance)
        position, plies = game.play(position, move), plies + 1
    if outcome.winner is None:
        return "drawn", plies
    return "won" if outcome.winner is computer else "lost", plies
