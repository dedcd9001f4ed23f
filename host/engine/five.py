"""Five, "Japanese five", as a `Game`: stones slide, jump and catch until five are in a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from host.engine.game import AnyGame, Outcome, Side, Square
from host.engine.stones.ending import check_count, limit_reached, limit_setting
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
from host.engine.stones.rows import Rows

SIZE = (9, 9)
STONES = 18
ROW = 5
"""Stones in a line that win, and stones without which a side cannot win."""

_SQUARES = range(81)
_HOME = {Side.WHITE: bits_of(range(18)), Side.BLACK: bits_of(range(63, 81))}
_LINES = lines(SIZE, 8)
_CAPTURE_PAIRS = capture_pairs(SIZE, ORTHOGONAL, corners=True)
_MOVES = tuple(tuple(Move(origin, target) for target in _SQUARES) for origin in _SQUARES)
_JUMPS = tuple(
    tuple(
        (1 << ahead[0], 1 << ahead[1], ahead[1])
        for way in ORTHOGONAL
        if len(ahead := ray(SIZE, square, way)) > 1
    )
    for square in _SQUARES
)
"""By square: over which square a stone there jumps, and where it comes down, as a bit as well."""

_ROWS = Rows(SIZE, ROW)
_BOARD = bits_of(_SQUARES)
_RAYS = tuple(
    tuple(ahead for way in ORTHOGONAL if (ahead := ray(SIZE, square, way))) for square in _SQUARES
)

PAIR, THREE, FOUR = 4, 14, 40
"""What a line of five squares is worth that holds so many stones and no enemy; with one it is 1."""
FIVE_NEXT, THREAT, TWO_THREATS = 900, 150, 700
"""What it is worth to complete a line with the next move; and what it takes off if the other side
could, on one square or on several."""

_LIMIT = limit_setting(50)


class Position(NamedTuple):
    """Where the stones stand; see `host.engine.stones.ending.Stones`.

    Attributes:
        white_out: whether every light stone had left its two home rows at some time, so that
            squares there count for a light line from then on.
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
        limit: after how many moves of each side without a capture the game is drawn.
    """

    kind = "five"
    title = "five"
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
        return cast(AnyGame, Five(int(self._values(values)["limit"])))

    def start(self) -> Position:
        """Every stone on its two home rows; light begins."""
        return Position(_HOME[Side.WHITE], _HOME[Side.BLACK], Side.WHITE, 0, False, False)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Every slide and every chain of jumps; a side that cannot move has one move, to pass."""
        if self._over(position):
            return ()
        occupied = position.white | position.black
        moves: tuple[Move, ...] = ()
        for square in squares_of(own_and_enemy(position)[0]):
            slides: tuple[Move, ...] = ()
            for mask, table in _LINES[square]:
                slides += table[occupied & mask]
            moves += slides
            ends = _ends(square, occupied)
            if ends:
                for move in slides:
                    ends &= ~(1 << cast(Square, move.target))
                moves += tuple(_MOVES[square][end] for end in squares_of(ends))
        return moves or (NULL_MOVE,)

    def taken(self, position: Position, move: Move) -> Bits:
        """The stones caught where the move ends; those on its way are safe."""
        if move.origin is None or move.target is None:
            return 0
        own, enemy = own_and_enemy(position)
        return custodian_captures(_CAPTURE_PAIRS[move.target], own & ~(1 << move.origin), enemy)

    def play_unchecked(self, position: Position, move: Move) -> Position:
        """The position after a move that is known to be legal; a pass is a move without capture."""
        white, black, turn, halfmove_clock, white_out, black_out = position
        taken = self.taken(position, move)
        halfmove_clock = 0 if taken else halfmove_clock + 1
        moved = 0
        if move.origin is not None and move.target is not None:
            moved = 1 << move.origin | 1 << move.target
        if turn is Side.WHITE:
            white, black, turn = white ^ moved, black ^ taken, Side.BLACK
        else:
            white, black, turn = white ^ taken, black ^ moved, Side.WHITE
        white_out = white_out or not white & _HOME[Side.WHITE]
        black_out = black_out or not black & _HOME[Side.BLACK]
        return Position(white, black, turn, halfmove_clock, white_out, black_out)

    def path(self, position: Position, move: Move) -> Sequence[Square]:
        """The squares that a stone touches: straight where it can slide, else its fewest jumps.

        Of chains as short as one another, the one that turns forward rather than right, back or
        left, as White sees it, at the first jump in which they differ.
        """
        if move.origin is None or move.target is None:
            return ()
        occupied = position.white | position.black
        for mask, table in _LINES[move.origin]:
            if move in table[occupied & mask]:
                return move.origin, move.target
        return _chain(move.origin, move.target, occupied)

    def outcome(self, position: Position) -> Outcome | None:
        """The result: five in a line, too few stones on both sides, or the limit."""
        mover = position.turn.other
        for side in (mover, mover.other):
            row = _ROWS.line(_counting(position, side))
            if row:
                reason = f"{side.label} has five in a line from {self._name(row[0])} to "
                return Outcome(side, f"{reason}{self._name(row[-1])}.", tuple(row))
        if _too_few(position.white) and _too_few(position.black):
            return Outcome(None, "Drawn: neither side has five stones left.")
        if position.halfmove_clock >= 2 * self.limit:
            return Outcome(None, f"{limit_reached(self.limit)}: drawn.")
        return None

    def _over(self, position: Position) -> bool:
        white, black, _, halfmove_clock, _, _ = position
        return (
            halfmove_clock >= 2 * self.limit
            or (_too_few(white) and _too_few(black))
            or _ROWS.full(_counting(position, Side.WHITE)) != 0
            or _ROWS.full(_counting(position, Side.BLACK)) != 0
        )

    @property
    def allows_agreement(self) -> bool:
        """Players may agree to a draw."""
        return True

    def agreed_outcome(self, position: Position) -> Outcome:
        """A draw, whoever has more stones."""
        return Outcome(None, "Drawn: both players have agreed to it.")

    def evaluate(self, position: Position) -> int:
        """A hundred for each stone more, and something for each line that may still become five;
        much for one that lacks a stone only, and for who is to move if it may be put there."""
        turn = position.turn
        own, enemy = own_and_enemy(position)
        lines, completed = _prospects(position, turn)
        if completed:
            return FIVE_NEXT
        enemy_lines, threats = _prospects(position, turn.other)
        more = own.bit_count() - enemy.bit_count()
        danger = 0 if not threats else THREAT if threats == 1 else TWO_THREATS
        return 100 * more + lines - enemy_lines - danger

    def _way(self, position: Position, move: Move) -> Sequence[Square]:
        return self.path(position, move)[:-1]

    def _why_not_there(self, position: Position, origin: Square, target: Square) -> str:
        if target == origin:
            return "A stone never ends where it began"
        reason = self._why_no_slide(position, origin, target)
        return f"{reason}; no jumps over touching stones lead there either"

    def _fields(self, position: Position) -> tuple[str, ...]:
        out = ("w" if position.white_out else "") + ("b" if position.black_out else "")
        return str(position.halfmove_clock), out or "-"

    def _read(self, white: Bits, black: Bits, turn: Side, fields: Sequence[str]) -> Position:
        if len(fields) != 2:
            raise ValueError(
                "write the ranks, the side to move, the plies without a capture and the sides "
                "whose stones have all left their home rows ('w', 'b', 'wb' or '-')"
            )
        check_count(white, black, STONES)
        halfmove_clock = number(fields[0], "the number of plies without a capture", 2 * self.limit)
        if fields[1] not in ("-", "w", "b", "wb"):
            raise ValueError(
                "the sides whose stones have all left their home rows must be 'w', 'b', 'wb' or "
                f"'-', not {fields[1]!r}"
            )
        for side, stones in ((Side.WHITE, white), (Side.BLACK, black)):
            if not stones & _HOME[side] and side.value not in fields[1]:
                raise ValueError(
                    f"no stone of {side.label} stands on its home rows, so they have all left "
                    f"them: the last field must say {side.value!r}"
                )
        return Position(white, black, turn, halfmove_clock, "w" in fields[1], "b" in fields[1])


