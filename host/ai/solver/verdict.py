"""What can be said of a position of a round or of a match, as a value that travels as JSON."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar, cast

from host.ai.solver.opening_book import known_moves
from host.ai.solver.principal_variation import line
from host.ai.stop import Stop, never
from host.engine.game import AnyGame, Game, Side
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.kamisado.notation import move_text
from host.engine.kamisado.position import Position

if TYPE_CHECKING:
    from host.ai.solver.solver import Solver

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")

Value: TypeAlias = Literal["win", "loss", "unknown"]
"""For the side to move: of the round that is played, or between rounds of the next."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who wins, and how.

    Attributes:
        value: of the position.
        moves: the value of each legal move, for the same side, in the order of the rules.
        line: moves to the end of the round, the winner's proven to win
        (`host.ai.solver.principal_variation`).
            It may break off where the search was stopped; empty where the value is unknown.
        nodes: how many nodes were searched for it.
    """

    value: Value
    moves: dict[str, Value]
    line: tuple[str, ...]
    nodes: int

    def as_json(self) -> dict[str, object]:
        """The same as what `json.dumps` takes."""
        return asdict(self)

    @classmethod
    def from_json(cls, message: Mapping[str, object]) -> Verdict:
        """The verdict that `as_json` made, other names in the message left alone."""
        return cls(
            value=cast(Value, message["value"]),
            moves=cast("dict[str, Value]", message["moves"]),
            line=tuple(cast("list[str]", message["line"])),
            nodes=cast(int, message["nodes"]),
        )


def judge(
    solver: Solver,
    game: AnyGame,
    position: Hashable,
    stop: Stop = never,
    tell: Callable[[Verdict], None] | None = None,
) -> Verdict:
    """What the solver proves about a position before `stop`: the value first, then its moves.

    The first moves of the first round are known from a table (`host.ai.solver.opening_book`).

    Between two rounds the moves are the ways to fill the home rows, and their values those of
    the round that each begins.

    Args:
        solver: keeps what it found out, for the next position.
        game: a round or a match of Kamisado.
        position: one of that game's.
        stop: ends the search.
        tell: hears what is known, each time that there is more.

    Raises:
        ValueError: it is another game.
    """
    check_provable(game)
    before = solver.nodes
    turn = game.turn(position)
    afters = afters_of(game, position)
    winner: Side | None = None
    texts: tuple[str, ...] = ()

    def verdict(winners: Mapping[str, Side | None]) -> Verdict:
        values = {text: value_for(turn, known) for text, known in winners.items()}
        value = _best(values.values()) if choosing else value_for(turn, winner)
        return Verdict(value, values, texts, solver.nodes - before)

    choosing = is_choosing(position)
    if not choosing:
        own = round_of(position)
        known = known_moves(own)
        winner = turn if "win" in known.values() else solver.winner(own, stop)
        texts = tuple(move_text(move) for move in line(solver, own, stop))
        if tell is not None:
            tell(verdict({text: solver.known(after) for text, after in afters.items()}))
        if known:
            return Verdict(value_for(turn, winner), {**known}, texts, solver.nodes - before)
    heard = None if tell is None else lambda winners: tell(verdict(winners))
    return verdict(solver.winners(afters, stop, heard))


def afters_of(game: AnyGame, position: Hashable) -> dict[str, Position]:
    """The round after each legal move, by the move's text."""
    return {
        game.move_text(position, move): round_of(game.play(position, move))
        for move in game.legal_moves(position)
    }


def is_choosing(position: Hashable) -> bool:
    """Whether the next move of a match is how to fill the home rows."""
    return isinstance(position, MatchPosition) and position.phase is Phase.CHOOSING


def is_provable(game: Game[PositionT, MoveT]) -> bool:
    """Whether there is a prover for a game: for those whose positions are a round of Kamisado's.

    Nobody else asks which games there are: in all others a move is chosen by
    `host.ai.search.alphabeta`, and nothing is proven.
    """
    return isinstance(game.start(), Position | MatchPosition)


def check_provable(game: Game[PositionT, MoveT]) -> None:
    """Whether there is a prover for a game, where it cannot be done without.

    Raises:
        ValueError: there is none; a sentence for people that names the game.
    """
    if not is_provable(game):
        raise ValueError(f"Who wins cannot be proven in {game.title}: there is no solver for it.")


def round_of(position: Hashable) -> Position:
    """The round of a position of a game that is provable.

    Raises:
        ValueError: it is a position of another game.
    """
    if isinstance(position, MatchPosition):
        return position.round
    if isinstance(position, Position):
        return position
    raise ValueError(f"the solver knows Kamisado only, not the position {position!r}")


def value_for(side: Side, winner: Side | None) -> Value:
    """What it means for a side that somebody wins, or that this is not known."""
    if winner is None:
        return "unknown"
    return "win" if winner is side else "loss"


def _best(values: Iterable[Value]) -> Value:
    """What they are worth to who may choose among them."""
    known = set(values)
    ranked: tuple[Value, ...] = ("win", "unknown", "loss")
    return next(value for value in ranked if value in known)
