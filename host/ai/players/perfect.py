"""Which move to play: the best of what is proven, and what looks best where nothing is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from host.ai.limits import DEFAULT_MB, StopCondition, never_stop
from host.ai.solver.adapter import Value, is_choosing_fill, round_of, successors, value_for
from host.ai.solver.distance_to_win import Distance
from host.ai.solver.opening_book import known_moves
from host.ai.solver.points import PointsProver
from host.ai.solver.principal_variation import principal_variation
from host.ai.solver.solver import Solver
from host.engine.game import AnyGame, Side
from host.engine.kamisado import rules
from host.engine.kamisado.formats import format_named
from host.engine.kamisado.match_position import MatchPosition
from host.engine.kamisado.notation import move_text
from host.engine.kamisado.position import Position
from host.engine.kamisado.scoring import TOOTH_POINTS

Pick: TypeAlias = Callable[[Sequence[str]], str]
"""Takes one of several moves that are equally good."""

REPLIES = 20_000
"""Number of nodes that may be searched to count the opponent's right answers, in all."""
OPENINGS = 40_000
"""The same for the first moves after one way to fill the home rows: a second or two."""


@dataclass(frozen=True, slots=True)
class PerfectMove:
    """What to play.

    Attributes:
        value: of the position, for the side to move.
        move: the text of the move.
        line: what is expected, the move first (`host.ai.solver.principal_variation`); the move
        alone if no more is
            known.
        nodes: how many nodes were searched for it.
        points: what the round brings by the best play of both, below 0 if it is lost; None
            between rounds, and if it is not proven.  No more is counted than who wins the round
            needs to win the match.
        plies: in how many the round is over by the fastest win and the longest defence; None if
            that is not known.
    """

    value: Value
    move: str
    line: tuple[str, ...]
    nodes: int
    points: int | None = None
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class _Task:
    """What is to be chosen: the round, what each move leads to, what points are worth to each side
    (`_needs`), and how long that may take."""

    own: Position
    afters: Mapping[str, Position]
    need: Mapping[Side, int]
    stop: StopCondition
    pick: Pick


