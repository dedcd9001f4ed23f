"""Count how often the perfect level loses a round that is won for it, which it must never do.

    python -m benchmarks.opponents.perfect [--games N] [--seed S] [--jobs N] [--cluster ADDRESS]

N rounds are played against each lower level and against random moves, each from another position
that is won: one of a random round, which began as the first round does, or with shuffled rows and
sumo towers.  The exit status is 1 if a round is lost.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

from host.ai.players.levels import KAMISADO_LEVELS, PERFECT
from host.ai.players.perfect import PerfectPlayer
from host.ai.players.player import Player
from host.ai.solver.solver import Solver
from host.cli.batch_options import add_executor
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import HOME_ROWS
from host.engine.kamisado.position import Position, start
from host.engine.kamisado.rules import outcome
from host.engine.registry import game_named
from host.worker.executor import executor

CHANCE = 0
"""In place of a level: random legal moves."""
TEETH = [0, 0, 0, 0, 0, 1, 1, 2, 3]
HASH_MB = 32
PLAYED = 4
"""Plies of the round before the position at least: proofs are quick from there."""
GAME = game_named("kamisado")


def won_position(chance: random.Random) -> Position:
    """Return a position with several moves that the side to move wins, but not in one move."""
    while True:
        positions = [first(chance)]
        while moves := rules.legal_moves(positions[-1]):
            positions.append(rules.play_unchecked(positions[-1], chance.choice(moves)))
        if len(positions) <= PLAYED:
            continue
        position = chance.choice(positions[PLAYED:])
        goal = HOME_ROWS[position.turn.other]
        moves = rules.legal_moves(position)
        if len(moves) < 2 or any(move.target in goal for move in moves):
            continue
        if Solver(HASH_MB).winner(position) is position.turn:
            return position


def first(chance: random.Random) -> Position:
    """Return a start of a round: the first one half of the time, else any, with sumo towers."""
    if chance.random() < 0.5:
        return start()
    white, black = list(HOME_ROWS[Side.WHITE]), list(HOME_ROWS[Side.BLACK])
    chance.shuffle(white)
    chance.shuffle(black)
    return Position.of(bytes(white + black), bytes(chance.choices(TEETH, k=16)))


def play(level: int, seed: int) -> tuple[int, bool, int, int]:
    """Play one round against a level.

    Returns:
        The level, True if the perfect level has won, the number of its moves, and of those not
        proven.
    """
    chance = random.Random(f"{level}/{seed}")
    position = won_position(chance)
    perfect = position.turn
    player = Player(PERFECT, seed, PerfectPlayer(HASH_MB))
    other = Player(level, seed) if level != CHANCE else None
    moves = unproven = 0
    while (ended := outcome(position)) is None:
        legal = rules.legal_moves(position)
        if position.turn is perfect:
            played = player.choose(GAME, position)
            moves += 1
            unproven += not played.proven
            move = GAME.parse_move(position, played.move)
        elif other is None:
            move = chance.choice(legal)
        else:
            move = GAME.parse_move(position, other.choose(GAME, position).move)
        position = rules.play_unchecked(position, next(m for m in legal if m == move))
    return level, ended.winner is perfect, moves, unproven


def main() -> int:
    """Play all rounds and print the results; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="against each (default: 1000)")
    parser.add_argument("--seed", type=int, default=1)
    add_executor(parser)
    options = parser.parse_args()
    begin = time.monotonic()
    counts: Counter[tuple[int, str]] = Counter()
    opponents = [CHANCE, *KAMISADO_LEVELS]
    levels = [level for level in opponents for _ in range(options.games)]
    seeds = [options.seed * 1_000_000 + n for n in range(len(levels))]
    with executor(options.jobs, options.cluster) as pool:
        for level, won, moves, unproven in pool.map(play, levels, seeds, chunksize=10):
            counts[level, "won" if won else "lost"] += 1
            counts[level, "moves"] += moves
            counts[level, "unproven"] += unproven
            if sum(counts[level, what] for what in ("won", "lost")) == options.games:
                name = "chance" if level == CHANCE else f"level {level}"
                print(
                    f"against {name:<8}  won {counts[level, 'won']:>5}  "
                    f"lost {counts[level, 'lost']}  {counts[level, 'moves']:>6} moves, "
                    f"{counts[level, 'unproven']} not proven",
                    flush=True,
                )
    lost = sum(counts[level, "lost"] for level in opponents)
    played = len(levels)
    print(f"{played} rounds in {time.monotonic() - begin:.0f} s, seed {options.seed}: {lost} lost")
    return 1 if lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
