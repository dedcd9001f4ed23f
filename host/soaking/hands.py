"""A model of two players' hands: they mean a legal game, and are human about it.

Speed, hesitation, slides over squares where the piece might have stayed, wrong pieces and wrong
squares, pieces lifted to look underneath or to be put straight, sleeves, replies before the last
move has rested, moves taken back by hand, rounds set up in any order.  After everything that has
gone wrong they mend it themselves, or do what the lights say.

Whenever the pieces stand where they are meant to stand and have rested, the stored game must be the
one that is meant.  The model confuses pieces only where that can be seen: which of two pieces of
one side stands where, a board without names does not know.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Sequence

from host.engine.game import Square
from host.engine.registry import AnyGame
from host.soaking.lights import LightFollower
from host.soaking.meaning import Meaning
from host.soaking.tabletop import Tabletop, Token

REST_MS = 900
"""How long hands are off the board before what is stored is looked at."""
LATE_MS = 1500
"""How much longer they are where that may take a while: the end of a round that a bump has made."""
UNSURE, REVERSED, UNSEEN = 0.25, 0.35, 0.45
"""How far aside a piece is put carelessly; see `Stand`."""


class MisreadError(AssertionError):
    """What is stored is not what was meant."""


class Hands:
    """Two players at one board.

    Args:
        game: what they play.
        table: where they play it.
        chance: seeded; all that they do follows from it.
        trouble: how often something goes wrong beside the moves, from 0 to 1 for each ply.

    Attributes:
        counts: how often which kind of thing was done.
    """

    def __init__(
        self, game: AnyGame, table: Tabletop, chance: random.Random, trouble: float = 0.2
    ) -> None:
        self.meaning = Meaning(game)
        self.counts: Counter[str] = Counter()
        self._game = game
        self._table = table
        self._chance = chance
        self._trouble = trouble
        self._files, ranks = game.size
        self._squares = self._files * ranks
        self._styles: list[Callable[[Token, Square, Square], None]] = [
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
        self._mishaps: list[Callable[[], None]] = [
            *[self._straighten] * 3,
            self._bump,
            self._sweep,
            self._knock_aside,
            self._take_back,
            self._take_back,
        ]

    def play(self, most_plies: int = 400) -> None:
        """Play until the game is over, or for so many moves.

        Raises:
            MisreadError: what is stored is not what was meant.
            LostError: the lights did not lead back to play.
        """
        self._table.wait(REST_MS)
        for _ in range(most_plies):
            if self.meaning.over:
                break
            self.step()
        self._look("at the end")

    def step(self) -> None:
        """The next move or the next round, with what goes wrong before."""
        if self._often(self._trouble):
            self.mishap()
        if self.meaning.over:
            return
        if self.meaning.between:
            self._next_round()
            return
        mover = self.meaning.turn
        self.move(self._chance.choice(self.meaning.moves))
        playing = not self.meaning.over and not self.meaning.between
        # Nobody is quick to move twice, as after a push or when the opponent is blocked.
        if playing and self.meaning.turn is not mover and self._often(0.25):
            self.counts["quick replies"] += 1
            self._wait(40, 300)
            self.move(self._chance.choice(self.meaning.moves), plainly=True)
        self._look("after a move")

    def mishap(self) -> None:
        """Something goes wrong, or is taken back, and is mended."""
        what = self._chance.choice(self._mishaps)
        what()
        self._look(f"after {what.__name__.strip('_')}")

    # Looking

    def _look(self, when: str) -> None:
        """The pieces stand as they are meant to: so must what is stored."""
        self._table.wait(REST_MS)
        meant = self.meaning.texts
        if list(self._table.moves()) != meant:
            self._table.wait(LATE_MS)
        stored = list(self._table.moves())
        standing = {square: stand.token for square, stand in self._table.standing.items()}
        assert standing == self.meaning.places, "the hands have not done what they meant"
        self.counts["looked at"] += 1
        if stored != meant:
            raise MisreadError(f"{when}, {meant[-4:]} was meant and {stored[-4:]} is stored")

    def _often(self, share: float) -> bool:
        return self._chance.random() < share

    def _wait(self, least_ms: int, most_ms: int) -> None:
        self._table.wait(self._chance.randint(least_ms, most_ms))

    def _in_the_air(self) -> None:
        """As long as it takes to carry a piece, mostly."""
        self._wait(*((150, 500) if self._often(0.8) else (500, 2500)))

    def _loose(self) -> list[Square]:
        """Where pieces stand that may be touched without meaning anything.

        A piece of the winner on a corner is not: to touch it is to choose.
        """
        rounds = self.meaning.rounds
        corners: set[Square] = set()
        if rounds is not None and self.meaning.between and len(self.meaning.moves) > 1:
            position = self.meaning.position
            corners = {rounds.carries(position, move)[0].target for move in self.meaning.moves}
        return [square for square in sorted(self._table.standing) if square not in corners]

    def _free(self) -> list[Square]:
        return [s for s in range(self._squares) if s not in self._table.standing]

    def _where(self, token: Token) -> Square:
        return next(s for s, stand in self._table.standing.items() if stand.token == token)

    def _move(self, origin: Square, target: Square) -> None:
        """Lift, carry, put."""
        token = self._table.lift(origin)
        self._in_the_air()
        self._table.put(token, target)

    # Moves

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
            style = self._carry if plainly else self._chance.choice(self._styles)
            self.counts[style.__name__.strip("_").replace("_", " ")] += 1
            style(token, origin, target)
        self.meaning.play(move)

    def _carry(self, token: Token, origin: Square, target: Square) -> None:
        self._move(origin, target)

    def _slide(self, token: Token, origin: Square, target: Square) -> None:
        path = self._line(origin, target)
        rests = [self._chance.choice([40, 80, 150, 300]) for _ in path[1:]]
        if rests and self._often(0.2):
            number = self._chance.randrange(len(rests))
            if not self._is_two_moves(token, path[number], target):
                rests[number] = self._chance.randint(400, 1500)
        if any(square in self._table.standing for square in path):
            self._move(origin, target)
        else:
            self._table.slide(origin, path, rests)

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
        files = self._files
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
            if moved == token and goes not in self._table.standing
        ]
        other = self._chance.choice(targets)
        if self._is_two_moves(token, other, target):
            other = target
        self._move(origin, other)
        if other != target:
            self._wait(50, 1200)
            self._move(other, target)

    def _wrong_square_first(self, token: Token, origin: Square, target: Square) -> None:
        legal = self.meaning.may_go(token)
        wrong = self._chance.choice([square for square in self._free() if square not in legal])
        self._move(origin, wrong)
        self._wait(50, 2000)
        if self._often(0.5):
            self._move(wrong, target)
        else:
            self._move(wrong, origin)
            self._wait(500, 900)
            self._move(origin, target)

    def _wrong_piece_first(self, token: Token, origin: Square, target: Square) -> None:
        others = [
            s
            for s, stand in self._table.standing.items()
            if stand.token.side is token.side and s != origin
        ]
        wrong = self._chance.choice(others)
        astray = self._chance.choice([wrong, *self._free()])
        self._move(wrong, astray)
        self._wait(50, 2000)
        if astray != wrong:
            self._move(astray, wrong)
            self._wait(500, 900)
        self._move(origin, target)

    def _other_side_first(self, token: Token, origin: Square, target: Square) -> None:
        theirs = [
            s for s, stand in self._table.standing.items() if stand.token.side is not token.side
        ]
        touched = self._chance.choice(theirs)
        held = self._table.lift(touched)
        self._in_the_air()
        if self._often(0.5):
            self._table.put(held, touched)
            self._wait(50, 600)
            self._move(origin, target)
        else:
            # Both players at once.
            self._move(origin, target)
            self._wait(50, 1500)
            self._table.put(held, touched)

    def _look_underneath(self, token: Token, origin: Square, target: Square) -> None:
        others = [square for square in self._table.standing if square != origin]
        other = self._chance.choice(others)
        held = [self._table.lift(square) for square in (origin, other)]
        self._in_the_air()
        for at, square in self._chance.sample([(0, target), (1, other)], 2):
            self._table.put(held[at], square)
            self._wait(50, 900)

    def _off_centre(self, token: Token, origin: Square, target: Square) -> None:
        piece = self._table.lift(origin)
        self._in_the_air()
        self._table.put(piece, target, self._chance.choice([UNSURE, REVERSED, UNSEEN]))
        self._wait(50, 2000)
        self._centre(target)

    def _centre(self, square: Square) -> None:
        """Put a piece into the middle of its square, with or without lifting it."""
        if self._often(0.5):
            self._table.nudge(square, 0.0)
            self._wait(700, 900)
            lit = [(mark.entry, mark.role) for mark in self._table.marks()]
            if ("putback", "now") not in lit:
                return
        token = self._table.lift(square)
        self._wait(150, 400)
        self._table.put(token, square)

    def _touched_too_early(self, token: Token, origin: Square, target: Square) -> None:
        """The opponent touches a piece while the mover still slides on: that makes the move, so it
        must be taken back before another can be made."""
        path = self._line(origin, target)[:-1]
        theirs = [
            s for s, stand in self._table.standing.items() if stand.token.side is not token.side
        ]
        if not path or path[-1] in self._table.standing:
            self._move(origin, target)
            return
        self._move(origin, path[-1])
        self._wait(50, 300)
        touched = self._chance.choice(theirs)
        held = self._table.lift(touched)
        self._wait(100, 400)
        self._table.put(held, touched)
        self._move(path[-1], target)
        self._wait(50, 1500)
        self._move(target, origin)
        self._wait(500, 900)
        self._move(origin, target)

    def _push(self, carried: dict[Token, tuple[Square, Square]]) -> None:
        """Carry several pieces in any order, some of them in the hand at once."""
        self.counts["pushes"] += 1
        waiting = list(carried.items())
        self._chance.shuffle(waiting)
        while waiting:
            free = [(t, way) for t, way in waiting if way[1] not in self._table.standing]
            lifted = [(t, way) for t, way in waiting if t in self._table.held]
            ready = [entry for entry in free if entry in lifted]
            if ready and self._often(0.7):
                token, (_, target) = ready[0]
                self._table.put(token, target)
                waiting.remove(ready[0])
            else:
                rest = [entry for entry in waiting if entry not in lifted]
                if rest:
                    self._table.lift(rest[0][1][0])
            self._wait(60, 700)

    # What goes wrong

    def _straighten(self) -> None:
        """Lift pieces and put them back, one after another or together."""
        squares = self._chance.sample(self._loose(), self._chance.randint(1, 3))
        self.counts["straightened"] += len(squares)
        if self._often(0.5):
            for square in squares:
                self._move(square, square)
                self._wait(50, 700)
            return
        held = [(self._table.lift(square), square) for square in squares]
        self._in_the_air()
        self._chance.shuffle(held)
        for token, square in held:
            self._table.put(token, square)
            self._wait(30, 400)

    def _bump(self) -> None:
        """Knock some pieces to squares beside theirs."""
        self.counts["bumps"] += 1
        for square in self._chance.sample(self._loose(), self._chance.randint(1, 4)):
            free = [near for near in self._near(square) if near not in self._table.standing]
            if free:
                token = self._table.lift(square)
                aside = self._chance.choice([0.0, 0.0, UNSURE, REVERSED])
                self._table.put(token, self._chance.choice(free), aside)
            if self._often(0.5):
                self._wait(20, 200)
        self._mend()

    def _near(self, square: Square) -> list[Square]:
        x, y = square % self._files, square // self._files
        return [
            other
            for other in range(self._squares)
            if max(abs(other % self._files - x), abs(other // self._files - y)) == 1
        ]

    def _sweep(self) -> None:
        """A sleeve takes a whole row off the board, or throws it about."""
        self.counts["sweeps"] += 1
        loose = self._loose()
        row = self._chance.choice(sorted({square // self._files for square in loose}))
        for square in [square for square in loose if square // self._files == row]:
            self._table.lift(square)
            if self._often(0.3):
                self._wait(20, 100)
        if self._often(0.4):
            for token in list(self._table.held):
                if self._often(0.5):
                    self._table.put(token, self._chance.choice(self._free()))
        self._mend()

    def _knock_aside(self) -> None:
        """Knock pieces out of the middle of their squares, without leaving them."""
        self.counts["knocked aside"] += 1
        for square in self._chance.sample(self._loose(), self._chance.randint(1, 3)):
            self._table.nudge(square, self._chance.choice([UNSURE, REVERSED, UNSEEN]))
        self._mend()

    def _mend(self) -> None:
        """Put everything right by the lights, or from memory."""
        self._wait(50, 1500)
        if self._often(0.5):
            self.counts["lights followed"] += 1
            follower = LightFollower(self._table)
            self.counts["actions by light"] += follower.follow()
        # Where chance has made something legal of it, the lights have nothing to say.
        self._restore()

    def _restore(self) -> None:
        """Put every piece where it is meant to be, in any order."""
        places = {token: square for square, token in self.meaning.places.items()}
        while True:
            self._clear_cycles(places)
            strewn = [t for t in self._astray(places) if self._is_free_for(t, places[t])]
            if not strewn:
                break
            token = self._chance.choice(strewn)
            if token not in self._table.held:
                origin = self._where(token)
                if origin == places[token]:
                    self._centre(origin)
                    self._wait(60, 400)
                    continue
                self._table.lift(origin)
                self._wait(100, 400)
            self._table.put(token, places[token])
            self._wait(60, 700)

    def _astray(self, places: dict[Token, Square]) -> list[Token]:
        standing = {s.token: (square, s.aside) for square, s in self._table.standing.items()}
        return [token for token, place in places.items() if standing.get(token) != (place, 0.0)]

    def _is_free_for(self, token: Token, square: Square) -> bool:
        stand = self._table.standing.get(square)
        return stand is None or stand.token == token

    def _clear_cycles(self, places: dict[Token, Square]) -> None:
        """Where pieces stand on one another's squares, take one off."""
        astray = self._astray(places)
        if astray and not any(self._is_free_for(token, places[token]) for token in astray):
            self._table.lift(self._where(astray[0]))
            self._wait(60, 400)

    def _take_back(self) -> None:
        """Take some moves back by hand, one after another."""
        most = self.meaning.undoable
        for _ in range(min(most, self._chance.choice([1, 1, 1, 2, 3, most]))):
            self.counts["taken back by hand"] += 1
            ended = self.meaning.between or self.meaning.over
            before = self._undo()
            for _, (here, _) in before:
                self._table.lift(here)
            self._in_the_air()
            for token, (_, home) in self._chance.sample(before, len(before)):
                self._table.put(token, home)
                self._wait(30, 300)
            # What has ended a round is not taken back in passing.
            self._wait(*((2150, 2500) if ended else (550, 1200)))

    def _undo(self) -> Sequence[tuple[Token, tuple[Square, Square]]]:
        """Take the last move back in mind; which pieces that carries from where to where."""
        now = {token: square for square, token in self.meaning.places.items()}
        self.meaning.undo()
        was = {token: square for square, token in self.meaning.places.items()}
        return [(token, (now[token], was[token])) for token in now if now[token] != was[token]]

    # Between two rounds

    def _next_round(self) -> None:
        """Choose how to fill, by hand, and fill in any order that finds its places free."""
        self.counts["rounds set up"] += 1
        rounds = self.meaning.rounds
        assert rounds is not None
        reward = rounds.reward(self.meaning.position)
        move = self._chance.choice(self.meaning.moves)
        carries = rounds.carries(self.meaning.position, move)
        # Where the rewarded piece stands on that very corner, to touch it gives it the tooth first.
        if reward is not None and (reward.square == carries[0].target or self._often(0.5)):
            self._move(reward.square, reward.square)
            self._wait(300, 900)
        places = self.meaning.places
        winner = self.meaning.turn
        corner = carries[0].target
        # Any piece of the winner will do, but one that goes back where it has just come from
        # would take its move back.
        own = [places[c.origin] for c in carries if c.piece.side is winner]
        last = self.meaning.last_carried
        first = next(token for token in own if last.get(token, (None,))[0] != corner)
        self._move(self._where(first), corner)
        self._wait(500, 900)
        # Whoever sees that the choice is still lit tells it again.
        while any(mark.entry == "choice" for mark in self._table.marks()):
            self.counts["told again"] += 1
            self._table.lift(corner)
            self._wait(500, 900)
            self._table.put(first, corner)
            self._wait(900, 1500)
        self.meaning.play(move)
        if self._often(0.3):
            self._swap_two()
        if self._often(0.2):
            self.counts["rounds set up by light"] += 1
            LightFollower(self._table).follow()
        self._restore()

    def _swap_two(self) -> None:
        """Put one on the place of another of its side, for it to be mended later."""
        places = {token: square for square, token in self.meaning.places.items()}
        astray = [t for t in self._astray(places) if t not in self._table.held]
        for one in astray:
            others = [t for t in places if t.side is one.side and t is not one]
            other = self._chance.choice(others)
            if places[other] not in self._table.standing:
                self.counts["put on another's place"] += 1
                self._move(self._where(one), places[other])
                self._wait(60, 900)
                return
