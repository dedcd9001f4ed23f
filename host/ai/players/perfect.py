"""Perfect player: plays proven moves, and the most promising one where nothing is proven."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from host.ai.match.values import MatchValues
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
MATCH_NODES, MATCH_FILL_NODES = 200_000, 1_000_000
"""Nodes searched to win the match with a move or a fill, besides what was proven of it before: a
tenth of a second, and half a second."""


@dataclass(frozen=True, slots=True)
class PerfectMove:
    """Move of the perfect player.

    Attributes:
        value: of the position, for the side to move.
        move: its text.
        line: expected moves, `move` first (`host.ai.solver.principal_variation`), as far as they
            are known and asked for.
        nodes: number of nodes searched for it.
        points: of the round with best play, below 0 if it is lost; None between rounds, and if the
            points are not proven.  Points beyond those that win the match do not count.
        plies: to the end of the round by the fastest win and the longest defence; None if that is
            not known.
        match: value of the match for the side to move; "unknown" also where it is not tried.
    """

    value: Value
    move: str
    line: tuple[str, ...]
    nodes: int
    points: int | None = None
    plies: int | None = None
    match: Value = "unknown"


@dataclass(frozen=True, slots=True)
class BestMoves:
    """Moves of a round by which its proven value is reached.

    Attributes:
        value: of the position, for the side to move.
        moves: texts of the equally good ones; none if the win is too far to tell them.
        solver: proves the win.
        points: as of `PerfectMove`.
        plies: as of `PerfectMove`.
    """

    value: Value
    moves: Sequence[str]
    solver: Solver
    points: int | None
    plies: int | None


@dataclass(frozen=True, slots=True)
class _Task:
    """A position to choose a move for.

    Attributes:
        own: the round.
        afters: the round after each legal move, by the text of the move.
        need: by side, the points beyond which more count as the same (`_needs`).
        stop: ends the search.
    """

    own: Position
    afters: Mapping[str, Position]
    need: Mapping[Side, int]
    stop: StopCondition


class PerfectPlayer:
    """Player that proves its moves; docs/opponents.md says which choices are exact.

    Args:
        megabytes: of all transposition tables together, kept from move to move.

    Raises:
        ValueError: the number of megabytes is out of range.
    """

    def __init__(self, megabytes: int = DEFAULT_MB) -> None:
        self._points_prover = PointsProver(megabytes)
        self.match_values = MatchValues()

    @property
    def nodes(self) -> int:
        """Number of nodes searched."""
        return self._points_prover.nodes + self.match_values.nodes

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
        *,
        with_line: bool = False,
    ) -> PerfectMove:
        """Choose the best move that is found before `stop` ends the search.

        Where a match is proven to be won by some moves, one of them is chosen, and none that is
        proven to lose it if there are others.  Among these, and in all other cases, the round
        counts.

        A won position is won for the most points that can be forced, by the fastest of these wins.
        A lost one is lost for the fewest points, by the longest defence; among several, by the one
        with the smallest share of winning replies.  Where nothing is proven, a move that is known
        to lose is chosen only if all are.

        Args:
            with_line: find the moves that are expected after it as well.

        Raises:
            ValueError: the game is not Kamisado, or it is over.
        """
        task = _task(game, position, stop)
        if not task.afters:
            raise ValueError(f"there is nothing to choose in {game.position_text(position)!r}")
        before = self.nodes
        fills = is_choosing_fill(position)
        if fills:
            found = self._fill(game.turn(position), task, pick)
        elif (best := self._best(task)) is None:
            found = self._guess(task, pick)
        else:
            found = self._pick(best, task, pick, with_line=with_line)
        nodes = MATCH_FILL_NODES if fills else MATCH_NODES
        verdict = self.match_values.verdict(game, position, nodes, stop, found.move)
        if verdict is not None:
            if found.move not in verdict.best:
                allowed = {text: task.afters[text] for text in verdict.best}
                found = self._allowed(found, replace(task, afters=allowed), pick)
            found = replace(found, match=verdict.value)
        return replace(found, nodes=self.nodes - before)

    def _allowed(self, found: PerfectMove, task: _Task, pick: Pick) -> PerfectMove:
        """Choose among those moves that are best for the match, of which `found` is none."""
        side = task.own.turn
        winners = self.solver.winners(task.afters, task.stop)
        values = {text: value_for(side, winner) for text, winner in winners.items()}
        ranked: tuple[Value, ...] = ("win", "unknown", "loss")
        best = next(value for value in ranked if value in values.values())
        afters = {text: task.afters[text] for text, value in values.items() if value == best}
        moves = list(afters)
        if best == "win":
            moves = DistanceToWin(self.solver, side, task.stop).fastest_wins(afters)[0] or moves
        move = pick(moves)
        return PerfectMove(found.value, move, (move,), 0)

    def best_moves(
        self, game: AnyGame, position: Hashable, stop: StopCondition = never_stop
    ) -> BestMoves | None:
        """Find the best moves as `choose` does, with their points and plies.

        Returns:
            None where `stop` ended the proof, the round is over, or a fill is to be chosen.
        """
        task = _task(game, position, stop)
        return self._best(task) if task.afters and not is_choosing_fill(position) else None

    def _best(self, task: _Task) -> BestMoves | None:
        """Find the best moves of a round; None if its winner is not proven."""
        own, afters, stop = task.own, task.afters, task.stop
        if wins := [move for move, known in known_moves(own).items() if known == "win"]:
            return BestMoves("win", wins, self.solver, 1, None)
        winner = self.solver.winner(own, stop)
        if winner is None:
            return None
        proven = self._points_prover.max_points(own, winner, task.need[winner], stop)
        if winner is own.turn:
            moves, plies = DistanceToWin(proven.solver, winner, stop).fastest_wins(afters)
            return BestMoves("win", moves, proven.solver, proven.points, plies)
        above = self._points_prover.next_threshold(own, winner, proven, task.need[winner])
        if above is not None:
            afters = self._points_prover.forcing(above, afters, own.turn, stop) or afters
        moves, plies = DistanceToWin(self.solver, winner, stop).longest_defences(afters)
        points = None if proven.points is None else -proven.points
        return BestMoves("loss", moves, self.solver, points, plies)

    def _pick(self, best: BestMoves, task: _Task, pick: Pick, *, with_line: bool) -> PerfectMove:
        """Choose one of the best moves: of losing ones, one that is the hardest to refute."""
        moves, stop = best.moves, task.stop
        if not moves:  # the distance is unknown: play the winning line of the proof
            line = tuple(map(move_text, principal_variation(best.solver, task.own, stop)))
            if not line:
                return self._guess(task, pick)  # the table has dropped the proof
            return PerfectMove(best.value, line[0], line, 0, best.points)
        if best.value == "loss" and len(moves) > 1:
            afters = {move: task.afters[move] for move in moves}
            shares = self._shares(afters, task.own.turn.other, stop)
            least = min(shares.values())
            moves = [move for move, share in shares.items() if share == least]
        move = pick(moves)
        replies = principal_variation(best.solver, task.afters[move], stop) if with_line else ()
        line = (move, *map(move_text, replies))
        return PerfectMove(best.value, move, line, 0, best.points, best.plies)

    def _guess(self, task: _Task, pick: Pick) -> PerfectMove:
        """Choose the move with the best estimate by proof numbers."""
        side = task.own.turn
        estimates = {
            text: self.solver.win_estimate(after, side) for text, after in task.afters.items()
        }
        best = max(estimates.values())
        move = pick([text for text, estimate in estimates.items() if estimate == best])
        return PerfectMove("unknown", move, (move,), 0)

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

    def _fill(self, side: Side, task: _Task, pick: Pick) -> PerfectMove:
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
        move = pick([text for text, rank in ranked.items() if rank == best])
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


def _task(game: AnyGame, position: Hashable, stop: StopCondition) -> _Task:
    afters = successors(game, position)
    return _Task(round_of(position), afters, _needs(game, position), stop)


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
