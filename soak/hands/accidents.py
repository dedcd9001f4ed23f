"""Accidents beside the moves: pieces bumped, swept off, straightened; takebacks."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence

from host.engine.game import Side, Square
from host.recognition.takeback import MOST_LIFTED
from soak.hands.motions import REVERSED, UNSEEN, UNSURE
from soak.hands.repair import Repair
from soak.intended_game import difference
from soak.tabletop import Token

HELD_MS = (6000, 25_000)
"""Time for which a piece is held that nobody moves."""
MOST_BACK = 40
"""The most moves that are taken back at once: a game of stones has hundreds."""


class HeldError(AssertionError):
    """A sensor was blamed for a piece in a hand."""


class Accidents(Repair):
    """Hands that have accidents and repair the board."""

    def happen(self) -> str:
        """Let an accident happen and repair it, or take moves back; return its name."""
        what = self.chance.choice(self._kinds)
        what()
        return what.__name__.strip("_")

    def hold(self, idle: random.Random) -> None:
        """Hold a piece in the air for long, as who thinks or talks does, and put it back.

        Args:
            idle: chooses which, and for how long.

        Raises:
            HeldError: its sensor was taken for a silent one.
        """
        loose = self._loose()
        if not loose:
            return  # the board is still empty
        square = idle.choice(loose)
        self.counts["held for long"] += 1
        token = self.tabletop.lift(square)
        self.tabletop.wait(idle.randint(*HELD_MS))
        if any(m.entry == "sensor" and m.square == square for m in self.tabletop.marks()):
            raise HeldError(f"{token} was held, and the sensor of {square} is blamed")
        self.put(token, square)

    def _displaced(self) -> list[Square]:
        """Return squares whose pieces may be displaced together and put back in any order."""
        loose = self._loose()
        if not self.intended.alike:
            return loose
        # Where the pieces of both sides are displaced together, chance would make two legal moves
        # of it, which no sensor can tell from moves.
        # Those that came last from the box are taken back by lifting them.
        last = self.intended.came_last(2)
        # To a side that moves again as the other has passed, there and back are two legal moves.
        side = self.intended.turn.other if self.intended.passed else self.chance.choice(list(Side))
        return [
            s
            for s in loose
            if s not in last
            and self.tabletop.standing[s].token.side is side
            and not self.intended.ends_from_home(s)
        ]

    @property
    def _kinds(self) -> list[Callable[[], None]]:
        return [
            *[self._straighten] * 3,
            self._bump,
            self._bump_last,
            self._sweep,
            self._knock_aside,
            self._take_back,
            self._take_back,
        ]

    def _loose(self) -> list[Square]:
        """Return squares whose pieces may be touched without a meaning.

        A piece of the winner on a corner is not: to touch it is to choose.
        """
        rounds = self.intended.rounds
        corners: set[Square] = set()
        if rounds is not None and self.intended.between and len(self.intended.moves) > 1:
            position = self.intended.position
            corners = {rounds.relocations(position, move)[0].target for move in self.intended.moves}
        return [square for square in sorted(self.tabletop.standing) if square not in corners]

    def _straighten(self) -> None:
        """Lift pieces and put them back, one after another or together."""
        squares = self._some(self._loose(), 3)
        self.counts["straightened"] += len(squares)
        if self.often(0.5):
            for square in squares:
                self.carry(square, square)
                self.wait(50, 700)
            return
        held = [(self.tabletop.lift(square), square) for square in squares]
        self.in_the_air()
        self.chance.shuffle(held)
        for token, square in held:
            self.put(token, square)
            self.wait(30, 400)

    def _bump(self) -> None:
        """Knock some pieces to squares beside theirs."""
        self.counts["bumps"] += 1
        self._displace(self._some(self._displaced(), 4))
        self.mend()

    def _bump_last(self) -> None:
        """Knock the piece that moved last and others to squares beside theirs; take some of them up
        again in any order before they are led home."""
        loose = self._displaced()
        last = self.intended.last_moved if self.intended.texts else None
        others = self._some([square for square in loose if square != last], 3)
        if last not in loose or not others:
            self._bump()
            return
        self.counts["bumps of the last piece and others"] += 1
        tokens = [self.tabletop.standing[square].token for square in (last, *others)]
        # Back where it came from, with a legal move of another, it looks like another move instead.
        origins = {origin for origin, _ in self.intended.last_carried.values()}
        self._displace(self.chance.sample([last, *others], len(others) + 1), but=origins)
        self.wait(50, 3000)
        for token in self.chance.sample(tokens, self.chance.randint(0, len(tokens))):
            self.tabletop.lift(self.where(token))
            self.wait(100, 900)
        self.mend()

    def _displace(self, squares: Sequence[Square], but: Collection[Square | None] = ()) -> None:
        """Move pieces to squares beside theirs, where there are free ones but these."""
        for square in squares:
            taken = {*self.tabletop.standing, *but}
            free = [near for near in self.near(square) if near not in taken]
            if free:
                aside = self.chance.choice([0.0, 0.0, UNSURE, REVERSED])
                self.tabletop.knock(square, self.chance.choice(free), aside)
            if self.often(0.5):
                self.wait(20, 200)

    def _sweep(self) -> None:
        """Sweep a whole row off the board, or scatter it."""
        self.counts["sweeps"] += 1
        loose = self._displaced()
        rows = sorted({square // self.files for square in loose})
        row = self.chance.choice(rows) if rows else None
        for square in [square for square in loose if square // self.files == row]:
            self.tabletop.lift(square)
            if self.often(0.3):
                self.wait(20, 100)
        if self.often(0.4):
            for token in self.swept():
                if self.often(0.5):
                    self.tabletop.put(token, self.chance.choice(self.free()))
        self.mend()

    def _knock_aside(self) -> None:
        """Knock pieces out of the middle of their squares, without leaving them."""
        self.counts["knocked aside"] += 1
        for square in self._some(self._displaced(), 3):
            self.tabletop.nudge(square, self.chance.choice([UNSURE, REVERSED, UNSEEN]))
        self.mend()

    def _take_back(self) -> None:
        """Take some moves back by hand, one after another."""
        # All of them together would be the board set up anew.
        most = self.intended.undoable - (self.intended.undoable > MOST_LIFTED)
        for _ in range(min(most, self.chance.choice([1, 1, 1, 2, 3, min(most, MOST_BACK)]))):
            if not self.intended.undoable or not self.intended.goes_back:
                break
            if self.intended.won_from_home:
                break
            self.counts["taken back by hand"] += 1
            ended = self.intended.between or self.intended.over
            placed = not self.intended.expectation.puts
            before = self._undo()
            for _, (here, _) in before:
                if here is not None:
                    self.tabletop.lift(here)
            self.in_the_air()
            for token, (_, home) in self.chance.sample(before, len(before)):
                if home is not None:
                    self.put(token, home)
                    self.wait(30, 300)
            # A stone that was put last may be off as a captured one, and the move that has ended a
            # round is not taken back in passing.
            unput = placed and any(home is None for _, (_, home) in before)
            self.wait(*((2150, 2500) if ended or unput else (550, 1200)))

    def _undo(self) -> Sequence[tuple[Token, tuple[Square | None, Square | None]]]:
        """Take the last intended move back; return the pieces with their squares before and after.

        One that has left no trace is taken back with the one before it.
        """
        now = dict(self.intended.places)
        while True:
            self.intended.undo()
            back = list(difference(now, self.intended.places).items())
            if back:
                return back

    def swept(self) -> list[Token]:
        """Return the pieces in the hands that belong on the board."""
        return [token for token in self.tabletop.held if token not in self.intended.box]

    def _some(self, squares: Sequence[Square], most: int) -> list[Square]:
        """Return up to `most` of them at random."""
        count = min(self.chance.randint(1, most), len(squares))
        return self.chance.sample(list(squares), count)
