"""A model of two players: they play a legal game, with the slips and habits of people.

Speed, hesitation, slides over squares where the piece might have stayed, wrong pieces and wrong
squares, pieces lifted to look underneath or to be put straight, sleeves, replies before the last
move has rested, moves taken back by hand, rounds set up in any order.  After each
accident they repair the board from memory, or follow the lights.

Whenever the pieces stand as intended and have rested, the stored game must be the intended
one.  The model confuses pieces only where that can be seen: which of two pieces of
one side stands where, a board without names does not know.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable

from host.engine.game import AnyGame
from soak.hands.accidents import Accidents
from soak.hands.light_follower import LightFollower
from soak.hands.motions import AGAIN_MS, BOUNCES, REST_MS
from soak.hands.move_styles import MoveStyles
from soak.hands.repair import UNCLEAR, Repair
from soak.hands.set_ups import SetUps
from soak.intended_game import IntendedGame
from soak.tabletop import Tabletop

LATE_MS = 1500
"""Extra rest where recognition may take longer: the end of a round that a bump has made."""
SET_UPS = 0.06
"""Share of the accidents that are set-ups or fallen pieces: they take long."""
HOLDS = 0.02
"""Probability that a piece is held for long before a ply."""
FEW_PLIES = 6
"""Moves of the next game, where one is set up after the end."""
WRONG = {("illegal", "square"), ("fill", "from")} | UNCLEAR
"""Marks of a piece that is not the expected one."""


class MisreadError(AssertionError):
    """The stored game is not the intended one."""


class Players(Repair):
    """Two players at one board.

    Args:
        game: its rules.
        tabletop: the board.
        chance: seeded; determines everything they do.
        accident_rate: probability of an accident before each ply.
        patient: they look at the lights before they begin a round.  Where snapshots get lost, the
            board may have taken one piece for another.

    Attributes:
        intended: the game that they mean to play.
        counts: of actions by kind.
    """

    def __init__(
        self,
        game: AnyGame,
        tabletop: Tabletop,
        chance: random.Random,
        accident_rate: float = 0.2,
        patient: bool = False,
    ) -> None:
        super().__init__(tabletop, chance, IntendedGame(game), Counter())
        self._accident_rate = accident_rate
        # Apart, so that what else they do does not depend on it.
        self._idle = random.Random(repr(chance.getstate()[1][:8]))
        self._patient = patient
        self._styles = MoveStyles(tabletop, chance, self.intended, self.counts)
        self._accidents = Accidents(tabletop, chance, self.intended, self.counts)
        self._set_ups = SetUps(tabletop, chance, self.intended, self.counts)
        for hands in (self, self._styles, self._accidents, self._set_ups):
            hands.bounces = BOUNCES

    def play(self, most_plies: int = 400) -> None:
        """Play until the game is over, or for `most_plies` moves.

        Raises:
            MisreadError: the stored game is not the intended one.
            LostError: the lights did not lead back to play.
        """
        self.tabletop.wait(REST_MS)
        for _ in range(most_plies):
            if self.intended.over:
                break
            self.step()
        self._check("at the end")
        self.counts["matches ended"] += self.intended.over
        if self.intended.over and self.often(0.5):
            self._next_game(min(most_plies, FEW_PLIES))

    def _next_game(self, plies: int) -> None:
        """Set up another game, and begin to play it."""
        if self._set_ups.set_up_next():
            for _ in range(plies):
                self.step()
            self._check("in the next game")

    def step(self) -> None:
        """Make the next move or set up the next round, perhaps after an accident."""
        if self._accident_rate and self._idle.random() < HOLDS and self.intended.letting_go is None:
            self._accidents.hold(self._idle)
            self._check("after a piece was held")
        if self.often(self._accident_rate):
            self.accident()
        if self.intended.over:
            return
        if self.intended.between:
            if self.often(SET_UPS):
                self._set_ups.begin_between()
                self._check("after a set-up between two rounds")
            else:
                self._next_round()
            return
        mover, before = self.intended.turn, len(self.intended.texts)
        if self.intended.passed:
            self.tabletop.wait(AGAIN_MS)
        self._styles.move(self._chosen())
        playing = not self.intended.over and not self.intended.between
        # Nobody is quick to move twice, as after a push or when the opponent is blocked.
        quick = playing and self.intended.turn is not mover and self.often(0.25)
        if quick or self._styles.replies:
            self.counts["quick replies"] += quick
            self.wait(40, 300)
            self._styles.move(self._chosen(), plainly=True)
            if self._patient:
                self._go_back(before)
        self._check("after a move")

    def _chosen(self) -> Hashable:
        """Choose a move; captures are preferred, as they are rare."""
        captures = [
            candidate.move
            for candidate in self.intended.expectation.candidates
            if candidate.captured
        ]
        return self.chance.choice(captures if captures and self.often(0.5) else self.intended.moves)

    def accident(self) -> None:
        """Let an accident happen and be repaired, or take moves back."""
        if self.intended.letting_go is not None:
            return  # whatever is touched now may let the turn go
        what = self._set_ups.happen() if self.often(SET_UPS) else ""
        self._check(f"after {what or self._accidents.happen()}")

    def _go_back(self, before: int) -> None:
        """Go back to what is stored, if the lights say that something is wrong, or the moves are
        told to be taken back: the lines of a move and its reply may have been lost together.

        Args:
            before: number of plies before that move.
        """
        self.tabletop.wait(REST_MS + LATE_MS)
        if list(self.tabletop.moves()) != self.intended.texts:
            self.put_again(UNCLEAR)
        stored, meant = list(self.tabletop.moves()), self.intended.texts
        if len(stored) < before and meant[: len(stored)] == stored:
            if self.intended.stood_so(len(stored)):
                # Both went back to where they came from while all lines were lost: two moves
                # taken back look just so.  The players read that they are, and go on from there.
                self.counts["move and reply lost, taken for a takeback"] += 1
                while self.intended.texts != stored:
                    self.intended.undo()
            return
        told = ("illegal", "putback", "capture")
        lit = any(mark.entry in told for mark in self.tabletop.marks())
        if stored == meant or not lit or not before <= len(stored):
            return
        if stored[before:] not in ([], meant[before : before + 1]) and len(stored) == before + 1:
            stored = stored[:before]  # the piece went on to another square: all go back
        if meant[: len(stored)] != stored:
            return
        self.counts["move and reply lost, gone back"] += 1
        while self.intended.texts != stored:
            self.intended.undo()
        self.restore()

    def _check(self, when: str) -> None:
        """Compare the stored game with the intended one, once the pieces stand as intended."""
        self.tabletop.wait(REST_MS)
        meant = self.intended.texts
        if list(self.tabletop.moves()) != meant:
            self.tabletop.wait(LATE_MS)
        if self._patient and list(self.tabletop.moves()) != meant:
            self.put_again(UNCLEAR)  # its sensor has bounced when it was put there
        stored = list(self.tabletop.moves())
        self.adopt()
        standing = {square: stand.token for square, stand in self.tabletop.standing.items()}
        assert standing == self.intended.places, "the hands have not done what they meant"
        self.counts["looked at"] += 1
        if stored != meant:
            raise MisreadError(f"{when}, {meant[-4:]} was meant and {stored[-4:]} is stored")

    def _next_round(self) -> None:
        """Choose a fill by hand, and carry it out in any order that finds its places free."""
        self.counts["rounds set up"] += 1
        rounds = self.intended.rounds
        assert rounds is not None
        reward = rounds.reward(self.intended.position)
        move = self.chance.choice(self.intended.moves)
        carries = rounds.relocations(self.intended.position, move)
        # If the rewarded piece stands on the corner, touching it confirms the reward first.
        if reward is not None and (reward.square == carries[0].target or self.often(0.5)):
            self.carry(reward.square, reward.square)
            self.wait(300, 900)
        places = self.intended.places
        winner = self.intended.turn
        corner = carries[0].target
        # Any piece of the winner will do, but one that goes back where it has just come from
        # would take its move back.
        own = [places[c.origin] for c in carries if c.piece.side is winner]
        last = self.intended.last_carried
        first = next(token for token in own if last.get(token, (None, None))[0] != corner)
        self.carry(self.where(first), corner)
        self.wait(500, 900)
        # The choice is made again while it is still lit.
        while any(mark.entry == "choice" for mark in self.tabletop.marks()):
            self.counts["told again"] += 1
            self.tabletop.lift(corner)
            self.wait(500, 900)
            self.put(first, corner)
            self.wait(900, 1500)
        self.intended.play(move)
        if self.often(0.3):
            self._swap_two()
        if self.often(0.2):
            self.counts["rounds set up by light"] += 1
            LightFollower(self.tabletop, put=self.put).follow()
        self.restore()
        if self._patient:
            self._insist()

    def _insist(self) -> None:
        """Lift pieces that the board wrongly rejects, and put them back."""
        self.put_again(WRONG)

    def _swap_two(self) -> None:
        """Put one on the place of another of its side, for it to be mended later."""
        places = {token: square for square, token in self.intended.places.items()}
        astray = [t for t in self.misplaced(places) if t not in self.tabletop.held]
        for one in astray:
            others = [t for t in places if t.side is one.side and t is not one]
            other = self.chance.choice(others)
            if places[other] not in self.tabletop.standing:
                self.counts["put on another's place"] += 1
                self.carry(self.where(one), places[other])
                self.wait(60, 900)
                return
