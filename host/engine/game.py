"""The `Game` protocol, the values it uses, and optional protocols for some games.

Everything outside `host.engine` (recognition, lights, session, store, page) uses games through
these protocols only, so a new game is one module and one line in `registry.py`.  Games know
nothing of sensors, lights or clocks.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

from host.message import Message, message, message_of

Square: TypeAlias = int
"""Number of a square, rank by rank from White's left corner: a1 = 0, b1 = 1, ..."""


class Side(enum.Enum):
    """One of the two players; the value is its letter in position text."""

    WHITE = "w"
    BLACK = "b"

    __hash__ = object.__hash__  # that of enum.Enum is a call in Python: it hashes the name

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def label(self) -> str:
        """The English name, "White" or "Black", for records and logs."""
        return self.name.capitalize()

    @property
    def message(self) -> Message:
        """The name for players."""
        return message("side.white") if self is Side.WHITE else message("side.black")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece.  `name` is "green" for Kamisado's green tower; `teeth` are its dragon teeth."""

    side: Side
    name: str = "stone"
    teeth: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a game.

    Attributes:
        winner: None for a draw.
        reason: a sentence for players, with the number of the rule.
        squares: the squares to light for the win, in order from where it happened.
        stuck: squares of the pieces that block one another; empty if none.
    """

    winner: Side | None
    reason: Message
    squares: tuple[Square, ...] = ()
    stuck: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Score of a match of several rounds.

    Attributes:
        title: name of the match for players: "standard match".
        round: number of the current or last round, from 1.
        rounds: number of rounds after which the match ends; None if that is not agreed.
        goal: points that win the match; None if points alone never end it.
    """

    title: Message
    round: int
    rounds: int | None
    goal: int | None
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Reward:
    """A tooth that players put on a piece when a round is over.

    Attributes:
        square: square of the piece.
        piece: the piece with the additional tooth.
        words: the instruction for the players.
    """

    square: Square
    piece: Piece
    words: Message


@dataclass(frozen=True, slots=True)
class Relocation:
    """One piece moved between rounds; `origin` equals `target` if it stays where it is."""

    piece: Piece
    origin: Square
    target: Square


class InvalidMoveError(ValueError):
    """A text names no legal move of the position."""


def not_legal(text: str, reason: Message) -> InvalidMoveError:
    """Return the error for the text of a move that is not legal in a position."""
    return InvalidMoveError(message("engine.not_legal_here", text=repr(text), reason=reason))


class IllegalMoveError(ValueError):
    """A move is not legal in this position."""


def check_is_move(value: object, *kinds: type, squares: int) -> None:
    """Check that a value is a move of a game, and no text or move of another one.

    Args:
        squares: of the board; a move that is a tuple has no other numbers than squares.

    Raises:
        IllegalMoveError: it is of none of these types, or off the board; the message quotes it.
    """
    numbers = [part for part in value if isinstance(part, int)] if isinstance(value, tuple) else []
    if not isinstance(value, kinds) or not all(0 <= number < squares for number in numbers):
        raise IllegalMoveError(message("engine.no_move_value", value=repr(value)))


class InvalidPositionError(ValueError):
    """A text describes no position of the game.

    Attributes:
        reason: what is wrong, without the text that the error may quote.
    """

    def __init__(self, said: Message | str, reason: Message | None = None) -> None:
        super().__init__(said)
        self.reason = message_of(self) if reason is None else reason


PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")
PositionT_contra = TypeVar("PositionT_contra", contravariant=True)
MoveT_contra = TypeVar("MoveT_contra", contravariant=True)


