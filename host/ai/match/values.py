"""Values of a match: who wins it after each move or fill, as far as that is proven in a bound."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from host.ai.match.prover import MatchProver
from host.ai.match.score import is_last
from host.ai.solver.adapter import Value, round_of, successors, value_for
from host.ai.stop_condition import StopCondition, never_stop
from host.ai.transposition_table_size import MATCH_MB
from host.engine.game import AnyGame, Side
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_position import MatchPosition
from host.engine.kamisado.position import Position

MOST_ROUNDS = 3
"""Rounds that may still be played, the present one included, where a proof is tried."""
POSITION_NODES = 100
"""Cost of a position that is searched with matches as leaves, in nodes of the solver of rounds."""


@dataclass(frozen=True, slots=True)
class MatchVerdict:
    """The winner of a match, with the proof's result for each move.

    Attributes:
        value: of the position, for the side to move.
        moves: value of each legal move or fill for the same side.
    """

    value: Value
    moves: Mapping[str, Value]

    @property
    def best(self) -> list[str]:
        """The moves proven to win the match; without any, all that are not proven to lose it."""
        ranked: tuple[Value, ...] = ("win", "unknown", "loss")
        best = next(value for value in ranked if value in self.moves.values())
        return [move for move, value in self.moves.items() if value == best]


class MatchValues:
    """Proves the winners of matches that are nearly over, and keeps what it has proven.

    A bound in nodes makes a proof the same on every machine.

    Args:
        megabytes: of the transposition table of each round of the match.
    """

    def __init__(self, megabytes: int = MATCH_MB) -> None:
        self._megabytes = megabytes
        self._goal = 0
        self._prover: MatchProver | None = None
        self._nodes_before = 0

    @property
    def nodes(self) -> int:
        """Cost of all searches, in nodes of the solver of rounds."""
        prover = self._prover
        now = 0 if prover is None else prover.nodes + POSITION_NODES * prover.made
        return self._nodes_before + now

    def winner(
        self,
        game: AnyGame,
        position: Hashable,
        nodes: int | None = None,
        stop: StopCondition = never_stop,
    ) -> Side | None:
        """Return the winner of a match; None if it is not proven within the bound, or not tried.

        Args:
            game: any; nothing is proven but matches of Kamisado that teeth decide.
            nodes: the bound; None for none.
            stop: ends the search as well.  A later call goes on with it.
        """
        if goal_of(game) is None:
            return None
        ended = game.outcome(position)
        if ended is not None:
            return ended.winner
        prover = self._prover_of(game, position)
        if prover is None:
            return None
        return _winner(prover, round_of(position), self._stop(nodes, stop))

    def verdict(
        self,
        game: AnyGame,
        position: Hashable,
        nodes: int | None = None,
        stop: StopCondition = never_stop,
        enough: str | None = None,
    ) -> MatchVerdict | None:
        """Return the value of a match and of each move; None where `winner` tries nothing.

        Args:
            nodes, stop: as for `winner`, for all moves together.
            enough: a move that is proven first; if it wins, others may stay unknown.
        """
        prover = self._prover_of(game, position)
        if prover is None or game.outcome(position) is not None:
            return None
        turn, end = game.turn(position), None if nodes is None else self.nodes + nodes
        winner = _winner(prover, round_of(position), self._stop(nodes, stop))
        afters = successors(game, position)
        if winner is turn.other:
            return MatchVerdict("loss", dict.fromkeys(afters, "loss"))
        winners = {text: prover.known(after) for text, after in afters.items()}
        unknown = [text for text, known in winners.items() if known is None]
        unknown.sort(key=lambda text: text != enough)
        for left, text in zip(range(len(unknown), 0, -1), unknown, strict=True):
            if enough is not None and winners.get(enough) is turn:
                break
            share = None if end is None else max(0, end - self.nodes) // left
            winners[text] = _winner(prover, afters[text], self._stop(share, stop))
        if winner is None and turn in winners.values():
            winner = turn
        moves = {text: value_for(turn, known) for text, known in winners.items()}
        return MatchVerdict(value_for(turn, winner), moves)

    def _stop(self, nodes: int | None, stop: StopCondition) -> StopCondition:
        """Return a stop condition that also stops after this many more nodes."""
        if nodes is None:
            return stop
        end = self.nodes + nodes
        return lambda: self.nodes >= end or stop()

    def _prover_of(self, game: AnyGame, position: Hashable) -> MatchProver | None:
        """Return the prover of a match; None if too many rounds may follow, or none."""
        goal = goal_of(game)
        if goal is None or not isinstance(position, MatchPosition):
            return None
        most = sum(goal - points for points in position.points) - 1
        if most > MOST_ROUNDS or is_decided_by_round(game, position):
            return None
        if self._prover is None or self._goal != goal:
            self._nodes_before = self.nodes
            self._goal, self._prover = goal, MatchProver(goal, self._megabytes)
        return self._prover


def goal_of(game: AnyGame) -> int | None:
    """Return the points that win a match of several rounds; None of other games.

    A series has none: it goes on for an agreed number of rounds.
    """
    rules: object = game
    if not isinstance(rules, KamisadoMatch) or not rules.format.teeth:
        return None
    points = rules.format.points
    return None if points is None or points == 1 else points


def is_decided_by_round(game: AnyGame, position: Hashable) -> bool:
    """Return True if whoever wins the round wins a match of several rounds with it."""
    goal = goal_of(game)
    return goal is not None and is_last(round_of(position).teeth, goal)


def _winner(prover: MatchProver, position: Position, stop: StopCondition) -> Side | None:
    known = prover.known(position)
    return prover.winner(position, stop) if known is None else known
