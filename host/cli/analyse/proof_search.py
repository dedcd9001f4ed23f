"""Find a proof of a match: the winner's strategy in each round, as far as the opponent can go.

The first round is searched as if all that is not proven yet of later rounds went as usual: each
round to its Challenger.  That takes seconds, and tells which starts of the next round a proof
needs.  They are proven, each a task of its own, and kept in the file.  If some went otherwise, the
first round is searched anew with what is known by then, until nothing is assumed any more.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path

from host import COMMAND
from host.ai.match.prover import MatchProver
from host.ai.match.round_search import RoundSearch
from host.ai.match.score import is_last, usual_winner
from host.ai.match.strategy import Strategy, strategy_of
from host.ai.match.symmetry import normal_start
from host.ai.solver.solver import Solver
from host.ai.stop_condition import StopCondition, never_stop
from host.cli.analyse.proof_file import Claim, ProvenRound, append, held, open_proof
from host.cli.options import Echo
from host.cli.positions import START
from host.engine.game import Side
from host.engine.kamisado.notation import parse_position, position_text
from host.engine.kamisado.position import Position, start
from host.engine.kamisado.rules import is_over
from host.engine.kamisado.scoring import points_of
from host.worker.executor import mapper

ROUND_FIELDS = 4
"""Fields of the position of a round at most: squares, side, tower, side of the last move."""
SHOWN_S = 60
"""Time between two lines of the progress where no terminal shows one."""


class ProofSearch:
    """The search of the first round of a proof, which tells what else is to be proven.

    Args:
        root: position of a round.
        goal: points that win the match.
        megabytes: of each transposition table.

    Attributes:
        known: winners of starts of later rounds, by normal start.
        unusual: number of them that are won by the other side than expected.
    """

    def __init__(self, root: Position, goal: int, megabytes: int) -> None:
        self.known: dict[Position, Side] = {}
        self.unusual = 0
        self._root = root
        self._goal = goal
        self._solver = Solver(megabytes)
        self._last_rounds = MatchProver(goal, megabytes)

    def add(self, rounds: Iterable[ProvenRound]) -> None:
        """Take over what is proven of later rounds."""
        for one in rounds:
            position = parse_position(one.position)
            if position != self._root:
                self.known[position] = Side(one.winner)
                self.unusual += self._usual(position) is not Side(one.winner)

    def strategy(self) -> tuple[Strategy, list[Position]]:
        """Return a strategy for the first round, and the starts that it needs and nobody knows."""
        search = RoundSearch(
            self._goal, self._root.teeth, self._solver, self._known_winner, self._assumed_winner
        )
        node = search.node(self._root, never_stop)
        assert node is not None, "nothing stops the search"
        search.prove(node, never_stop)
        found = strategy_of(node)
        needed = dict.fromkeys(map(normal_start, found.starts))
        return found, [one for one in needed if not self._is_known(one)]

    def _is_known(self, normal: Position) -> bool:
        return normal in self.known or is_last(normal.teeth, self._goal)

    def _known_winner(self, start: Position) -> Side | None:
        winner = self.known.get(normal_start(start))
        return winner if winner is None or start.turn is Side.BLACK else winner.other

    def _assumed_winner(self, start: Position, stop: StopCondition) -> Side | None:
        if is_last(start.teeth, self._goal):
            return self._last_rounds.winner(start, stop)
        return self._usual(start)

    def _usual(self, start: Position) -> Side:
        return usual_winner(points_of(start.teeth), self._goal, start.turn)


def prove_start(text: str, goal: int, megabytes: int) -> list[ProvenRound]:
    """Prove who wins a match from the start of a round.

    Returns:
        The lines of a proof: of this start, and of all of later rounds but the last one.
    """
    position = parse_position(text)
    found: list[ProvenRound] = []

    def add(start: Position) -> None:
        found.append(line_of(start, prover.strategy(start)))

    prover = _prover(goal, megabytes)
    prover.forget()  # so that a proof does not depend on what else this process has done
    prover.tell_proven(add)
    prover.winner(position)
    add(position)
    return found


@cache
def _prover(goal: int, megabytes: int) -> MatchProver:
    """Return the prover of this process, whose tables take long to be freed."""
    return MatchProver(goal, megabytes)


def line_of(position: Position, strategy: Strategy) -> ProvenRound:
    """Return the line of a position in a proof."""
    return ProvenRound(position_text(position), strategy.winner.value, strategy.text)


def root_of(text: str, goal: int) -> Position:
    """Return the position from which a match is to be proven.

    Raises:
        ValueError: it is none, or the match is over there.
    """
    if len(text.split()) > ROUND_FIELDS:
        raise ValueError(
            f"{text!r} has fields of a match: leave them out, {COMMAND} proof reads the score from "
            "the teeth"
        )
    position = start() if text == START else parse_position(text)
    points = points_of(position.teeth)
    if is_over(position):
        raise ValueError(f"the round is over in {text!r}: give a position before its end")
    if max(points) >= goal:
        raise ValueError(
            f"{text!r} has teeth for {points} points, so a match to {goal} is over there: "
            "give more points"
        )
    return position


def find_proof(options: argparse.Namespace, echo: Echo) -> int:
    """Find a proof, or go on with one; return the exit status."""
    root = root_of(options.position, options.points)
    claim = Claim(options.points, position_text(root))
    with held(options.file):
        return _go_on(root, claim, options, echo)


def _go_on(root: Position, claim: Claim, options: argparse.Namespace, echo: Echo) -> int:
    """Go on with the proof in a file that no other program is at."""
    rounds = open_proof(options.file, claim)
    search = ProofSearch(root, options.points, options.hash)
    search.add(rounds)
    strategy, wanted = search.strategy()
    prove = partial(prove_start, goal=options.points, megabytes=options.hash)
    show = Progress(search)
    try:
        with mapper(options.jobs, options.cluster) as apply:
            while wanted:
                show(len(wanted))
                for number, found in enumerate(apply(prove, map(position_text, wanted)), 1):
                    append(options.file, found)
                    search.add(found)
                    show(len(wanted) - number)
                strategy, wanted = search.strategy()
    except KeyboardInterrupt:
        sys.stderr.write(
            f"\n{options.file} has {_starts(search)}; the same command continues it.\n"
        )
        raise
    line = line_of(root, strategy)
    if line not in rounds:
        append(options.file, [line])
    echo(_result(claim, strategy.winner, search, options.file, sum(one != line for one in rounds)))
    return 0


class Progress:
    """Line of progress: written over in a terminal, else one a minute.

    Args:
        search: of which it tells.
    """

    def __init__(self, search: ProofSearch) -> None:
        self._search = search
        self._shown_s: float | None = None

    def __call__(self, open_starts: int) -> None:
        """Show it.

        Args:
            open_starts: number of starts that are to be proven.
        """
        now_s, over = time.monotonic(), sys.stderr.isatty()
        if not over and self._shown_s is not None and now_s - self._shown_s < SHOWN_S:
            return
        self._shown_s = now_s
        words = f"{_starts(self._search)}; {open_starts:,} to go, or more if some are unusual ..."
        sys.stderr.write(f"\r{words}\r" if over else f"{words}\n")
        sys.stderr.flush()


def _starts(search: ProofSearch) -> str:
    """Return how much is proven, as words."""
    noun = "start" if len(search.known) == 1 else "starts"
    return f"{len(search.known):,} proven {noun} of later rounds, {search.unusual} unusual"


def _result(claim: Claim, winner: Side, search: ProofSearch, file: Path, before: int) -> str:
    """Return what is proven, in words.

    Args:
        before: number of starts that the file had before.
    """
    points = "1 point" if claim.points == 1 else f"{claim.points} points"
    proven = (
        f"Proven: {winner.label} wins a match to {points} from {claim.position!r}, whatever the "
        "opponent plays."
    )
    if search.known:
        proven += (
            f"\n\nIt rests on {_starts(search)}, where the match goes otherwise than if each round "
            "were won by who moves first, and on those of last rounds."
        )
    if before:
        noun = "start" if before == 1 else "starts"
        proven += f" {before:,} {noun} of the file had been there before, and are believed."
    return f"{proven}\n\n`{COMMAND} proof check {file}` checks all of it."