def _ground(position: Position, side: Side) -> Bits:
    """The squares that count for a side's line."""
    is_out = position.white_out if side is Side.WHITE else position.black_out
    return _BOARD if is_out else _BOARD & ~_HOME[side]


def _counting(position: Position, side: Side) -> Bits:
    """The stones of a side that count for its line."""
    stones = position.white if side is Side.WHITE else position.black
    return stones & _ground(position, side)


def _too_few(stones: Bits) -> bool:
    """Whether a side has fewer stones than a line needs."""
    return stones.bit_count() < ROW


def _prospects(position: Position, side: Side) -> tuple[int, int]:
    """What the lines are worth that may still become a side's five, and on how many squares one
    is completed if a stone comes there that can."""
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
    completed = sum(_is_completed(own, enemy, ground, square) for square in lacking)
    return worth + FOUR * four.bit_count(), completed


def _is_completed(own: Bits, enemy: Bits, ground: Bits, target: Square) -> bool:
    """Whether a stone comes to an empty square in one slide or jump so that there is a line."""
    for (mask, table), ahead in zip(_LINES[target], _RAYS[target], strict=True):
        slid = len(table[(own | enemy) & mask])
        # The first stone on the way slides there; the one behind it jumps, if they touch.
        origins = ahead[slid : slid + 1] if slid else ahead[:2]
        for origin in origins:
            if own >> origin & 1 and _ROWS.full((own ^ 1 << origin | 1 << target) & ground):
                return True
    return False


def _ends(origin: Square, occupied: Bits) -> Bits:
    """The squares to which chains of jumps lead."""
    reached = begin = 1 << origin
    waiting = [origin]
    while waiting:
        for over, bit, landing in _JUMPS[waiting.pop()]:
            if occupied & over and not (occupied | reached) & bit:
                reached |= bit
                waiting.append(landing)
    return reached ^ begin


def _chain(origin: Square, target: Square, occupied: Bits) -> tuple[Square, ...]:
    """The fewest jumps that lead from one square to the other: where they touch the board."""
    chains: list[tuple[Square, ...]] = [(origin,)]
    reached = {origin}
    for chain in chains:
        for over, bit, landing in _JUMPS[chain[-1]]:
            if occupied & over and not occupied & bit and landing not in reached:
                if landing == target:
                    return (*chain, landing)
                reached.add(landing)
                chains.append((*chain, landing))
    raise ValueError("no jumps lead there")
