"""Repair of the board: by the lights, or from memory."""

from __future__ import annotations

from collections.abc import Collection

from host.engine.game import Square
from soak.hands.light_follower import LightFollower
from soak.hands.motions import REST_MS, Motions
from soak.tabletop import Token

UNCLEAR = {("putback", "now")}
"""Marks of a piece that is not seen clearly."""


class Repair(Motions):
    """Hands that put every piece on its intended square."""

    occasion = "repairs"

    def mend(self) -> None:
        """Repair the board by the lights, or from memory."""
        self.wait(50, 1500)
        # Where a round has ended and nothing is to be chosen, the lights lead on to the next one.
        leads_on = self.intended.between and len(self.intended.moves) == 1
        if self.often(0.5) and not leads_on:
            self.counts["lights followed"] += 1
            # Where chance has made a capture of it, the lights have it finished: a piece more is
            # beside the board then.
            boxed = self.squares if self.intended.alike else 0
            follower = LightFollower(self.tabletop, boxed, self.put)
            self.counts["actions by light"] += follower.follow()
        # Where chance has made something legal of it, the lights have nothing to say.
        self.restore()

    def restore(self) -> None:
        """Put every piece on its intended square, in any order."""
        self.adopt()
        for square, stand in list(self.tabletop.standing.items()):
            if stand.token in self.intended.box:
                self.tabletop.lift(square)
                self.wait(60, 400)
        places = {token: square for square, token in self.intended.places.items()}
        while True:
            self._clear_cycles(places)
            strewn = [t for t in self.misplaced(places) if self._is_free_for(t, places[t])]
            if not strewn:
                break
            token = self.chance.choice(strewn)
            if token not in self.tabletop.held:
                origin = self.where(token)
                if origin == places[token]:
                    self.centre(origin)
                    self.wait(60, 400)
                    continue
                self.tabletop.lift(origin)
                self.wait(100, 400)
            self.put(token, places[token])
            self.wait(60, 700)

    def put_again(self, wrong: Collection[tuple[str, str]]) -> None:
        """Lift pieces that have one of these marks, and put them back."""
        for _ in range(self.squares):
            self.tabletop.wait(REST_MS)
            lit = [
                mark.square for mark in self.tabletop.marks() if (mark.entry, mark.role) in wrong
            ]
            if not lit:
                return
            self.counts["insisted"] += 1
            token = self.tabletop.lift(lit[0])
            self.wait(200, 400)
            self.put(token, lit[0])

    def adopt(self) -> None:
        """Exchange identical pieces in the intended game as they stand."""
        standing = {square: stand.token for square, stand in self.tabletop.standing.items()}
        self.intended.adopt(standing, self.tabletop.held)

    def misplaced(self, places: dict[Token, Square]) -> list[Token]:
        """Return the pieces that are not in the middle of their squares."""
        standing = {s.token: (square, s.aside) for square, s in self.tabletop.standing.items()}
        return [token for token, place in places.items() if standing.get(token) != (place, 0.0)]

    def _is_free_for(self, token: Token, square: Square) -> bool:
        stand = self.tabletop.standing.get(square)
        return stand is None or stand.token == token

    def _clear_cycles(self, places: dict[Token, Square]) -> None:
        """Take one piece off where pieces stand on one another's squares."""
        astray = self.misplaced(places)
        if astray and not any(self._is_free_for(token, places[token]) for token in astray):
            self.tabletop.lift(self.where(astray[0]))
            self.wait(60, 400)
