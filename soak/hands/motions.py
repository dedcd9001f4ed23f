"""Elementary actions of hands: carry a piece, wait, put it into the middle of its square.

A piece that is put down may bounce: it leaves its square and comes back, once or twice.  One that
has its magnet on the wrong side is put upside down: that is noticed later, and it is turned.
"""

from __future__ import annotations

import random
from collections import Counter

from host.engine.game import Square
from soak.intended_game import IntendedGame
from soak.tabletop import Tabletop, Token

UNSURE, REVERSED, UNSEEN = 0.25, 0.35, 0.45
"""Distances from the middle of a piece that is put carelessly; see `Stand`."""
REST_MS = 900
"""Rest before the stored game is checked."""
AGAIN_MS = 1200
"""Time to notice that the opponent has passed; a sooner move would be taken for a slide."""
BOUNCES = 0.05
"""Share of the pieces put down that bounce."""
TOUCHES_MS, BOUNCE_MS = (20, 300), (30, 400)
"""Times for which a piece that bounces stands before it leaves its square, and is off it."""
NOTICED_MS = 15_000
"""The longest time until players see that a piece is upside down."""
HINTS = {("illegal", "square"), ("putback", "now")}
"""Marks of a piece that is not seen as the one that belongs there."""


class UpsideDownError(AssertionError):
    """A sensor was blamed for a piece that is upside down."""


class Motions:
    """One pair of hands.

    Args:
        tabletop: the board.
        chance: seeded; determines everything they do.
        intended: the game that the players mean to play.
        counts: of actions by kind; they add to it.

    Attributes:
        bounces: share of the pieces put down that bounce.
        occasion: what they are put down for, as it is counted.
    """

    bounces = 0.0
    occasion = "moves"

    def __init__(
        self,
        tabletop: Tabletop,
        chance: random.Random,
        intended: IntendedGame,
        counts: Counter[str],
    ) -> None:
        self.tabletop = tabletop
        self.chance = chance
        self.intended = intended
        self.counts = counts
        self.files, ranks = intended.game.size
        self.squares = self.files * ranks

    def often(self, share: float) -> bool:
        """True with a probability of `share`."""
        return self.chance.random() < share

    def wait(self, least_ms: int, most_ms: int) -> None:
        """Let some time pass."""
        self.tabletop.wait(self.chance.randint(least_ms, most_ms))

    def in_the_air(self) -> None:
        """Let the time pass that a piece is carried."""
        self.wait(*((150, 500) if self.often(0.8) else (500, 2500)))

    def free(self) -> list[Square]:
        """Return the empty squares."""
        return [s for s in range(self.squares) if s not in self.tabletop.standing]

    def where(self, token: Token) -> Square:
        """Return the square of a piece."""
        return next(s for s, stand in self.tabletop.standing.items() if stand.token == token)

    def put(self, token: Token, square: Square, aside: float = 0.0) -> None:
        """Put a piece down; it may bounce."""
        self.tabletop.put(token, square, aside)
        if self.bounces and self.often(self.bounces):
            self.bounce(square, aside, self.occasion)

    def bounce(self, square: Square, aside: float, occasion: str) -> None:
        """Let a piece that was just put down leave its square and come back, once or twice."""
        self.counts[f"bounced: {occasion}"] += 1
        for _ in range(self.chance.choice([1, 1, 2])):
            self.wait(*TOUCHES_MS)
            self.tabletop.knock(square, square, aside, self.chance.randint(*BOUNCE_MS))

    def put_upside_down(self, token: Token, square: Square, most_ms: int = NOTICED_MS) -> None:
        """Put a piece down with its magnet the wrong way up, and turn it once that is noticed: by
        the lights, or after a while.

        Args:
            most_ms: the longest time until then.

        Raises:
            UpsideDownError: a sensor was blamed for it.
        """
        tabletop = self.tabletop
        shows_nothing = self.often(0.3)
        tabletop.put(token, square, UNSEEN if shows_nothing else 0.0, upside_down=True)
        self.counts[f"put upside down: {self.occasion}"] += 1
        until_ms = tabletop.now_ms + self.chance.randint(1000, most_ms)
        looks = self.often(0.5)
        while tabletop.now_ms < until_ms and not (looks and self._is_hinted(square)):
            tabletop.wait(500)
        noticed = "by the lights" if tabletop.now_ms < until_ms else "after a while"
        self.counts[f"upside down, noticed {noticed}"] += 1
        if any(mark.entry == "sensor" for mark in tabletop.marks()):
            raise UpsideDownError(f"{token} is upside down on {square}, and a sensor is blamed")
        tabletop.lift(square)
        self.wait(300, 1200)
        self.put(token, square)

    def _is_hinted(self, square: Square) -> bool:
        """Return True if the lights tell that the piece on a square is wrong, or not seen well."""
        lit = [(mark.entry, mark.role) for mark in self.tabletop.marks() if mark.square == square]
        return not HINTS.isdisjoint(lit)

    def carry(self, origin: Square, target: Square) -> None:
        """Lift a piece, carry it and put it down."""
        token = self.tabletop.lift(origin)
        self.in_the_air()
        self.put(token, target)

    def near(self, square: Square) -> list[Square]:
        """Return the squares around a square."""
        x, y = square % self.files, square // self.files
        return [
            other
            for other in range(self.squares)
            if max(abs(other % self.files - x), abs(other // self.files - y)) == 1
        ]

    def centre(self, square: Square) -> None:
        """Put a piece into the middle of its square, with or without lifting it."""
        if self.often(0.5):
            self.tabletop.nudge(square, 0.0)
            self.wait(700, 900)
            lit = [(mark.entry, mark.role) for mark in self.tabletop.marks()]
            if ("putback", "now") not in lit:
                return
        token = self.tabletop.lift(square)
        self.wait(150, 400)
        self.put(token, square)
