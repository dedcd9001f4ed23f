"""A player who knows nothing but the lights and the colours of the pieces.

If it always gets back to play, there is a shown way on from wherever it began.  It neither knows
the rules nor remembers where anything stood.  Of a mark it sees the square, what kind of light it
is, and the colour of the piece that it asks for, but not the words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from host.engine.game import Square
from host.guidance.lighting import Mark
from soak.tabletop import Tabletop, Token

PAUSE_MS = 700
"""Wait for the effect of an action: longer than any mark takes to be lit."""
MOST_ACTIONS = 200
"""The most actions (a piece lifted, put or straightened): a dozen for each piece."""


class LostError(AssertionError):
    """The lights do not lead back to play."""


class LightFollower:
    """Follows the lights.

    Args:
        tabletop: where.
        boxed: how many pieces belong beside the board.
        put: how a piece is put down; None for just so.

    Attributes:
        actions: how many it has taken.
    """

    def __init__(
        self,
        tabletop: Tabletop,
        boxed: int = 0,
        put: Callable[[Token, Square], None] | None = None,
    ) -> None:
        self._tabletop = tabletop
        self._put = put or tabletop.put
        self._boxed = boxed
        self._tried: dict[Square, list[Token]] = {}
        self.actions = 0

    def follow(self) -> int:
        """Follow the lights until they ask for nothing; return the number of actions.

        Raises:
            LostError: that takes more than MOST_ACTIONS, or the lights fall silent before every
                piece is on the board.
        """
        self.actions = 0
        self._tabletop.wait(PAUSE_MS)
        while self._act(self._tabletop.marks()):
            self.actions += 1
            self._tabletop.wait(PAUSE_MS)
            if self.actions > MOST_ACTIONS:
                raise LostError(f"after {self.actions} actions the lights say {self._lit()}")
        over = any(mark.entry in ("round", "deadlock", "match") for mark in self._tabletop.marks())
        if len(self._tabletop.held) > self._boxed and not over:
            raise LostError(f"{self._tabletop.held} are not on the board, and lit is {self._lit()}")
        return self.actions

    def _lit(self) -> list[tuple[Square, str, str, str | None]]:
        return [(m.square, m.entry, m.role, m.tint) for m in self._tabletop.marks()]

    def _act(self, marks: Sequence[Mark]) -> bool:
        """Take one action; False if nothing is asked for."""
        lit = {(mark.entry, mark.role): mark for mark in reversed(marks)}
        unclear = lit.get(("putback", "now"))
        if unclear is not None:
            return self._straighten(unclear.square)
        here = lit.get(("fill", "here")) or lit.get(("putback", "home"))
        source = lit.get(("illegal", "square")) or lit.get(("fill", "from"))
        source = source or lit.get(("capture", "piece"))
        if here is None and source is None:
            here = lit.get(("capture", "taken"))
        if here is not None:
            return self._bring(here, None if source is None else source.square)
        if source is not None:
            self._tabletop.lift(source.square)
            return True
        return self._finish_lifted(marks)

    def _straighten(self, square: Square) -> bool:
        token = self._tabletop.lift(square)
        self._tabletop.wait(PAUSE_MS)
        self._put(token, square)
        return True

    def _bring(self, here: Mark, source: Square | None) -> bool:
        """Put the piece that is asked for on a square."""
        tabletop, square = self._tabletop, here.square
        if square in tabletop.standing:
            # The piece there is off the middle of its square, or the wrong one.
            stand = tabletop.standing[square]
            if stand.aside and (here.tint is None or stand.token.name == here.tint):
                return self._straighten(square)
            tabletop.lift(square)
            return True
        token = self._choose(here, source)
        if token not in tabletop.held:
            tabletop.lift(next(s for s, stand in tabletop.standing.items() if stand.token == token))
            tabletop.wait(PAUSE_MS)
        # While it was in the air, something else may have become clear.
        self._put(token, square)
        self._tried.setdefault(square, []).append(token)
        return True

    def _choose(self, here: Mark, source: Square | None) -> Token:
        """Return the piece that a mark asks for.

        The piece of the mark's colour and side, if it has them; else the one on the square that is
        lit as wrong, one that is held, or one that stands askew: the next one after a wrong try.
        """
        tabletop = self._tabletop
        standing = {square: stand.token for square, stand in tabletop.standing.items()}
        found = [standing[source]] if source in standing else []
        found += [token for token in tabletop.held if token not in found]
        tried = self._tried.get(here.square, [])
        if here.tint is not None:
            found += [token for token in standing.values() if token not in found]
            found = [t for t in found if (t.name, t.side) == (here.tint, here.side)]
        elif here.side is not None and any(token.side is here.side for token in found):
            found = [token for token in found if token.side is here.side]
        elif all(token in tried for token in found):
            # Sensors do not see it, but eyes do: it stands far off the middle of a square.
            found += [stand.token for stand in tabletop.standing.values() if stand.aside]
        if not found:
            raise LostError(f"nothing is held that could be put on {here.square}: {self._lit()}")
        return min(found, key=tried.count)

    def _finish_lifted(self, marks: Sequence[Mark]) -> bool:
        """Put a lifted piece back, or on a lit target; or finish a push."""
        tabletop = self._tabletop
        aside = [square for square, stand in tabletop.standing.items() if stand.aside]
        lifted = [m.square for m in marks if (m.entry, m.role) == ("legal", "origin")]
        if aside and lifted:
            return self._straighten(aside[0])
        goes = {mark.role: mark.square for mark in marks if mark.entry == "push"}
        landing = next((goes[role] for role in ("landing", "pushed") if role in goes), None)
        if landing in tabletop.standing:
            landing = None
        if lifted and lifted[0] in tabletop.standing:
            # The pusher stands still, so it is what it pushes that has been lifted or put on.
            if landing is not None and tabletop.held:
                self._put(tabletop.held[-1], landing)
                return True
            if "pusher" in goes and goes["pusher"] not in tabletop.standing:
                self._put(tabletop.lift(lifted[0]), goes["pusher"])
                return True
            return False
        if lifted and tabletop.held:
            # The one lifted last, unless that was wrong.
            tried = self._tried.setdefault(lifted[0], [])
            token = min(reversed(tabletop.held), key=tried.count)
            # What is wrong there is pushed: the pusher has gone on before it.
            pushed_to = landing if token in tried else None
            self._put(token, lifted[0] if pushed_to is None else pushed_to)
            tried.append(token)
            return True
        return self._put_on_sensor(marks)

    def _put_on_sensor(self, marks: Sequence[Mark]) -> bool:
        """Put a lifted piece where a sensor shows none and nothing stands: it is held for long, so
        that its sensor was taken for one that is out of order."""
        tabletop = self._tabletop
        free = [
            m.square for m in marks if m.entry == "sensor" and m.square not in tabletop.standing
        ]
        if not free or len(tabletop.held) <= self._boxed:
            return False
        square = min(free, key=lambda each: len(self._tried.get(each, [])))
        token = tabletop.held[-1]
        self._tried.setdefault(square, []).append(token)
        self._put(token, square)
        return True
