"""The Game protocol: what the rest of the program may ask of any game.

Everything outside `host.engine` (recognition, lights, match flow, store, page)
is written against this protocol alone, so that a new game is one module and one
line in `registry.py`.  Games know nothing of sensors, lights or clocks.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

Square: TypeAlias = int
"""A place in a game, rank-major from White's left corner: a1 = 0, b1 = 1, ..."""


class Side(enum.Enum):
    """One of the two players; the value is its letter in position text."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def label(self) -> str:
        """The name for people: "White" or "Black"."""
        return self.name.capitalize()


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands on a square.  `name` is "green" for Kamisado's green tower."""

    side: Side
    name: str = "stone"
    teeth: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winner: None for a draw.
        reason: a sentence for people, with the number of the rule.
        squares: what to celebrate, in order from where the win happened.
        stuck: squares of the pieces that block one another; empty if none.
    """

    winner: Side | None
    reason: str
    squares: tuple[Square, ...] = ()
    stuck: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Where a match of several rounds stands.

    Attributes:
        title: what people call the match: "standard match".
        round: number of the round that is played or was just played, from 1.
        rounds: after how many the match ends; None if that is not agreed.
        goal: the points that win it; None if points alone never end it.
    """

    title: str
    round: int
    rounds: int | None
    goal: int | None
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Reward:
    """What people put on a piece by hand when a round is over.

    Attributes:
        piece: as it is with the reward: one tooth more.
        words: the instruction, with the number of the rule.
    """

    square: Square
    piece: Piece
    words: str


@dataclass(frozen=True, slots=True)
class Relocation:
    """One piece carried to its place; `origin` and `target` are equal where it stands well."""

    piece: Piece
    origin: Square
    target: Square


class InvalidMoveError(ValueError):
    """Text that names no legal move of the position."""


class IllegalMoveError(ValueError):
    """A move that the rules forbid in this position."""


class InvalidPositionError(ValueError):
    """Text that describes no position of the game."""


PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")
PositionT_contra = TypeVar("PositionT_contra", contravariant=True)
MoveT_contra = TypeVar("MoveT_contra", contravariant=True)


class Game(Protocol[PositionT, MoveT]):
    """Rules of one game as pure functions over immutable, hashable positions.

    A game is hashable itself: what was found out about its positions can be kept.
    """

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """Short lower-case id used in files and on the command line."""

    @property
    def title(self) -> str:
        """What people call it, as in "A new standard match."."""

    @property
    def size(self) -> tuple[int, int]:
        """Number of files and of ranks, e.g. (8, 8)."""

    def start(self) -> PositionT:
        """The position in which a new game begins."""

    def turn(self, position: PositionT) -> Side:
        """Who moves now.  Turns need not alternate (pushes)."""

    def pieces(self, position: PositionT) -> Mapping[Square, Piece]:
        """The pieces on the board, by square."""

    def movable_squares(self, position: PositionT) -> Sequence[Square]:
        """Where the pieces stand of which one must act now, in square order.

        One square when a certain piece is required (also when it is blocked and
        can only pass), several when the player is free to choose, none when
        the game is over, or when the next move touches no piece on the board: a choice
        between rounds, or a piece that is put on it.
        """

    def legal_moves(self, position: PositionT) -> Sequence[MoveT]:
        """Every legal move; empty exactly when `outcome` is not None.

        A forced pass is a move too: it leaves no trace on the board.  So does a move that is
        legal beside others and by which a player lets the turn go, as after a capture where
        another might follow.
        """

    def play(self, position: PositionT, move: MoveT) -> PositionT:
        """The position after a legal move.

        Raises:
            IllegalMoveError: if the rules forbid it here.
        """

    def outcome(self, position: PositionT) -> Outcome | None:
        """The result, or None while the game goes on."""

    def explain_illegal(
        self, position: PositionT, origin: Square, target: Square | None
    ) -> str | None:
        """Why the piece on `origin` may not be moved to `target`, with the rule's number.

        A sentence without its full stop, as more may be said after it.

        With target None: why the piece may not be moved at all.  None if it may, and
        if there is no piece on `origin`.
        """

    def move_text(self, position: PositionT, move: MoveT) -> str:
        """Coordinate text of a legal move, unique among the position's legal moves."""

    def describe_move(self, position: PositionT, move: MoveT) -> str:
        """A legal move as people say it, e.g. "Purple left 5 Yellow"."""

    def parse_move(self, position: PositionT, text: str) -> MoveT:
        """The legal move that `text` names.

        Raises:
            InvalidMoveError: if it is malformed or not legal; the message quotes it and says why.
        """

    def position_text(self, position: PositionT) -> str:
        """The position as one line of text."""

    def parse_position(self, text: str) -> PositionT:
        """The position that `text` describes.

        Raises:
            InvalidPositionError: the message quotes the text and says what is wrong.
        """

    def describe_piece(self, piece: Piece) -> str:
        """What people call a piece, without its side, the kind last: "pink tower"."""

    def square_colour(self, square: Square) -> str | None:
        """Name of the colour painted on a square; None on an uncoloured board."""


