"""Two players of a round: plain moves, and at every third one of an accident of any kind.

After each ply the pieces rest in the middle of their squares, and the stored game must be the one
that an honest observer would say is meant.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Mapping
from typing import cast

from host.engine.game import AnyGame
from host.engine.kamisado.position import Move
from host.session.requests import Choose, TakeBack
from host.session.sensors.sensor_watch import STANDS
from soak.faulty_sensors import KINDS as FAULTS
from soak.hands.motions import REST_MS
from soak.hands.players import LATE_MS, MisreadError
from soak.intended_game import IntendedGame
from soak.strangers.kinds import KINDS, PUSHES, RARE
from soak.strangers.scene import Kind, Scene, moves_of, steps_of
from soak.strangers.tabletop import BadSensorTabletop, StrangersTabletop

ACCIDENTS = 1 / 3
"""Share of the plies with an accident."""
PLAIN = "no accident"
"""The kind as which plain moves are counted."""
WIN_MS = 1500
"""Extra rest where the round has ended."""
MOST_PLIES = 400
PLIES_BEFORE = 2
"""Number of plies until a sensor is out of order."""
FOUND_MS = 6000
"""Time in which a sensor is found to be out of order, or an unclear move is told."""
PAGE_MS = 500
"""Time between two looks at the page."""
MOST_LOOKS = 300
"""Looks at the page, two and a half minutes, until its user gives up: it may take two until moves
are offered whose tower is seen nowhere (docs/manual.md)."""
MOST_TAKEN_BACK = 8
"""Moves that its user takes back before giving up."""


class Strangers(Scene):
    """Two players at one board; see the module.

    Args:
        game: a round of Kamisado.
        tabletop: the board.
        chance: seeded; determines everything they do.
        kinds: of accidents, by their names.
        by_lights: as in `Scene`.

    Attributes:
        accidents: how often there was one of each kind, and of none.
        doing: the kind of the present ply.
    """

    def __init__(
        self,
        game: AnyGame,
        tabletop: StrangersTabletop,
        chance: random.Random,
        kinds: Mapping[str, Kind] = KINDS,
        by_lights: bool = True,
    ) -> None:
        super().__init__(tabletop, chance, IntendedGame(game), Counter(), by_lights)
        self._kinds = kinds
        self.accidents: Counter[str] = Counter()
        self.doing = PLAIN

    def play(self) -> None:
        """Play until the round is over.

        Raises:
            MisreadError: the stored game is not the one that is meant.
            LostError: the lights did not lead back to play.
            CheckError: the session has broken one of its guarantees.
        """
        self.tabletop.wait(REST_MS)
        for _ in range(MOST_PLIES):
            if self.intended.over:
                break
            self.see_pass()
            if not (self.often(ACCIDENTS) and self._accident()):
                self._plain()
            self._check()

    def _accident(self) -> bool:
        """Let one of the kinds happen that the position allows; False if none does.

        There is none while a player moves twice in a row, as the opponent has to pass: after a
        detour an observer could not tell the second move from another first one.
        """
        if self.intended.passed:
            return False
        names = self.chance.sample(list(self._kinds), len(self._kinds))
        if self.push():  # rarely legal, so that this kind comes first
            names.sort(key=lambda name: name not in PUSHES)
        names.sort(key=lambda name: name not in RARE)
        for name in names:
            self.doing = name
            self.accidents[name] += 1
            self.board.note(f"-- {name}")
            if self._kinds[name](self):
                return True
            self.accidents[name] -= 1  # the position does not allow it, and nothing was touched
            self.board.actions.pop()
        return False

    def _plain(self) -> None:
        """Make a move as it should be made."""
        self.doing = PLAIN
        self.accidents[PLAIN] += 1
        move = self._chosen()
        self.carry_all(steps_of(move, self.intended.carried(move)))
        self.intended.play(move)

    def _chosen(self) -> Hashable:
        """Choose a move; one after which somebody may push is preferred, as pushes are rare."""
        game, position = self.intended.game, self.intended.position
        inviting = []
        for move in moves_of(self.intended):
            after = game.play(position, move)
            if game.outcome(after) is None and any(
                cast(Move, following).push for following in game.legal_moves(after)
            ):
                inviting.append(move)
        return self.chance.choice(inviting or moves_of(self.intended))

    def _check(self) -> None:
        """Compare the stored game with the intended one once the pieces have rested."""
        standing = self.tabletop.standing
        assert {square: stand.token for square, stand in standing.items()} == self.intended.places
        assert not any(stand.aside or stand.upside_down for stand in standing.values())
        self.counts["looked at"] += 1
        if not self._understood():
            meant, stored = self.intended.texts, list(self.tabletop.moves())
            silent = "" if self.tabletop.marks() else ", and no light says so"
            raise MisreadError(
                f"{self.doing}: {meant[-4:]} was meant and {stored[-4:]} is stored{silent}"
            )

    def _understood(self) -> bool:
        """Wait until the stored game is the intended one; False if it does not become so."""
        return self._stored_within(REST_MS, LATE_MS, WIN_MS if self.intended.over else 0)

    def _stored_within(self, *rests_ms: int) -> bool:
        for ms in rests_ms:
            self.tabletop.wait(ms)
            if list(self.tabletop.moves()) == self.intended.texts:
                return True
        return False


class BadSensorStrangers(Strangers):
    """The same, on a board with one sensor that goes out of order after two plies.

    They put the board right from memory.  What is not understood they wait for, and then tell it on
    the page, if that offers it.
    """

    def __init__(
        self,
        game: AnyGame,
        tabletop: BadSensorTabletop,
        chance: random.Random,
        kinds: Mapping[str, Kind] = KINDS,
    ) -> None:
        super().__init__(game, tabletop, chance, kinds, by_lights=False)
        self._faulty = tabletop
        self._fault = chance.choice(FAULTS)

    def see_pass(self) -> None:
        """Let a sensor go out of order first, once it is time."""
        if len(self.intended.texts) >= PLIES_BEFORE and not self._faulty.broken:
            square = self.chance.randrange(self.squares)
            self.board.note(f"-- the sensor of {self.board.name_of(square)} is {self._fault}")
            self._faulty.break_sensors({square: self._fault})
            self.counts[f"sensor {self._fault}"] += 1
            self.tabletop.wait(FOUND_MS)
        super().see_pass()

    def _understood(self) -> bool:
        if super()._understood():
            return True
        if self._stored_within(FOUND_MS):
            self.counts["understood late"] += 1
            return True
        self.counts["told on the page"] += 1
        return self._tell() and self._stored_within(REST_MS)

    def _tell(self) -> bool:
        """Take wrong moves back on the page, and choose the missing ones there; False if it does
        not offer them."""
        session, meant = self.board.session, self.intended.texts
        for _ in range(MOST_TAKEN_BACK):
            stored = list(self.tabletop.moves())
            if stored == meant[: len(stored)]:
                break
            self.board.ask(TakeBack())
            self.tabletop.wait(REST_MS)
        for _ in range(MOST_LOOKS):
            stored = list(self.tabletop.moves())
            if stored == meant:
                return True
            offered = [choice.text for choice in session.view().choices]
            missing = meant[len(stored) :]
            wanted = [*missing[:1], " ".join(missing), STANDS]
            chosen = next((text for text in wanted if text in offered), None)
            if chosen is not None:
                self.board.note(f"choose {chosen} on the page")
                self.board.ask(Choose(chosen))
            self.tabletop.wait(PAGE_MS)
        return False
