"""What a pair of hands is able to do at a table: carry a piece, wait, put it into the middle."""

from __future__ import annotations

import random
from collections import Counter

from host.engine.game import Square
from soak.intended_game import IntendedGame
from soak.tabletop import Tabletop, Token

UNSURE, REVERSED, UNSEEN = 0.25, 0.35, 0.45
"""How far aside a piece is put carelessly; see `Stand`."""
REST_MS = 900
"""How long hands are off the board before what is stored is looked at."""
AGAIN_MS = 1200
"""How much longer it takes to see that the opponent has passed, and that one is to move again: who
goes on sooner is sliding."""


class Motions:
    """One pair of hands.

    Args:
        table: where they are.
        chance: seeded; all that they do follows from it.
        meaning: what their owner has in mind.
        counts: how often which kind of thing was done; they add to it.
    """

    def __init__(
        self, table: Tabletop, chance: random.Random, meaning: IntendedGame, counts: Counter[str]
    ) -> None:
        self.table = table
        self.chance = chance
        self.meaning = meaning
        self.counts = counts
        self.files, ranks = meaning.game.size
        self.squares = self.files * ranks

    def often(self, share: float) -> bool:
        """Whether something happens that does so often: 0 never, 1 always."""
        return self.chance.random() < share

    def wait(self, least_ms: int, most_ms: int) -> None:
        """Let some time pass."""
        self.table.wait(self.chance.randint(least_ms, most_ms))

    def in_the_air(self) -> None:
        """As long as it takes to carry a piece, mostly."""
        self.wait(*((150, 500) if self.often(0.8) else (500, 2500)))

    def free(self) -> list[Square]:
        """The squares where nothing stands."""
        return [s for s in range(self.squares) if s not in self.table.standing]

    def where(self, token: Token) -> Square:
        """The square on which a piece stands."""
        return next(s for s, stand in self.table.standing.items() if stand.token == token)

    def carry(self, origin: Square, target: Square) -> None:
        """Lift a piece, carry it and put it down."""
        token = self.table.lift(origin)
        self.in_the_air()
        self.table.put(token, target)

    def near(self, square: Square) -> list[Square]:
        """The squares that touch a square."""
        x, y = square % self.files, square // self.files
        return [
            other
            for other in range(self.squares)
            if max(abs(other % self.files - x), abs(other // self.files - y)) == 1
        ]

    def centre(self, square: Square) -> None:
        """Put a piece into the middle of its square, with or without lifting it."""
        if self.often(0.5):
            self.table.nudge(square, 0.0)
            self.wait(700, 900)
            lit = [(mark.entry, mark.role) for mark in self.table.marks()]
            if ("putback", "now") not in lit:
                return
        token = self.table.lift(square)
        self.wait(150, 400)
        self.table.put(token, square)