@runtime_checkable
class UncheckedPlay(Protocol[PositionT, MoveT_contra]):
    """What a game may offer besides: `play` without its check, for searches."""

    def play_unchecked(self, position: PositionT, move: MoveT_contra) -> PositionT:
        """The position after a move that is known to be legal; anything else is undefined."""


@runtime_checkable
class MultiRound(Protocol[PositionT_contra, MoveT_contra]):
    """What a game of several rounds offers besides.

    Between two rounds `movable_squares` is empty, and `turn` is who chooses among the legal moves,
    each of which carries the pieces to where they stand when the next round begins.
    """

    def match_score(self, position: PositionT_contra) -> MatchScore:
        """The score, the number of the round, and what ends the match."""

    def round_outcome(self, position: PositionT_contra) -> Outcome | None:
        """How the round ended that was just played; None while a round is played."""

    def reward(self, position: PositionT_contra) -> Reward | None:
        """What the end of the round brings to a piece; None while it is played, or if nothing."""

    def relocations(self, position: PositionT_contra, move: MoveT_contra) -> Sequence[Relocation]:
        """How hands carry out a move between rounds: every piece, in the order of the rules.

        Each place is empty when its turn comes.  Two moves are told apart by where they begin:
        by the target of the first.
        """


@runtime_checkable
class DrawByAgreement(Protocol[PositionT_contra]):
    """What a game offers besides whose players may agree to end it."""

    @property
    def allows_agreement(self) -> bool:
        """Whether they may; in one whose points must decide they may not."""

    def agreed_outcome(self, position: PositionT_contra) -> Outcome:
        """How it ends if they do: drawn, or as the rules count what stands on the board."""


@runtime_checkable
class Evaluated(Protocol[PositionT_contra]):
    """What a game offers besides that a general search is to play."""

    def evaluate(self, position: PositionT_contra) -> int:
        """How well the side to move stands by a rule of thumb, where the game goes on.

        Positive is good for it, and the same position for the other side counts as much less.  One
        more piece is worth about 100, so that a search knows what a capture is.
        """


@runtime_checkable
class HasReserve(Protocol[PositionT_contra]):
    """What a game offers besides whose pieces come onto the board by and by."""

    def reserve(self, position: PositionT_contra) -> Mapping[Piece, int]:
        """How many pieces of each kind are still to be put on the board; none are left out."""

    def explain_illegal_drop(self, position: PositionT_contra, square: Square) -> str | None:
        """Why the side to move may put none on a square, without a full stop; None if it may."""


@runtime_checkable
class HasPath(Protocol[PositionT_contra, MoveT_contra]):
    """What a game offers besides whose pieces do not always go straight."""

    def path(self, position: PositionT_contra, move: MoveT_contra) -> Sequence[Square]:
        """Where the moved piece touches the board, from its square to where it ends."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What players may agree on before a game.

    Attributes:
        name: as it is written, e.g. "limit".
        words: what it does, for people, without a full stop.
        values: what it may be; empty for any whole number from 1 on.
        default: what it is unless told otherwise.
        by_lot: whether the rules have it drawn by lot, unless the players say it.
    """

    name: str
    words: str
    values: tuple[str, ...]
    default: str
    by_lot: bool = False


@runtime_checkable
class Configurable(Protocol):
    """What a game offers besides that is played in more than one way.

    Its name tells how: `NAME:setting=value,setting=value` with what differs from the default, in
    the order of `settings`.
    """

    @property
    def settings(self) -> Sequence[Setting]:
        """What may be agreed on."""

    def with_settings(self, values: Mapping[str, str]) -> AnyGame:
        """The game with these settings, by name; the others as they are.

        Raises:
            ValueError: there is no such setting or value; the message quotes it and says what
                there is.
        """


AnyGame: TypeAlias = Game[Hashable, Hashable]
"""A game whose positions and moves nobody looks into: they come from it and go back to it."""


def perft(game: Game[PositionT, MoveT], position: PositionT, depth: int) -> int:
    """Number of leaves at exactly `depth` plies; a finished game has no children.

    A pass is one ply.  Compared with published numbers, it proves `legal_moves`.
    """
    after = game.play_unchecked if isinstance(game, UncheckedPlay) else game.play

    def leaves(position: PositionT, depth: int) -> int:
        moves = game.legal_moves(position)
        if depth == 1:
            return len(moves)
        return sum(leaves(after(position, move), depth - 1) for move in moves)

    return leaves(position, depth) if depth > 0 else 1
