"""Seega, "battle of the fellahs", as a `Game`: stones are placed first, then step and capture.

Two questions that the rules leave open are settled as follows.  A player who cannot move passes at
any time, also at the beginning of phase two.  The opponent's next move must then open a way; if
that move captures and the turn goes on, the moves after it are free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from host.engine.game import AnyGame, Outcome, Piece, Setting, Side, Square
from host.engine.stones.adjudication import proposed_turn
from host.engine.stones.ending import (
    check_count,
    check_single_stone,
    limit_reached,
    limit_setting,
    outcome_by_count,
    single_stone_outcome,
)
from host.engine.stones.game import (
    BLACK_STONE,
    DONE,
    PASS,
    WHITE_STONE,
    StoneGame,
    StoneMove,
    own_and_enemy,
)
from host.engine.stones.lines import (
    DIAGONAL,
    NULL_MOVE,
    ORTHOGONAL,
    Bits,
    Move,
    capture_pairs,
    custodian_captures,
    squares_of,
)
from host.engine.stones.notation import number
from host.engine.stones.seega_position import (
    ALL,
    BESIDE,
    CENTRE,
    SIZE,
    SQUARES,
    STONES,
    Obligation,
    Position,
    can_step,
    check_reserve,
    room,
    steps,
)
from host.message import Message, message

_CAPTURE_PAIRS = capture_pairs(SIZE, ORTHOGONAL + DIAGONAL, safe=1 << CENTRE)
_PUTS = tuple(Move(None, square) for square in SQUARES)
_LIMIT = limit_setting(50)
_NONE = "none"
_LENGTH = Setting("length", message("engine.setting_length"), (), _NONE)


@dataclass(frozen=True, slots=True)
class Seega(StoneGame[Position]):
    """The rules of seega.

    Attributes:
        limit: moves of each side without a capture after which the stones are counted.
        length: turns of each side in phase two after which they are counted; 0 for no fixed length.
    """

    kind = "seega"
    title = message("game.seega")
    size = SIZE
    settings = (_LIMIT, _LENGTH)

    limit: int = int(_LIMIT.default)
    length: int = 0

    @property
    def values(self) -> Mapping[str, str]:
        """The values of the settings, by name."""
        return {"limit": str(self.limit), "length": str(self.length or _NONE)}

    def with_settings(self, values: Mapping[str, str]) -> AnyGame:
        """Return the game with these settings.

        Raises:
            ValueError: there is no such setting or value.
        """
        agreed = self._values(values)
        length = 0 if agreed["length"] == _NONE else int(agreed["length"])
        return cast(AnyGame, Seega(int(agreed["limit"]), length))

    def start(self) -> Position:
        """Return the start: an empty board, light to place a stone."""
        return Position(0, 0, Side.WHITE, 0, 2 * STONES, Obligation.NOTHING)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the legal moves: drops in phase one, then steps, or captures and a turn's end."""
        if position.reserve:
            empty = ALL & ~(position.white | position.black | 1 << CENTRE)
            return tuple(_PUTS[square] for square in squares_of(empty))
        if self._over(position):
            return ()
        moves = steps(position)
        match position.obligation:
            case Obligation.CAPTURE:
                return (*(move for move in moves if self.captures(position, move)), NULL_MOVE)
            case Obligation.OPEN:
                moves = tuple(move for move in moves if self._opens(position, move)) or moves
        return moves or (NULL_MOVE,)

    def captures(self, position: Position, move: Move) -> Bits:
        """Return the stones captured between the moved one and another; a drop captures nothing.

        The stone on the centre is safe.
        """
        if move.origin is None or move.target is None:
            return 0
        own, enemy = own_and_enemy(position)
        return custodian_captures(_CAPTURE_PAIRS[move.target], own, enemy)

    def play_unchecked(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move, without checking it.

        A pass counts as a move without a capture, the end of a turn after a capture does not.
        """
        after = self._after(position, move)
        if not self.length or position.reserve:
            return after
        return after._replace(turns=position.turns + (after.turn is not position.turn))

    def _after(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move, without the turns."""
        white, black, turn, halfmove_clock, reserve, obligation, _ = position
        if move.target is None:
            if obligation is Obligation.CAPTURE:
                return Position(white, black, turn.other, halfmove_clock, 0, Obligation.NOTHING)
            return Position(white, black, turn.other, halfmove_clock + 1, 0, Obligation.OPEN)
        moved = 1 << move.target
        if move.origin is None:
            # Dark places the last stone and makes the first step, so the last drop keeps the turn.
            following = turn.other if reserve > 1 else turn
            if turn is Side.WHITE:
                return Position(white | moved, black, following, 0, reserve - 1, Obligation.NOTHING)
            return Position(white, black | moved, following, 0, reserve - 1, Obligation.NOTHING)
        moved |= 1 << move.origin
        captured = self.captures(position, move)
        if turn is Side.WHITE:
            white, black = white ^ moved, black ^ captured
        else:
            white, black = white ^ captured, black ^ moved
        if not captured:
            return Position(white, black, turn.other, halfmove_clock + 1, 0, Obligation.NOTHING)
        on = Position(white, black, turn, 0, 0, Obligation.CAPTURE)
        if not single_stone_outcome(on) and any(self.captures(on, step) for step in steps(on)):
            return on
        return Position(white, black, turn.other, 0, 0, Obligation.NOTHING)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the result: a side has a single stone left, or the stones are counted."""
        if position.reserve or not self._over(position):
            return None
        if self._has_full_length(position):
            why = message("engine.length_reached", count=self.length)
        else:
            why = limit_reached(self.limit)
        return single_stone_outcome(position) or outcome_by_count(
            why, position.white, position.black
        )

    def _has_full_length(self, position: Position) -> bool:
        return 0 < 2 * self.length <= position.turns

    def _over(self, position: Position) -> bool:
        white, black, _, halfmove_clock, *_ = position
        return (
            halfmove_clock >= 2 * self.limit
            or self._has_full_length(position)
            or not (white & (white - 1) and black & (black - 1))
        )

    def _opens(self, position: Position, move: Move) -> bool:
        """Return True if the opponent could move after this move."""
        after = self.play_unchecked(position, move)
        enemy = after.black if position.turn is Side.WHITE else after.white
        return can_step(enemy, after.white | after.black)

    def reserve(self, position: Position) -> Mapping[Piece, int]:
        """Return the stones that are still to be put on the board, light first."""
        left = position.reserve
        counts = {WHITE_STONE: left // 2, BLACK_STONE: (left + 1) // 2}
        return {stone: count for stone, count in counts.items() if count}

    @property
    def allows_agreement(self) -> bool:
        """True: players may agree that nothing more will be captured."""
        return True

    def agreed_outcome(self, position: Position) -> Outcome:
        """Return the result by count, including the stones that are not on the board yet."""
        why = message("engine.end_agreed")
        if position.reserve:
            return Outcome(None, message("engine.drawn_by_count", why=why, count=STONES))
        return outcome_by_count(why, position.white, position.black)

    def evaluate(self, position: Position) -> int:
        """Return 100 for each stone more than the enemy, 3 for a step more, 20 for the centre."""
        own, enemy = own_and_enemy(position)
        empty = ALL & ~(own | enemy)
        freedom = room(own, empty) - room(enemy, empty)
        centre = (own >> CENTRE & 1) - (enemy >> CENTRE & 1)
        return 100 * (own.bit_count() - enemy.bit_count()) + 3 * freedom + 20 * centre

    def square_colour(self, square: Square) -> str:
        """Return "sand", or "centre" for the square in the middle."""
        return "centre" if square == CENTRE else "sand"

    def move_text(self, position: Position, move: StoneMove[Position]) -> str:
        """Return coordinates; "done" for the end of a turn that could go on."""
        if move == NULL_MOVE and position.obligation is Obligation.CAPTURE:
            return DONE
        return StoneGame.move_text(self, position, move)

    def explain_illegal_drop(self, position: Position, square: Square) -> Message | None:
        """Return why no stone may be put on a square; None if one may."""
        if not position.reserve:
            return message("engine.seega_all_placed")
        if square == CENTRE:
            return message("engine.seega_centre")
        if (position.white | position.black) >> square & 1:
            return message("engine.seega_occupied", square=self._name(square))
        return None

    def _explain_blocked(self, position: Position, origin: Square) -> Message:
        square, opponent = self._name(origin), position.turn.other.message
        if position.reserve:
            return message("engine.seega_place_first")
        if position.obligation is Obligation.CAPTURE:
            return message("engine.seega_no_capture", square=square)
        if any(True for move in steps(position) if move.origin == origin):
            return message("engine.seega_stone_opens_none", side=opponent, square=square)
        return message("engine.seega_no_room", square=square)

    def _explain_target(self, position: Position, origin: Square, target: Square) -> Message:
        if position.reserve:
            return self._explain_blocked(position, origin)
        move = Move(origin, target)
        if move in steps(position):
            if position.obligation is Obligation.CAPTURE:
                return message("engine.seega_capture_only")
            return message("engine.seega_move_opens_none", side=position.turn.other.message)
        if target != origin and not BESIDE[origin] >> target & 1:
            return message("engine.seega_one_square")
        return self._explain_slide(position, origin, target)

    def _explain_pass(self, position: Position, text: str) -> Message:
        if position.reserve:
            return message("engine.seega_must_place")
        if position.obligation is Obligation.CAPTURE:
            return message("engine.seega_write_done", text=repr(DONE))
        if text == DONE and PASS in self._texts(position):
            return message("engine.seega_write_pass", text=repr(PASS))
        return message("engine.seega_must_move")

    def _texts(self, position: Position) -> list[str]:
        return [self.move_text(position, move) for move in self.legal_moves(position)]

    def _fields(self, position: Position) -> tuple[str, ...]:
        fields = str(position.halfmove_clock), str(position.reserve), position.obligation.value
        return (*fields, str(position.turns)) if self.length else fields

    def _proposed_fields(
        self, position: Position, white: Bits, black: Bits
    ) -> tuple[Side, Sequence[str]]:
        turn, reserve = proposed_turn(position, white, black), 0
        if position.reserve:
            reserve = max(0, 2 * STONES - (white | black).bit_count())
            turn = Side.BLACK if reserve % 2 else Side.WHITE
        free = position._replace(reserve=reserve, obligation=Obligation.NOTHING)
        return turn, self._fields(free)

    def _read(self, white: Bits, black: Bits, turn: Side, fields: Sequence[str]) -> Position:
        if len(fields) != (4 if self.length else 3):
            raise ValueError(
                message("engine.seega_fields_length" if self.length else "engine.seega_fields")
            )
        check_count(white, black, STONES)
        halfmove_clock = number(fields[0], "engine.field_plies", 2 * self.limit)
        reserve = number(fields[1], "engine.field_reserve", 2 * STONES)
        if fields[2] not in {obligation.value for obligation in Obligation}:
            raise ValueError(message("engine.field_obligation", text=repr(fields[2])))
        turns = number(fields[3], "engine.field_turns", 2 * self.length) if self.length else 0
        obligation = Obligation(fields[2])
        position = Position(white, black, turn, halfmove_clock, reserve, obligation, turns)
        if reserve:
            check_reserve(position)
        else:
            check_single_stone(position)
            self._check_obligation(position)
        return position

    def _check_obligation(self, position: Position) -> None:
        """Check that the obligation of the side to move can have come about."""
        white, black, turn, halfmove_clock, _, obligation, _ = position
        if obligation is Obligation.CAPTURE:
            if halfmove_clock or not any(self.captures(position, move) for move in steps(position)):
                raise ValueError(message("engine.seega_on"))
        elif obligation is Obligation.OPEN:
            enemy = own_and_enemy(position)[1]
            if not halfmove_clock or can_step(enemy, white | black):
                raise ValueError(message("engine.seega_open", side=turn.other.message))
