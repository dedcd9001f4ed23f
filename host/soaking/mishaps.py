"""What goes wrong beside the moves: pieces bumped, swept off, straightened; takebacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from host.engine.game import Square
from host.soaking.fingers import REVERSED, UNSEEN, UNSURE
from host.soaking.mending import Mending
from host.soaking.tabletop import Token


class Mishaps(Mending):
    """Hands to which something happens, and which then mend it."""

    def happen(self) -> str:
        """Something goes wrong, or is taken back, and is mended; what it was."""
        what = self.chance.choice(self._mishaps)
        what()
        return what.__name__.strip("_")

    @property
    def _mishaps(self) -> list[Callable[[], None]]:
        return [
            *[self._straighten] * 3,
            self._bump,
            self._sweep,
            self._knock_aside,
            self._take_back,
            self._take_back,
        ]

    def _loose(self) -> list[Square]:
        """Where pieces stand that may be touched without meaning anything.

        A piece of the winner on a corner is not: to touch it is to choose.
        """
        rounds = self.meaning.rounds
        corners: set[Square] = set()
        if rounds is not None and self.meaning.between and len(self.meaning.moves) > 1:
            position = self.meaning.position
            corners = {rounds.carries(position, move)[0].target for move in self.meaning.moves}
        return [square for square in sorted(self.table.standing) if square not in corners]

    def _straighten(self) -> None:
        """Lift pieces and put them back, one after another or together."""
        squares = self.chance.sample(self._loose(), self.chance.randint(1, 3))
        self.counts["straightened"] += len(squares)
        if self.often(0.5):
            for square in squares:
                self.carry(square, square)
                self.wait(50, 700)
            return
        held = [(self.table.lift(square), square) for square in squares]
        self.in_the_air()
        self.chance.shuffle(held)
        for token, square in held:
            self.table.put(token, square)
            self.wait(30, 400)

    def _bump(self) -> None:
        """Knock some pieces to squares beside theirs."""
        self.counts["bumps"] += 1
        for square in self.chance.sample(self._loose(), self.chance.randint(1, 4)):
            free = [near for near in self.near(square) if near not in self.table.standing]
            if free:
                token = self.table.lift(square)
                aside = self.chance.choice([0.0, 0.0, UNSURE, REVERSED])
                self.table.put(token, self.chance.choice(free), aside)
            if self.often(0.5):
                self.wait(20, 200)
        self.mend()

    def _sweep(self) -> None:
        """A sleeve takes a whole row off the board, or throws it about."""
        self.counts["sweeps"] += 1
        loose = self._loose()
        row = self.chance.choice(sorted({square // self.files for square in loose}))
        for square in [square for square in loose if square // self.files == row]:
            self.table.lift(square)
            if self.often(0.3):
                self.wait(20, 100)
        if self.often(0.4):
            for token in list(self.table.held):
                if self.often(0.5):
                    self.table.put(token, self.chance.choice(self.free()))
        self.mend()

    def _knock_aside(self) -> None:
        """Knock pieces out of the middle of their squares, without leaving them."""
        self.counts["knocked aside"] += 1
        for square in self.chance.sample(self._loose(), self.chance.randint(1, 3)):
            self.table.nudge(square, self.chance.choice([UNSURE, REVERSED, UNSEEN]))
        self.mend()

    def _take_back(self) -> None:
        """Take some moves back by hand, one after another."""
        most = self.meaning.undoable
        for _ in range(min(most, self.chance.choice([1, 1, 1, 2, 3, most]))):
            self.counts["taken back by hand"] += 1
            ended = self.meaning.between or self.meaning.over
            before = self._undo()
            for _, (here, _) in before:
                self.table.lift(here)
            self.in_the_air()
            for token, (_, home) in self.chance.sample(before, len(before)):
                self.table.put(token, home)
                self.wait(30, 300)
            # What has ended a round is not taken back in passing.
            self.wait(*((2150, 2500) if ended else (550, 1200)))

    def _undo(self) -> Sequence[tuple[Token, tuple[Square, Square]]]:
        """Take the last move back in mind; which pieces that carries from where to where."""
        now = {token: square for square, token in self.meaning.places.items()}
        self.meaning.undo()
        was = {token: square for square, token in self.meaning.places.items()}
        return [(token, (now[token], was[token])) for token in now if now[token] != was[token]]
