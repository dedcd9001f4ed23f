"""The hands: what they are asked to do, planned as strokes with human timing.

A request is checked against the *plan*, that is how the board will be when everything asked before
has been done; so one may ask for a lift and a put at once.  Each hand does one thing after another,
several hands work at the same time.
"""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from simulator.field import PITCH_MM
from simulator.geometry import Geometry
from simulator.motion import Stroke
from simulator.virtual_board import DIAMETER_MM, Piece, VirtualBoard, Where

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


@dataclass(frozen=True, slots=True)
class Task:
    """Who is to do a request, when and how fast.

    Attributes:
        hand: name of the hand.
        now_us: simulated time of the request.
        seconds: how long it takes; None for as long as a person would.
        tag: whom to tell that it is finished, and its id there; None for nobody.
    """

    hand: str
    now_us: int
    seconds: float | None = None
    tag: tuple[object, object] | None = None


@dataclass(slots=True)
class _Spot:
    """Where a piece will be; `hand` holds it if it is in a hand."""

    where: Where
    x_mm: float
    y_mm: float
    hand: str = ""


@dataclass(slots=True)
class _Phase:
    """Strokes that begin and end together; `tag` is given back if it is the last of a request."""

    strokes: list[Stroke]
    begin_us: int
    end_us: int
    is_last: bool
    tag: tuple[object, object] | None


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
        self._random = random.Random(seed)
        self._hands: dict[str, _Hand] = {}
        self._plan: dict[str, _Spot] = {}
        self._held: list[str] = []  # ids in the order in which they are lifted

    @property
    def busy(self) -> bool:
        """Whether a hand is still at work."""
        return any(hand.phases for hand in self._hands.values())

    @property
    def due_us(self) -> int | None:
        """When the next motion ends; None while no hand is at work."""
        ends = (hand.phases[0].end_us for hand in self._hands.values() if hand.phases)
        return min(ends, default=None)

    def advance(self, now_us: int) -> list[tuple[object, object] | None]:
        """Move the pieces to where they are at a time; the tags of what has been finished."""
        finished = []
        for hand in self._hands.values():
            while hand.phases and hand.phases[0].begin_us <= now_us:
                phase = hand.phases[0]
                over = [stroke.advance(self._board, now_us) for stroke in phase.strokes]
                if not all(over) or now_us < phase.end_us:
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
        self._held.clear()
        self._board.set_up(made.values())

    # --- Requests: each returns the simulated time at which it will be done, in us ---------------
    # All raise ValueError, and change nothing, if it cannot be done.

    def lift(self, task: Task, name: str) -> int:
        """Take a piece up."""
        spot = self._standing(name)
        self._held.append(name)
        self._plan[name] = _Spot(Where.HAND, spot.x_mm, spot.y_mm, task.hand)
        return self._do(task, [self._lifting(name)])

    def put(
        self, task: Task, name: str | None, square: int, dx_mm: float = 0, dy_mm: float = 0
    ) -> int:
        """Put a held piece down, or one from the box; None: the one that this hand took last."""
        plan = self._planned()
        if name is None:
            held = [other for other in self._held if plan[other].hand == task.hand]
            if not held:
                raise ValueError(f"the hand {task.hand!r} holds nothing")
            name = held[-1]
        spot = self._known(name)
        if spot.where is Where.BOARD:
            raise ValueError(f"{name!r} is on the board already; lift it first")
        if spot.where is Where.HAND and spot.hand != task.hand:
            raise ValueError(f"{name!r} is in the hand {spot.hand!r}, not in {task.hand!r}")
        x_mm, y_mm = self._place(square, dx_mm, dy_mm)
        self._make_room(name, x_mm, y_mm)
        way_mm = math.hypot(x_mm - spot.x_mm, y_mm - spot.y_mm)
        if spot.where is Where.BOX:
            way_mm = y_mm - BESIDE_MM
        else:
            self._held.remove(name)
        self._plan[name] = _Spot(Where.BOARD, x_mm, y_mm)
        return self._do(task, self._putting(name, x_mm, y_mm, way_mm))

    def move(self, task: Task, origin: int, target: int) -> int:
        """Lift, carry and put."""
        name = self.piece_on(origin)
        spot = self._standing(name)
        x_mm, y_mm = self._place(target)
        self._make_room(name, x_mm, y_mm)
        way_mm = math.hypot(x_mm - spot.x_mm, y_mm - spot.y_mm)
        self._plan[name] = _Spot(Where.BOARD, x_mm, y_mm)
        return self._do(task, [self._lifting(name), *self._putting(name, x_mm, y_mm, way_mm)])

    def slide(self, task: Task, origin: int, target: int) -> int:
        """Move a piece in a straight line without lifting it."""
        name = self.piece_on(origin)
        spot = self._standing(name)
        x_mm, y_mm = self._place(target)
        for other, at in self._planned().items():
            if other != name and at.where is Where.BOARD:
                gap_mm = _distance(at, spot, x_mm, y_mm)
                if gap_mm < DIAMETER_MM:
                    where = self._geometry.name(self._geometry.square_at(at.x_mm, at.y_mm))
                    raise ValueError(f"{other!r} on {where!r} is in the way of the slide")
        return self._do(task, [self._sliding(name, x_mm, y_mm)])

    def push(self, task: Task, origin: int, target: int) -> int:
        """Slide a piece to a neighbouring square, push on what it touches, and straighten all."""
        name = self.piece_on(origin)
        self._standing(name)
        files = self._geometry.files
        step_file = target % files - origin % files
        step_rank = target // files - origin // files
        if max(abs(step_file), abs(step_rank)) != 1:
            here, there = self._geometry.name(origin), self._geometry.name(target)
            raise ValueError(
                f"a push goes to a neighbouring square, not from {here!r} to {there!r}"
            )
        pushed: list[tuple[str, float, float]] = []
        square = target
        while (next_name := self._find_on(square)) is not None:
            file, rank = square % files + step_file, square // files + step_rank
            if not (0 <= file < files and 0 <= rank < self._geometry.ranks):
                raise ValueError(f"{next_name!r} would be pushed off the board")
            square = rank * files + file
            pushed.append((next_name, *self._geometry.middle(square)))
        x_mm, y_mm = self._place(target)
        phases = [self._sliding(name, x_mm, y_mm, tuple(other for other, _, _ in pushed))]
        # A base is narrower than a square, so what was pushed stands short of its square's middle.
        for other, to_x, to_y in reversed(pushed):
            phases.append(self._sliding(other, to_x, to_y))
        return self._do(task, phases)

    def nudge(self, task: Task, square: int, dx_mm: float, dy_mm: float) -> int:
        """Leave the piece on a square off its middle by so much."""
        name = self.piece_on(square)
        x_mm, y_mm = self._place(square, dx_mm, dy_mm)
        self._make_room(name, x_mm, y_mm)
        self._plan[name] = _Spot(Where.BOARD, x_mm, y_mm)
        return self._do(task, [(self._time(_NUDGE_S), [_stroke(name, x_mm, y_mm)])])

    def bump(self, task: Task, square: int, mm: float) -> int:
        """Knock against the board: the pieces near by slip up to so far, the nearest most."""
        knock_x, knock_y = self._geometry.middle(square)
        strokes = []
        for name, spot in self._planned().items():
            distance_mm = math.hypot(spot.x_mm - knock_x, spot.y_mm - knock_y)
            if spot.where is not Where.BOARD or distance_mm > NEAR_MM:
                continue
            slip_mm = mm * (1 - distance_mm / (2 * NEAR_MM)) * self._random.uniform(0.5, 1)
            angle = self._random.uniform(0, 2 * math.pi)
            while slip_mm > 0.5:
                x_mm = spot.x_mm + slip_mm * math.cos(angle)
                y_mm = spot.y_mm + slip_mm * math.sin(angle)
                if self._geometry.is_on_board(x_mm, y_mm) and not self._neighbour(name, x_mm, y_mm):
                    self._plan[name] = _Spot(Where.BOARD, x_mm, y_mm)
                    strokes.append(_stroke(name, x_mm, y_mm))
                    break
                slip_mm /= 2
        return self._do(task, [(self._time(_BUMP_S), strokes)])

    def remove(self, task: Task, name: str) -> int:
        """Put a piece into the box, from wherever it is."""
        spot = self._known(name)
        phases = []
        if spot.where is Where.HAND:
            if spot.hand != task.hand:
                raise ValueError(f"{name!r} is in the hand {spot.hand!r}, not in {task.hand!r}")
            self._held.remove(name)
        elif spot.where is Where.BOARD:
            phases.append(self._lifting(name))
        if spot.where is not Where.BOX:
            stroke = _stroke(name, spot.x_mm, BESIDE_MM)
            stroke.last = Where.BOX
            carry_s = _CARRY_S + _CARRY_S_PER_MM * (spot.y_mm - BESIDE_MM)
            phases.append((self._time(carry_s), [stroke]))
        self._plan[name] = _Spot(Where.BOX, spot.x_mm, BESIDE_MM)
        return self._do(task, phases)

    def piece_on(self, square: int) -> str:
        """The piece that will stand on a square.

        Raises:
            ValueError: there will be none.
        """
        name = self._find_on(square)
        if name is None:
            raise ValueError(f"no piece stands on {self._geometry.name(square)!r}")
        return name

    # --- The plan ---------------------------------------------------------------------------------

    @property
    def _geometry(self) -> Geometry:
        return self._board.geometry

    def _planned(self) -> dict[str, _Spot]:
        """Where each piece will be.  While no hand is at work that is where it is."""
        if not self.busy:
            holders = {name: self._plan[name].hand for name in self._held if name in self._plan}
            self._plan = {
                piece.id: _Spot(piece.where, piece.x_mm, piece.y_mm, holders.get(piece.id, ""))
                for piece in self._board.pieces.values()
            }
        return self._plan

    def _known(self, name: str) -> _Spot:
        spot = self._planned().get(name)
        if spot is None:
            raise ValueError(f"there is no piece {name!r}")
        return spot

    def _standing(self, name: str) -> _Spot:
        spot = self._known(name)
        if spot.where is Where.HAND:
            raise ValueError(f"{name!r} is in the hand {spot.hand!r} already")
        if spot.where is Where.BOX:
            raise ValueError(f"{name!r} is in the box, not on the board")
        return spot

    def _find_on(self, square: int) -> str | None:
        """The piece on a square; of several the one nearest to its middle."""
        x_mm, y_mm = self._geometry.middle(square)
        there = [
            (math.hypot(spot.x_mm - x_mm, spot.y_mm - y_mm), name)
            for name, spot in self._planned().items()
            if spot.where is Where.BOARD
            and self._geometry.square_at(spot.x_mm, spot.y_mm) == square
        ]
        return min(there)[1] if there else None

    def _place(self, square: int, dx_mm: float = 0.0, dy_mm: float = 0.0) -> tuple[float, float]:
        """A place on a square."""
        if max(abs(dx_mm), abs(dy_mm)) > PITCH_MM / 2:
            raise ValueError(
                f"{dx_mm:g}, {dy_mm:g} mm off the middle of {self._geometry.name(square)!r} is "
                f"another square; say at most {PITCH_MM / 2:g}"
            )
        x_mm, y_mm = self._geometry.middle(square)
        return x_mm + dx_mm, y_mm + dy_mm

    def _neighbour(self, name: str, x_mm: float, y_mm: float) -> str | None:
        """Another piece that leaves no room for this one at a place."""
        for other, spot in self._planned().items():
            if other != name and spot.where is Where.BOARD:
                # Rounding must not forbid what just touches.
                gap_mm = math.hypot(spot.x_mm - x_mm, spot.y_mm - y_mm)
                if gap_mm < DIAMETER_MM - 1e-6:
                    return other
        return None

    def _make_room(self, name: str, x_mm: float, y_mm: float) -> None:
        other = self._neighbour(name, x_mm, y_mm)
        if other is not None:
            square = self._geometry.name(self._geometry.square_at(x_mm, y_mm))
            raise ValueError(f"there is no room for {name!r} on {square!r}: {other!r} stands there")

    # --- Strokes ----------------------------------------------------------------------------------
    # A phase is planned as its duration in seconds and its strokes, whose times come later.

    def _lifting(self, name: str) -> tuple[float, list[Stroke]]:
        stroke = Stroke(name, 0, 0, lift_mm=HELD_MM, first=Where.HAND)
        return self._time(_LIFT_S), [stroke]

    def _putting(
        self, name: str, x_mm: float, y_mm: float, way_mm: float
    ) -> list[tuple[float, list[Stroke]]]:
        carry = _stroke(name, x_mm, y_mm)
        carry.first = Where.HAND
        carry.lift_mm = HELD_MM
        lower = Stroke(name, 0, 0, lift_mm=0.0, last=Where.BOARD)
        carry_s = self._time(_CARRY_S + _CARRY_S_PER_MM * way_mm)
        return [(carry_s, [carry]), (self._time(_LOWER_S), [lower])]

    def _sliding(
        self, name: str, x_mm: float, y_mm: float, pushed: tuple[str, ...] = ()
    ) -> tuple[float, list[Stroke]]:
        spot = self._planned()[name]
        way_mm = math.hypot(x_mm - spot.x_mm, y_mm - spot.y_mm)
        self._plan[name] = _Spot(Where.BOARD, x_mm, y_mm)
        stroke = _stroke(name, x_mm, y_mm)
        stroke.pushed = pushed
        return self._time(_SLIDE_S + _SLIDE_S_PER_MM * way_mm), [stroke]

    def _time(self, seconds: float) -> float:
        """How long a person takes this time."""
        return seconds * self._random.uniform(1 - _SPREAD, 1 + _SPREAD)

    def _do(self, task: Task, phases: list[tuple[float, list[Stroke]]]) -> int:
        """Let the hand do these phases after what it has to do already."""
        hand = self._hands.setdefault(task.hand, _Hand())
        begin_us = max(task.now_us, hand.free_us)
        whole_s = sum(seconds for seconds, _ in phases)
        scale = 1.0 if task.seconds is None or not whole_s else task.seconds / whole_s
        passed_s = 0.0
        at_us = begin_us
        for number, (seconds, strokes) in enumerate(phases):
            passed_s += seconds * scale
            end_us = begin_us + round(passed_s * 1e6)
            for stroke in strokes:
                stroke.begin_us, stroke.end_us = at_us, end_us
            is_last = number == len(phases) - 1
            hand.phases.append(_Phase(strokes, at_us, end_us, is_last, task.tag))
            at_us = end_us
        if not phases:
            hand.phases.append(_Phase([], at_us, at_us, True, task.tag))
        hand.free_us = at_us
        return at_us


def _stroke(name: str, x_mm: float, y_mm: float) -> Stroke:
    return Stroke(name, 0, 0, x_mm=x_mm, y_mm=y_mm)


def _distance(spot: _Spot, begin: _Spot, end_x: float, end_y: float) -> float:
    """Distance of a place from a straight way."""
    along_x, along_y = end_x - begin.x_mm, end_y - begin.y_mm
    to_x, to_y = spot.x_mm - begin.x_mm, spot.y_mm - begin.y_mm
    square = along_x**2 + along_y**2
    part = min(1.0, max(0.0, (to_x * along_x + to_y * along_y) / square)) if square else 0.0
    return math.hypot(to_x - part * along_x, to_y - part * along_y)
