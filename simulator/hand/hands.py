"""The hands: what they are asked to do, planned as strokes with human timing.

A request is checked against the plan (`plan.py`), so one may ask for a lift and a put at once.
Each hand does one thing after another, several hands work at the same time.
"""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from simulator.board.magnetic_field import DIAMETER_MM, PITCH_MM
from simulator.board.pieces import Piece, VirtualBoard, Where
from simulator.hand.hand_plan import Place, Plan, Spot
from simulator.hand.stroke import Stroke

HELD_MM = 60.0
"""Height at which pieces are carried: clear of those that stand, and out of the sensors' sight."""
BESIDE_MM = -100.0
"""Where the box is: a carried piece leaves the board over rank 1."""
NEAR_MM = 1.5 * PITCH_MM
"""A knock displaces pieces up to here."""

# How long a person takes, in seconds; each time up to 25 % more or less.
_LIFT_S = 0.30
_CARRY_S, _CARRY_S_PER_MM = 0.25, 0.0012
_LOWER_S = 0.30
_SLIDE_S, _SLIDE_S_PER_MM = 0.25, 0.004
_NUDGE_S = 0.20
_BUMP_S = 0.12
_SPREAD = 0.25

Tag = tuple[object, object] | None
"""Whom to tell that a request is finished, and its id there; None for nobody."""
_Timed = tuple[float, list[Stroke]]
"""A phase before its time is known: its duration in seconds and its strokes."""


@dataclass(frozen=True, slots=True)
class Task:
    """Who is to do a request, when and how fast.

    Attributes:
        hand: name of the hand.
        now_us: simulated time of the request.
        seconds: how long it takes; None for as long as a person would.
        tag: given back when it is finished.
    """

    hand: str
    now_us: int
    seconds: float | None = None
    tag: Tag = None


@dataclass(slots=True)
class _Phase:
    """Strokes that begin and end together; `tag` is given back if it is the last of a request."""

    strokes: list[Stroke]
    begin_us: int
    end_us: int
    is_last: bool
    tag: Tag


@dataclass(slots=True)
class _Hand:
    phases: deque[_Phase] = field(default_factory=deque)
    free_us: int = 0


