"""Search of the engine's move: proven in Kamisado, the best by alpha-beta in other games."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from host.ai.players.levels import EXPERT_INDIFFERENCE
from host.ai.search.depths import MAX_DEPTH
from host.ai.search.iterative_deepening import IterativeDeepening
from host.ai.search.result import SearchResult
from host.ai.solver.adapter import Value, is_choosing_fill, is_provable, round_of, successors
from host.ai.stop_condition import StopCondition
from host.ai.transposition_table_size import DEFAULT_MB, max_slots
from host.engine.game import AnyGame
from host.engine.registry import game_named

if TYPE_CHECKING:
    from host.ai.players.perfect import PerfectPlayer

_OPPOSITE: dict[Value, Value] = {"win": "loss", "loss": "win", "unknown": "unknown"}


@dataclass(frozen=True, slots=True)
class SearchState:
    """A search at work, or its end.

    Attributes:
        nodes: positions visited.
        line: expected moves, the best one first; empty while a proof is at work.
        depth: plies searched in full; of a proof, those of the line.
        value: of the position for the side to move; None while a proof is at work.
        score: the same in units of the evaluation; None in a proof.
        plies: to the end of the round or game; None if that is not known.
    """

    nodes: int
    line: tuple[str, ...] = ()
    depth: int = 0
    value: Value | None = None
    score: int | None = None
    plies: int | None = None


Report: TypeAlias = Callable[[SearchState], None]
"""Takes the states of a search at work, some hundred a second."""


class EngineSearch:
    """Searches of one conversation, which share what is proven.

    Args:
        seed: of the choice between equally good moves.
    """

    def __init__(self, seed: int) -> None:
        self.seed(seed)
        self._megabytes = DEFAULT_MB
        self._perfect_player: PerfectPlayer | None = None

    def seed(self, seed: int) -> None:
        """Begin the choices between equally good moves anew."""
        self._chance = random.Random(seed)

    def resize(self, megabytes: int) -> None:
        """Clear the tables, and limit them to this size from now on.

        Raises:
            ValueError: the number of megabytes is out of range.
        """
        max_slots(megabytes)
        self._megabytes = megabytes
        self.clear()

    def clear(self) -> None:
        """Forget what is proven."""
        self._perfect_player = None

    def load(self, game: AnyGame) -> PerfectPlayer | None:
        """Load the solver, where a game needs it: some tenths of a second."""
        if self._perfect_player is None and is_provable(game):
            # Imported late: `ugi` is answered at once.
            from host.ai.players.perfect import PerfectPlayer

            self._perfect_player = PerfectPlayer(self._megabytes)
        return self._perfect_player

    def search(
        self,
        game: AnyGame,
        position: Hashable,
        stop: StopCondition,
        report: Report,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> SearchState:
        """Return the end of the search for the best move.

        Args:
            stop: ends the search.
            nodes: limit of visited positions.
            depth: in plies; such a search proves nothing beyond them, also in Kamisado.

        Raises:
            ValueError: the game is over.
        """
        player = self.load(game)
        if player is not None and is_provable(game) and depth is None:
            return self._prove(player, game, position, stop, report, nodes)
        if is_choosing_fill(position):
            return self._search_fills(game, position, stop, nodes, depth)
        if is_provable(game):
            # A match is played round by round.
            game, position = game_named("kamisado"), round_of(position)
        return self._deepen(game, position, stop, report, nodes, depth)

    def _prove(
        self,
        player: PerfectPlayer,
        game: AnyGame,
        position: Hashable,
        stop: StopCondition,
        report: Report,
        nodes: int | None,
    ) -> SearchState:
        before = player.nodes

        def is_spent() -> bool:
            used = player.nodes - before
            report(SearchState(used))
            return stop() or (nodes is not None and used >= nodes)

        choice = player.choose(game, position, is_spent, self._chance.choice, with_line=True)
        return SearchState(
            choice.nodes, choice.line, len(choice.line), choice.value, plies=choice.plies
        )

    def _deepen(
        self,
        game: AnyGame,
        position: Hashable,
        stop: StopCondition,
        report: Report,
        nodes: int | None,
        depth: int | None,
    ) -> SearchState:
        liked = {
            move: self._chance.randrange(EXPERT_INDIFFERENCE) for move in game.legal_moves(position)
        }
        search = IterativeDeepening(game, self._megabytes, bonus=liked.__getitem__)

        def is_spent() -> bool:
            return stop() or (nodes is not None and search.nodes >= nodes)

        limit = MAX_DEPTH if depth is None else min(depth, MAX_DEPTH)
        for result in search.iterate(position, is_spent, limit):
            state = _state(game, position, result)
            report(state)
        return state

    def _search_fills(
        self,
        game: AnyGame,
        position: Hashable,
        stop: StopCondition,
        nodes: int | None,
        depth: int | None,
    ) -> SearchState:
        """Search the next round after each way to fill the home rows; the opponent begins it."""
        left = None if depth is None else max(0, depth - 1)
        single = game_named("kamisado")
        found = {
            text: self._deepen(single, after, stop, lambda state: None, nodes, left)
            for text, after in successors(game, position).items()
        }
        best = min(found, key=lambda text: found[text].score or 0)
        state = found[best]
        return replace(
            state,
            nodes=sum(each.nodes for each in found.values()),
            line=(best, *state.line),
            depth=state.depth + 1,
            value=None if state.value is None else _OPPOSITE[state.value],
            score=None if state.score is None else -state.score,
            plies=None if state.plies is None else state.plies + 1,
        )


def _state(game: AnyGame, position: Hashable, result: SearchResult) -> SearchState:
    """Return the state of an alpha-beta search, its moves as texts."""
    line = []
    for move in result.line:
        line.append(game.move_text(position, move))
        position = game.play(position, move)
    return SearchState(
        result.nodes, tuple(line), result.depth, result.value, result.score, result.plies_to_end
    )