class PerfectPlayer:
    """Plays as well as can be proven; what is exact and what a rule of thumb is docs/opponents.md.

    Args:
        megabytes: for all that is remembered from one move to the next.

    Raises:
        ValueError: the memory cannot have that size.
    """

    def __init__(self, megabytes: int = DEFAULT_MB) -> None:
        self._worths = PointsProver(megabytes)

    @property
    def nodes(self) -> int:
        """Number of nodes searched."""
        return self._worths.nodes

    @property
    def solver(self) -> Solver:
        """Solver that proves who wins."""
        return self._worths.solver

    def choose(
        self,
        game: AnyGame,
        position: Hashable,
        stop: StopCondition = never_stop,
        pick: Pick = lambda moves: moves[0],
    ) -> PerfectMove:
        """The best move that is found before `stop`.

        A won position is won, for the most points that can be forced and of such wins the
        fastest; a lost one is lost for the fewest points, by the trickiest of the longest
        defences.  Where nothing is proven, no move is chosen that is known to lose if there is
        another.

        Raises:
            ValueError: it is a position of another game than Kamisado, or the game is over.
        """
        afters = successors(game, position)
        own = round_of(position)
        if not afters:
            raise ValueError(f"there is nothing to choose in {game.position_text(position)!r}")
        before = self._worths.nodes
        task = _Task(own, afters, _needs(game, position), stop, pick)
        if is_choosing_fill(position):
            found = self._fill(game.turn(position), task)
        elif wins := [move for move, known in known_moves(own).items() if known == "win"]:
            move = pick(wins)
            found = PerfectMove("win", move, (move,), 0, 1)
        else:
            found = self._move(task)
        return replace(found, nodes=self._worths.nodes - before)

    def _move(self, task: _Task) -> PerfectMove:
        """A move of a round."""
        winner = self.solver.winner(task.own, task.stop)
        if winner is None:
            return self._guess(task)
        return self._won(task) if winner is task.own.turn else self._lost(task)

    def _guess(self, task: _Task) -> PerfectMove:
        """The move that looks best by what is left to be shown."""
        side = task.own.turn
        outlooks = {
            text: self.solver.win_estimate(after, side) for text, after in task.afters.items()
        }
        best = max(outlooks.values())
        move = task.pick([text for text, outlook in outlooks.items() if outlook == best])
        return PerfectMove("unknown", move, (move,), 0)

    def _won(self, task: _Task) -> PerfectMove:
        """The fastest of the wins that bring most."""
        side, afters, stop = task.own.turn, task.afters, task.stop
        worth = self._worths.most(task.own, side, task.need[side], stop)
        moves, plies = Distance(worth.solver, side, stop).soonest(afters)
        if moves:
            move = task.pick(moves)
            texts = (move, *map(move_text, principal_variation(worth.solver, afters[move], stop)))
            return PerfectMove("win", move, texts, 0, worth.points, plies)
        # Too far away: by the lines that the proof has left, if not the fastest.
        texts = tuple(map(move_text, principal_variation(worth.solver, task.own, stop)))
        if not texts:
            return self._guess(task)  # the table has forgotten how it is won
        return PerfectMove("win", texts[0], texts, 0, worth.points)

    def _lost(self, task: _Task) -> PerfectMove:
        """The trickiest of the longest of the defences that cost least."""
        own, afters, stop = task.own, task.afters, task.stop
        other = own.turn.other
        worth = self._worths.most(own, other, task.need[other], stop)
        above = self._worths.above(own, other, worth, task.need[other])
        if above is not None:
            afters = self._worths.held(above, afters, own.turn, stop) or afters
        moves, plies = Distance(self.solver, other, stop).latest(afters)
        shares = self._shares({move: afters[move] for move in moves}, other, stop)
        least = min(shares.values())
        move = task.pick([move for move, share in shares.items() if share == least])
        texts = (move, *map(move_text, principal_variation(self.solver, afters[move], stop)))
        points = None if worth.points is None else -worth.points
        return PerfectMove("loss", move, texts, 0, points, plies)

    def _shares(
        self, afters: Mapping[str, Position], other: Side, stop: StopCondition
    ) -> dict[str, float]:
        """Which share of the opponent's replies to each move is right: a rule of thumb.

        A win that is missed by most replies is missed by more people.
        """
        limit = self.solver.nodes + REPLIES

        def enough() -> bool:
            return self.solver.nodes >= limit or stop()

        shares = {}
        for text, after in afters.items():
            replies = {move: rules.play_unchecked(after, move) for move in rules.legal_moves(after)}
            if after.turn is not other or not replies:
                shares[text] = 1.0
                continue
            known = self.solver.winners(replies, enough)
            wrong = sum(winner is other.other for winner in known.values())
            shares[text] = 1 - wrong / len(replies)
        return shares

    def _fill(self, side: Side, task: _Task) -> PerfectMove:
        """How the home rows are filled: by who wins the next round after each way, and for how
        much; and by how many of the Challenger's first moves keep that win, where it is equal."""
        ranked: dict[str, tuple[int, float]] = {}
        values: list[Value] = []
        for text, after in task.afters.items():
            winner = self.solver.winner(after, task.stop)
            values.append(value_for(side, winner))
            points = 0
            if winner is not None:
                points = self._worths.most(after, winner, task.need[winner], task.stop).points or 1
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
        """For how many of its first moves the Challenger is proven to win, as far as is looked."""
        limit = self.solver.nodes + OPENINGS
        moves = {move: rules.play_unchecked(opening, move) for move in rules.legal_moves(opening)}
        known = self.solver.winners(moves, lambda: self.solver.nodes >= limit or stop())
        values = [value_for(opening.turn, winner) for winner in known.values()]
        return values.count("win") + values.count("unknown") / 2


def _needs(game: AnyGame, position: Hashable) -> dict[Side, int]:
    """How many points of a round are worth anything to each side: no more than end the match.

    A round alone, which belongs to no match, is played for all it brings.
    """
    if not isinstance(position, MatchPosition):
        return dict.fromkeys(Side, max(TOOTH_POINTS))
    played = format_named(game.name.removeprefix("kamisado-"))
    if not played.teeth or played.points is None:
        return dict.fromkeys(Side, 1)
    return {side: max(1, played.points - position.points.of(side)) for side in Side}
