"""Prove who wins matches from the start of their rounds, after every way to fill the home rows.

    python -m benchmarks.matches.whole_matches [--matches N] [--format NAME] [--seconds S]
                                               [--seed SEED] [--jobs N] [--cluster ADDRESS]

Nobody has solved a match: what follows after a round depends on where all towers stand at its end.
But a match is won as soon as a side can force as many points in one round as it needs.  So N
matches are played by two computers of a middle level, and for each of their rounds from the second
on, and for both ways to fill the home rows before it, it is proven

- who wins the round,
- with how many points at least, up to those that the winner needs,
- and so, whether the round's winner forces the end of the match.

What is not proven within S seconds counts as open.  The table has a line for each score of the
Challenger, who moves first in the round, and the Defender, who has won the last one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from typing import NamedTuple

from host.ai.players.perfect import PerfectPlayer
from host.ai.players.player import Player
from host.ai.solver.solver import Solver
from host.ai.solver.win_threshold import WinThreshold
from host.cli.batch_options import add_executor
from host.cli.options import count
from host.engine.game import Side
from host.engine.kamisado.match_format import LONG, MARATHON, STANDARD
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.registry import game_named
from host.worker.executor import mapper

LEVEL = 4
"""Of both computers: a game of people who look some moves ahead."""
HASH_MB = 256
FORMATS = {format.name: format for format in (STANDARD, LONG, MARATHON)}


class Found(NamedTuple):
    """Proof of who wins from one start of a round.

    Attributes:
        challenger, defender: their points before it.
        round_won_by: "challenger", "defender" or "open".
        match: "yes" if the winner of the round forces the end of the match in it, "no" if it
            cannot, "open" if that is not proven.
    """

    challenger: int
    defender: int
    round_won_by: str
    match: str


def rounds(name: str, seed: int) -> list[MatchPosition]:
    """Play a match; return the starts of its rounds from the second on, after either fill.

    Args:
        name: of the game.
        seed: of both players.
    """
    game = game_named(name)
    position = game.start()
    starts: list[MatchPosition] = []
    players = {side: Player(LEVEL, 2 * seed + n, PerfectPlayer(16)) for n, side in enumerate(Side)}
    while game.outcome(position) is None:
        assert isinstance(position, MatchPosition)
        if position.phase is Phase.CHOOSING:
            for fill in game.legal_moves(position):
                begun = game.play(position, fill)
                assert isinstance(begun, MatchPosition)
                starts.append(begun)
        played = players[game.turn(position)].choose(game, position)
        position = game.play(position, game.parse_move(position, played.move))
    return starts


@cache
def _solver(threshold: WinThreshold | None) -> Solver:
    """Return the solver of a threshold of this process."""
    return Solver(HASH_MB, threshold)


def prove(position: MatchPosition, goal: int, seconds: float) -> Found:
    """Prove who wins a round, and whether that ends the match.

    Args:
        position: the start of a round.
        goal: points that win the match.
        seconds: after which nothing more is proven.
    """
    end_s = time.monotonic() + seconds
    challenger = position.challenger
    scores = position.points.of(challenger), position.points.of(challenger.other)
    winner = _solver(None).winner(position.round, lambda: time.monotonic() > end_s)
    if winner is None:
        return Found(*scores, "open", "open")
    won_by = "challenger" if winner is challenger else "defender"
    need = goal - position.points.of(winner)
    if need <= 1:
        return Found(*scores, won_by, "yes")
    forced = _solver(WinThreshold(winner, need)).winner(
        position.round, lambda: time.monotonic() > end_s
    )
    if forced is None:
        return Found(*scores, won_by, "open")
    return Found(*scores, won_by, "yes" if forced is winner else "no")


def main() -> int:
    """Play the matches, prove their rounds and print the table; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=count, default=50, help="played (default: %(default)s)")
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="standard",
        help="of the matches (default: %(default)s)",
    )
    parser.add_argument(
        "--seconds", type=float, default=60, help="for each proof (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1)
    add_executor(parser)
    options = parser.parse_args()
    played = FORMATS[options.format]
    assert played.points is not None
    seeds = [options.seed * 1_000_000 + number for number in range(options.matches)]
    starts: dict[MatchPosition, None] = {}
    found: Counter[Found] = Counter()
    with mapper(options.jobs, options.cluster) as apply:
        for found_in_match in apply(partial(rounds, played.game_name), seeds):
            starts.update(dict.fromkeys(found_in_match))
        proof = partial(prove, goal=played.points, seconds=options.seconds)
        for number, one in enumerate(apply(proof, starts), 1):
            found[one] += 1
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{number} of {len(starts)} rounds are proven ...\r")
    for line in table(found):
        print(line)
    print(
        f"\n{len(starts)} starts of rounds in {options.matches} matches of level {LEVEL}, "
        f"seed {options.seed}, {options.seconds:g} s for each."
    )
    return 0


def table(found: Counter[Found]) -> Iterator[str]:
    """Yield a table in Markdown: a line for each score."""
    yield "| Challenger : Defender | starts | round won by | winner forces the match |"
    yield "|---|---|---|---|"
    for score in sorted({(one.challenger, one.defender) for one in found}):
        won_by: Counter[str] = Counter()
        match: Counter[str] = Counter()
        for one, number in found.items():
            if (one.challenger, one.defender) == score:
                won_by[one.round_won_by] += number
                match[one.match] += number
        yield (
            f"| {score[0]} : {score[1]} | {won_by.total()} | {_counts(won_by)} | {_counts(match)} |"
        )


def _counts(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(counts.items()))


if __name__ == "__main__":
    raise SystemExit(main())
