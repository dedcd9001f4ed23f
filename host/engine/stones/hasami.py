"""Hasami shogi, "Japanese war", as a `Game`: nine stones a side slide and capture one another.

The rules are those of the box "Tudor II", which differ from the usual Japanese ones: one stone is
captured per direction by default, and a row of five does not win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from host.engine.game import AnyGame, Outcome, Setting, Side, Square
from host.engine.stones.ending import (
    check_count,
    check_single_stone,
    limit_reached,
    limit_setting,
    outcome_by_count,
    single_stone_outcome,
)
from host.engine.stones.game import StoneGame, own_and_enemy
from host.engine.stones.lines import (
    NULL_MOVE,
    ORTHOGONAL,
    Bits,
    Move,
    bits_of,
    capture_pairs,
    custodian_captures,
    lines,
    ray,
    squares_of,
)
from host.engine.stones.notation import number
from host.message import Message, message

SIZE = (9, 9)
STONES = 9
_SQUARES = range(81)
_HOME = {Side.WHITE: bits_of(range(9)), Side.BLACK: bits_of(range(72, 81))}
_LINES = lines(SIZE, 8)
_CAPTURE_PAIRS = capture_pairs(SIZE, ORTHOGONAL, corners=True)
FILES = SIZE[0]
_ALL = bits_of(_SQUARES)
_NOT_FIRST = bits_of(square for square in _SQUARES if square % FILES)
_NOT_LAST = bits_of(square for square in _SQUARES if (square + 1) % FILES)
_BEYOND = {
    Side.WHITE: tuple(bits_of(range(FILES * rank, 81)) for rank in range(1, 5)),
    Side.BLACK: tuple(bits_of(range(81 - FILES * rank)) for rank in range(1, 5)),
}
"""Squares by side: those at least one rank beyond its home row, at least two, and so on up to the
middle."""
_RAYS = tuple(tuple(ray(SIZE, square, way) for way in ORTHOGONAL) for square in _SQUARES)
_LIMIT = limit_setting(50)
_SETTINGS = (
    Setting(
        "line_capture",
        message("engine.setting_line_capture"),
        ("no", "yes"),
        "no",
    ),
    _LIMIT,
    Setting("first", message("engine.setting_first"), ("white", "black"), "white", by_lot=True),
)


class Position(NamedTuple):
    """A position; see `host.engine.stones.ending.Stones`."""

    white: Bits
    black: Bits
    turn: Side
    halfmove_clock: int


@dataclass(frozen=True, slots=True)
class Hasami(StoneGame[Position]):
    """The rules of hasami shogi.

    Attributes:
        line_capture: True if a line of touching enemy stones is captured as a whole.
        limit: moves of each side without a capture after which the stones are counted.
        first: the side that begins.
    """

    kind = "hasami"
    title = message("game.hasami")
    size = SIZE
    settings = _SETTINGS

    line_capture: bool = False
    limit: int = int(_LIMIT.default)
    first: Side = Side.WHITE

    @property
    def values(self) -> Mapping[str, str]:
        """The values of the settings, by name."""
        return {
            "line_capture": "yes" if self.line_capture else "no",
            "limit": str(self.limit),
            "first": self.first.label.lower(),
        }

    def with_settings(self, values: Mapping[str, str]) -> AnyGame:
        """Return the game with these settings.

        Raises:
            ValueError: there is no such setting or value.
        """
        now = self._values(values)
        first = Side.WHITE if now["first"] == "white" else Side.BLACK
        return cast(AnyGame, Hasami(now["line_capture"] == "yes", int(now["limit"]), first))

    def start(self) -> Position:
        """Return the start: every stone on its home row."""
        return Position(_HOME[Side.WHITE], _HOME[Side.BLACK], self.first, 0)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return all slides; a side that cannot move has one move, a pass."""
        white, black, turn, halfmove_clock = position
        if halfmove_clock >= 2 * self.limit or not (white & (white - 1) and black & (black - 1)):
            return ()
        occupied = white | black
        moves: tuple[Move, ...] = ()
        for square in squares_of(white if turn is Side.WHITE else black):
            for mask, table in _LINES[square]:
                moves += table[occupied & mask]
        return moves or (NULL_MOVE,)

    def captures(self, position: Position, move: Move) -> Bits:
        """Return the stones captured between the moved one and another, or in a corner."""
        if move.origin is None or move.target is None:
            return 0
        own, enemy = own_and_enemy(position)
        captured = custodian_captures(_CAPTURE_PAIRS[move.target], own, enemy)
        if self.line_capture:
            for ahead in _RAYS[move.target]:
                captured |= _line(ahead, own, enemy)
        return captured

    def play_unchecked(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move; a pass is a move without a capture."""
        white, black, turn, halfmove_clock = position
        captured = self.captures(position, move)
        halfmove_clock = 0 if captured else halfmove_clock + 1
        moved = 0
        if move.origin is not None and move.target is not None:
            moved = 1 << move.origin | 1 << move.target
        if turn is Side.WHITE:
            return Position(white ^ moved, black ^ captured, Side.BLACK, halfmove_clock)
        return Position(white ^ captured, black ^ moved, Side.WHITE, halfmove_clock)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the result: a side has a single stone left, or the stones are counted."""
        ended = single_stone_outcome(position)
        if ended is None and position.halfmove_clock >= 2 * self.limit:
            return outcome_by_count(limit_reached(self.limit), position.white, position.black)
        return ended

    @property
    def allows_agreement(self) -> bool:
        """True: players may agree that nothing more will be captured."""
        return True

    def agreed_outcome(self, position: Position) -> Outcome:
        """Return the result by count: the side with more stones wins."""
        return outcome_by_count(message("engine.end_agreed"), position.white, position.black)

    def evaluate(self, position: Position) -> int:
        """Return 100 for each stone more than the enemy, 4 for each chance to capture one, and 2
        for each rank that a stone has advanced towards the middle."""
        own, enemy = own_and_enemy(position)
        turn = position.turn
        caught_next = _half_caught(own, enemy) - _half_caught(enemy, own)
        forward = _forward(own, turn) - _forward(enemy, turn.other)
        return 100 * (own.bit_count() - enemy.bit_count()) + 4 * caught_next + 2 * forward

    def _explain_target(self, position: Position, origin: Square, target: Square) -> Message:
        return self._explain_slide(position, origin, target)

    def _fields(self, position: Position) -> tuple[str, ...]:
        return (str(position.halfmove_clock),)

    def _read(self, white: Bits, black: Bits, turn: Side, fields: Sequence[str]) -> Position:
        if len(fields) != 1:
            raise ValueError(message("engine.hasami_fields"))
        check_count(white, black, STONES)
        halfmove_clock = number(fields[0], "engine.field_plies", 2 * self.limit)
        position = Position(white, black, turn, halfmove_clock)
        check_single_stone(position)
        return position


def _half_caught(own: Bits, enemy: Bits) -> int:
    """Count the enemy stones between an own one and an empty square, by direction."""
    empty = _ALL & ~(own | enemy)
    ahead, behind = own << FILES & enemy, own >> FILES & enemy
    right, left = (own & _NOT_LAST) << 1 & enemy, (own & _NOT_FIRST) >> 1 & enemy
    return (
        (ahead << FILES & empty).bit_count()
        + (behind >> FILES & empty).bit_count()
        + ((right & _NOT_LAST) << 1 & empty).bit_count()
        + ((left & _NOT_FIRST) >> 1 & empty).bit_count()
    )


def _forward(stones: Bits, side: Side) -> int:
    """Count the ranks that the stones of a side have advanced, up to the middle of the board."""
    first, second, third, fourth = _BEYOND[side]
    return (
        (stones & first).bit_count()
        + (stones & second).bit_count()
        + (stones & third).bit_count()
        + (stones & fourth).bit_count()
    )


def _line(ahead: list[Square], own: Bits, enemy: Bits) -> Bits:
    """Return the enemy stones in an unbroken row that ends at an own stone."""
    row = 0
    for square in ahead:
        bit = 1 << square
        if own & bit:
            return row
        if not enemy & bit:
            return 0
        row |= bit
    return 0
