"""Thicket: a game without sense for tests of searches, its tree made by chance from a seed.

A position is a number at a depth.  Who is to move, how many moves there are and how it looks
follows from that number by a mixing function; turns do not alternate, some positions have a single
move, and the game ends early here and there, also drawn.  Plain minimax (`true_value`) says what
is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from host.engine.game import (
    InvalidMoveError,
    InvalidPositionError,
    Outcome,
    Piece,
    Side,
    Square,
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A position: how many moves were made, and which it is of those."""

    depth: int
    number: int


def mixed(number: int) -> int:
    """A number that looks random, by SplitMix64's finisher."""
    number = ((number ^ number >> 30) * 0xBF58476D1CE4E5B9) % 2**64
    number = ((number ^ number >> 27) * 0x94D049BB133111EB) % 2**64
    return number ^ number >> 31


class Thicket:
    """A `Game` that is over after so many moves; it estimates as well as chance does.

    Args:
        seed: of the tree.
        longest: after how many moves it is over at the latest.
        wins: 0 for a game in which the last position decides, else one position of so many is the
            end of the game.
    """

    name = "thicket"
    title = "thicket"
    size = (2, 1)

    def __init__(self, seed: int, longest: int = 6, wins: int = 9) -> None:
        self._seed = seed
        self._longest = longest
        self._wins = wins

    def start(self) -> Spot:
        return Spot(0, self._seed)

    def turn(self, position: Spot) -> Side:
        return Side.WHITE if mixed(position.number + 1) % 2 else Side.BLACK

    def pieces(self, position: Spot) -> Mapping[Square, Piece]:
        return {position.depth % 2: Piece(Side.WHITE)}

    def movable_squares(self, position: Spot) -> Sequence[Square]:
        return (position.depth % 2,)

    def legal_moves(self, position: Spot) -> Sequence[int]:
        if self.outcome(position) is not None:
            return ()
        return range(1 + mixed(position.number + 2) % 4)

    def play(self, position: Spot, move: int) -> Spot:
        return Spot(position.depth + 1, mixed(position.number * 8 + move + 3))

    def outcome(self, position: Spot) -> Outcome | None:
        chance = mixed(position.number + 4)
        if position.depth < self._longest and (
            not position.depth or not self._wins or chance % self._wins
        ):
            return None
        winner = (Side.WHITE, Side.BLACK, None)[chance // 1024 % 3]
        return Outcome(winner, "It is over")

    def evaluate(self, position: Spot) -> int:
        return mixed(position.number + 5) % 401 - 200

    def explain_illegal(self, position: Spot, origin: Square, target: Square | None) -> str | None:
        return None

    def move_text(self, position: Spot, move: int) -> str:
        return f"m{move}"

    def describe_move(self, position: Spot, move: int) -> str:
        return f"move {move}"

    spell_move = describe_move

    def parse_move(self, position: Spot, text: str) -> int:
        for move in self.legal_moves(position):
            if self.move_text(position, move) == text:
                return move
        raise InvalidMoveError(f"{text!r} is no move here")

    def position_text(self, position: Spot) -> str:
        return f"{position.depth} {position.number}"

    def parse_position(self, text: str) -> Spot:
        match text.split():
            case [depth, number] if depth.isdigit() and number.isdigit():
                return Spot(int(depth), int(number))
        raise InvalidPositionError(f"{text!r} is no position")

    @property
    def piece_noun(self) -> str:
        """Return the noun for any piece."""
        return "stone"

    def describe_piece(self, piece: Piece) -> str:
        return "stone"

    def square_colour(self, square: Square) -> str | None:
        return None

    def true_value(self, position: Spot) -> int:
        """1 if the side to move wins with the best play of both, 0 if it is a draw, else -1."""

        @cache
        def value(position: Spot) -> int:
            outcome = self.outcome(position)
            turn = self.turn(position)
            if outcome is not None:
                return 0 if outcome.winner is None else 1 if outcome.winner is turn else -1
            afters = [self.play(position, move) for move in self.legal_moves(position)]
            return max(value(p) if self.turn(p) is turn else -value(p) for p in afters)

        return value(position)
