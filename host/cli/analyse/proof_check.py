"""Check a stored proof of a match by the rules of the game, without anything that found it.

docs/protocols/proof.md has the format.  Single rounds are proven anew by the solver of rounds.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial

from host.ai.solver.solver import Solver
from host.cli.analyse.proof_file import Claim, ProvenRound, read_proof
from host.cli.options import Echo
from host.engine.game import Side
from host.engine.kamisado.board import COLOURS, FILES, SQUARES, TOWERS
from host.engine.kamisado.fill import Fill
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import Format
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.kamisado.notation import parse_position, position_text
from host.engine.kamisado.position import Position
from host.engine.kamisado.rules import is_over
from host.engine.kamisado.scoring import TOOTH_POINTS, points_of
from host.message import message
from host.worker.executor import mapper

FILLS = {"<": Fill.LEFT, ">": Fill.RIGHT}


class ProofError(ValueError):
    """A proof is wrong or incomplete; the message says where."""


@dataclass
class Checked:
    """Needs of a round of a proof besides its own moves.

    Attributes:
        rounds: positions from which the winner of the match must win a round that decides it.
        starts: of later rounds, from which the winner must win the match by another line.
        moves: number of moves of the winner.
    """

    rounds: list[Position] = field(default_factory=list)
    starts: list[Position] = field(default_factory=list)
    moves: int = 0


class RoundChecker:
    """Follows a strategy through all that the opponent can play in one round.

    Args:
        goal: points that win the match.
        line: of the proof.

    Raises:
        ValueError: the line has no position or no side.
    """

    def __init__(self, goal: int, line: ProvenRound) -> None:
        self._goal = goal
        self._game = KamisadoMatch(Format(f"to-{goal}", message("game.standard_match"), goal))
        self._winner = Side(line.winner)
        self._root = parse_position(line.position)
        self._tokens = iter(line.strategy.split())
        self._line = line

    def check(self) -> Checked:
        """Return what the strategy needs besides.

        Raises:
            ProofError: a move is not legal, a position has none, or an end is not won.
        """
        found = Checked()
        number = sum(self._root.teeth) + 1
        points = points_of(self._root.teeth)
        root = MatchPosition(self._root, number, points, self._root.turn, Phase.PLAYING)
        seen: set[Position] = set()
        ahead = [root]
        while ahead:
            position = ahead.pop()
            if position.round not in seen:
                seen.add(position.round)
                ahead += reversed(self._follow(position, found))
        rest = list(self._tokens)
        if rest:
            raise self._error(f"{_counted(len(rest), 'move')} too many at its end")
        return found

    def _follow(self, position: MatchPosition, found: Checked) -> list[MatchPosition]:
        """Check one position; return those after it."""
        ended = self._game.outcome(position)
        if ended is not None:
            if ended.winner is not self._winner:
                raise self._error(f"{self._winner.other.label} wins the match", position)
            return []
        chooses = self._game.turn(position) is self._winner
        if position.phase is Phase.CHOOSING:
            fills = [self._fill(position)] if chooses else list(FILLS.values())
            for fill in fills:
                start = self._game.play(position, fill).round
                (found.rounds if self._decides(start, Side) else found.starts).append(start)
            return []
        token = next(self._tokens, None)
        if token is None:
            raise self._error("no move", position)
        if token == "*":
            if not self._decides(position.round, [self._winner]):
                raise self._error("the round does not decide the match", position)
            found.rounds.append(position.round)
            return []
        moves = {
            self._game.move_text(position, move): move for move in self._game.legal_moves(position)
        }
        if not chooses:
            if token != "-":
                raise self._error(f"{token!r} where the opponent moves", position)
            if not moves:
                raise self._error("the round is over", position)
            return [self._game.play(position, moves[text]) for text in sorted(moves)]
        if token not in moves:
            raise self._error(f"{token!r} is no legal move", position)
        found.moves += 1
        return [self._game.play(position, moves[token])]

    def _fill(self, position: MatchPosition) -> Fill:
        token = next(self._tokens, None)
        if token not in FILLS:
            raise self._error("no fill" if token is None else f"{token!r} is no fill", position)
        return FILLS[token]

    def _decides(self, position: Position, sides: Iterable[Side]) -> bool:
        """Return True if sides win the match by any win of the round."""
        teeth, points = position.teeth, points_of(position.teeth)
        return all(
            points.of(side) + TOOTH_POINTS[min(teeth[8:] if side is Side.BLACK else teeth[:8])]
            >= self._goal
            for side in sides
        )

    def _error(self, why: str, position: MatchPosition | None = None) -> ProofError:
        where = "" if position is None else f" in {position_text(position.round)!r}"
        return ProofError(f"the round from {self._line.position!r}: {why}{where}")


@dataclass(frozen=True, slots=True)
class RoundReport:
    """Result of the check of a line.

    Attributes:
        moves: of the winner.
        rounds, proven: single rounds on which it relies, and how many the solver proved.
        needed: the starts of later rounds, each with the winner that it needs.
    """

    moves: int
    rounds: int
    proven: int
    needed: list[tuple[Position, Side]]


def check_round(line: ProvenRound, goal: int, sample: int | None, seed: int) -> RoundReport:
    """Check a line of a proof.

    Args:
        line: of the proof.
        goal: points that win the match.
        sample: number of single rounds to be proven; None for all.
        seed: of the sample.

    Raises:
        ProofError: it is wrong.
    """
    winner = Side(line.winner)
    found = RoundChecker(goal, line).check()
    rounds = list(dict.fromkeys(found.rounds))
    chosen = rounds
    if sample is not None and sample < len(rounds):
        chosen = random.Random(f"{seed} {line.position}").sample(rounds, sample)
    for position in sorted(chosen, key=lambda one: one.teeth):  # the table serves equal teeth
        if _solver().winner(position) is not winner:
            raise ProofError(
                f"the round from {line.position!r}: {winner.label} does not win the round from "
                f"{position_text(position)!r}"
            )
    needed = [(start, winner) for start in dict.fromkeys(found.starts)]
    return RoundReport(found.moves, len(rounds), len(chosen), needed)


@cache
def _solver() -> Solver:
    """Return the solver of this process."""
    return Solver()


def images(start: Position) -> Iterator[tuple[Position, bool]]:
    """Yield the four starts of equal value, each with True if the sides are exchanged in it."""
    for flipped in (False, True):
        for mirror in (False, True):
            squares, teeth = bytearray(TOWERS), bytearray(TOWERS)
            for tower, square in enumerate(start.squares):
                side, colour = tower & 8, tower & 7
                if flipped:
                    side, square = 8 - side, SQUARES - 1 - square
                if mirror:
                    colour, square = len(COLOURS) - 1 - colour, square ^ FILES - 1
                squares[side + colour] = square
                teeth[side + colour] = start.teeth[tower]
            turn = start.turn.other if flipped else start.turn
            yield Position.of(bytes(squares), bytes(teeth), turn=turn), flipped


def check_proof(options: argparse.Namespace, echo: Echo) -> int:
    """Check a proof and print what it proves; return the exit status."""
    claim, rounds = read_proof(options.file)
    _check_begins(claim)
    lines = {one.position: one for one in rounds}
    root = lines.get(claim.position)
    if root is None:
        sys.stderr.write(
            f"{options.file} is not finished: nothing is proven of {claim.position!r} yet, and "
            f"{len(rounds):,} starts of later rounds are\n"
        )
        return 1
    check = partial(check_round, goal=claim.points, sample=options.sample, seed=options.seed)
    reports: list[RoundReport] = []
    try:
        with mapper(options.jobs, options.cluster) as apply:
            due = {root.position: root}
            checked = dict(due)
            while due:
                found = []
                for report in apply(check, due.values()):
                    found.append(report)
                    _show(len(checked) - len(due) + len(found), len(rounds))
                needed = (_line_of(one, lines) for report in found for one in report.needed)
                due = {one.position: one for one in needed if one.position not in checked}
                checked |= due
                reports += found
    except ProofError as error:
        sys.stderr.write(f"{options.file} proves nothing: {error}\n")
        return 1
    total, proven = (sum(getattr(one, name) for one in reports) for name in ("rounds", "proven"))
    moves = sum(one.moves for one in reports)
    relies = "" if proven == total else " It rests on the others as well, which were not checked."
    echo(
        f"{Side(root.winner).label} wins a match to {_counted(claim.points, 'point')} from "
        f"{claim.position!r}.\n\n"
        f"{_counted(moves, 'move')} of the winner in {_counted(len(reports), 'round')} follow the "
        f"rules and answer all moves of the opponent; the solver has proven {proven:,} of "
        f"{_counted(total, 'single round')} at their ends.{relies}"
    )
    return 0


def _check_begins(claim: Claim) -> None:
    """Check that the match is not over before it begins.

    Raises:
        ValueError: it is, or the round is.
    """
    position = parse_position(claim.position)
    if is_over(position) or max(points_of(position.teeth)) >= claim.points:
        raise ValueError(
            f"a proof to {_counted(claim.points, 'point')} from {claim.position!r} proves nothing: "
            "the round, or the match, is over there"
        )


def _line_of(needed: tuple[Position, Side], lines: Mapping[str, ProvenRound]) -> ProvenRound:
    """Return the line of a start that a proof needs.

    Raises:
        ProofError: there is none, or it has another winner.
    """
    start, winner = needed
    for image, flipped in images(start):
        line = lines.get(position_text(image))
        if line is not None:
            if Side(line.winner) is not (winner.other if flipped else winner):
                raise ProofError(f"the round from {line.position!r} is won by the other side")
            return line
    raise ProofError(f"nothing is said of the round from {position_text(start)!r}")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _show(done: int, lines: int) -> None:
    """Write over the line of the progress."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done:,} of {lines:,} rounds are checked ...\r")
        sys.stderr.flush()
