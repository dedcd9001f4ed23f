"""A scene at the table: hands, the moves that may be made, and squares that mean nothing.

Every kind of accident is a function of a `Scene`.  It does nothing and returns False where the
position does not allow it; otherwise `Scene.intended` is afterwards the game that an honest
observer would say is meant, every tower stands in the middle of its square of that game, and it
returns True.

No tower rests by accident on the row that its side wants to reach, as that ends the round, and on
no square from which its move to another would be the second of two.  There an observer could not
say what is meant.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias, cast

from host.engine.game import Side, Square
from host.engine.kamisado.position import Move
from soak.hands.motions import AGAIN_MS
from soak.hands.repair import Repair
from soak.intended_game import Carried, IntendedGame
from soak.strangers.tabletop import StrangersTabletop
from soak.tabletop import Token

ASKEW = (0.25, 0.35, 0.45)
"""Distances of a tower from the middle of its square at which it is seen weakly, reversed and not
at all; see `Stand`."""
WAYS = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


@dataclass(frozen=True, slots=True)
class Step:
    """One tower's part of a move.

    Attributes:
        move: in the game; most carry one tower alone.
        token: the tower.
        origin, target: its squares.
    """

    move: Hashable
    token: Token
    origin: Square
    target: Square


class Scene(Repair):
    """Hands of two players, and of whoever else sits at the table.

    Args:
        tabletop: the board; also one of other sensors.
        chance: seeded; determines everything they do.
        intended: the game that an observer would say is meant.
        counts: of actions by kind; they add to it.
        by_lights: the lights are followed at times to put the board right; False for from memory
            alone.
    """

    def __init__(
        self,
        tabletop: StrangersTabletop,
        chance: random.Random,
        intended: IntendedGame,
        counts: Counter[str],
        by_lights: bool = True,
    ) -> None:
        super().__init__(tabletop, chance, intended, counts)
        self.board = tabletop
        self._by_lights = by_lights
        self._steps: dict[Hashable, list[Step]] = {}

    # Hands

    def mend(self) -> None:
        """Put every tower on its intended square, by the lights or from memory."""
        if self._by_lights:
            super().mend()
        else:
            self.wait(50, 1500)
            self.restore()

    def lift(self, square: Square) -> Token:
        """Take the tower from a square."""
        return self.tabletop.lift(square)

    def lift_all(self, squares: Sequence[Square], least_ms: int, most_ms: int) -> list[Token]:
        """Take towers one after the other, with a time after each; return them in this order."""
        held = []
        for square in squares:
            held.append(self.lift(square))
            self.wait(least_ms, most_ms)
        return held

    def put_home(self, tokens: Sequence[Token], least_ms: int, most_ms: int) -> None:
        """Put towers that are held on their intended squares in any order, with a time after
        each."""
        home = {token: square for square, token in self.intended.places.items()}
        for token in self.chance.sample(tokens, len(tokens)):
            self.put(token, home[token])
            self.wait(least_ms, most_ms)

    def see_pass(self) -> None:
        """Let the time pass that players need to see that one of them has to pass, if so."""
        if self.intended.passed:
            self.tabletop.wait(AGAIN_MS)

    def make(self, step: Step) -> None:
        """Lift the tower of a move and put it down; the move is meant."""
        self.carry(step.origin, step.target)
        self.intended.play(step.move)

    def carry_all(self, steps: Sequence[Step]) -> None:
        """Carry towers from square to square, each once its square is free."""
        left = list(steps)
        while left:
            step = next(each for each in left if each.target not in self.tabletop.standing)
            self.carry(step.origin, step.target)
            self.wait(60, 300)
            left.remove(step)

    # Squares

    def towers(self, side: Side | None = None) -> list[Square]:
        """Return the squares of the towers, of one side or of both."""
        return [
            square
            for square, stand in sorted(self.tabletop.standing.items())
            if side in (None, stand.token.side)
        ]

    def token(self, square: Square) -> Token:
        """Return the tower on a square."""
        return self.tabletop.standing[square].token

    def beside(self, square: Square, way: tuple[int, int]) -> Square | None:
        """Return the next square in a direction; None beyond the rim."""
        x, y = square % self.files + way[0], square // self.files + way[1]
        inside = 0 <= x < self.files and 0 <= y < self.squares // self.files
        return y * self.files + x if inside else None

    def line(self, origin: Square, target: Square) -> list[Square]:
        """Return the squares of a straight way, without the first one."""
        files = self.files
        steps = max(abs(target % files - origin % files), abs(target // files - origin // files))
        return [origin + (target - origin) // steps * n for n in range(1, steps + 1)]

    def may_lie(self, token: Token, square: Square | None) -> bool:
        """Return True if a tower may rest on a square by accident; see the module."""
        goal = 0 if token.side is Side.BLACK else self.squares // self.files - 1
        return (
            square is not None
            and square not in self.tabletop.standing
            and square // self.files != goal
        )

    def loose(self, token: Token, squares: Sequence[Square]) -> list[Square]:
        """Return those of the squares on which a tower may rest by accident."""
        return [square for square in squares if self.may_lie(token, square)]

    def may_rest(self, step: Step, square: Square | None) -> bool:
        """Return True if the tower of a move may rest on a square before it is made."""
        if square == step.target or not self.may_lie(step.token, square):
            return False
        return not any(
            self._is_first_of_two(there, step.target)
            for there in self.steps()
            if there.token == step.token and there.target == square
        )

    def _is_first_of_two(self, step: Step, target: Square) -> bool:
        """Return True if a move ends the round, or is followed by one of its tower to a square."""
        with self.after(step):
            return self.intended.over or any(
                again.token == step.token and again.target == target for again in self.steps()
            )

    # Moves

    def steps(self) -> list[Step]:
        """Return the legal moves that carry one tower alone."""
        position = self.intended.position
        if position not in self._steps:
            self._steps[position] = self._find_steps()
        return self._steps[position]

    def _find_steps(self) -> list[Step]:
        intended = self.intended
        return [
            Step(move, intended.places[move.origin], move.origin, move.target)
            for move in moves_of(intended)
            if not move.push and not move.is_pass
        ]

    def step(self) -> Step | None:
        """Return such a move by chance; None if there is none."""
        return self._any(self.steps())

    def reply(self, step: Step) -> Step | None:
        """Return such a move of the opponent after a move, by chance; None if the round is over
        then, or the opponent passes, or pushes, which takes both hands."""
        mover = self.intended.turn
        with self.after(step):
            return None if self.intended.turn is mover else self._any(self.steps())

    @contextmanager
    def after(self, step: Step) -> Iterator[None]:
        """Have a move played in the intended game meanwhile."""
        self.intended.play(step.move)
        yield
        self.intended.undo()

    def _any(self, steps: Sequence[Step]) -> Step | None:
        return self.chance.choice(steps) if steps else None

    def push(self) -> list[Step]:
        """Return a push by chance: the pusher's step, and those of the pushed towers, the nearest
        first; empty if there is none."""
        pushes = [move for move in moves_of(self.intended) if move.push]
        if not pushes:
            return []
        move = self.chance.choice(pushes)
        pusher, *pushed = steps_of(move, self.intended.carried(move))
        return [pusher, *sorted(pushed, key=lambda each: abs(each.origin - pusher.origin))]

    def last_step(self) -> Step | None:
        """Return the last unforced move; None before the first one, and after a push."""
        if not self.intended.undoable:
            return None
        steps = steps_of(self.intended.last_move, self.intended.last_carried)
        return steps[0] if len(steps) == 1 else None


def moves_of(intended: IntendedGame) -> Sequence[Move]:
    """Return the legal moves in a round of Kamisado; none when it is over."""
    return () if intended.over else cast(Sequence[Move], intended.moves)


def steps_of(move: Hashable, carried: Carried) -> list[Step]:
    """Return the steps of the towers that a move carries, in this order."""
    return [
        Step(move, token, origin, target)
        for token, (origin, target) in carried.items()
        if origin is not None and target is not None
    ]


Kind: TypeAlias = Callable[[Scene], bool]
"""A kind of accident; see the module."""
