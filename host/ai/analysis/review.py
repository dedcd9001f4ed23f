"""The review of what was played: who was winning before and after each move, and where it turned.

Only what is proven is told.  A win changes hands with a move of its owner and no other, so a move
was a blunder when its maker could have won before and cannot any more; what is not proven in time
is said to be not known, and called neither good nor bad.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from host.ai.analysis.explanation import explain, forced_pass
from host.ai.limits import StopCondition, never_stop
from host.ai.solver.adapter import (
    Value,
    check_provable,
    is_choosing_fill,
    round_of,
    successors,
    value_for,
)
from host.ai.solver.principal_variation import principal_variation
from host.engine.game import AnyGame, MultiRound
from host.engine.kamisado.notation import move_text, parse_move

if TYPE_CHECKING:
    from host.ai.solver.solver import Solver


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move that was played, and what is proven of it.

    Attributes:
        ply: its number, from 1; passes and choices between rounds are counted.
        round: in which round, from 1.
        side: who made it, "white" or "black".
        text: as coordinates.
        words: as the rule book writes it.
        before: the value of the position for who moved.
        after: the value that was left for the same side.
        choices: how many legal moves there were.
        better: the moves that would have won, where this one gave the win away.
        why: the reason why it did; empty where it did not.
        instead: the move that would have won soonest, and why; empty likewise.
    """

    ply: int
    round: int
    side: str
    text: str
    words: str
    before: Value
    after: Value
    choices: int
    better: tuple[str, ...] = ()
    why: str = ""
    instead: str = ""

    @property
    def turned(self) -> bool:
        """Whether the win changed hands with it."""
        return self.before == "win" and self.after == "loss"

    @property
    def kind(self) -> str:
        """In a word: blunder, won, lost, forced or unknown."""
        if self.turned:
            return "blunder"
        if "unknown" in (self.before, self.after) and self.after != "win":
            return "unknown"
        if self.choices == 1:
            return "forced"
        return "won" if self.after == "win" else "lost"

    def as_json(self) -> dict[str, object]:
        """The same as what `json.dumps` takes, with its kind."""
        return {**asdict(self), "kind": self.kind}


def review(
    solver: Solver,
    game: AnyGame,
    start: Hashable,
    moves: Sequence[str],
    dwell: Callable[[], StopCondition] = lambda: never_stop,
) -> Iterator[ReviewedMove]:
    """Every real move of a match, the last one first: what comes later is proven sooner.

    Passes that were forced and choices between rounds are left out.

    Args:
        solver: keeps what it finds out.
        game: a round or a match of Kamisado.
        start: the position before the first move.
        moves: texts of what was played, passes and choices included.
        dwell: makes the end of each search: how long one position may take.

    Raises:
        InvalidMoveError: a text is no legal move where it stands.
        ValueError: nothing can be proven in this game.
    """
    check_provable(game)
    positions = [start]
    for text in moves:
        played = game.parse_move(positions[-1], text)
        positions.append(game.play(positions[-1], played))
    for number in range(len(moves), 0, -1):
        position = positions[number - 1]
        if not is_choosing_fill(position) and forced_pass(round_of(position)) is None:
            yield _judge(solver, game, position, moves[number - 1], number, dwell)


def _judge(
    solver: Solver,
    game: AnyGame,
    position: Hashable,
    text: str,
    ply: int,
    dwell: Callable[[], StopCondition],
) -> ReviewedMove:
    own, turn = round_of(position), game.turn(position)
    afters = successors(game, position)
    move = parse_move(own, text)
    after = value_for(turn, solver.winner(afters[text], dwell()))
    # Whoever has a winning move is winning, and needs no other proof.
    before: Value = "win" if after == "win" else value_for(turn, solver.winner(own, dwell()))
    if before == "loss":
        after = "loss"
    standing = game.match_score(position) if isinstance(game, MultiRound) else None
    judged = ReviewedMove(
        ply=ply,
        round=1 if standing is None else standing.round,
        side=turn.name.lower(),
        text=text,
        words=game.describe_move(position, game.parse_move(position, text)),
        before=before,
        after=after,
        choices=len(afters),
    )
    if not judged.turned:
        return judged
    winners = solver.winners(afters, dwell())
    better = tuple(text for text, winner in winners.items() if winner is turn)
    why = explain(solver, own, move, dwell())
    best = next(iter(principal_variation(solver, own, dwell())), None)
    instead = ""
    if best is not None:
        words = game.describe_move(position, game.parse_move(position, move_text(best)))
        instead = f"{words} ({move_text(best)}) wins. {explain(solver, own, best, dwell())}"
    fields = {**asdict(judged), "better": better, "why": why, "instead": instead}
    return ReviewedMove(**fields)


def summary(judged: Sequence[ReviewedMove]) -> list[str]:
    """What a review shows, round by round: a sentence or two each."""
    sentences = []
    for number in sorted({one.round for one in judged}):
        moves = sorted((one for one in judged if one.round == number), key=lambda one: one.ply)
        turned = [f"{one.ply} ({one.side.capitalize()})" for one in moves if one.turned]
        first = moves[0]
        begin = {
            "win": f"{first.side.capitalize()} was winning from the start.",
            "loss": f"{_other(first.side)} was winning from the start.",
            "unknown": "Who was winning at the start is not known.",
        }[first.before]
        unknown = sum(one.kind == "unknown" for one in moves)
        if turned:
            least = "at least " if unknown else ""
            times = "once" if len(turned) == 1 else f"{len(turned)} times"
            hands = f"The win changed hands {least}{times}: with move {', '.join(turned)}."
        else:
            hands = f"The win {'is not known to have' if unknown else 'never'} changed hands."
        rest = f" Of {unknown} moves it is not known what they are worth." if unknown else ""
        sentences.append(f"Round {number}: {begin} {hands}{rest}")
    return sentences


def _other(side: str) -> str:
    return "Black" if side == "white" else "White"


_WORTH = {
    "won": "keeps the win",
    "lost": "is lost already",
    "forced": "was the only move",
    "blunder": "gives the win away",
    "unknown": "not known",
}


def described(judged: Sequence[ReviewedMove]) -> list[str]:
    """Every move in a line, and below a blunder why it is one."""
    lines = []
    for one in sorted(judged, key=lambda one: one.ply):
        side = one.side.capitalize()
        worth = _WORTH[one.kind]
        lines.append(f"{one.ply:>3}. {side:<6}{one.text:<7}{one.words:<24}{worth}".rstrip())
        lines += [f"     {text}" for text in (one.why, one.instead) if text]
    return lines
