"""Hands that move the pieces on request, with human timing.

Requests are checked against the plan (`hand_plan.py`), so a lift and a put may be requested at
once.  Each hand does one thing after another; several hands work at the same time.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from simulator.board.pieces import Location, Piece, PieceSet
from simulator.board.reference_build import DIAMETER_MM, PITCH_MM
from simulator.hand import hand_speed
from simulator.hand.hand_plan import HandPlan, PlannedPosition, Point
from simulator.hand.schedule import Schedule, Tag, Task, Timed
from simulator.hand.stroke import Stroke

HELD_MM = 60.0
"""Height at which pieces are carried: above the others, and out of the sensors' reach."""
BESIDE_MM = -100.0
"""y of the box: a piece leaves the board over rank 1."""
NEAR_MM = 1.5 * PITCH_MM
"""Radius within which a knock displaces pieces."""


class Hands:
    """All hands at a board.

    Args:
        pieces: the pieces that they move.
        seed: of their timing and of the effect of a knock.
    """

    def __init__(self, pieces: PieceSet, seed: str) -> None:
        self._pieces = pieces
        self._geometry = pieces.geometry
        self._random = random.Random(seed)
        self._schedule = Schedule(pieces)
        self._plan = HandPlan(pieces)

    @property
    def busy(self) -> bool:
        """True while a hand has something to do."""
        return self._schedule.busy

    @property
    def due_us(self) -> int | None:
        """End of the next motion; None while no hand is busy."""
        return self._schedule.due_us

    def advance(self, now_us: int) -> list[Tag]:
        """Move the pieces to their positions at a time; return the tags of finished requests."""
        return self._schedule.advance(now_us)

    def set_up(self, pieces: Sequence[tuple[str, str, int | None]]) -> None:
        """Drop all motions and replace all pieces at once.

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
            made[name].location = Location.BOARD
            made[name].x_mm, made[name].y_mm = self._geometry.middle(square)
        self._schedule.clear()
        self._plan.clear()
        self._pieces.set_up(made.values())

    # --- Requests ---------------------------------------------------------------------------------
    # Each returns the simulated time at which it will be done, in us.  If it cannot be done, it
    # raises ValueError and changes nothing.

    def lift(self, task: Task, name: str) -> int:
        """Lift a piece."""
        plan = self._current_plan()
        position = plan.standing(name)
        held = PlannedPosition(Location.HAND, position.x_mm, position.y_mm, task.hand)
        plan.set(name, held)
        return self._schedule.add(task, [self._lifting(name)])

    def put(
        self, task: Task, name: str | None, square: int, dx_mm: float = 0, dy_mm: float = 0
    ) -> int:
        """Put down a held piece or one from the box; None: the one that this hand lifted last."""
        plan = self._current_plan()
        if name is None:
            name = plan.last_lifted(task.hand)
        position = plan.known(name)
        if position.location is Location.BOARD:
            raise ValueError(f"{name!r} is on the board already; lift it first")
        plan.check_hand(name, task.hand)
        point = plan.point_on(square, dx_mm, dy_mm)
        plan.check_room(name, point)
        begin = (point[0], BESIDE_MM) if position.location is Location.BOX else position.point
        plan.stand(name, point)
        return self._schedule.add(task, self._putting(name, begin, point))

    def move(self, task: Task, origin: int, target: int) -> int:
        """Lift, carry and put."""
        plan = self._current_plan()
        name = plan.piece_on(origin)
        begin, point = plan.standing(name).point, plan.point_on(target)
        plan.check_room(name, point)
        plan.stand(name, point)
        return self._schedule.add(task, [self._lifting(name), *self._putting(name, begin, point)])

    def slide(self, task: Task, origin: int, target: int) -> int:
        """Move a piece in a straight line without lifting it."""
        plan = self._current_plan()
        name = plan.piece_on(origin)
        begin, point = plan.standing(name).point, plan.point_on(target)
        plan.check_path(begin, point, (name,))
        plan.stand(name, point)
        return self._schedule.add(task, [self._sliding(name, begin, point)])

    def push(self, task: Task, origin: int, target: int) -> int:
        """Slide a piece to a neighbouring square, push pieces that it touches, straighten all."""
        plan = self._current_plan()
        name = plan.piece_on(origin)
        begin, point = plan.standing(name).point, plan.point_on(target)
        chain = self._chain(origin, target)
        moving = (name, *(other for other, _ in chain))
        plan.check_path(begin, point, moving)
        phases = [self._sliding(name, begin, point, moving[1:])]
        # A base is narrower than a square, so pushed pieces stand short of their squares' middles
        # and are straightened, the foremost first.
        straightened = []
        for order, (other, home) in enumerate(chain, 1):
            start = plan.standing(other).point
            stop = _pushed_to(start, begin, point, order * DIAMETER_MM)
            plan.check_path(start, stop, moving)
            plan.check_path(stop, home, moving)
            straightened.append((other, stop, home))
        plan.stand(name, point)
        for other, stop, home in reversed(straightened):
            plan.stand(other, home)
            phases.append(self._sliding(other, stop, home))
        return self._schedule.add(task, phases)

    def nudge(self, task: Task, square: int, dx_mm: float, dy_mm: float) -> int:
        """Move the piece on a square off the middle by this much."""
        plan = self._current_plan()
        name = plan.piece_on(square)
        point = plan.point_on(square, dx_mm, dy_mm)
        plan.check_room(name, point)
        plan.stand(name, point)
        return self._schedule.add(task, [(self._time(hand_speed.NUDGE_S), [_stroke(name, point)])])

    def bump(self, task: Task, square: int, mm: float) -> int:
        """Knock against the board: near pieces slip by up to `mm`, the nearest most."""
        plan = self._current_plan()
        knock = self._geometry.middle(square)
        strokes = []
        for name, position in plan.all_standing():
            distance_mm = math.dist(position.point, knock)
            if distance_mm > NEAR_MM:
                continue
            slip_mm = mm * (1 - distance_mm / (2 * NEAR_MM)) * self._random.uniform(0.5, 1)
            angle = self._random.uniform(0, 2 * math.pi)
            while slip_mm > 0.5:
                point = (
                    position.x_mm + slip_mm * math.cos(angle),
                    position.y_mm + slip_mm * math.sin(angle),
                )
                if self._geometry.is_on_board(*point) and plan.has_room(name, point):
                    plan.stand(name, point)
                    strokes.append(_stroke(name, point))
                    break
                slip_mm /= 2
        return self._schedule.add(task, [(self._time(hand_speed.BUMP_S), strokes)])

    def remove(self, task: Task, name: str) -> int:
        """Put a piece into the box, from wherever it is."""
        plan = self._current_plan()
        position = plan.known(name)
        plan.check_hand(name, task.hand)
        phases = []
        if position.location is Location.BOARD:
            phases.append(self._lifting(name))
        if position.location is not Location.BOX:
            away = (position.x_mm, BESIDE_MM)
            stroke = _stroke(name, away)
            stroke.last = Location.BOX
            phases.append((self._carry_s(position.point, away), [stroke]))
            plan.set(name, PlannedPosition(Location.BOX, *away))
        return self._schedule.add(task, phases)

    def piece_on(self, square: int) -> str:
        """Return the piece that will stand on a square.

        Raises:
            ValueError: there will be none.
        """
        return self._current_plan().piece_on(square)

    # --- Planning ---------------------------------------------------------------------------------

    def _current_plan(self) -> HandPlan:
        """Return the plan, taken from the actual positions while no hand is busy."""
        if not self.busy:
            self._plan.update()
        return self._plan

    def _chain(self, origin: int, target: int) -> list[tuple[str, Point]]:
        """Return the pieces that a push moves, nearest first, and the middles they move to."""
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

    def _lifting(self, name: str) -> Timed:
        stroke = Stroke(name, lift_mm=HELD_MM, first=Location.HAND)
        return self._time(hand_speed.LIFT_S), [stroke]

    def _putting(self, name: str, begin: Point, point: Point) -> list[Timed]:
        carry = _stroke(name, point)
        carry.first = Location.HAND
        carry.lift_mm = HELD_MM
        lower = Stroke(name, lift_mm=0.0, last=Location.BOARD)
        return [(self._carry_s(begin, point), [carry]), (self._time(hand_speed.LOWER_S), [lower])]

    def _sliding(
        self, name: str, begin: Point, point: Point, pushed: tuple[str, ...] = ()
    ) -> Timed:
        stroke = _stroke(name, point)
        stroke.pushed = pushed
        return self._time(
            hand_speed.SLIDE_S + hand_speed.SLIDE_S_PER_MM * math.dist(begin, point)
        ), [stroke]

    def _carry_s(self, begin: Point, point: Point) -> float:
        return self._time(hand_speed.CARRY_S + hand_speed.CARRY_S_PER_MM * math.dist(begin, point))

    def _time(self, seconds: float) -> float:
        """Vary a duration as a person does."""
        return seconds * self._random.uniform(1 - hand_speed.SPREAD, 1 + hand_speed.SPREAD)


def _stroke(name: str, point: Point) -> Stroke:
    return Stroke(name, x_mm=point[0], y_mm=point[1])


def _pushed_to(start: Point, begin: Point, end: Point, ahead_mm: float) -> Point:
    """Return the point of a piece that is kept `ahead_mm` ahead of one moving to `end`."""
    way_mm = math.dist(begin, end)
    along_x, along_y = (end[0] - begin[0]) / way_mm, (end[1] - begin[1]) / way_mm
    gap_mm = (start[0] - end[0]) * along_x + (start[1] - end[1]) * along_y
    by_mm = max(0.0, ahead_mm - gap_mm)
    return start[0] + by_mm * along_x, start[1] + by_mm * along_y
