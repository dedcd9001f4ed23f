"""Processor time of what proves matches: their starts of rounds, and the moves of level 10.

    python -m benchmarks.matches.match_proofs [--starts N] [--moves N] [--seconds S] [--seed SEED]

The starts are random ones of matches to three points: N of each score, each proven by an empty
prover within S seconds.  The moves are those of level 10 in matches that go on from 1 : 2, which it
plays against a middle level, by turns as Challenger and as Defender, without the proofs that it
makes on the board while its opponent thinks.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Hashable, Sequence

from benchmarks.matches.lost_starts import Chunk, random_start
from benchmarks.matches.whole_matches import LEVEL
from benchmarks.solver import share
from host.ai.match.prover import MatchProver
from host.ai.players.levels import PERFECT
from host.ai.players.perfect import PerfectPlayer
from host.ai.players.player import Player
from host.ai.transposition_table_size import MATCH_MB, PLAY_MB
from host.cli.options import count, seed
from host.engine.game import Side
from host.engine.kamisado.match_format import STANDARD
from host.engine.kamisado.match_position import MatchPosition
from host.engine.registry import game_named

SCORES = ((1, 2), (2, 1), (2, 2))
"""Points of the Challenger and of the Defender."""
SEED = 2026
P95_S = 0.3
"""Goal of a move."""
GAME = game_named(STANDARD.game_name)
GOAL = 3


def start_of(score: tuple[int, int], seed: int, number: int) -> MatchPosition:
    """Return the start of a round with Black as the Challenger."""
    position = random_start(Chunk(seed, *score, 0), number)
    return MatchPosition.of(STANDARD, position)


def proof_seconds(start: MatchPosition, limit_s: float) -> tuple[float, bool]:
    """Return the processor time of a proof, and True if it was found."""
    begin = time.process_time()
    prover = MatchProver(GOAL, MATCH_MB)
    winner = prover.winner(start.round, lambda: time.process_time() - begin > limit_s)
    return time.process_time() - begin, winner is not None


def move_seconds(start: MatchPosition, seed: int) -> list[float]:
    """Return the processor times of level 10's moves and fills to the end of a match."""
    position: Hashable = start
    taken: list[float] = []
    perfect = Player(PERFECT, seed, PerfectPlayer(2 * PLAY_MB))
    other = Player(LEVEL, seed)
    side = (Side.WHITE, Side.BLACK)[seed % 2]
    while GAME.outcome(position) is None:
        own = GAME.turn(position) is side
        begin = time.process_time()
        played = (perfect if own else other).choose(GAME, position)
        if own:
            taken.append(time.process_time() - begin)
        position = GAME.play(position, GAME.parse_move(position, played.move))
    return taken


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return 1 if the moves take longer than the goal."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.matches.match_proofs", description=__doc__.partition("\n")[0]
    )
    add = parser.add_argument
    add(
        "--starts", type=count, default=20, metavar="N", help="of each score (default: %(default)s)"
    )
    add(
        "--moves",
        type=count,
        default=100,
        metavar="N",
        help="at least, in whole matches (default: %(default)s)",
    )
    add(
        "--seconds",
        type=count,
        default=60,
        metavar="S",
        help="of the processor that a start may take (default: %(default)s)",
    )
    add("--seed", type=seed, default=SEED, help="of the starts (default: %(default)s)")
    options = parser.parse_args(arguments)
    for score in SCORES:
        found = [start_of(score, options.seed, number) for number in range(options.starts)]
        results = [proof_seconds(start, options.seconds) for start in found]
        times = [seconds for seconds, _ in results]
        print(
            f"{score[0]} : {score[1]}: {sum(proven for _, proven in results)} of {len(times)} "
            f"proven, median {share(times, 0.5):.2f} s, p95 {share(times, 0.95):.2f} s, longest "
            f"{max(times):.2f} s",
            flush=True,
        )
    moves: list[float] = []
    number = 0
    while len(moves) < options.moves:
        moves += move_seconds(start_of((1, 2), options.seed, number), number)
        number += 1
    p95 = share(moves, 0.95)
    print(
        f"{len(moves)} moves of level {PERFECT}: median {share(moves, 0.5):.3f} s, p95 {p95:.3f} s "
        f"(goal {P95_S:g}), longest {max(moves):.2f} s"
    )
    return int(p95 > P95_S)


if __name__ == "__main__":
    sys.exit(main())
