"""Seega, "battle of the fellahs", as a `Game`: stones are put on the board and then step and catch.

Two things that the rules leave open are settled like this.  A player who cannot move passes at any
time, at the beginning of phase two as well, and the way must then be opened by the very next move
of the opponent: where that move takes something and the turn goes on, the moves after it are free.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from host.engine.game import AnyGame, Outcome, Piece, Side, Square
from host.engine.stones.ending import (
    check_count,
    check_single_stone,
    limit_reached,
    limit_setting,
    outcome_by_count,
    single_stone_outcome,
)
from host.engine.stones.game import BLACK_STONE, DONE, PASS, WHITE_STONE, StoneGame, own_and_enemy
from host.engine.stones.lines import (
    DIAGONAL,
    NULL_MOVE,
    ORTHOGONAL,
    Bits,
    Move,
    bits_of,
    capture_pairs,
    custodian_captures,
    lines,
    squares_of,
)
from host.engine.stones.notation import number

SIZE = (5, 5)
STONES = 12
CENTRE = 12
_SQUARES = range(25)
_ALL = bits_of(_SQUARES)
_LINES = lines(SIZE, 1)
_BESIDE = tuple(
    bits_of(square for mask, _ in beside for square in squares_of(mask)) for beside in _LINES
)
_NOT_FIRST = bits_of(square for square in _SQUARES if square % SIZE[0])
_NOT_LAST = bits_of(square for square in _SQUARES if (square + 1) % SIZE[0])
_CAPTURE_PAIRS = capture_pairs(SIZE, ORTHOGONAL + DIAGONAL, safe=1 << CENTRE)
_PUTS = tuple(Move(None, square) for square in _SQUARES)
_LIMIT = limit_setting(50)


class Obligation(enum.Enum):
    """What the side to move must heed; the value is its word in position text."""

    NOTHING = "-"
    CAPTURE = "on"
    """It has just captured and may go on, by capturing."""
    OPEN = "open"
    """The opponent has just passed: a way is to be opened for it."""


class Position(NamedTuple):
    """Where the stones stand; see `host.engine.stones.ending.Stones`.

    Attributes:
        reserve: how many stones are still to be put on the board; 0 in phase two.
        obligation: what the side to move must heed.
    """

    white: Bits
    black: Bits
    turn: Side
    halfmove_clock: int
    reserve: int
    obligation: Obligation


@dataclass(frozen=True, slots=True)
class Seega(StoneGame[Position]):
    """The rules of seega.

    Attributes:
        limit: after how many moves of each side without a capture the stones are counted.
    """

    kind = "seega"
    title = "seega"
    size = SIZE
    settings = (_LIMIT,)

    limit: int = int(_LIMIT.default)

    @property
    def values(self) -> Mapping[str, str]:
        """What has been agreed on."""
        return {"limit": str(self.limit)}

    def with_settings(self, values: Mapping[str, str]) -> AnyGame:
        """The game with these settings.

        Raises:
            ValueError: there is no such setting or value.
        """
        return cast(AnyGame, Seega(int(self._values(values)["limit"])))

    def start(self) -> Position:
        """An empty board, and light to put a stone on it."""
        return Position(0, 0, Side.WHITE, 0, 2 * STONES, Obligation.NOTHING)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Every empty square but the centre; then every step, or captures alone and the end."""
        if position.reserve:
            empty = _ALL & ~(position.white | position.black | 1 << CENTRE)
            return tuple(_PUTS[square] for square in squares_of(empty))
        if self._over(position):
            return ()
        steps = _steps(position)
        match position.obligation:
            case Obligation.CAPTURE:
                return (*(move for move in steps if self.taken(position, move)), NULL_MOVE)
            case Obligation.OPEN:
                steps = tuple(move for move in steps if self._opens(position, move)) or steps
        return steps or (NULL_MOVE,)

    def taken(self, position: Position, move: Move) -> Bits:
        """The stones between the moved one and another on the far side; nothing is taken by a put.

        The stone on the centre is safe.
        """
        if move.origin is None or move.target is None:
            return 0
        own, enemy = own_and_enemy(position)
        return custodian_captures(_CAPTURE_PAIRS[move.target], own, enemy)

    def play_unchecked(self, position: Position, move: Move) -> Position:
        """The position after a move that is known to be legal.

        A pass is a move without a capture.  A turn that is ended after a capture is no move.
        """
        white, black, turn, halfmove_clock, reserve, obligation = position
        if move.target is None:
            if obligation is Obligation.CAPTURE:
                return Position(white, black, turn.other, halfmove_clock, 0, Obligation.NOTHING)
            return Position(white, black, turn.other, halfmove_clock + 1, 0, Obligation.OPEN)
        moved = 1 << move.target
        if move.origin is None:
            # Dark puts the last stone and makes the first step, so the last put keeps the turn.
            following = turn.other if reserve > 1 else turn
            if turn is Side.WHITE:
                return Position(white | moved, black, following, 0, reserve - 1, Obligation.NOTHING)
            return Position(white, black | moved, following, 0, reserve - 1, Obligation.NOTHING)
        moved |= 1 << move.origin
        taken = self.taken(position, move)
        if turn is Side.WHITE:
            white, black = white ^ moved, black ^ taken
        else:
            white, black = white ^ taken, black ^ moved
        if not taken:
            return Position(white, black, turn.other, halfmove_clock + 1, 0, Obligation.NOTHING)
        on = Position(white, black, turn, 0, 0, Obligation.CAPTURE)
        if not single_stone_outcome(on) and any(self.taken(on, step) for step in _steps(on)):
            return on
        return Position(white, black, turn.other, 0, 0, Obligation.NOTHING)

    def outcome(self, position: Position) -> Outcome | None:
        """The result: a side is left with a single stone, or the stones are counted."""
        if position.reserve or not self._over(position):
            return None
        return single_stone_outcome(position) or outcome_by_count(
            limit_reached(self.limit), position.white, position.black
        )

    def _over(self, position: Position) -> bool:
        white, black, _, halfmove_clock, _, _ = position
        return halfmove_clock >= 2 * self.limit or not (white & (white - 1) and black & (black - 1))

    def _opens(self, position: Position, move: Move) -> bool:
        """Whether the opponent could move after this one."""
        after = self.play_unchecked(position, move)
        enemy = after.black if position.turn is Side.WHITE else after.white
        return _can_step(enemy, after.white | after.black)

    def reserve(self, position: Position) -> Mapping[Piece, int]:
        """The stones that are still to be put on the board, light first."""
        left = position.reserve
        counts = {WHITE_STONE: left // 2, BLACK_STONE: (left + 1) // 2}
        return {stone: count for stone, count in counts.items() if count}

    @property
    def allows_agreement(self) -> bool:
        """Players may agree that nothing will be taken any more."""
        return True

    def agreed_outcome(self, position: Position) -> Outcome:
        """The side with more stones wins; those that are not on the board yet count as well."""
        why = "Both players have agreed to end it"
        if position.reserve:
            return Outcome(None, f"{why}: drawn, with {STONES} stones each.")
        return outcome_by_count(why, position.white, position.black)

    def evaluate(self, position: Position) -> int:
        """A hundred for each stone more, and a little for room to move and for the safe centre."""
        own, enemy = own_and_enemy(position)
        empty = _ALL & ~(own | enemy)
        room = _room(own, empty) - _room(enemy, empty)
        centre = (own >> CENTRE & 1) - (enemy >> CENTRE & 1)
        return 100 * (own.bit_count() - enemy.bit_count()) + 3 * room + 20 * centre

    def square_colour(self, square: Square) -> str:
        """All is sand but the square in the middle."""
        return "centre" if square == CENTRE else "sand"

    def move_text(self, position: Position, move: Move) -> str:
        """Coordinates; "done" where a turn is ended that could go on."""
        if move == NULL_MOVE and position.obligation is Obligation.CAPTURE:
            return DONE
        return StoneGame.move_text(self, position, move)

    def explain_illegal_drop(self, position: Position, square: Square) -> str | None:
        """Why no stone may be put on a square; None if one may."""
        if not position.reserve:
            return "All stones have been put on the board: now they move"
        if square == CENTRE:
            return "The centre stays empty until all stones are on the board"
        if (position.white | position.black) >> square & 1:
            return f"A stone is put on an empty square, and {self._name(square)} is taken"
        return None

    def _why_never(self, position: Position, origin: Square) -> str:
        stone = f"the stone on {self._name(origin)}"
        if position.reserve:
            return "No stone moves before all are on the board"
        if position.obligation is Obligation.CAPTURE:
            return f"After a capture only another capture may follow, and {stone} has none"
        if any(True for move in _steps(position) if move.origin == origin):
            return f"{_blocked(position)}, and {stone} opens none"
        return f"All squares beside {stone} are taken"

    def _why_not_there(self, position: Position, origin: Square, target: Square) -> str:
        if position.reserve:
            return self._why_never(position, origin)
        move = Move(origin, target)
        if move in _steps(position):
            if position.obligation is Obligation.CAPTURE:
                return "After a capture only another capture may follow"
            return f"{_blocked(position)}, and this move opens none"
        if target != origin and not _BESIDE[origin] >> target & 1:
            return "A stone moves one square forward, back or sideways"
        return self._why_no_slide(position, origin, target)

    def _why_no_pass(self, position: Position, text: str) -> str:
        if position.reserve:
            return "a stone must be put on the board"
        if position.obligation is Obligation.CAPTURE:
            return f"a turn that could go on is ended with {DONE!r}"
        if text == DONE and PASS in self._texts(position):
            return f"a side that cannot move passes, which is written {PASS!r}"
        return "a side that can move must move, unless it has just captured in this turn"

    def _texts(self, position: Position) -> list[str]:
        return [self.move_text(position, move) for move in self.legal_moves(position)]

    def _fields(self, position: Position) -> tuple[str, ...]:
        return str(position.halfmove_clock), str(position.reserve), position.obligation.value

    def _read(self, white: Bits, black: Bits, turn: Side, fields: Sequence[str]) -> Position:
        if len(fields) != 3:
            raise ValueError(
                "write the ranks, the side to move, the plies without a capture, the stones that "
                "are still to be put on the board, and '-', 'on' or 'open'"
            )
        check_count(white, black, STONES)
        halfmove_clock = number(fields[0], "the number of plies without a capture", 2 * self.limit)
        reserve = number(fields[1], "the number of stones still to be put", 2 * STONES)
        if fields[2] not in {obligation.value for obligation in Obligation}:
            raise ValueError(f"the last field must be '-', 'on' or 'open', not {fields[2]!r}")
        position = Position(white, black, turn, halfmove_clock, reserve, Obligation(fields[2]))
        if reserve:
            _check_reserve(position)
        else:
            check_single_stone(position)
            self._check_obligation(position)
        return position

    def _check_obligation(self, position: Position) -> None:
        """Whether what the side to move must heed can have come about."""
        white, black, turn, halfmove_clock, _, obligation = position
        if obligation is Obligation.CAPTURE:
            if halfmove_clock or not any(self.taken(position, move) for move in _steps(position)):
                raise ValueError(
                    "'on' means that a stone has just been taken, 0 plies ago, and that another "
                    "can be taken now"
                )
        elif obligation is Obligation.OPEN:
            enemy = own_and_enemy(position)[1]
            if not halfmove_clock or _can_step(enemy, white | black):
                raise ValueError(
                    f"'open' means that {turn.other.label} cannot move and has just passed, which "
                    "is a ply without a capture"
                )


def _check_reserve(position: Position) -> None:
    """Whether phase one can have come so far.

    Raises:
        ValueError: it cannot.
    """
    white, black, turn, halfmove_clock, reserve, obligation = position
    if (white | black) >> CENTRE & 1:
        raise ValueError("the centre stays empty until all stones are on the board")
    counts = white.bit_count(), black.bit_count()
    due = STONES - reserve // 2, STONES - (reserve + 1) // 2
    if counts != due:
        raise ValueError(
            f"with {reserve} stones still to be put, {due[0]} of White and {due[1]} of Black are "
            f"on the board, not {counts[0]} and {counts[1]}"
        )
    putting = Side.BLACK if reserve % 2 else Side.WHITE
    if turn is not putting:
        raise ValueError(f"with {reserve} stones still to be put, it is {putting.label}'s turn")
    if halfmove_clock or obligation is not Obligation.NOTHING:
        raise ValueError("before all stones are on the board, the other fields are '0' and '-'")


def _room(stones: Bits, empty: Bits) -> int:
    """How many steps the stones of a side have, whoever is to move."""
    return (
        (stones << SIZE[0] & empty).bit_count()
        + (stones >> SIZE[0] & empty).bit_count()
        + ((stones & _NOT_LAST) << 1 & empty).bit_count()
        + ((stones & _NOT_FIRST) >> 1 & empty).bit_count()
    )


def _steps(position: Position) -> tuple[Move, ...]:
    """Every step of the side to move, whatever it must heed."""
    occupied = position.white | position.black
    moves: tuple[Move, ...] = ()
    for square in squares_of(own_and_enemy(position)[0]):
        if _BESIDE[square] & ~occupied:
            for mask, table in _LINES[square]:
                moves += table[occupied & mask]
    return moves


def _can_step(stones: Bits, occupied: Bits) -> bool:
    """Whether one of these stones has an empty square beside it."""
    return any(_BESIDE[square] & ~occupied for square in squares_of(stones))


def _blocked(position: Position) -> str:
    return f"{position.turn.other.label} cannot move, so a way must be opened"
