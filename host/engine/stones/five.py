"""Five, "Japanese five", as a `Game`: stones slide, jump and capture until five are in line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, cast

from host.engine.game import AnyGame, Outcome, Setting, Side, Square
from host.engine.stones.ending import (
    check_count,
    check_no_stone,
    limit_reached,
    limit_setting,
    no_stone_outcome,
)
from host.engine.stones.game import StoneGame, own_and_enemy
from host.engine.stones.jumps import Jumps
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
from host.engine.stones.rows import Rows
from host.message import Message, message

SIZE = (9, 9)
STONES = 18
ROW = 5
"""Number of stones in a line that wins; with fewer a side cannot win."""

NEAR, FAR = "near", "far"
"""Values of the setting `jump`."""

_SQUARES = range(81)
_HOME = {Side.WHITE: bits_of(range(18)), Side.BLACK: bits_of(range(63, 81))}
_LINES = lines(SIZE, 8)
_CAPTURE_PAIRS = capture_pairs(SIZE, ORTHOGONAL, corners=True)
_MOVES = tuple(tuple(Move(origin, target) for target in _SQUARES) for origin in _SQUARES)
_JUMPS = {way: Jumps(SIZE, far=way == FAR) for way in (NEAR, FAR)}

_ROWS = Rows(SIZE, ROW)
_BOARD = bits_of(_SQUARES)
_RAYS = tuple(
    tuple(ahead for way in ORTHOGONAL if (ahead := ray(SIZE, square, way))) for square in _SQUARES
)

PAIR, THREE, FOUR = 4, 14, 40
"""Value of five squares in line with 2, 3 or 4 own stones and no enemy; with one stone it is 1."""
FIVE_NEXT, THREAT, TWO_THREATS = 900, 150, 700
"""Value of completing a line with the next move, and the deduction if the other side could, on one
square or on several."""

_LIMIT = limit_setting(50)
_JUMP = Setting("jump", message("engine.setting_jump"), (NEAR, FAR), NEAR)


class Position(NamedTuple):
    """A position; see `host.engine.stones.ending.Stones`.

    Attributes:
        white_out: True once all light stones have left their two home rows, so that squares there
            count for a light line.
        black_out: the same for the dark stones.
    """

    white: Bits
    black: Bits
    turn: Side
    halfmove_clock: int
    white_out: bool
    black_out: bool


@dataclass(frozen=True, slots=True)
class Five(StoneGame[Position]):
    """The rules of five.

    Attributes:
        limit: moves of each side without a capture after which the game is drawn.
        jump: `NEAR` if a stone jumps only over a stone that it touches, `FAR` if it may slide up
            to that stone first.
    """

    kind = "five"
    title = message("game.five")
    size = SIZE
    settings = (_JUMP, _LIMIT)

    limit: int = int(_LIMIT.default)
    jump: str = _JUMP.default

    @property
    def values(self) -> Mapping[str, str]:
        """The values of the settings, by name."""
        return {"jump": self.jump, "limit": str(self.limit)}

    def with_settings(self, values: Mapping[str, str]) -> AnyGame:
        """Return the game with these settings.

        Raises:
            ValueError: there is no such setting or value.
        """
        agreed = self._values(values)
        return cast(AnyGame, Five(int(agreed["limit"]), agreed["jump"]))

    def start(self) -> Position:
        """Return the start: every stone on its two home rows, light to move."""
        return Position(_HOME[Side.WHITE], _HOME[Side.BLACK], Side.WHITE, 0, False, False)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return all slides and chains of jumps; a side that cannot move has one move, a pass."""
        if self._over(position):
            return ()
        own, enemy = own_and_enemy(position)
        return _moves(own, own | enemy, self.jump)

    def captures(self, position: Position, move: Move) -> Bits:
        """Return the stones captured where the move ends; those along its way are safe."""
        if move.origin is None or move.target is None:
            return 0
        own, enemy = own_and_enemy(position)
        return custodian_captures(_CAPTURE_PAIRS[move.target], own & ~(1 << move.origin), enemy)

    def play_unchecked(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move; a pass is a move without a capture."""
        white, black, turn, halfmove_clock, white_out, black_out = position
        captured = self.captures(position, move)
        halfmove_clock = 0 if captured else halfmove_clock + 1
        moved = 0
        if move.origin is not None and move.target is not None:
            moved = 1 << move.origin | 1 << move.target
        if turn is Side.WHITE:
            white, black, turn = white ^ moved, black ^ captured, Side.BLACK
        else:
            white, black, turn = white ^ captured, black ^ moved, Side.WHITE
        white_out = white_out or not white & _HOME[Side.WHITE]
        black_out = black_out or not black & _HOME[Side.BLACK]
        return Position(white, black, turn, halfmove_clock, white_out, black_out)

    def path(self, position: Position, move: Move) -> Sequence[Square]:
        """Return the squares that a stone touches: a slide if possible, else its fewest jumps.

        Of equally short chains, the one that goes forward rather than right, back or left, as
        White sees it, at the first jump in which they differ.
        """
        if move.origin is None or move.target is None:
            return ()
        occupied = position.white | position.black
        for mask, table in _LINES[move.origin]:
            if move in table[occupied & mask]:
                return move.origin, move.target
        return _JUMPS[self.jump].chain(move.origin, move.target, occupied)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the result: five in a line, too few stones, or the limit."""
        mover = position.turn.other
        for side in (mover, mover.other):
            row = _ROWS.line(_counting(position, side))
            if row:
                first, last = self._name(row[0]), self._name(row[-1])
                reason = message("engine.five_in_line", side=side.message, first=first, last=last)
                return Outcome(side, reason, tuple(row))
        if none_left := no_stone_outcome(position):
            return none_left
        if _too_few(position.white) and _too_few(position.black):
            return Outcome(None, message("engine.too_few_stones"))
        if position.halfmove_clock >= 2 * self.limit:
            return Outcome(None, message("engine.drawn", why=limit_reached(self.limit)))
        return None

    def _over(self, position: Position) -> bool:
        white, black, _, halfmove_clock, _, _ = position
        return (
            halfmove_clock >= 2 * self.limit
            or not (white and black)
            or (_too_few(white) and _too_few(black))
            or _ROWS.full(_counting(position, Side.WHITE)) != 0
            or _ROWS.full(_counting(position, Side.BLACK)) != 0
        )

    @property
    def allows_agreement(self) -> bool:
        """True: players may agree to a draw."""
        return True

    def agreed_outcome(self, position: Position) -> Outcome:
        """Return a draw, whatever the number of stones."""
        return Outcome(None, message("engine.draw_agreed"))

    def evaluate(self, position: Position) -> int:
        """Return 100 for each stone more than the enemy, and the values of the lines that may still
        become five, above all of those that can be completed with the next move."""
        turn = position.turn
        own, enemy = own_and_enemy(position)
        lines, completed = _prospects(position, turn, self.jump == FAR)
        if completed:
            return FIVE_NEXT
        enemy_lines, threats = _prospects(position, turn.other, self.jump == FAR)
        more = own.bit_count() - enemy.bit_count()
        danger = 0 if not threats else THREAT if threats == 1 else TWO_THREATS
        return 100 * more + lines - enemy_lines - danger

    def _squares_before(self, position: Position, move: Move) -> Sequence[Square]:
        return self.path(position, move)[:-1]

    def _explain_target(self, position: Position, origin: Square, target: Square) -> Message:
        if target == origin:
            return message("engine.stone_ends_where_it_began")
        reason = self._explain_slide(position, origin, target)
        return message("engine.no_jumps", reason=reason)

    def _fields(self, position: Position) -> tuple[str, ...]:
        out = ("w" if position.white_out else "") + ("b" if position.black_out else "")
        return str(position.halfmove_clock), out or "-"

    def _read(self, white: Bits, black: Bits, turn: Side, fields: Sequence[str]) -> Position:
        if len(fields) != 2:
            raise ValueError(message("engine.five_fields"))
        check_count(white, black, STONES)
        halfmove_clock = number(fields[0], "engine.field_plies", 2 * self.limit)
        if fields[1] not in ("-", "w", "b", "wb"):
            raise ValueError(message("engine.field_out", text=repr(fields[1])))
        check_no_stone(white, black, turn, halfmove_clock)
        for side, stones in ((Side.WHITE, white), (Side.BLACK, black)):
            if not stones & _HOME[side] and side.value not in fields[1]:
                raise ValueError(
                    message("engine.all_out", side=side.message, text=repr(side.value))
                )
        return Position(white, black, turn, halfmove_clock, "w" in fields[1], "b" in fields[1])


@lru_cache(maxsize=256)
def _moves(own: Bits, occupied: Bits, jump: str) -> tuple[Move, ...]:
    """Return the moves of the own stones.

    Kept, as reading a move, checking it and seeing if a side must pass ask for the same ones.
    """
    ends_of = _JUMPS[jump].ends
    moves: list[Move] = []
    for square in squares_of(own):
        ends = ends_of(square, occupied)
        for mask, table in _LINES[square]:
            slides = table[occupied & mask]
            moves += slides
            if ends:
                for move in slides:
                    ends &= ~(1 << cast(Square, move.target))
        if ends:
            moves += [_MOVES[square][end] for end in squares_of(ends)]
    return tuple(moves) or (NULL_MOVE,)


def _ground(position: Position, side: Side) -> Bits:
    """Return the squares that count for a side's line."""
    is_out = position.white_out if side is Side.WHITE else position.black_out
    return _BOARD if is_out else _BOARD & ~_HOME[side]


def _counting(position: Position, side: Side) -> Bits:
    """Return the stones of a side that count for its line."""
    stones = position.white if side is Side.WHITE else position.black
    return stones & _ground(position, side)


def _too_few(stones: Bits) -> bool:
    """Return True if a side has fewer stones than a line needs."""
    return stones.bit_count() < ROW


def _prospects(position: Position, side: Side, far: bool) -> tuple[int, int]:
    """Return the value of the lines that may still become a side's five, and the number of squares
    on which its next move could complete one."""
    white, black, *_ = position
    own, enemy = (white, black) if side is Side.WHITE else (black, white)
    ground = _ground(position, side)
    counting = own & ground
    _, one, two, three, four, *_ = _ROWS.by_stone_count(counting, ground & ~enemy)
    worth = one.bit_count() + PAIR * two.bit_count()
    if three:
        worth += THREE * three.bit_count()
    if not four:
        return worth, 0
    lacking = squares_of(_ROWS.empty_squares(four, counting))
    completed = sum(_is_completed(own, enemy, ground, square, far) for square in lacking)
    return worth + FOUR * four.bit_count(), completed


def _is_completed(own: Bits, enemy: Bits, ground: Bits, target: Square, far: bool) -> bool:
    """Return True if one slide or jump to an empty square completes a line."""
    occupied = own | enemy
    for (mask, table), ahead in zip(_LINES[target], _RAYS[target], strict=True):
        slid = len(table[occupied & mask])
        # The first stone on the way slides there; if it is beside the target, the next one jumps.
        origins: Sequence[Square] = ahead[slid : slid + 1] if slid else ahead[:2]
        if far and not slid:
            origins = [square for square in ahead if occupied >> square & 1][:2]
        for origin in origins:
            if own >> origin & 1 and _ROWS.full((own ^ 1 << origin | 1 << target) & ground):
                return True
    return False