class Game(Protocol[PositionT, MoveT]):
    """Rules of one game as pure functions over immutable, hashable positions.

    A game is hashable too, so that results about its positions can be cached.
    """

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """Short lower-case id for files and the command line."""

    @property
    def title(self) -> Message:
        """The name for players, as in "A new standard match."."""

    @property
    def size(self) -> tuple[int, int]:
        """Number of files and of ranks, e.g. (8, 8)."""

    def start(self) -> PositionT:
        """Return the position in which a new game begins."""

    def turn(self, position: PositionT) -> Side:
        """Return the side to move.  Turns need not alternate (pushes)."""

    def pieces(self, position: PositionT) -> Mapping[Square, Piece]:
        """Return the pieces on the board, by square."""

    def movable_squares(self, position: PositionT) -> Sequence[Square]:
        """Return the squares of the pieces that may move now, in ascending order.

        One square if a certain piece must move (even if it is blocked and can only pass), none
        if the game is over, or if the next move touches no piece on the board: a choice between
        rounds, or a piece from the reserve.
        """

    def legal_moves(self, position: PositionT) -> Sequence[MoveT]:
        """Return the legal moves; empty if and only if `outcome` is not None.

        A forced pass is a move, and so is ending a turn in which another capture could follow.
        Neither changes the board.
        """

    def play(self, position: PositionT, move: MoveT) -> PositionT:
        """Return the position after a legal move.

        Raises:
            IllegalMoveError: the move is not legal here.
        """

    def outcome(self, position: PositionT) -> Outcome | None:
        """Return the result, or None while the game goes on."""

    def explain_illegal(
        self, position: PositionT, origin: Square, target: Square | None
    ) -> Message | None:
        """Return why the piece on `origin` may not move to `target`, with the rule's number.

        The sentence has no full stop, as more may follow.  With target None: why the piece may
        not move at all.  None if it may, and if there is no piece on `origin`.
        """

    def move_text(self, position: PositionT, move: MoveT) -> str:
        """Return a legal move in coordinates, unique among the legal moves of the position."""

    def describe_move(self, position: PositionT, move: MoveT) -> Message:
        """Return a legal move in words, e.g. "Purple left 5 Yellow"."""

    def spell_move(self, position: PositionT, move: MoveT) -> Message:
        """Return a legal move in words that name its squares: "Purple from g8 to b3, yellow"."""

    def parse_move(self, position: PositionT, text: str) -> MoveT:
        """Return the legal move that `text` names.

        Raises:
            InvalidMoveError: it is malformed or not legal; the message quotes it and says why.
        """

    def position_text(self, position: PositionT) -> str:
        """Return the position as one line of text."""

    def parse_position(self, text: str) -> PositionT:
        """Return the position that `text` describes.

        Raises:
            InvalidPositionError: the message quotes the text and says what is wrong.
        """

    @property
    def piece_noun(self) -> Message:
        """Noun for any piece: "tower"."""

    def describe_piece(self, piece: Piece) -> Message:
        """Return the name of a piece without its side: "pink tower"."""

    def square_colour(self, square: Square) -> str | None:
        """Return the name of the colour of a square; None if it is not painted."""


@runtime_checkable
class UncheckedPlay(Protocol[PositionT, MoveT_contra]):
    """A game with a `play` that skips the check for legality, for searches."""

    def play_unchecked(self, position: PositionT, move: MoveT_contra) -> PositionT:
        """Return the position after a move that must be legal; undefined if it is not."""


@runtime_checkable
class MultiRound(Protocol[PositionT_contra, MoveT_contra]):
    """A game of several rounds.

    Between two rounds `movable_squares` is empty, and `turn` is the side that chooses among the
    legal moves.  Each of these relocates the pieces for the next round.
    """

    def match_score(self, position: PositionT_contra) -> MatchScore:
        """Return the score, the number of the round, and what ends the match."""

    def round_outcome(self, position: PositionT_contra) -> Outcome | None:
        """Return the result of the last round; None while a round is played."""

    def reward(self, position: PositionT_contra) -> Reward | None:
        """Return the tooth that the end of the round brings; None if none, or during a round."""

    def relocations(self, position: PositionT_contra, move: MoveT_contra) -> Sequence[Relocation]:
        """Return how the pieces are relocated by a move between rounds, in the rules' order.

        Each target is empty when its turn comes.  The first target tells the moves apart.
        """


