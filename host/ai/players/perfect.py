"""Perfect player: plays proven moves, and the most promising one where nothing is proven."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from host.ai.solver.adapter import Value, is_choosing_fill, round_of, successors, value_for
from host.ai.solver.distance_to_win import DistanceToWin
from host.ai.solver.opening_book import known_moves
from host.ai.solver.points_prover import PointsProver
from host.ai.solver.principal_variation import principal_variation
from host.ai.solver.solver import Solver
from host.ai.stop_condition import StopCondition, never_stop
from host.ai.transposition_table_size import DEFAULT_MB
from host.engine.game import AnyGame, Side
from host.engine.kamisado import rules
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_position import MatchPosition
from host.engine.kamisado.notation import move_text
from host.engine.kamisado.position import Position
from host.engine.kamisado.scoring import TOOTH_POINTS

Pick: TypeAlias = Callable[[Sequence[str]], str]
"""Chooses one of several equally good moves."""

REPLY_NODES = 20_000
"""Nodes searched to count the winning replies of the opponent, for all moves together."""
OPENING_NODES = 40_000
"""Nodes searched for the first moves after one way to fill the home rows: a second or two."""


@dataclass(frozen=True, slots=True)
class PerfectMove:
    """Move of the perfect player.

    Attributes:
        value: of the position, for the side to move.
        move: its text.
        line: expected moves, `move` first (`host.ai.solver.principal_variation`), as far as they
            are known.
        nodes: number of nodes searched for it.
        points: of the round with best play, below 0 if it is lost; None between rounds, and if the
            points are not proven.  Points beyond those that win the match do not count.
        plies: to the end of the round by the fastest win and the longest defence; None if that is
            not known.
    """

    value: Value
    move: str
    line: tuple[str, ...]
    nodes: int
    points: int | None = None
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class _Task:
    """A position to choose a move for.

    Attributes:
        own: the round.
        afters: the round after each legal move, by the text of the move.
        need: by side, the points beyond which more count as the same (`_needs`).
        stop: ends the search.
        pick: chooses among equally good moves.
    """

    own: Position
    afters: Mapping[str, Position]
    need: Mapping[Side, int]
    stop: StopCondition
    pick: Pick


class PerfectPlayer:
    """Player that proves its moves; docs/opponents.md says which choices are exact.

    Args:
        megabytes: of all transposition tables together, kept from move to move.

    Raises:
        ValueError: the number of megabytes is out of range.
    """

    def __init__(self, megabytes: int = DEFAULT_MB) -> None:
        self._points_prover = PointsProver(megabytes)

    @property
    def nodes(self) -> int:
        """Number of nodes searched."""
        return self._points_prover.nodes

    @property
    def solver(self) -> Solver:
        """Solver that proves who wins."""
        return self._points_prover.solver

    def choose(
        self,
        game: AnyGame,
        position: Hashable,
        stop: StopCondition = never_stop,
        pick: Pick = lambda moves: moves[0],
    ) -> PerfectMove:
        """Choose the best move that is found before `stop` ends the search.

        A won position is won for the most points that can be forced, by the fastest of these wins.
        A lost one is lost for the fewest points, by the longest defence; among several, by the one
        with the smallest share of winning replies.  Where nothing is proven, a move that is known
        to lose is chosen only if all are.

        Raises:
            ValueError: the game is not Kamisado, or it is over.
        """
        afters = successors(game, position)
        own = round_of(position)
        if not afters:
            raise ValueError(f"there is nothing to choose in {game.position_text(position)!r}")
        before = self._points_prover.nodes
        task = _Task(own, afters, _needs(game, position), stop, pick)
        if is_choosing_fill(position):
            found = self._fill(game.turn(position), task)
        elif wins := [move for move, known in known_moves(own).items() if known == "win"]:
            move = pick(wins)
            found = PerfectMove("win", move, (move,), 0, 1)
        else:
            found = self._move(task)
        return replace(found, nodes=self._points_prover.nodes - before)

    def _move(self, task: _Task) -> PerfectMove:
        """Choose a move of a round."""
        winner = self.solver.winner(task.own, task.stop)
        if winner is None:
            return self._guess(task)
        return self._won(task) if winner is task.own.turn else self._lost(task)

    def _guess(self, task: _Task) -> PerfectMove:
        """Choose the move with the best estimate by proof numbers."""
        side = task.own.turn
        estimates = {
            text: self.solver.win_estimate(after, side) for text, after in task.afters.items()
        }
        best = max(estimates.values())
        move = task.pick([text for text, estimate in estimates.items() if estimate == best])
        return PerfectMove("unknown", move, (move,), 0)

    def _won(self, task: _Task) -> PerfectMove:
        """Choose the fastest of the wins with the most points."""
        side, afters, stop = task.own.turn, task.afters, task.stop
        proven = self._points_prover.max_points(task.own, side, task.need[side], stop)
        moves, plies = DistanceToWin(proven.solver, side, stop).fastest_wins(afters)
        if moves:
            move = task.pick(moves)
            texts = (move, *map(move_text, principal_variation(proven.solver, afters[move], stop)))
            return PerfectMove("win", move, texts, 0, proven.points, plies)
        # The distance is unknown: play the winning line of the proof.
        texts = tuple(map(move_text, principal_variation(proven.solver, task.own, stop)))
        if not texts:
            return self._guess(task)  # the table has dropped the proof
        return PerfectMove("win", texts[0], texts, 0, proven.points)

    def _lost(self, task: _Task) -> PerfectMove:
        """Choose the longest defence with the fewest points lost and the fewest winning replies."""
        own, afters, stop = task.own, task.afters, task.stop
        other = own.turn.other
        proven = self._points_prover.max_points(own, other, task.need[other], stop)
        above = self._points_prover.next_threshold(own, other, proven, task.need[other])
        if above is not None:
            afters = self._points_prover.forcing(above, afters, own.turn, stop) or afters
        moves, plies = DistanceToWin(self.solver, other, stop).longest_defences(afters)
        shares = self._shares({move: afters[move] for move in moves}, other, stop)
        least = min(shares.values())
        move = task.pick([move for move, share in shares.items() if share == least])
        texts = (move, *map(move_text, principal_variation(self.solver, afters[move], stop)))
        points = None if proven.points is None else -proven.points
        return PerfectMove("loss", move, texts, 0, points, plies)

    def _shares(
        self, afters: Mapping[str, Position], other: Side, stop: StopCondition
    ) -> dict[str, float]:
        """Return by move the share of the opponent's replies that keep its win.

        A heuristic: the fewer replies win, the more people miss the win.
        """
        limit = self.solver.nodes + REPLY_NODES

        def is_spent() -> bool:
            return self.solver.nodes >= limit or stop()

        shares = {}
        for text, after in afters.items():
            replies = {move: rules.play_unchecked(after, move) for move in rules.legal_moves(after)}
            if after.turn is not other or not replies:
                shares[text] = 1.0
                continue
            known = self.solver.winners(replies, is_spent)
            wrong = sum(winner is other.other for winner in known.values())
            shares[text] = 1 - wrong / len(replies)
        return shares

    def _fill(self, side: Side, task: _Task) -> PerfectMove:
        """Choose how the home rows are filled, by the points of the next round.

        Among equal ways, choose the one after which the Challenger has the fewest winning first
        moves.
        """
        ranked: dict[str, tuple[int, float]] = {}
        values: list[Value] = []
        for text, after in task.afters.items():
            winner = self.solver.winner(after, task.stop)
            values.append(value_for(side, winner))
            points = 0
            if winner is not None:
                need = task.need[winner]
                proven = self._points_prover.max_points(after, winner, need, task.stop)
                points = proven.points or 1
            ranked[text] = (points if winner is side else -points, 0)
        best = max(ranked.values())
        tied = [text for text, rank in ranked.items() if rank == best]
        if len(tied) > 1 and best[0]:
            for text in tied:
                ranked[text] = (best[0], -self._winning_openings(task.afters[text], task.stop))
        best = max(ranked.values())
        move = task.pick([text for text, rank in ranked.items() if rank == best])
        value: Value = (
            "win" if "win" in values else "loss" if set(values) == {"loss"} else "unknown"
        )
        return PerfectMove(value, move, (move,), 0)

    def _winning_openings(self, opening: Position, stop: StopCondition) -> float:
        """Return the number of winning first moves of the Challenger; unproven ones count half."""
        limit = self.solver.nodes + OPENING_NODES
        moves = {move: rules.play_unchecked(opening, move) for move in rules.legal_moves(opening)}
        known = self.solver.winners(moves, lambda: self.solver.nodes >= limit or stop())
        values = [value_for(opening.turn, winner) for winner in known.values()]
        return values.count("win") + values.count("unknown") / 2


def _needs(game: AnyGame, position: Hashable) -> dict[Side, int]:
    """Return by side the points that end the match: more are worth no more.

    In a round without a match all points count.
    """
    if not isinstance(position, MatchPosition):
        return dict.fromkeys(Side, max(TOOTH_POINTS))
    match: object = game
    assert isinstance(match, KamisadoMatch), "its positions are those of a match"
    goal = match.format.points
    if not match.format.teeth or goal is None:
        return dict.fromkeys(Side, 1)
    return {side: max(1, goal - position.points.of(side)) for side in Side}
