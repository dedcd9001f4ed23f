"""Node of the search of a round with matches as leaves."""

from __future__ import annotations

from host.engine.game import Side
from host.engine.kamisado.position import Position

INFINITY = 1 << 60
"""Proof number of a side that cannot win."""
WHITE, BLACK = 0, 1
"""Indices of the proof numbers of a side."""


def index_of(side: Side) -> int:
    """Return the index of a side's proof number."""
    return BLACK if side is Side.BLACK else WHITE


class Node:
    """A position of the round, its end, or a start of the next round.

    Attributes:
        position: of the round.
        chooser: index of the side that moves, or that fills the home rows after the end.
        round_winner: who wins the round from here, as far as it is known.
        numbers: proof numbers of White and of Black: 0 is a proof that the side wins the match.
        children: after each legal move, in the order of the engine, or after each fill; None until
            they are needed.
        by_round: True if it is proven because one side forces the end of the match in this round.
    """

    __slots__ = ("by_round", "children", "chooser", "numbers", "position", "round_winner")

    def __init__(self, position: Position, chooser: int, round_winner: Side | None = None) -> None:
        self.position = position
        self.chooser = chooser
        self.round_winner = round_winner
        self.numbers = [1, 1]
        self.children: list[Node] | None = None
        self.by_round = False

    @property
    def winner(self) -> Side | None:
        """The proven winner of the match; None if it is not proven."""
        white, black = self.numbers
        return Side.WHITE if not white else None if black else Side.BLACK

    def won_by(self, side: Side) -> None:
        """Store a proof."""
        self.numbers[index_of(side)] = 0
        self.numbers[index_of(side.other)] = INFINITY

    def expand(self, children: list[Node]) -> None:
        """Store the nodes after each move or fill."""
        self.children = children

    def decided_by(self, winner: Side) -> None:
        """Store the proof that a side forces the end of the match in this round."""
        self.won_by(winner)
        self.by_round = True

    def update(self) -> None:
        """Compute the proof numbers from those of the children."""
        own, other = self.chooser, 1 - self.chooser
        assert self.children
        least, total = INFINITY, 0
        for child in self.children:
            numbers = child.numbers
            if numbers[own] < least:
                least = numbers[own]
            total += numbers[other]
        self.numbers[own] = least
        self.numbers[other] = min(total, INFINITY - 1) if least else INFINITY
