"""Ways to make a move: straight away, sliding, or after another piece or square first."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from host.engine.game import Square
from soak.hands.motions import AGAIN_MS, REST_MS, REVERSED, UNSEEN, UNSURE, Motions
from soak.tabletop import Token

LONG_MS = 45_000
"""The longest time until players see that a piece from the box is upside down: a board waits for
the next one anyway."""


class MoveStyles(Motions):
    """Hands that make the moves that are meant, in one of the ways in which people do.

    Attributes:
        replies: whether the last move is only shown by the reply to it.
    """

    replies = False

    def move(self, move: Hashable, plainly: bool = False) -> None:
        """Make a move and let go.

        Args:
            plainly: without any clumsiness.
        """
        self.replies = False
        carried = self.intended.carried(move)
        captured = [origin for origin, target in carried.values() if target is None]
        taken = [square for square in captured if square is not None]
        ways = {
            token: (origin, target)
            for token, (origin, target) in carried.items()
            if origin is not None and target is not None
        }
        if not carried:
            self._let_go(move)
        elif len(ways) > 1:
            self._push(ways)
        elif ways:
            ((token, (origin, target)),) = ways.items()
            if target in taken:  # it makes room for the piece that takes it
                self._take_off([target])
            elif not plainly and self.often(0.3):
                self._take_off(self.chance.sample(taken, self.chance.randint(0, len(taken))))
            style = self._carry if plainly else self.chance.choice(self._styles)
            self.counts[style.__name__.strip("_").replace("_", " ")] += 1
            style(token, origin, target)
        else:
            ((token, (_, square)),) = carried.items()
            assert square is not None, "a piece goes somewhere"
            self._put(token, square, plainly)
        self.intended.play(move)
        # The piece on the square of a captured one is the captor.
        targets = [target for _, target in carried.values()]
        still = [s for s in taken if s in self.tabletop.standing and s not in targets]
        self._take_captured(still, plainly)

    def _take_off(self, squares: Sequence[Square]) -> None:
        for square in squares:
            self.tabletop.lift(square)
            self.wait(60, 700)

    def _take_captured(self, standing: Sequence[Square], plainly: bool) -> None:
        """Take captured pieces off, at once or late, or when the opponent has moved already."""
        if not standing:
            return
        self.counts["captured"] += len(standing)
        if not plainly and self.often(0.2):
            self.counts["captured pieces forgotten for a while"] += 1
            self.wait(600, 3000)
        elif not plainly and self.often(0.2):
            self._reply_too_early(standing)
        else:
            self.wait(60, 700)
        self._take_off(self.chance.sample(list(standing), len(standing)))

    def _reply_too_early(self, standing: Sequence[Square]) -> None:
        """Let the opponent move while captured pieces of theirs still stand."""
        expectation = self.intended.expectation
        replies = [
            candidate
            for candidate in expectation.candidates
            if candidate.origin is not None
            and candidate.target not in self.tabletop.standing
            and not candidate.captured
            and not candidate.pushed
        ]
        side = self.tabletop.standing[standing[0]].token.side
        if not replies or expectation.turn is not side or self.intended.passed:
            return
        self.counts["replies before captured pieces were off"] += 1
        self.wait(500, 1500)
        candidate = self.chance.choice(replies)
        assert candidate.origin is not None
        assert candidate.target is not None
        self.carry(candidate.origin, candidate.target)
        self.intended.play(candidate.move)
        self.wait(100, 2000)

    def _let_go(self, move: Hashable) -> None:
        """Let the turn go: with the piece that moved last, or by the opponent's touch or reply."""
        self.intended.play(move)
        # Where the opponent has to pass, the next move would look like going on.
        told = ["again", "touch"] if self.intended.passed else ["again", "touch", "reply"]
        self.intended.undo()
        how = self.chance.choice(told)
        capturable = {
            s for candidate in self.intended.expectation.candidates for s in candidate.captured
        }
        last = self.intended.last_moved
        theirs = [
            square
            for square, stand in self.tabletop.standing.items()
            if stand.token.side is not self.intended.turn and square not in capturable
        ]
        if how == "reply" and theirs:
            self.counts["turns let go by the reply"] += 1
            self.replies = True
            return
        touched = self.chance.choice(theirs) if how == "touch" and theirs else last
        self.counts["turns let go"] += 1
        assert touched is not None, "a capture has moved a piece"
        token = self.tabletop.lift(touched)
        self.wait(600, 1200)
        self.put(token, touched)
        self.wait(300, 900)

    def _put(self, token: Token, target: Square, plainly: bool) -> None:
        """Put a piece from the box on the board, sometimes somewhere else first."""
        legal = [o.target for o in self.intended.expectation.candidates if o.target is not None]
        wrong = [square for square in self.free() if square not in legal]
        slips = ["wrong", "other", "aside", *["upside down"] * self.tabletop.turns_over]
        how = "put" if plainly else self.chance.choice(["put"] * 6 + slips)
        self.counts[f"{how} from the box"] += 1
        elsewhere = {"wrong": wrong, "other": legal}.get(how)
        if elsewhere:
            square = self.chance.choice(elsewhere)
            stuck = self.tabletop.counts["sensors stuck"]
            self.put(token, square)
            self.wait(50, 1500)
            self.tabletop.lift(square)
            # A stuck sensor may have looked like the reply: then it is taken back before all else.
            is_sure = self.tabletop.counts["sensors stuck"] == stuck
            self.wait(60 if is_sure else 500, 900)
        if how == "aside":
            self.put(token, target, self.chance.choice([UNSURE, REVERSED, UNSEEN]))
            self.wait(50, 2000)
            self.centre(target)
        elif how == "upside down":
            self.put_upside_down(token, target, LONG_MS)
        else:
            self.put(token, target)

    @property
    def _styles(self) -> list[Callable[[Token, Square, Square], None]]:
        if self.intended.letting_go is not None:
            return [self._carry, self._slide]  # a touch of another piece would let the turn go
        if self.intended.passed and self.intended.alike:
            return [self._carry, self._slide]  # there and back would be two moves, and two passes
        return [
            *[self._carry] * 6,
            *[self._slide] * 4,
            self._other_legal_square_first,
            self._wrong_square_first,
            self._wrong_piece_first,
            self._other_side_first,
            self._look_underneath,
            self._off_centre,
            *[self._upside_down] * self.tabletop.turns_over,
            self._touched_too_early,
        ]

    def _carry(self, token: Token, origin: Square, target: Square) -> None:
        self.carry(origin, target)

    def _slide(self, token: Token, origin: Square, target: Square) -> None:
        path = self._line(origin, target)
        rests = [self.chance.choice([40, 80, 150, 300]) for _ in path[1:]]
        if rests and self.often(0.2):
            number = self.chance.randrange(len(rests))
            halt = path[number]
            if not self._is_two_moves(token, halt, target) and not self._ends_game(token, halt):
                rests[number] = self.chance.randint(400, 1500)
        jumps = path[0] not in self.near(origin)  # several jumps, over other pieces
        if jumps or any(square in self.tabletop.standing for square in path):
            self.carry(origin, target)
        else:
            self.tabletop.slide(origin, path, rests)

    def _is_two_moves(self, token: Token, halt: Square, target: Square) -> bool:
        """Return True if a rest on a square and the way on from there would be two legal moves.

        After the first the opponent is blocked and passes, so a player who goes on has seen that.
        """

        def goes_on() -> bool:
            return target in [self._goes(move, token) for move in self.intended.moves]

        return self._if_it_halts(token, halt, goes_on)

    def _ends_game(self, token: Token, halt: Square) -> bool:
        """Return True if a move of a piece to a square ends the game, so that a player stops
        there."""
        return self._if_it_halts(token, halt, lambda: self.intended.over)

    def _ends_round(self, token: Token, halt: Square) -> bool:
        """Return True if a move of a piece to a square ends the round or the game: whatever is
        touched then may be the set-up of the next one."""
        return self._if_it_halts(token, halt, lambda: self.intended.over or self.intended.between)

    def _if_it_halts(self, token: Token, halt: Square, answer: Callable[[], bool]) -> bool:
        """Return the answer in the position after a move of a piece to a square; False if that is
        no legal move."""
        halts = [move for move in self.intended.moves if self._goes(move, token) == halt]
        if not halts:
            return False
        self.intended.play(halts[0])
        answered = answer()
        self.intended.undo()
        return answered

    def _goes(self, move: Hashable, token: Token) -> Square | None:
        """Return the target of a piece in a move; None if it is not moved."""
        return self.intended.carried(move).get(token, (None, None))[1]

    def _line(self, origin: Square, target: Square) -> list[Square]:
        """Return the squares from one to another in a straight line, without the first."""
        files = self.files
        dx, dy = target % files - origin % files, target // files - origin // files
        steps = max(abs(dx), abs(dy))
        if abs(dx) not in (0, steps) or abs(dy) not in (0, steps):
            return [target]
        step = dx // steps + files * (dy // steps)
        return [origin + step * (number + 1) for number in range(steps)]

    def _other_legal_square_first(self, token: Token, origin: Square, target: Square) -> None:
        targets = [
            candidate.target
            for candidate in self.intended.expectation.candidates
            if candidate.origin == origin
            and candidate.target is not None
            and candidate.target not in self.tabletop.standing
        ]
        other = self.chance.choice(targets or [target])
        if self._is_two_moves(token, other, target) or self._ends_game(token, other):
            other = target
        stuck = self.tabletop.counts["sensors stuck"]
        self.carry(origin, other)
        if other == target:
            return
        self.wait(50, 1200)
        if self.tabletop.counts["sensors stuck"] == stuck:
            self.carry(other, target)
        else:
            # The sensor of a piece of the opponent may have looked as if it had been lifted.
            self._take_back_and_carry(other, origin, target)

    def _take_back_and_carry(self, wrong: Square, origin: Square, target: Square) -> None:
        """Put a piece back that has made a move to a wrong square, then make the right one."""
        self.carry(wrong, origin)
        self.wait(500, 900)
        if self.intended.passed:
            # To the board its move has been made again, and the pass told again.
            self.tabletop.wait(REST_MS + AGAIN_MS)
        self.carry(origin, target)

    def _wrong_square_first(self, token: Token, origin: Square, target: Square) -> None:
        legal = self.intended.may_go(token)
        squares = [square for square in self.free() if square not in legal]
        if not squares:
            self.carry(origin, target)
            return
        wrong = self.chance.choice(squares)
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
            for s, stand in self.tabletop.standing.items()
            if stand.token.side is token.side and s != origin
        ]
        if not others:
            self.carry(origin, target)
            return
        wrong = self.chance.choice(others)
        astray = self.chance.choice([wrong, *self.free()])
        # In a game in which any piece may move that may be a move.
        if self._ends_game(self.tabletop.standing[wrong].token, astray):
            astray = wrong
        self.carry(wrong, astray)
        self.wait(50, 2000)
        if astray != wrong:
            self.carry(astray, wrong)
            self.wait(500, 900)
        self.carry(origin, target)

    def _other_side_first(self, token: Token, origin: Square, target: Square) -> None:
        theirs = [
            s for s, stand in self.tabletop.standing.items() if stand.token.side is not token.side
        ]
        if not theirs:
            self.carry(origin, target)
            return
        touched = self.chance.choice(theirs)
        held = self.tabletop.lift(touched)
        self.in_the_air()
        if self.often(0.5):
            self.put(held, touched)
            self.wait(50, 600)
            self.carry(origin, target)
        else:
            # Both players at once.
            self.carry(origin, target)
            self.wait(50, 1500)
            self.put(held, touched)

    def _look_underneath(self, token: Token, origin: Square, target: Square) -> None:
        others = [square for square in self.tabletop.standing if square != origin]
        other = self.chance.choice(others)
        held = [self.tabletop.lift(square) for square in (origin, other)]
        self.in_the_air()
        for at, square in self.chance.sample([(0, target), (1, other)], 2):
            self.put(held[at], square)
            self.wait(50, 900)

    def _off_centre(self, token: Token, origin: Square, target: Square) -> None:
        piece = self.tabletop.lift(origin)
        self.in_the_air()
        self.put(piece, target, self.chance.choice([UNSURE, REVERSED, UNSEEN]))
        self.wait(50, 2000)
        if self._if_it_halts(token, target, lambda: self.intended.letting_go is not None):
            # It may capture more; who lifts it lets the turn go.
            self.tabletop.nudge(target, 0.0)
            self.wait(700, 900)
        else:
            self.centre(target)

    def _upside_down(self, token: Token, origin: Square, target: Square) -> None:
        piece = self.tabletop.lift(origin)
        self.in_the_air()
        self.put_upside_down(piece, target)

    def _touched_too_early(self, token: Token, origin: Square, target: Square) -> None:
        """Let the opponent touch a piece during a slide: that makes the move, so it
        must be taken back before another can be made."""
        path = self._line(origin, target)[:-1]
        theirs = [
            s for s, stand in self.tabletop.standing.items() if stand.token.side is not token.side
        ]
        if not path or not theirs or path[-1] in self.tabletop.standing:
            self.carry(origin, target)
            return
        if self._is_two_moves(token, path[-1], target) or self._ends_round(token, path[-1]):
            self.carry(origin, target)  # the second of two moves might end the round too
            return
        self.carry(origin, path[-1])
        self.wait(50, 300)
        touched = self.chance.choice(theirs)
        held = self.tabletop.lift(touched)
        self.wait(100, 400)
        self.put(held, touched)
        self.carry(path[-1], target)
        self.wait(50, 1500)
        self._take_back_and_carry(target, origin, target)

    def _push(self, carried: dict[Token, tuple[Square, Square]]) -> None:
        """Carry several pieces in any order, some of them in the hand at once."""
        self.counts["pushes"] += 1
        waiting = list(carried.items())
        self.chance.shuffle(waiting)
        while waiting:
            free = [(t, way) for t, way in waiting if way[1] not in self.tabletop.standing]
            lifted = [(t, way) for t, way in waiting if t in self.tabletop.held]
            ready = [entry for entry in free if entry in lifted]
            if ready and self.often(0.7):
                token, (_, target) = ready[0]
                self.put(token, target)
                waiting.remove(ready[0])
            else:
                rest = [entry for entry in waiting if entry not in lifted]
                if rest:
                    self.tabletop.lift(rest[0][1][0])
            self.wait(60, 700)
