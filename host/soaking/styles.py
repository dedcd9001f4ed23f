"""How people make a move: straight away, sliding, or after some other piece or square first."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from host.engine.game import Square
from host.soaking.fingers import REVERSED, UNSEEN, UNSURE, Fingers
from host.soaking.tabletop import Token


class Styles(Fingers):
    """Hands that make the moves that are meant, in one of the ways in which people do."""

    def move(self, move: Hashable, plainly: bool = False) -> None:
        """Make a move and let go.

        Args:
            plainly: without any clumsiness.
        """
        carried = self.meaning.carried(move)
        if len(carried) > 1:
            self._push(carried)
        else:
            ((token, (origin, target)),) = carried.items()
            style = self._carry if plainly else self.chance.choice(self._styles)
            self.counts[style.__name__.strip("_").replace("_", " ")] += 1
            style(token, origin, target)
        self.meaning.play(move)

    @property
    def _styles(self) -> list[Callable[[Token, Square, Square], None]]:
        return [
            *[self._carry] * 6,
            *[self._slide] * 4,
            self._other_legal_square_first,
            self._wrong_square_first,
            self._wrong_piece_first,
            self._other_side_first,
            self._look_underneath,
            self._off_centre,
            self._touched_too_early,
        ]

    def _carry(self, token: Token, origin: Square, target: Square) -> None:
        self.carry(origin, target)

    def _slide(self, token: Token, origin: Square, target: Square) -> None:
        path = self._line(origin, target)
        rests = [self.chance.choice([40, 80, 150, 300]) for _ in path[1:]]
        if rests and self.often(0.2):
            number = self.chance.randrange(len(rests))
            if not self._is_two_moves(token, path[number], target):
                rests[number] = self.chance.randint(400, 1500)
        if any(square in self.table.standing for square in path):
            self.carry(origin, target)
        else:
            self.table.slide(origin, path, rests)

    def _is_two_moves(self, token: Token, halt: Square, target: Square) -> bool:
        """Whether to rest on a square and go on from there would be two legal moves.

        After the first the opponent is blocked and passes: whoever goes on then has seen that.
        """
        halts = [move for move in self.meaning.moves if self._goes(move, token) == halt]
        if not halts:
            return False
        self.meaning.play(halts[0])
        goes = [self._goes(move, token) for move in self.meaning.moves]
        self.meaning.undo()
        return target in goes

    def _goes(self, move: Hashable, token: Token) -> Square | None:
        """Where a move carries a piece; None if it does not."""
        return self.meaning.carried(move).get(token, (None, None))[1]

    def _line(self, origin: Square, target: Square) -> list[Square]:
        """The squares from one to another in a straight line, without the first."""
        files = self.files
        dx, dy = target % files - origin % files, target // files - origin // files
        steps = max(abs(dx), abs(dy))
        if abs(dx) not in (0, steps) or abs(dy) not in (0, steps):
            return [target]
        step = dx // steps + files * (dy // steps)
        return [origin + step * (number + 1) for number in range(steps)]

    def _other_legal_square_first(self, token: Token, origin: Square, target: Square) -> None:
        targets = [
            goes
            for move in self.meaning.moves
            for moved, (_, goes) in self.meaning.carried(move).items()
            if moved == token and goes not in self.table.standing
        ]
        other = self.chance.choice(targets)
        if self._is_two_moves(token, other, target):
            other = target
        self.carry(origin, other)
        if other != target:
            self.wait(50, 1200)
            self.carry(other, target)

    def _wrong_square_first(self, token: Token, origin: Square, target: Square) -> None:
        legal = self.meaning.may_go(token)
        wrong = self.chance.choice([square for square in self.free() if square not in legal])
        self.carry(origin, wrong)
        self.wait(50, 2000)
        if self.often(0.5):
            self.carry(wrong, target)
        else:
            self.carry(wrong, origin)
            self.wait(500, 900)
            self.carry(origin, target)

    def _wrong_piece_first(self, token: Token, origin: Square, target: Square) -> None:
        others = [
            s
            for s, stand in self.table.standing.items()
            if stand.token.side is token.side and s != origin
        ]
        wrong = self.chance.choice(others)
        astray = self.chance.choice([wrong, *self.free()])
        self.carry(wrong, astray)
        self.wait(50, 2000)
        if astray != wrong:
            self.carry(astray, wrong)
            self.wait(500, 900)
        self.carry(origin, target)

    def _other_side_first(self, token: Token, origin: Square, target: Square) -> None:
        theirs = [
            s for s, stand in self.table.standing.items() if stand.token.side is not token.side
        ]
        touched = self.chance.choice(theirs)
        held = self.table.lift(touched)
        self.in_the_air()
        if self.often(0.5):
            self.table.put(held, touched)
            self.wait(50, 600)
            self.carry(origin, target)
        else:
            # Both players at once.
            self.carry(origin, target)
            self.wait(50, 1500)
            self.table.put(held, touched)

    def _look_underneath(self, token: Token, origin: Square, target: Square) -> None:
        others = [square for square in self.table.standing if square != origin]
        other = self.chance.choice(others)
        held = [self.table.lift(square) for square in (origin, other)]
        self.in_the_air()
        for at, square in self.chance.sample([(0, target), (1, other)], 2):
            self.table.put(held[at], square)
            self.wait(50, 900)

    def _off_centre(self, token: Token, origin: Square, target: Square) -> None:
        piece = self.table.lift(origin)
        self.in_the_air()
        self.table.put(piece, target, self.chance.choice([UNSURE, REVERSED, UNSEEN]))
        self.wait(50, 2000)
        self.centre(target)

    def _touched_too_early(self, token: Token, origin: Square, target: Square) -> None:
        """The opponent touches a piece while the mover still slides on: that makes the move, so it
        must be taken back before another can be made."""
        path = self._line(origin, target)[:-1]
        theirs = [
            s for s, stand in self.table.standing.items() if stand.token.side is not token.side
        ]
        if not path or path[-1] in self.table.standing:
            self.carry(origin, target)
            return
        self.carry(origin, path[-1])
        self.wait(50, 300)
        touched = self.chance.choice(theirs)
        held = self.table.lift(touched)
        self.wait(100, 400)
        self.table.put(held, touched)
        self.carry(path[-1], target)
        self.wait(50, 1500)
        self.carry(target, origin)
        self.wait(500, 900)
        self.carry(origin, target)

    def _push(self, carried: dict[Token, tuple[Square, Square]]) -> None:
        """Carry several pieces in any order, some of them in the hand at once."""
        self.counts["pushes"] += 1
        waiting = list(carried.items())
        self.chance.shuffle(waiting)
        while waiting:
            free = [(t, way) for t, way in waiting if way[1] not in self.table.standing]
            lifted = [(t, way) for t, way in waiting if t in self.table.held]
            ready = [entry for entry in free if entry in lifted]
            if ready and self.often(0.7):
                token, (_, target) = ready[0]
                self.table.put(token, target)
                waiting.remove(ready[0])
            else:
                rest = [entry for entry in waiting if entry not in lifted]
                if rest:
                    self.table.lift(rest[0][1][0])
            self.wait(60, 700)