class Hands:
    """All hands at a board.

    Args:
        board: whose pieces they move.
        seed: of their timing and of what a knock does.
    """

    def __init__(self, board: VirtualBoard, seed: str) -> None:
        self._board = board
        self._geometry = board.geometry
        self._random = random.Random(seed)
        self._hands: dict[str, _Hand] = {}
        self._plan = Plan(board)

    @property
    def busy(self) -> bool:
        """Whether a hand is still at work."""
        return any(hand.phases for hand in self._hands.values())

    @property
    def due_us(self) -> int | None:
        """When the next motion ends; None while no hand is at work."""
        ends = (hand.phases[0].end_us for hand in self._hands.values() if hand.phases)
        return min(ends, default=None)

    def advance(self, now_us: int) -> list[Tag]:
        """Move the pieces to where they are at a time; the tags of what has been finished."""
        finished = []
        for hand in self._hands.values():
            while hand.phases and hand.phases[0].begin_us <= now_us:
                phase = hand.phases[0]
                for stroke in phase.strokes:
                    stroke.advance(self._board, now_us)
                if now_us < phase.end_us:
                    break
                hand.phases.popleft()
                if phase.is_last:
                    finished.append(phase.tag)
        return finished

    def set_up(self, pieces: Sequence[tuple[str, str, int | None]]) -> None:
        """Drop everything; put these pieces down at once.

        Args:
            pieces: id, pole and square of each; None for the box.

        Raises:
            ValueError: two pieces have the same id or square, or a pole is neither n nor s.
        """
        made: dict[str, Piece] = {}
        squares: dict[int, str] = {}
        for name, pole, square in pieces:
            if name in made:
                raise ValueError(f"there are two pieces {name!r}")
            if pole not in ("n", "s"):
                raise ValueError(f"the pole of {name!r} must be 'n' or 's', not {pole!r}")
            made[name] = Piece(name, pole)
            if square is None:
                continue
            if square in squares:
                at = self._geometry.name(square)
                raise ValueError(f"both {squares[square]!r} and {name!r} are put on {at!r}")
            squares[square] = name
            made[name].where = Where.BOARD
            made[name].x_mm, made[name].y_mm = self._geometry.middle(square)
        self._hands.clear()
        self._plan.forget()
        self._board.set_up(made.values())

    # --- Requests: each returns the simulated time at which it will be done, in us ---------------
    # All raise ValueError, and change nothing, if it cannot be done.

    def lift(self, task: Task, name: str) -> int:
        """Take a piece up."""
        plan = self._look()
        spot = plan.standing(name)
        plan.set(name, Spot(Where.HAND, spot.x_mm, spot.y_mm, task.hand))
        return self._do(task, [self._lifting(name)])

    def put(
        self, task: Task, name: str | None, square: int, dx_mm: float = 0, dy_mm: float = 0
    ) -> int:
        """Put a held piece down, or one from the box; None: the one that this hand took last."""
        plan = self._look()
        if name is None:
            name = plan.last_lifted(task.hand)
        spot = plan.known(name)
        if spot.where is Where.BOARD:
            raise ValueError(f"{name!r} is on the board already; lift it first")
        plan.check_hand(name, task.hand)
        place = plan.place(square, dx_mm, dy_mm)
        plan.make_room(name, place)
        begin = (place[0], BESIDE_MM) if spot.where is Where.BOX else spot.place
        plan.stand(name, place)
        return self._do(task, self._putting(name, begin, place))

    def move(self, task: Task, origin: int, target: int) -> int:
        """Lift, carry and put."""
        plan = self._look()
        name = plan.piece_on(origin)
        begin, place = plan.standing(name).place, plan.place(target)
        plan.make_room(name, place)
        plan.stand(name, place)
        return self._do(task, [self._lifting(name), *self._putting(name, begin, place)])

    def slide(self, task: Task, origin: int, target: int) -> int:
        """Move a piece in a straight line without lifting it."""
        plan = self._look()
        name = plan.piece_on(origin)
        begin, place = plan.standing(name).place, plan.place(target)
        plan.check_way(begin, place, (name,))
        plan.stand(name, place)
        return self._do(task, [self._sliding(name, begin, place)])

    def push(self, task: Task, origin: int, target: int) -> int:
        """Slide a piece to a neighbouring square, push on what it touches, and straighten all."""
        plan = self._look()
        name = plan.piece_on(origin)
        begin, place = plan.standing(name).place, plan.place(target)
        chain = self._chain(origin, target)
        moving = (name, *(other for other, _ in chain))
        plan.check_way(begin, place, moving)
        phases = [self._sliding(name, begin, place, moving[1:])]
        # A base is narrower than a square, so what was pushed stands short of its square's middle
        # and is straightened, the foremost first.
        straightened = []
        for order, (other, home) in enumerate(chain, 1):
            start = plan.standing(other).place
            stop = _pushed_to(start, begin, place, order * DIAMETER_MM)
            plan.check_way(start, stop, moving)
            plan.check_way(stop, home, moving)
            straightened.append((other, stop, home))
        plan.stand(name, place)
        for other, stop, home in reversed(straightened):
            plan.stand(other, home)
            phases.append(self._sliding(other, stop, home))
        return self._do(task, phases)

    def nudge(self, task: Task, square: int, dx_mm: float, dy_mm: float) -> int:
        """Leave the piece on a square off its middle by so much."""
        plan = self._look()
        name = plan.piece_on(square)
        place = plan.place(square, dx_mm, dy_mm)
        plan.make_room(name, place)
        plan.stand(name, place)
        return self._do(task, [(self._time(_NUDGE_S), [_stroke(name, place)])])

    def bump(self, task: Task, square: int, mm: float) -> int:
        """Knock against the board: the pieces near by slip up to so far, the nearest most."""
        plan = self._look()
        knock = self._geometry.middle(square)
        strokes = []
        for name, spot in plan.all_standing():
            distance_mm = math.dist(spot.place, knock)
            if distance_mm > NEAR_MM:
                continue
            slip_mm = mm * (1 - distance_mm / (2 * NEAR_MM)) * self._random.uniform(0.5, 1)
            angle = self._random.uniform(0, 2 * math.pi)
            while slip_mm > 0.5:
                place = (
                    spot.x_mm + slip_mm * math.cos(angle),
                    spot.y_mm + slip_mm * math.sin(angle),
                )
                if self._geometry.is_on_board(*place) and plan.has_room(name, place):
                    plan.stand(name, place)
                    strokes.append(_stroke(name, place))
                    break
                slip_mm /= 2
        return self._do(task, [(self._time(_BUMP_S), strokes)])

    def remove(self, task: Task, name: str) -> int:
        """Put a piece into the box, from wherever it is."""
        plan = self._look()
        spot = plan.known(name)
        plan.check_hand(name, task.hand)
        phases = []
        if spot.where is Where.BOARD:
            phases.append(self._lifting(name))
        if spot.where is not Where.BOX:
            away = (spot.x_mm, BESIDE_MM)
            stroke = _stroke(name, away)
            stroke.last = Where.BOX
            phases.append((self._carry_s(spot.place, away), [stroke]))
            plan.set(name, Spot(Where.BOX, *away))
        return self._do(task, phases)

    def piece_on(self, square: int) -> str:
        """The piece that will stand on a square.

        Raises:
            ValueError: there will be none.
        """
        return self._look().piece_on(square)

    # --- Planning ---------------------------------------------------------------------------------

    def _look(self) -> Plan:
        """The plan.  While no hand is at work it is what is there."""
        if not self.busy:
            self._plan.look()
        return self._plan

    def _chain(self, origin: int, target: int) -> list[tuple[str, Place]]:
        """The pieces that a push moves on, nearest first, and the middles that they move on to."""
        files, ranks = self._geometry.files, self._geometry.ranks
        step_file = target % files - origin % files
        step_rank = target // files - origin // files
        if max(abs(step_file), abs(step_rank)) != 1:
            here, there = self._geometry.name(origin), self._geometry.name(target)
            raise ValueError(
                f"a push goes to a neighbouring square, not from {here!r} to {there!r}"
            )
        chain = []
        square = target
        while (name := self._plan.find_on(square)) is not None:
            file, rank = square % files + step_file, square // files + step_rank
            if not (0 <= file < files and 0 <= rank < ranks):
                raise ValueError(f"{name!r} would be pushed off the board")
            square = rank * files + file
            chain.append((name, self._geometry.middle(square)))
        return chain

    def _lifting(self, name: str) -> _Timed:
        stroke = Stroke(name, lift_mm=HELD_MM, first=Where.HAND)
        return self._time(_LIFT_S), [stroke]

    def _putting(self, name: str, begin: Place, place: Place) -> list[_Timed]:
        carry = _stroke(name, place)
        carry.first = Where.HAND
        carry.lift_mm = HELD_MM
        lower = Stroke(name, lift_mm=0.0, last=Where.BOARD)
        return [(self._carry_s(begin, place), [carry]), (self._time(_LOWER_S), [lower])]

    def _sliding(
        self, name: str, begin: Place, place: Place, pushed: tuple[str, ...] = ()
    ) -> _Timed:
        stroke = _stroke(name, place)
        stroke.pushed = pushed
        return self._time(_SLIDE_S + _SLIDE_S_PER_MM * math.dist(begin, place)), [stroke]

    def _carry_s(self, begin: Place, place: Place) -> float:
        return self._time(_CARRY_S + _CARRY_S_PER_MM * math.dist(begin, place))

    def _time(self, seconds: float) -> float:
        """How long a person takes this time."""
        return seconds * self._random.uniform(1 - _SPREAD, 1 + _SPREAD)

    def _do(self, task: Task, phases: list[_Timed]) -> int:
        """Let the hand do these phases after what it has to do already."""
        hand = self._hands.setdefault(task.hand, _Hand())
        begin_us = at_us = max(task.now_us, hand.free_us)
        whole_s = sum(seconds for seconds, _ in phases)
        scale = 1.0 if task.seconds is None or not whole_s else task.seconds / whole_s
        passed_s = 0.0
        phases = phases or [(0.0, [])]
        for number, (seconds, strokes) in enumerate(phases, 1):
            passed_s += seconds * scale
            end_us = begin_us + round(passed_s * 1e6)
            for stroke in strokes:
                stroke.begin_us, stroke.end_us = at_us, end_us
            hand.phases.append(_Phase(strokes, at_us, end_us, number == len(phases), task.tag))
            at_us = end_us
        hand.free_us = at_us
        return at_us


def _stroke(name: str, place: Place) -> Stroke:
    return Stroke(name, x_mm=place[0], y_mm=place[1])


def _pushed_to(start: Place, begin: Place, end: Place, ahead_mm: float) -> Place:
    """Where a piece comes to stand that is kept so far ahead of one that goes from begin to end."""
    way_mm = math.dist(begin, end)
    along_x, along_y = (end[0] - begin[0]) / way_mm, (end[1] - begin[1]) / way_mm
    gap_mm = (start[0] - end[0]) * along_x + (start[1] - end[1]) * along_y
    by_mm = max(0.0, ahead_mm - gap_mm)
    return start[0] + by_mm * along_x, start[1] + by_mm * along_y