@runtime_checkable
class DrawByAgreement(Protocol[PositionT_contra]):
    """A game that players may end by agreement."""

    @property
    def allows_agreement(self) -> bool:
        """True if players may agree to end it; False in a match that points must decide."""

    def agreed_outcome(self, position: PositionT_contra) -> Outcome:
        """Return the result of an agreement: a draw, or what the rules count on the board."""


@runtime_checkable
class Adjudicable(Protocol[PositionT_contra, MoveT]):
    """A game whose players may go on from another position than the one that it has reached.

    An adjudication is played and written like a move, and `parse_move` reads it, but it is none of
    `legal_moves`.
    """

    def parse_adjudication(self, position: PositionT_contra, text: str) -> MoveT:
        """Return the adjudication with the position that `text` describes.

        Raises:
            InvalidMoveError: the message quotes the text and says what is wrong with it.
        """

    def is_adjudication(self, move: MoveT) -> bool:
        """Return True if a move is an adjudication."""

    def propose_adjudication(
        self, position: PositionT_contra, pieces: Mapping[Square, Piece]
    ) -> str | None:
        """Return the text of a position with these pieces, the most plausible side to move.

        None where there can be no adjudication.  The text need not describe a legal position.
        """


@runtime_checkable
class Evaluated(Protocol[PositionT_contra]):
    """A game with an evaluation function for the general search."""

    def evaluate(self, position: PositionT_contra) -> int:
        """Return a heuristic value of a position that is not final, for the side to move.

        Positive is good for the side to move; the value for the other side is the negative.  One
        more piece is worth about 100.
        """


@runtime_checkable
class HasReserve(Protocol[PositionT_contra]):
    """A game with pieces that enter the board during play."""

    def reserve(self, position: PositionT_contra) -> Mapping[Piece, int]:
        """Return how many pieces of each kind are still to be put on the board, without zeros."""

    def explain_illegal_drop(self, position: PositionT_contra, square: Square) -> Message | None:
        """Return why no piece may be put on a square, without a full stop; None if one may."""


@runtime_checkable
class HasPath(Protocol[PositionT_contra, MoveT_contra]):
    """A game with pieces that do not always move in a straight line."""

    def path(self, position: PositionT_contra, move: MoveT_contra) -> Sequence[Square]:
        """Return the squares that the moved piece touches, from its origin to its target."""


@runtime_checkable
class OnlyAhead(Protocol):
    """A game whose pieces only move ahead, unless they are pushed."""

    def ranks_ahead(self, side: Side, square: Square) -> int:
        """Return how many ranks a square lies ahead of the side's first."""


@dataclass(frozen=True, slots=True)
class Setting:
    """An option of a game that players choose before it begins.

    Attributes:
        name: the id, e.g. "limit".
        words: description for players, without a full stop.
        values: the possible values; empty for any whole number from 1 on.
        default: the default value; beside numbers it may be a word, such as "none".
        by_lot: True if the rules draw it by lot unless the players choose it.
    """

    name: str
    words: Message
    values: tuple[str, ...]
    default: str
    by_lot: bool = False


@runtime_checkable
class Configurable(Protocol):
    """A game with settings.

    Its name gives those that differ from the default, in the order of `settings`:
    `NAME:setting=value,setting=value`.
    """

    @property
    def settings(self) -> Sequence[Setting]:
        """The settings of the game."""

    def with_settings(self, values: Mapping[str, str]) -> AnyGame:
        """Return the game with these values of settings, the others unchanged.

        Raises:
            ValueError: there is no such setting or value; the message quotes it and lists all.
        """


AnyGame: TypeAlias = Game[Hashable, Hashable]
"""A game for callers that pass its positions and moves on without looking into them."""
