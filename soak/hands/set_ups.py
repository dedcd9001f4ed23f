"""Boards that are cleared and set up anew, towers that fall into the menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from host.engine.game import Side, Square
from host.recognition.discrepancy import LEAST_CLEARED
from host.recognition.takeback import MOST_LIFTED
from host.recognition.times import CHECK_MS, HOLD_MS
from host.session.player_actions.gestures import STEP_MS, STEPS
from host.session.player_actions.hand_negotiation import ANSWER_MS
from soak.hands.motions import REST_MS
from soak.hands.repair import UNCLEAR, Repair
from soak.tabletop import Token, tokens_of

NEW, SAME = ("menu", "new"), ("choice", "corner")
"""Marks of the two squares that answer which game the board was set up for."""
MOST_TOUCHES = 20
ENDS = ("resign", "draw", "new")
"""Roles of the squares of the menu that end a game."""
UPSIDE_DOWN = 0.01
"""Share of the pieces set up that are put upside down."""


class SetUpError(AssertionError):
    """A board that was set up anew is not understood, or a game was lost by that."""


class SetUps(Repair):
    """Hands that clear the board, set it up anew, or drop pieces on lit squares.

    Attributes:
        patience_ms: how long they wait in addition for the next game to begin.
        get_ready: called once it has begun, until when pieces may be asked for.
    """

    occasion = "set-ups"
    patience_ms = 0
    get_ready: Callable[[], None] | None = None
    _set_up_ms = 0
    """When the last piece of a set-up was put."""

    def happen(self) -> str:
        """Let one of these happen; return its name, empty if none is possible now."""
        if self.intended.over or self.intended.between:
            return ""
        kinds: list[Callable[[], None]] = [self._drop_into_the_menu]
        pieces = len(self.intended.places)
        if pieces >= LEAST_CLEARED:
            kinds.append(self._clear_and_return)
        if self.intended.texts and self._first and pieces >= LEAST_CLEARED:
            kinds.append(self._clear_and_begin)
            kinds += [self._exchange_rows] * self.tabletop.tells_sides
            # So few moves would be taken back; and stones go home by legal moves.
            if self.intended.undoable > MOST_LIFTED and not self.intended.alike:
                kinds.append(self._carry_home)
        what = self.chance.choice(kinds)
        what()
        return what.__name__.strip("_").replace("_", " ")

    def set_up_next(self) -> bool:
        """Set up another game when one is over; False if its board begins empty."""
        if not self._first:
            return False
        self.counts["set up after the end"] += 1
        if self.often(0.5):
            # Whoever has won goes home first, and people talk.
            token = self.tabletop.standing[self._last].token if self._last is not None else None
            home = next((s for s, t in self._first.items() if t == token), None)
            if self._last is not None and home is not None and home not in self.tabletop.standing:
                self.counts["winner put home first"] += 1
                self.carry(self._last, home)
                self.wait(2000, 6000)
        if self.tabletop.tells_sides and self.often(0.3):
            self._put_up(self._exchanged(), "rows exchanged")
            self.wait(1000, 3000)
        self._put_up(self._first, "")
        self.tabletop.wait(1500 - REST_MS)
        self.put_again(UNCLEAR)
        until_ms = self.patience_ms
        while self.tabletop.moves() and until_ms > 0:
            self.tabletop.wait(1000)
            until_ms -= 1000
        self._begin_again("after the end")
        return True

    def begin_between(self) -> None:
        """Set up the first position on a cleared board between two rounds, for a new match.

        Rows that are filled may look like the choice of the next round: some mean just that.
        """
        self.counts["set up anew between two rounds"] += 1
        played = self.intended.texts
        self._put_up(self._first, "")
        self.tabletop.wait(1500)
        stored = list(self.tabletop.moves())
        told = stored[len(played) :]
        if stored[: len(played)] != played or len(told) > 1:
            raise SetUpError(f"between two rounds, {played[-4:]} was played, {stored[-4:]} stored")
        if not self._asked():
            raise SetUpError("between two rounds a first position is set up, nothing is asked")
        if told and self.often(0.4):
            self.counts["went on with the next round"] += 1
            self._answer(SAME)
            game, position = self.intended.game, self.intended.position
            moves = self.intended.moves
            self.intended.play(next(m for m in moves if game.move_text(position, m) == told[0]))
            self.restore()
            return
        self._answer(NEW)
        self._begin_again("between two rounds")

    @property
    def _first(self) -> Mapping[Square, Token]:
        """The pieces of the first position, by their squares."""
        game = self.intended.game
        return tokens_of(game.pieces(game.start()))

    @property
    def _last(self) -> Square | None:
        """The square of the piece that was moved last, if it stands there."""
        last = self.intended.last_moved
        return last if last in self.tabletop.standing else None

    def _clear_and_return(self) -> None:
        """Clear the board and set up the same position."""
        self.counts["cleared and set up as before"] += 1
        self._clear()
        self.restore()
        self.tabletop.wait(1500)
        if self._asked():
            self._answer(SAME)

    def _clear_and_begin(self) -> None:
        """Clear the board, and set up the first position."""
        self.counts["cleared and set up anew"] += 1
        self._put_up(self._first, "")
        self._decide()

    def _carry_home(self) -> None:
        """Carry one piece home after the other."""
        self.counts["carried home"] += 1
        places = {token: square for square, token in self._first.items()}
        while strewn := self.misplaced(places):
            free = [t for t in strewn if places[t] not in self.tabletop.standing]
            token = self.chance.choice(free or [t for t in strewn if t not in self.tabletop.held])
            if token not in self.tabletop.held:
                self.tabletop.lift(self.where(token))
                self.wait(100, 900)
            if free:
                self.put(token, places[token])
                self.wait(100, 1500)
        self._decide()

    def _exchange_rows(self) -> None:
        """Set the first position up from the wrong side of the board."""
        self._put_up(self._exchanged(), "rows exchanged")
        self.tabletop.wait(1500)
        lit = {(mark.entry, mark.role) for mark in self.tabletop.marks()}
        if ("illegal", "square") not in lit:
            raise SetUpError(f"rows are exchanged, and lit is {sorted(lit)}")
        self._put_up(self._first, "")
        self._decide()

    def _drop_into_the_menu(self) -> None:
        """Drop two pieces of a side, one of them on a lit square, and set them up again."""
        side = self.chance.choice(list(Side))
        own = [s for s, stand in self.tabletop.standing.items() if stand.token.side is side]
        if len(own) < 2:
            return
        squares = self.chance.sample(own, 2)
        held = [(self.tabletop.lift(square), square) for square in squares]
        self.tabletop.wait(HOLD_MS + 200)
        lit = [m.square for m in self.tabletop.marks() if m.entry == "menu" and m.role in ENDS]
        if lit:
            self.counts["dropped into the menu"] += 1
            token, square = held.pop()
            place = self.chance.choice(lit)
            self._put_from_menu(token, place)
            self.tabletop.wait(STEPS * STEP_MS + 200)
            self.tabletop.lift(place)
            self.wait(100, 600)
            held.append((token, square))
        for token, square in held:
            self._put_from_menu(token, square)
            self.wait(100, 700)
        self.tabletop.wait(ANSWER_MS + 500)

    def _put_from_menu(self, token: Token, square: Square) -> None:
        """Put a piece that was dropped on a lit square, or back; it bounces half of the times."""
        self.tabletop.put(token, square)
        if self.bounces and self.often(0.5):
            self.bounce(square, 0.0, "menu")

    def _decide(self) -> None:
        """Answer which game it is, and go on with it."""
        self.tabletop.wait(1500)
        meant = self.intended.texts
        stored = list(self.tabletop.moves())
        if stored != meant:
            raise SetUpError(f"set up anew, {meant[-4:]} was played and {stored[-4:]} is stored")
        if not self._asked():
            raise SetUpError("the board is set up for a first move, and nothing is asked")
        if self.often(0.6):
            self.counts["went on with the same game"] += 1
            self._answer(SAME)
            self.restore()
            return
        self._answer(NEW)
        self._begin_again("in mid-game")

    def _asked(self) -> bool:
        """Return True if it is asked which game the board was set up for."""
        lit = {(mark.entry, mark.role) for mark in self.tabletop.marks()}
        return {NEW, SAME} <= lit

    def _answer(self, which: tuple[str, str]) -> None:
        """Touch the square that answers, again while it is still lit: a line may get lost."""
        for _ in range(MOST_TOUCHES):
            places = [m.square for m in self.tabletop.marks() if (m.entry, m.role) == which]
            token = self.tabletop.lift(places[0])
            self.wait(150, 700)
            self.put(token, places[0])
            self.tabletop.wait(1000)
            if not self._asked():
                return
            self.counts["answered again"] += 1
        raise SetUpError(f"{MOST_TOUCHES} touches of {places[0]} have answered nothing")

    def _begin_again(self, when: str) -> None:
        """Mean another game from now on; check the colours that are lit for it."""
        stored = list(self.tabletop.moves())
        if stored:
            raise SetUpError(f"set up {when}, a new game was meant and {stored[-4:]} is stored")
        self.intended.begin_again()
        self.counts["new games by hand"] += 1
        if self.get_ready is not None:
            self.get_ready()
        tints = {mark.square: mark.tint for mark in self.tabletop.marks() if mark.entry == "fill"}
        names = {square: stand.token.name for square, stand in self.tabletop.standing.items()}
        if self.tabletop.now_ms - self._set_up_ms > CHECK_MS and not tints:
            self.counts["colours looked at too late"] += 1  # a sensor was stuck meanwhile
        elif len({*names.values()}) > 1 and tints.keys() != names.keys():
            raise SetUpError(f"the colours of a new game are to be checked, lit are {tints}")
        wrong = [s for s, tint in tints.items() if tint is not None and names[s] != tint]
        self.counts["exchanged pieces seen by their colours"] += len(wrong)
        self.restore()

    def _clear(self) -> None:
        """Take everything off, by hand or at a sweep."""
        squares = self.chance.sample(sorted(self.tabletop.standing), len(self.tabletop.standing))
        slowly = self.often(0.5)
        if self._put_last(squares[0]):
            # Taken off alone it is taken back, and to be put again alone.
            squares.append(squares.pop(0))
        for square in squares:
            self.tabletop.lift(square)
            if slowly:
                self.wait(20, 400)
        self.wait(50, 4000)

    def _put_last(self, square: Square) -> bool:
        """Return True if the last move has put the piece of a square on the board."""
        texts = self.intended.texts
        return bool(texts) and (None, square) in self.intended.last_carried.values()

    def _put_up(self, places: Mapping[Square, Token], name: str) -> None:
        """Clear the board and put pieces up in any order, some of one side exchanged."""
        if name:
            self.counts[name] += 1
        self._clear()
        up = dict(places)
        if not name and self.often(0.5):
            self.counts["set up with pieces exchanged"] += 1
            side = self.chance.choice(list(Side))
            own = [square for square, token in up.items() if token.side is side]
            mirrored = self.often(0.5)
            mixed = own[::-1] if mirrored else self.chance.sample(own, len(own))
            up |= {square: places[other] for square, other in zip(own, mixed, strict=True)}
        for square in self.chance.sample(sorted(up), len(up)):
            if self.tabletop.turns_over and self.often(UPSIDE_DOWN):
                self.put_upside_down(up[square], square)
            else:
                self.put(up[square], square)
            self._set_up_ms = self.tabletop.now_ms
            self.wait(20, 300)

    def _exchanged(self) -> Mapping[Square, Token]:
        """Return the first position with the rows of the sides exchanged."""
        first = self._first
        rows = {side: sorted(s for s, t in first.items() if t.side is side) for side in Side}
        white, black = rows[Side.WHITE], rows[Side.BLACK]
        other = dict(zip((*white, *black), (*black[::-1], *white[::-1]), strict=True))
        return {other[square]: token for square, token in first.items()}
