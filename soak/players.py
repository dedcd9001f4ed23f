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
from collections.abc import Hashable

from host.engine.game import AnyGame
from soak.accidents import Accidents
from soak.intended_game import IntendedGame
from soak.light_follower import LightFollower
from soak.motions import AGAIN_MS, REST_MS
from soak.move_styles import MoveStyles
from soak.repair import Repair
from soak.tabletop import Tabletop

LATE_MS = 1500
"""How much longer they are where that may take a while: the end of a round that a bump has made."""
WRONG = {("illegal", "square"), ("fill", "from"), ("putback", "now")}
"""The lights that say that a piece is not what it should be."""


class MisreadError(AssertionError):
    """What is stored is not what was meant."""


class Players(Repair):
    """Two players at one board.

    Args:
        game: what they play.
        table: where they play it.
        chance: seeded; all that they do follows from it.
        correction: how often something goes wrong beside the moves, from 0 to 1 for each ply.
        patient: whether they look at the lights before they begin a round.  Where pictures get
            lost, the board may have taken one piece for another, and wants to be told.

    Attributes:
        meaning: what they have in mind.
        counts: how often which kind of thing was done.
    """

    def __init__(
        self,
        game: AnyGame,
        table: Tabletop,
        chance: random.Random,
        correction: float = 0.2,
        patient: bool = False,
    ) -> None:
        super().__init__(table, chance, IntendedGame(game), Counter())
        self._correction = correction
        self._patient = patient
        self._styles = MoveStyles(table, chance, self.meaning, self.counts)
        self._mishaps = Accidents(table, chance, self.meaning, self.counts)

    def play(self, most_plies: int = 400) -> None:
        """Play until the game is over, or for so many moves.

        Raises:
            MisreadError: what is stored is not what was meant.
            LostError: the lights did not lead back to play.
        """
        self.table.wait(REST_MS)
        for _ in range(most_plies):
            if self.meaning.over:
                break
            self.step()
        self._look("at the end")

    def step(self) -> None:
        """The next move or the next round, with what goes wrong before."""
        if self.often(self._correction):
            self.mishap()
        if self.meaning.over:
            return
        if self.meaning.between:
            self._next_round()
            return
        mover = self.meaning.turn
        if self.meaning.passed:
            self.table.wait(AGAIN_MS)
        self._styles.move(self._chosen())
        playing = not self.meaning.over and not self.meaning.between
        # Nobody is quick to move twice, as after a push or when the opponent is blocked.
        quick = playing and self.meaning.turn is not mover and self.often(0.25)
        if quick or self._styles.replies:
            self.counts["quick replies"] += quick
            self.wait(40, 300)
            self._styles.move(self._chosen(), plainly=True)
        self._look("after a move")

    def _chosen(self) -> Hashable:
        """The move that is meant; one that captures is rather chosen, as it is rare."""
        captures = [option.move for option in self.meaning.expectation.options if option.captured]
        return self.chance.choice(captures if captures and self.often(0.5) else self.meaning.moves)

    def mishap(self) -> None:
        """Something goes wrong, or is taken back, and is mended."""
        if self.meaning.letting_go is not None:
            return  # whatever is touched now may let the turn go
        self._look(f"after {self._mishaps.happen()}")

    def _look(self, when: str) -> None:
        """The pieces stand as they are meant to: so must what is stored."""
        self.table.wait(REST_MS)
        meant = self.meaning.texts
        if list(self.table.moves()) != meant:
            self.table.wait(LATE_MS)
        stored = list(self.table.moves())
        self.adopt()
        standing = {square: stand.token for square, stand in self.table.standing.items()}
        assert standing == self.meaning.places, "the hands have not done what they meant"
        self.counts["looked at"] += 1
        if stored != meant:
            raise MisreadError(f"{when}, {meant[-4:]} was meant and {stored[-4:]} is stored")

    def _next_round(self) -> None:
        """Choose how to fill, by hand, and fill in any order that finds its places free."""
        self.counts["rounds set up"] += 1
        rounds = self.meaning.rounds
        assert rounds is not None
        reward = rounds.reward(self.meaning.position)
        move = self.chance.choice(self.meaning.moves)
        carries = rounds.relocations(self.meaning.position, move)
        # Where the rewarded piece stands on that very corner, to touch it gives it the tooth first.
        if reward is not None and (reward.square == carries[0].target or self.often(0.5)):
            self.carry(reward.square, reward.square)
            self.wait(300, 900)
        places = self.meaning.places
        winner = self.meaning.turn
        corner = carries[0].target
        # Any piece of the winner will do, but one that goes back where it has just come from
        # would take its move back.
        own = [places[c.origin] for c in carries if c.piece.side is winner]
        last = self.meaning.last_carried
        first = next(token for token in own if last.get(token, (None, None))[0] != corner)
        self.carry(self.where(first), corner)
        self.wait(500, 900)
        # Whoever sees that the choice is still lit tells it again.
        while any(mark.entry == "choice" for mark in self.table.marks()):
            self.counts["told again"] += 1
            self.table.lift(corner)
            self.wait(500, 900)
            self.table.put(first, corner)
            self.wait(900, 1500)
        self.meaning.play(move)
        if self.often(0.3):
            self._swap_two()
        if self.often(0.2):
            self.counts["rounds set up by light"] += 1
            LightFollower(self.table).follow()
        self.restore()
        if self._patient:
            self._insist()

    def _insist(self) -> None:
        """Lift what the board says to be wrong, and put it back: it is right."""
        for _ in range(self.squares):
            self.table.wait(REST_MS)
            lit = [mark.square for mark in self.table.marks() if (mark.entry, mark.role) in WRONG]
            if not lit:
                return
            self.counts["insisted"] += 1
            token = self.table.lift(lit[0])
            self.wait(200, 400)
            self.table.put(token, lit[0])

    def _swap_two(self) -> None:
        """Put one on the place of another of its side, for it to be mended later."""
        places = {token: square for square, token in self.meaning.places.items()}
        astray = [t for t in self.astray(places) if t not in self.table.held]
        for one in astray:
            others = [t for t in places if t.side is one.side and t is not one]
            other = self.chance.choice(others)
            if places[other] not in self.table.standing:
                self.counts["put on another's place"] += 1
                self.carry(self.where(one), places[other])
                self.wait(60, 900)
                return
