"""Share of proven wins that have a story, by how far they are from the end.

    python -m benchmarks.matches.told_wins [--positions N] [--seed SEED]

The positions are from play of levels 4 to 9 against each other, two single rounds to one standard
match, without first moves of a round.  In each that the side to move wins, the move of a hint is
told, which is the fastest win, and of each position a losing move, drawn by lot.  Own moves to the
end are those of the fastest win against the longest defence.  The search for a story is counted in
processor time, after the proof that it tells, also where none is found.  All but the milliseconds
is the same on every machine.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from host.ai.analysis.story import find_story
from host.ai.players.player import Player
from host.ai.solver.adapter import is_choosing_fill, round_of
from host.ai.solver.distance_to_win import DistanceToWin
from host.ai.solver.principal_variation import principal_variation
from host.ai.solver.solver import Solver
from host.cli.options import count, seed
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.position import Position
from host.engine.registry import game_named

LEVELS = range(4, 10)
MATCH_EACH = 3
"""Every third game is a match: half of the positions have sumo towers then."""
NEAR = ((1, 1), (2, 2), (3, 4), (5, 8), (9, 99))
"""Own moves to the end, from and to, of the rows."""
FAR = "farther"
MOST_SEARCHED = 24_000
"""Positions that are searched for the end; what is not found with them is farther."""
LOSING = "losing moves"


class Telling(NamedTuple):
    """Search for a story.

    Attributes:
        ms: that it took, of the processor.
    """

    is_told: bool
    ms: float


def positions(chance: random.Random) -> Iterator[Position]:
    """Yield positions of play in which a tower is called, in games that follow from the numbers."""
    number = 0
    while True:
        number += 1
        game = game_named("kamisado-single" if number % MATCH_EACH else "kamisado-standard")
        players = {side: Player(chance.choice(LEVELS), chance.getrandbits(30)) for side in Side}
        position = game.start()
        while game.outcome(position) is None:
            if not is_choosing_fill(position) and round_of(position).required is not None:
                yield round_of(position)
            move = players[game.turn(position)].choose(game, position).move
            position = game.play(position, game.parse_move(position, move))


def measure(found: Iterator[Position], chance: random.Random) -> dict[str, list[Telling]]:
    """Tell a winning and a losing move of each position.

    Returns:
        By rows of the table.
    """
    told: dict[str, list[Telling]] = defaultdict(list)
    for position in found:
        solver = Solver(64)
        moves = [move for move in rules.legal_moves(position) if not move.is_pass]
        afters = [rules.play_unchecked(position, move) for move in moves]
        open_ = [after for after in afters if rules.outcome(after) is None]
        turn, winners = position.turn, {after: solver.winner(after) for after in open_}
        if any(rules.arrival(after) is not None for after in afters):
            told[_row(1)].append(Telling(True, 0.0))
        elif any(winner is turn for winner in winners.values()):
            best, row = _fastest(solver, position, open_)
            told[row].append(_told(solver, best, turn))
        if lost := [after for after in open_ if winners[after] is not turn]:
            told[LOSING].append(_told(solver, chance.choice(lost), turn.other))
    return told


def _fastest(
    solver: Solver, position: Position, afters: Sequence[Position]
) -> tuple[Position, str]:
    """Return the position after the fastest winning move, as a hint names it, and its row."""
    winning = dict(enumerate(afters))
    distance = DistanceToWin(solver, position.turn, max_positions=MOST_SEARCHED)
    moves, plies = distance.fastest_wins(winning)
    if plies is not None:
        return afters[moves[0]], _row((plies + 1) // 2)
    line = principal_variation(solver, position)
    after = rules.play_unchecked(position, line[0]) if line else None
    return after or next(a for a in afters if solver.known(a) is position.turn), FAR


def _row(own_moves: int) -> str:
    first, last = next(row for row in NEAR if own_moves <= row[1])
    return f"{first} to {last}" if first < last else str(first)


def _told(solver: Solver, after: Position, winner: Side) -> Telling:
    begin = time.process_time()
    story = find_story(solver, after, winner)
    return Telling(story is not None, 1000 * (time.process_time() - begin))


def table(told: dict[str, list[Telling]]) -> str:
    """Return the rows of the table."""
    rows = [_row(last) for _, last in NEAR] + [FAR, LOSING]
    lines = ["own moves to the end | positions | told | ms, median | ms, 95 of 100"]
    for row in rows:
        if not (all_ := told.get(row)):
            continue
        times = sorted(telling.ms for telling in all_)
        share = sum(telling.is_told for telling in all_) / len(all_)
        typical, slow = (times[int(q * len(times))] for q in (0.5, 0.95))
        lines.append(f"{row} | {len(all_)} | {share:.0%} | {typical:.1f} | {slow:.1f}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.matches.told_wins")
    parser.add_argument("--positions", metavar="N", type=count, default=1000)
    parser.add_argument("--seed", metavar="SEED", type=seed, default=1)
    options = parser.parse_args(arguments)
    chance = random.Random(options.seed)
    played = islice(positions(random.Random(chance.getrandbits(30))), options.positions)
    print(f"seed {options.seed}, {options.positions} positions")
    print(table(measure(played, chance)))


if __name__ == "__main__":
    main()
