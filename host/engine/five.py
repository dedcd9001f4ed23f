"""Five, "Japanese five", as a `Game`: stones slide, jump and catch until five are in a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from host.engine.game import AnyGame, Outcome, Side, Square
from host.engine.rays import (
    DIAGONAL,
    LET_GO,
    ORTHOGONAL,
    Bits,
    Move,
    bits_of,
    caught,
    lines,
    pincers,
    ray,
    squares_of,
)
from host.engine.stone_ending import check_count, limit_setting, nothing_taken
from host.engine.stone_text import number
from host.engine.stones import StoneGame, sides

SIZE = (9, 9)
STONES = 18
ROW = 5
"""Stones in a line that win, and stones without which a side cannot win."""

_SQUARES = range(81)
_HOME = {Side.WHITE: bits_of(range(18)), Side.BLACK: bits_of(range(63, 81))}
_LINES = lines(SIZE, 8)
_PINCERS = pincers(SIZE, ORTHOGONAL, corners=True)
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

_ROWS = tuple(
    (
        way[0] + SIZE[0] * way[1],
        bits_of(square for square in _SQUARES if ray(SIZE, square, way)),
    )
    for way in (ORTHOGONAL[1], ORTHOGONAL[0], DIAGONAL[0], DIAGONAL[3])
)
"""The four ways of a line: from a square to the next, and the squares that have a next one."""

_LIMIT = limit_setting(50)


class Position(NamedTuple):
    """Where the stones stand; see `host.engine.stone_ending.Stones`.

    Attributes:
        white_out: whether every light stone had left its two home rows at some time, so that
            squares there count for a light line from then on.
        black_out: the same for the dark stones.
    """

    white: Bits
    black: Bits
    turn: Side
    quiet: int
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

    def adjusted(self, values: Mapping[str, str]) -> AnyGame:
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
        for square in squares_of(sides(position)[0]):
            slides: tuple[Move, ...] = ()
            for mask, table in _LINES[square]:
                slides += table[occupied & mask]
            moves += slides
            ends = _ends(square, occupied)
            if ends:
                for move in slides:
                    ends &= ~(1 << cast(Square, move.target))
                moves += tuple(_MOVES[square][end] for end in squares_of(ends))
        return moves or (LET_GO,)

    def taken(self, position: Position, move: Move) -> Bits:
        """The stones caught where the move ends; those on its way are safe."""
        if move.origin is None or move.target is None:
            return 0
        own, enemy = sides(position)
        return caught(_PINCERS[move.target], own & ~(1 << move.origin), enemy)

    def after(self, position: Position, move: Move) -> Position:
        """The position after a move that is known to be legal; a pass is a move without capture."""
        white, black, turn, quiet, white_out, black_out = position
        taken = self.taken(position, move)
        quiet = 0 if taken else quiet + 1
        moved = 0
        if move.origin is not None and move.target is not None:
            moved = 1 << move.origin | 1 << move.target
        if turn is Side.WHITE:
            white, black, turn = white ^ moved, black ^ taken, Side.BLACK
        else:
            white, black, turn = white ^ taken, black ^ moved, Side.WHITE
        white_out = white_out or not white & _HOME[Side.WHITE]
        black_out = black_out or not black & _HOME[Side.BLACK]
        return Position(white, black, turn, quiet, white_out, black_out)

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
            row = _row(_counting(position, side))
            if row:
                reason = f"{side.label} has five in a line from {self._name(row[0])} to "
                return Outcome(side, f"{reason}{self._name(row[-1])}.", tuple(row))
        if _too_few(position.white) and _too_few(position.black):
            return Outcome(None, "Drawn: neither side has five stones left.")
        if position.quiet >= 2 * self.limit:
            return Outcome(None, f"{nothing_taken(self.limit)}: drawn.")
        return None

    def _over(self, position: Position) -> bool:
        white, black, _, quiet, _, _ = position
        return (
            quiet >= 2 * self.limit
            or (_too_few(white) and _too_few(black))
            or _five(_counting(position, Side.WHITE))
            or _five(_counting(position, Side.BLACK))
        )

    @property
    def drawable(self) -> bool:
        """Players may agree to a draw."""
        return True

    def agreed(self, position: Position) -> Outcome:
        """A draw, whoever has more stones."""
        return Outcome(None, "Drawn: both players have agreed to it.")

    def estimate(self, position: Position) -> int:
        """A hundred for each stone more, and something for those that stand in a line already."""
        own, other = (
            _weight(_counting(position, side)) + 100 * stones.bit_count()
            for side, stones in (
                (position.turn, sides(position)[0]),
                (position.turn.other, sides(position)[1]),
            )
        )
        return own - other

    def _way(self, position: Position, move: Move) -> Sequence[Square]:
        return self.path(position, move)[:-1]

    def _why_not_there(self, position: Position, origin: Square, target: Square) -> str:
        if target == origin:
            return "A stone never ends where it began"
        reason = self._why_no_slide(position, origin, target)
        return f"{reason}; no jumps over touching stones lead there either"

    def _fields(self, position: Position) -> tuple[str, ...]:
        out = ("w" if position.white_out else "") + ("b" if position.black_out else "")
        return str(position.quiet), out or "-"

    def _read(self, white: Bits, black: Bits, turn: Side, fields: Sequence[str]) -> Position:
        if len(fields) != 2:
            raise ValueError(
                "write the ranks, the side to move, the plies without a capture and the sides "
                "whose stones have all left their home rows ('w', 'b', 'wb' or '-')"
            )
        check_count(white, black, STONES)
        quiet = number(fields[0], "the number of plies without a capture", 2 * self.limit)
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
        return Position(white, black, turn, quiet, "w" in fields[1], "b" in fields[1])


def _counting(position: Position, side: Side) -> Bits:
    """The stones of a side that count for its line."""
    if side is Side.WHITE:
        return position.white if position.white_out else position.white & ~_HOME[side]
    return position.black if position.black_out else position.black & ~_HOME[side]


def _too_few(stones: Bits) -> bool:
    """Whether a side has fewer stones than a line needs."""
    return stones.bit_count() < ROW


def _five(stones: Bits) -> bool:
    """Whether five of them stand in an unbroken line; asked in every position of a search."""
    for stride, inner in _ROWS:
        pairs = stones & stones >> stride & inner
        fours = pairs & pairs >> 2 * stride
        if fours & fours >> stride:
            return True
    return False


def _starts(stones: Bits) -> Iterator[tuple[int, Bits, Bits, Bits, Bits]]:
    """For each way of a line its stride, and where 2, 3, 4 and 5 stones in a row begin."""
    for stride, inner in _ROWS:
        pairs = stones & stones >> stride & inner
        threes = pairs & pairs >> stride
        fours = threes & threes >> stride
        yield stride, pairs, threes, fours, fours & fours >> stride


def _row(stones: Bits) -> list[Square]:
    """An unbroken line of five stones or more, all of it; empty if there is none."""
    for stride, _, _, _, fives in _starts(stones):
        if fives:
            row = [next(squares_of(fives))]
            while len(row) < ROW or fives >> row[1 - ROW] & 1:
                row.append(row[-1] + stride)
            return row
    return []


def _weight(stones: Bits) -> int:
    """Something for each pair, three and four that stand in an unbroken line."""
    return sum(
        10 * pairs.bit_count() + 30 * threes.bit_count() + 90 * fours.bit_count()
        for _, pairs, threes, fours, _ in _starts(stones)
    )


def _ends(origin: Square, occupied: Bits) -> Bits:
    """The squares to which chains of jumps lead; the stone's own square is empty meanwhile."""
    begin = 1 << origin
    occupied ^= begin
    reached = begin
    waiting = [origin]
    while waiting:
        for over, bit, landing in _JUMPS[waiting.pop()]:
            if occupied & over and not (occupied | reached) & bit:
                reached |= bit
                waiting.append(landing)
    return reached ^ begin


def _chain(origin: Square, target: Square, occupied: Bits) -> tuple[Square, ...]:
    """The fewest jumps that lead from one square to the other: where they touch the board."""
    occupied ^= 1 << origin
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
