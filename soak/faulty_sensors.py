"""Boards on which sensors are silent, stuck or noisy, and players who follow the instructions.

The faults are there from the beginning or begin in mid-game.  The players move as always.  Where
pieces are asked for that stand in their places, they say so on the page, or play on.  Where the
board does not take a move, they lift its piece again; where that does not help, they choose the
move on the page.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from host.engine.game import AnyGame, Square
from host.recognition.history import Ply
from host.recognition.sensing.sensor_health import MOST_FAULTS
from host.recognition.snapshot import Snapshot, SquareState
from host.recognition.times import HELD_MS, SEVERAL_MS
from host.session.requests import Choose, TakeBack
from host.session.sensors.move_offers import LIFTS
from host.session.sensors.sensor_watch import STANDS
from host.session.session import Session
from host.session.view import Phase
from soak.hands.players import WRONG, MisreadError, Players
from soak.session_tabletop import TOLD_MS, CheckError, SessionTabletop

KINDS = ("silent", "stuck", "noisy", "slow")
"""Kinds of faults: no piece is seen; the same is always seen; states by chance, quickly or
slowly."""
FAULTS: tuple[tuple[str, ...], ...] = (
    *((kind,) * count for kind in KINDS for count in (1, 2)),
    ("strip",),
    *combinations(KINDS, 2),
)
"""The kinds of the sensors that are out of order together; of a strip, a rank is silent."""
PACES_MS = {"noisy": (40, 400), "slow": (300, 3000)}
"""Times between two changes of sensors by chance, least and most."""
FOUND_MS = 6000
"""Time in which a sensor is found to be out of order."""
SET_UP_MS = 120_000
"""Time for which players wait, with all pieces in their places, until the board lets them begin."""
LOOKING_MS, LOOKING_PUT_MS, LOOK_MS = 25_000, HELD_MS + 1000, 500
"""Time for which players look at the page until it offers their move, the same for a piece put on
the board, and time between two looks."""
MOST_FEIGNED = 5
"""Number of moves that players take back at once as nobody has made them."""
STATES = (SquareState.EMPTY, SquareState.WHITE, SquareState.BLACK, SquareState.UNSURE)


class FaultyTabletop(SessionTabletop):
    """A tabletop with faulty sensors; see `SessionTabletop`.

    Attributes:
        broken: the kind of fault by square; it may be changed at any time.
    """

    turns_over = False  # its sensor would be one more that is wrong

    def __init__(self, session: Session, chance: random.Random) -> None:
        self.broken: dict[Square, str] = {}
        self._states: dict[Square, SquareState] = {}
        super().__init__(session, chance)
        self._flicker_ms = 0

    def break_sensors(self, kinds: Mapping[Square, str]) -> None:
        """Let sensors fail from now on."""
        self.broken.update(kinds)
        for square, kind in kinds.items():
            stuck = self._chance.choice([SquareState.WHITE, SquareState.BLACK])
            self._states[square] = stuck if kind == "stuck" else SquareState.EMPTY

    def wait(self, ms: int) -> None:
        """Show what has changed and let time pass, with the noise of sensors in it."""
        noisy = [square for square, kind in self.broken.items() if kind in PACES_MS]
        end_ms = self.now_ms + ms
        while noisy and self._flicker_ms < end_ms:
            super().wait(max(0, self._flicker_ms - self.now_ms))
            square = self._chance.choice(noisy)
            self._states[square] = self._chance.choice(STATES)
            self._flicker_ms = self.now_ms + self._chance.randint(*PACES_MS[self.broken[square]])
        super().wait(end_ms - self.now_ms)

    def _as_seen(self, snapshot: Snapshot) -> Snapshot:
        return super()._as_seen(
            tuple(self._states.get(square, state) for square, state in enumerate(snapshot))
        )

    def _check_shown(self, ply: Ply, later: Collection[Square]) -> None:
        """Check that a move is made only while the working sensors show its effect."""
        assert self._shown is not None
        candidate = next(o for o in ply.before.candidates if o.move == ply.move)
        wrong = [
            s
            for s in candidate.touched.difference(self.broken, later)
            if self._shown[s] is not candidate.after[s]
        ]
        if wrong and not (self._replied(ply) or self._shows_all_but_one()):
            raise CheckError(f"{ply.text!r} was made, which the board does not show on {wrong}")

    def _replied(self, ply: Ply) -> bool:
        """Return True if the working sensors show what has been played after a move."""
        return not self._unshown()

    def _check_told(self) -> None:
        """Check as always while all sensors work, and only after the time to find a faulty one."""
        if self.now_ms - self._still_ms >= TOLD_MS + FOUND_MS and not self.broken:
            super()._check_told()


class FaultyPlayers(Players):
    """Players at such a board.

    Args:
        game: its rules.
        tabletop: the board.
        chance: seeded; determines everything they do.
        kinds: of the faulty sensors, one of FAULTS.
    """

    def __init__(
        self,
        game: AnyGame,
        tabletop: FaultyTabletop,
        chance: random.Random,
        kinds: Sequence[str],
    ) -> None:
        super().__init__(game, tabletop, chance, accident_rate=0.0)
        self._faulty = tabletop
        self.bounces = 0.0  # who lifts a piece again to tell a move by it puts it down with care
        self._set_ups.patience_ms = SEVERAL_MS
        self._set_ups.get_ready = self._wait_until_set_up
        self._kind = ", ".join(f"{count} {kind}" for kind, count in Counter(kinds).items())
        if "strip" in kinds:
            rank = chance.randrange(game.size[1])
            squares = range(rank * self.files, (rank + 1) * self.files)
            self._faults = dict.fromkeys(squares, "silent")
        else:
            squares_of_kinds = chance.sample(range(self.squares), len(kinds))
            self._faults = dict(zip(squares_of_kinds, kinds, strict=True))
        self._sound_plies = chance.choice([0, 0, 3, 8])

    def play(self, most_plies: int = 400) -> None:
        """Play until the game is over; the sensors fail before, or after some moves."""
        if not self._sound_plies:
            self._break()
        super().play(most_plies)

    def _next_game(self, plies: int) -> None:
        """Set up another game, but where a sensor may hide for long that it is out of order."""
        if "slow" not in self._faults.values():
            super()._next_game(plies)

    def step(self) -> None:
        """Make the next move or set up the next round."""
        # Where the sensor below the piece that was put last fails, it seems to be taken off again.
        hides = self._faults.keys() & self.intended.came_last(1)
        if self._sound_plies and len(self.intended.texts) >= self._sound_plies and not hides:
            self._sound_plies = 0
            self._break()
        if self.intended.over:
            return
        if self.intended.between:
            self._choose_next_round()
            return
        if self.intended.passed:
            self.tabletop.wait(1200)
        self._take_back_feigned()
        if list(self.tabletop.moves()) != self.intended.texts:
            # The lights show another move than the last one: what a sensor has feigned since.
            self._check("before a move")
        move = self._chosen()
        self._styles.move(move, plainly=self.often(0.7))
        self._check("after a move")

    def _take_back_feigned(self) -> None:
        """Take moves back on the page that the lights show before anything was touched, and that
        lead from or to a broken sensor."""
        session, meant = self._faulty.session, self.intended.texts
        for _ in range(MOST_FEIGNED):
            stored = [ply.text for ply in session.plies]
            if stored == meant or stored[: len(meant)] != meant:
                return
            real = [ply for ply in session.plies[len(meant) :] if not ply.forced]
            if not real or self._faulty.broken.keys().isdisjoint(
                {real[-1].origin, real[-1].target}
            ):
                return
            self.counts[f"{self._kind}: feigned, taken back on the page"] += 1
            self._faulty.ask(TakeBack())

    def _break(self) -> None:
        self._faulty.break_sensors(self._faults)
        self.counts[f"{self._kind}: boards"] += 1
        self.tabletop.wait(HELD_MS + FOUND_MS)
        # Who has just read that nothing is seen there may as well play on; nobody puts a piece on a
        # board that is still to be cleared.
        waits = len(self._faults) > MOST_FAULTS or self.intended.expectation.puts
        if waits or self.often(0.5):
            self._say_it_stands()
            self._wait_until_set_up()

    def _wait_until_set_up(self) -> None:
        """Wait while pieces are asked for that stand where they belong, and say so if asked."""
        if self.intended.between:
            return  # a noisy corner has looked like a choice
        for _ in range(0, SET_UP_MS, FOUND_MS):
            if self._faulty.session.view().phase is not Phase.SETUP:
                return
            if not self._say_it_stands():
                self.counts[f"{self._kind}: waited for the set-up"] += 1
                self.tabletop.wait(FOUND_MS)

    def _say_it_stands(self) -> bool:
        """Choose on the page that pieces stand where they are asked for, if that is offered."""
        session = self._faulty.session
        if STANDS not in [choice.text for choice in session.view().choices]:
            return False
        self.counts[f"{self._kind}: told to stand"] += 1
        self._faulty.ask(Choose(STANDS))
        return True

    def _choose_next_round(self) -> None:
        """Choose a fill on the page, as a corner may not be seen."""
        self.counts["rounds set up"] += 1
        move = self.chance.choice(self.intended.moves)
        text = self.intended.game.move_text(self.intended.position, move)
        session = self._faulty.session
        self.tabletop.wait(3000)
        chosen = [ply.text for ply in session.plies[len(self.intended.texts) :]]
        if chosen not in ([], [text]):  # a noisy sensor has looked like a touched corner
            self.counts[f"{self._kind}: taken back on the page"] += 1
            self._faulty.ask(TakeBack())
        if chosen != [text]:
            self._faulty.ask(Choose(text))
        self.intended.play(move)
        self.restore()
        self.tabletop.wait(FOUND_MS)
        self._insist()
        self._wait_until_set_up()
        self._check("after a new round")

    def _check(self, when: str) -> None:
        """Compare the stored game with the intended one; confirm a move that is not stored."""
        for attempt in (
            *(self._wait, self._wait_longer),
            *(self._tell_and_move_again, self._lift_again, self._choose_on_page),
        ):
            attempt()
            self._take_back_feigned()
            stored, meant = list(self.tabletop.moves()), self.intended.texts
            self.counts["looked at"] += 1
            if stored == meant:
                how = attempt.__name__.strip("_").replace("_", " ")
                self.counts[f"{self._kind}: stored after {how}"] += 1
                return
            if stored != meant[: len(stored)] and not self._is_open(stored):
                break
        lit = [(mark.square, mark.entry) for mark in self.tabletop.marks()]
        raise MisreadError(f"{when}, {meant[-4:]} was meant and {stored[-4:]} is stored: {lit}")

    def _insist(self) -> None:
        """Lift pieces that the board wrongly rejects, and put them back."""
        for _ in range(self.squares):
            self.tabletop.wait(900)
            lit = [
                mark.square for mark in self.tabletop.marks() if (mark.entry, mark.role) in WRONG
            ]
            if not lit:
                return
            self.counts["insisted"] += 1
            if lit[0] in self.tabletop.standing:
                self.carry(lit[0], lit[0])
            else:
                self.tabletop.wait(FOUND_MS)

    def _is_open(self, stored: Sequence[str]) -> bool:
        """Return True if the last move is stored otherwise, and the lights tell that it is open,
        has ended the round, or that a square of it is not looked at."""
        meant = self.intended.texts
        plies = list(self._faulty.session.plies)
        while plies and plies[-1].forced:
            plies.pop()  # what the last move forces
        same = list(stored[: len(plies) - 1]) == meant[: len(plies) - 1]
        lit = {(mark.entry, mark.role) for mark in self.tabletop.marks()}
        view = self._faulty.session.view()
        told = view.correction is not None or view.phase is not Phase.PLAY
        stored_on = {mark.square for mark in self.tabletop.marks() if mark.entry == "last"}
        meant_on = self._last_way() or ()
        dark = not self._dark().isdisjoint({*stored_on, *meant_on[1:]})
        return same and (told or dark or ("legal", "origin") in lit)

    def _dark(self) -> set[Square]:
        """Return the squares that the lights tell not to be looked at."""
        return {mark.square for mark in self.tabletop.marks() if mark.entry == "sensor"}

    def _corners(self) -> set[Square]:
        """Return the squares where a piece that is put there chooses the next round."""
        return {mark.square for mark in self.tabletop.marks() if mark.entry == "choice"}

    def _wait(self) -> None:
        self.tabletop.wait(900)

    def _wait_longer(self) -> None:
        self.tabletop.wait(FOUND_MS)

    def _last_way(self) -> tuple[Square, Square] | None:
        """Return where the last move came from and went to; None unless it carried just one piece
        on the board."""
        ways = list(self.intended.last_carried.values())
        if len(ways) != 1:
            return None
        origin, target = ways[0]
        return None if origin is None or target is None else (origin, target)

    def _tell_and_move_again(self) -> None:
        """Put the piece that moved last back, say of those that are asked for that they stand, and
        move it again."""
        way, view = self._last_way(), self._faulty.session.view()
        if way is None or way[0] in self._corners() or (view.correction is None and not view.menu):
            return
        self.carry(way[1], way[0])
        self.tabletop.wait(SEVERAL_MS + TOLD_MS)
        self._say_it_stands()
        self.carry(*way)
        self.tabletop.wait(FOUND_MS)

    def _lift_again(self) -> None:
        """Lift the piece that moved last again: where it was put, or where it came from if it was
        put where the lights say that no sensor works."""
        way = self._last_way()
        if way is None or way[0] in self._corners():
            return
        origin, target = way
        if target not in self._faulty.broken:
            self.carry(target, target)
            self.tabletop.wait(FOUND_MS)
        elif origin not in self._dark():
            self.carry(target, origin)
            for _ in range(LIFTS - 1):
                self.wait(500, 700)
                self.carry(origin, origin)
            self.wait(500, 700)
            self.carry(origin, target)
            self.tabletop.wait(2500)
        else:
            self.carry(target, origin)
            self.wait(500, 700)
            self.carry(origin, target)
            self.tabletop.wait(FOUND_MS)

    def _move_again(self) -> None:
        """Carry the piece that moved last back, as the lights ask, and make the move again."""
        way = self._last_way()
        if way is not None:
            self.carry(way[1], way[0])
            self.tabletop.wait(FOUND_MS)
            self.carry(*way)
            self.tabletop.wait(FOUND_MS)

    def _choose_on_page(self) -> None:
        """Choose the move on the page, once another that is stored instead is taken back there."""
        session, meant = self._faulty.session, self.intended.texts
        if [ply.text for ply in session.plies] != meant[: len(session.plies)]:
            self.counts[f"{self._kind}: taken back on the page"] += 1
            self._faulty.ask(TakeBack())
            self.tabletop.wait(FOUND_MS)
            if list(self.tabletop.moves()) == meant:
                return
            self._move_again()
        looking_ms = LOOKING_PUT_MS if self._faulty.session.view().expectation.puts else LOOKING_MS
        for _ in range(0, looking_ms, LOOK_MS):
            missing = meant[len(session.plies) :]
            offered = [choice.text for choice in session.view().choices]
            if session.view().phase is Phase.PLAY and missing and missing[0] in offered:
                self._faulty.ask(Choose(missing[0]))
                self.tabletop.wait(900)
                return
            self.tabletop.wait(LOOK_MS)
