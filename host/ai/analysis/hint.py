"""Advice: the best move of a position that can be proven in time, and why."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from host.ai.analysis.explanation import explain
from host.ai.limits import StopCondition, never_stop
from host.ai.players.levels import PERFECT, search_at_level
from host.ai.solver.adapter import Value, is_provable, round_of, successors
from host.ai.solver.verdict import prove_position
from host.engine.game import AnyGame
from host.engine.kamisado.notation import parse_move

if TYPE_CHECKING:
    from host.ai.solver.solver import Solver

HINT_SEED = 0
"""Of the taste of who advises: the same position, the same hint."""


@dataclass(frozen=True, slots=True)
class MoveHint:
    """A move to play.

    Attributes:
        move: its text.
        value: of the position, for the side to move: "win" says that the move wins, "loss" that
            all moves lose, and "unknown" that nothing is proven, also not against this move.
        reason: why it wins or loses, in words; empty in a game without a prover.
        looks: whether all that is said for the move is that it looks best: in a game without a
            prover, where no end is in sight.
    """

    move: str
    value: Value
    reason: str
    looks: bool = False

    def sentence(self, words: str, way: str) -> str:
        """The hint for people.

        Args:
            words: the move as the rule book writes it, in words, e.g. "Pink 4 Brown".
            way: the same by squares, e.g. "d8 to d4".
        """
        move = words if way in words else f"{words}, {way},"
        if self.looks:
            return f"Hint: {move} looks best."
        match self.value:
            case "win":
                return f"Hint: {move} wins. {self.reason}".rstrip()
            case "loss":
                return f"Every move loses. Hint: {move} makes it hard. {self.reason}".rstrip()
            case "unknown":
                return f"Who wins is not known yet. Hint: {move} is not known to lose."


def find_hint(
    solver: Solver, game: AnyGame, position: Hashable, stop: StopCondition = never_stop
) -> MoveHint:
    """What to play in a round, as far as that is known when `stop` comes.

    A won position is won with the move, and as soon as lines are measured; a lost one is defended
    as long (`host.ai.solver.principal_variation`).  Where nothing is proven, the move that looks
    best is told; so it is in a game without a prover.

    Raises:
        ValueError: there is no move to be made: the round is over.
    """
    if not is_provable(game):
        result = search_at_level(game, position, PERFECT, HINT_SEED, stop)
        value = result.value
        return MoveHint(game.move_text(position, result.move), value, "", value == "unknown")
    afters = successors(game, position)
    own = round_of(position)
    verdict = prove_position(solver, game, position, stop)
    if not afters or set(afters) != set(verdict.moves):
        raise ValueError("The round is over: there is no move to be advised.")
    turn = game.turn(position)
    if verdict.line and verdict.line[0] in afters:
        best = verdict.line[0]
    else:
        best = max(afters, key=lambda text: solver.win_estimate(afters[text], turn))
    return MoveHint(best, verdict.value, explain(solver, own, parse_move(own, best), stop))
