"""A player who does not see the board: knows the rules, and what was spoken, and nothing else."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from host.engine.game import Side
from host.engine.squares import parse_square, square_name
from host.recognition.times import DWELL_MS, HOLD_MS, REST_MS
from host.session.requests import Describe
from host.ui.messages.state import LinkData
from host.ui.publisher import StatePublisher
from host.ui.speech.descriptions import description
from host.ui.speech.speaker import Sentences
from tests.support.snapshots import SnapshotHand

SQUARE = "[a-i][1-9]"
TOWER = re.compile(rf"(White|Black) to move: the [\w ]+ tower on ({SQUARE})\.")
ANY = re.compile(r"(White|Black) to move: any tower")
TARGETS = re.compile(r"It may go to (.*)\.")
TOOTH = re.compile(rf"Put a dragon tooth on [\w' ]+ on ({SQUARE})")
FILL = re.compile(rf"chooses: fill from the left \(put a (white|black) piece on ({SQUARE})\)")
CARRY = re.compile(rf"Move (?:White|Black)'s [\w ]+ from ({SQUARE}) to ({SQUARE})\.")
TAKE_OFF = re.compile(rf"(White|Black)'s [\w ]+ belongs there\. Take it off ({SQUARE})\.")
BELONGS = re.compile(rf"(White|Black)'s [\w ]+ belongs on ({SQUARE})")
END = re.compile(r"(White|Black) wins the standard match")
MENU = re.compile(rf"on ({SQUARE}) to ([\w ]+?)(?=, on | or on |\. Put both back)")
STRAY = re.compile(rf"Should be empty: ({SQUARE})")
HOME = re.compile(
    rf"[Pp]ut (?:(White|Black)'s|the|a) (?:[\w ]+ )?(?:tower|stone) (?:back )?on ({SQUARE})"
)
IN_HAND = re.compile(rf"(?:tower|[Ss]tone), ({SQUARE})\. It may go to ")
AGREES = re.compile(r"To (?:accept|confirm), (White|Black) lifts a (?:tower|stone)")
MOVER = re.compile(r"(White|Black) to move: ")
HEARD_MS = 100


class BlindPlayer:
    """Plays both sides of a match at the board, told by nothing but speech.

    Attributes:
        heard: everything that was spoken, oldest first.
    """

    def __init__(self, hand: SnapshotHand, seed: int) -> None:
        self._hand = hand
        self._chance = random.Random(seed)
        self._sentences = Sentences()
        self._publisher = StatePublisher(self._sentences.take)
        self._notices = 0
        self.heard: list[str] = []
        self.pushes = 0
        self._moved = ("", "")
        """Squares of the last move."""
        self._menu_of = Side.WHITE
        self._homes: list[str] = []
        """Squares of the two pieces that have opened the menu."""
        self._place = ""
        """Square on which one of them has been put, to choose."""

    def listen(self, ms: int = HEARD_MS) -> str:
        """Wait and return what is spoken meanwhile."""
        hand, said = self._hand, list[str]()
        for _ in range(0, ms, HEARD_MS):
            hand.wait(HEARD_MS)
            self._publisher.publish_notices(hand.notices[self._notices :])
            self._notices = len(hand.notices)
            self._publisher.publish_clock(hand.view.clock, hand.now_ms)
            link: LinkData = {"state": "up", "text": ""}
            self._publisher.publish_state(hand.game, hand.view, link, hand.now_ms)
            if text := self._sentences.together():
                told = re.split(r"(?<=\.) (?=[A-Z])", text)
                assert len(told) == len(set(told)), f"said twice: {text}"
                said.append(text)
        self.heard += said
        return " ".join(said)

    def ask(self, request: Describe) -> str:
        """Return the answer to a question, as it is spoken."""
        return str(description(self._hand.game, self._hand.view, request, self._hand.now_ms))

    def play(self) -> None:
        """Play until somebody is told to have won the match."""
        said = self.listen()
        while not END.search(said):
            assert said, f"nothing was said after: {self.heard[-3:]}"
            said = self._act(said)

    def move_once(self) -> str:
        """Make one move, and return what is said of it."""
        said = self.listen()
        if moved := _last(TOWER, said):
            return self._move(moved[2], said)
        return self._move(self._chance.choice(self.pieces_of(self.whose_turn(said))), said)

    def whose_turn(self, said: str) -> Side:
        """Return the side that is said to move."""
        mover = _last(MOVER, said)
        assert mover, f"nobody is told to move: {said}"
        return Side[mover[1].upper()]

    def pieces_of(self, side: Side) -> list[str]:
        """Return the squares of a side's pieces, as the board is read."""
        rows = self.ask(Describe("ranks"))
        return re.findall(rf"({SQUARE}) {side.name.capitalize()}'s", rows)

    def touch(self, square: str) -> str:
        """Lift a piece and put it back; return all that is said."""
        state = self._hand.lift(square)
        said = self.listen(600)
        self._hand.show(square, state)
        return f"{said} {self.listen(600)}"

    def take_back(self) -> str:
        """Put the piece that was moved last back where it was."""
        origin, target = self._moved
        self._carry(target, origin)
        return self.listen(1000)

    def put_right(self, said: str) -> None:
        """Follow what is said until nothing is to be put right any more."""
        for _ in range(40):
            if carried := CARRY.search(said):
                self._carry(*carried.groups())
            elif stray := STRAY.search(said):
                self._hand.lift(stray[1])
            elif home := IN_HAND.search(said):
                self._hand.put(home[1], self.whose_turn(said))
            elif home := HOME.search(said):
                mover = self.whose_turn(" ".join(self.heard))
                self._hand.put(home[2], Side[home[1].upper()] if home[1] else mover)
            else:
                return
            said = self.listen(1000) or self._repeat()
        raise AssertionError(f"it never ends: {said}")

    def open_menu(self) -> str:
        """Lift two towers or stones, and hold them until the menu is told."""
        side = self.whose_turn(self.ask(Describe("turn")))
        self._menu_of = side
        self._homes = self.pieces_of(side)[:2]
        for square in self._homes:
            self._hand.lift(square)
            self.listen(400)
        return self.listen(HOLD_MS + 200)

    def choose(self, action: str, ms: int = 2500) -> str:
        """Choose something in the menu, put both pieces back, and return what is said."""
        places = {words: square for square, words in MENU.findall(self.open_menu())}
        self._place = places[action]
        self._hand.put(self._place, self._menu_of)
        said = self.listen(ms)
        return said if ms < 2000 else f"{said} {self.put_menu_back()}"

    def put_menu_back(self) -> str:
        """Put both pieces back that were lifted for the menu."""
        if self._place:
            self._hand.lift(self._place)
            self._place = ""
            self.listen(200)
        for square in self._homes:
            self._hand.put(square, self._menu_of)
            self.listen(300)
        return self.listen(600) or self.heard[-1]

    def agree(self) -> str:
        """Agree to what was offered, for the side that is asked."""
        asked = _last(AGREES, " ".join(self.heard))
        assert asked, f"nobody is asked: {self.heard[-3:]}"
        return self.touch(self.pieces_of(Side[asked[1].upper()])[0])

    def _act(self, said: str) -> str:
        """Do what was asked for last, and return what is spoken then."""
        if tooth := TOOTH.search(said):
            self._lift_and_put_back(tooth[1])
            return self.listen(500) or self._repeat()
        if carried := CARRY.search(said):
            self._carry(*carried.groups())
            return self.listen(DWELL_MS + 200) or self._repeat()
        if wrong := TAKE_OFF.search(said):
            self._hand.lift(wrong[2])
            return self.listen(DWELL_MS + 200) or self._repeat()
        if home := BELONGS.search(said):
            self._hand.put(home[2], Side[home[1].upper()])
            return self.listen(DWELL_MS + 200) or self._repeat()
        if fill := FILL.search(said):
            return self._choose_fill(Side[fill[1].upper()], fill[2])
        if moved := _last(TOWER, said):
            return self._move(moved[2], said)
        if free := ANY.search(said):
            own = re.findall(rf"({SQUARE}) {free[1]}'s", self.ask(Describe("ranks")))
            return self._move(self._chance.choice(own), said)
        raise AssertionError(f"it does not say what to do: {said!r}")

    def _repeat(self) -> str:
        return self.ask(Describe("turn"))

    def _move(self, origin: str, before: str) -> str:
        state = self._hand.lift(origin)
        said = self.listen(300)
        may = TARGETS.search(said)
        if may is None:  # a blocked one, where any may be moved
            self._hand.show(origin, state)
            self.listen(300)
            return before
        target, push = self._chance.choice(list(targets(may[1])))
        if push:
            self.pushes += 1
            self._push_ahead(origin, target)
        self._hand.show(target, state)
        self._moved = origin, target
        return self.listen(DWELL_MS + 600)

    def _push_ahead(self, origin: str, target: str) -> None:
        """Slide the towers before a sumo tower, the farthest first."""
        at = parse_square(target, (8, 8))
        step = at - parse_square(origin, (8, 8))
        row = [at]
        while "empty" not in self.ask(Describe("square", square_name(row[-1] + step, 8))):
            row.append(row[-1] + step)
        for square in reversed(row):
            state = self._hand.lift(square_name(square, 8))
            self._hand.show(square_name(square + step, 8), state)

    def _lift_and_put_back(self, square: str) -> None:
        state = self._hand.lift(square)
        self._hand.wait(HOLD_MS)
        self._hand.show(square, state)
        self._hand.wait(REST_MS)

    def _choose_fill(self, side: Side, corner: str) -> str:
        """Put an own tower on the corner on the left, which chooses the filling from there."""
        on_corner = self.ask(Describe("square", corner))
        if side.message and f"{side.name.capitalize()}'s" in on_corner:
            self._lift_and_put_back(corner)
        else:
            assert "empty" in on_corner
            row = self.ask(Describe("ranks"))
            own = re.findall(rf"({SQUARE}) {side.name.capitalize()}'s", row)
            self._carry(own[0], corner)
        return self.listen(DWELL_MS + 200) or self._repeat()

    def _carry(self, origin: str, target: str) -> None:
        state = self._hand.lift(origin)
        self._hand.wait(200)
        self._hand.show(target, state)


def _last(pattern: re.Pattern[str], said: str) -> re.Match[str] | None:
    return next(reversed(list(pattern.finditer(said))), None)


def targets(spoken: str) -> Iterator[tuple[str, bool]]:
    """Yield the squares of "c7 through a5 or d7 with a push", each with True if it is a push."""
    for part in re.split(r", (?!which)| or ", spoken):
        names = re.findall(SQUARE, part)
        for name in names:
            yield name, "with a push" in part
