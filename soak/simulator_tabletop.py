"""A tabletop on the simulated board: magnets, the real firmware and the link.

A motion takes its time, and several go on at once until the hands wait.  While hands rest, faults
of the board begin and end, if that is wanted.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from host.app.board_controller import BoardController
from host.engine.game import Side, Square
from host.engine.squares import square_name
from host.recognition.sensing.cell_map import CellMap
from host.recognition.snapshot import Snapshot
from host.session.session import Session
from host.session.view import View
from host.virtual.stepped_process import SteppedBoard
from simulator.testing.lockstep import link_to
from soak.session_tabletop import CheckError, SessionTabletop
from soak.tabletop import Token
from soak.watched_lights import WatchedLockstep
from soak.watched_session import WatchedSession

PITCH_MM = 40.0
LIFT_S, PUT_S, SLIDE_S, NUDGE_S = (0.08, 0.3), (0.12, 0.45), (0.06, 0.16), (0.05, 0.2)
"""Seconds, from a quick hand to a calm one; of a slide for each square."""
KNOCK_S = (0.02, 0.05)
"""Seconds in which a piece that is knocked away, or bounces, leaves its square, and in which it
comes down."""
START_MS = 1500
LONG_MS = 500
"""A wait of this length and more ends only with a fresh snapshot."""
FRESH_MS = 60
"""Sensors and firmware have settled by then; see firmware/kamiboard/config.py."""
LATEST_MS = 20_000
"""A snapshot comes each second; on the worst cable that is tried, 20 are not lost in a row."""
LAST_ACTIONS = 40
MOST_NOISE_MT = 0.3
"""Six times what is expected of the sensors (simulator/board/magnetic_field.py)."""
BOUNCE_MT = 1.2
"""Noise under a piece that moves: more than the thresholds of the firmware lie apart."""
MOST_PERCENT = 20.0
LINE_FAULTS = ("lose_lines", "damage_bytes", "double_lines")
NORTH_MT = (-30.0, -10.0, 0.0, 10.0, 30.0)
"""Fields that a stuck sensor reports; 0 for a dead one."""
FAULT_NAMES = ("noise", "bounce", "lines", "stuck", "reset")


@dataclass(frozen=True, slots=True)
class Faults:
    """Kinds of faults: noisy sensors; sensors that bounce below a moving piece; lost, doubled and
    damaged lines; stuck sensors; resets.

    Attributes:
        share: probability of a fault while hands rest.
    """

    noise: bool = False
    bounce: bool = False
    lines: bool = False
    stuck: bool = False
    reset: bool = False
    share: float = 0.04


class SimulatorTabletop(SessionTabletop):
    """Implements `Tabletop` with a stepped simulator; see the module.

    Args:
        board: just started.
        size: its files and ranks.
        session: what is played; its pieces are set up.
        seed: of the hands' timing and of what breaks.
        faults: what breaks.

    Attributes:
        lockstep: the host at the simulator.
        actions: what the hands have done last, with the time in seconds.
    """

    tells_sides = True
    turns_over = False

    def __init__(
        self,
        board: SteppedBoard,
        size: tuple[int, int],
        session: Session,
        seed: str,
        faults: Faults,
    ) -> None:
        super().__init__(session, random.Random(f"{seed} crossing"))
        self.actions: deque[str] = deque(maxlen=LAST_ACTIONS)
        self._random = random.Random(f"{seed} field")
        self._faults = faults
        self._left: set[Square] = set()
        self._is_sliding = self._is_bouncing = self._is_knocked = False
        self._files = session.game.size[0]
        self._cell_map = CellMap(session.game.size, size)
        self._board = board
        self._watched = WatchedSession(session, self._saw, self._check)
        link = link_to(board)
        controller = BoardController(self._watched, link, recorder=self._recorder)
        self.lockstep = WatchedLockstep(board, link, controller, self.counts)
        board.ask(
            "setup",
            pieces=[
                {**_piece(stand.token), "square": self._square(square)}
                for square, stand in self.standing.items()
            ]
            + [_piece(token) for token in self.held],
        )
        self._break_for_good()
        self.lockstep.open()
        self.lockstep.run(START_MS)

    def close(self) -> None:
        """Close the link to the board."""
        self.lockstep.close()

    # Hands

    def lift(self, square: Square) -> Token:
        """Take the piece from a square."""
        token = super().lift(square)
        self._left.add(square)
        self._bounce(square)
        self._act("lift", KNOCK_S if self._is_knocked else LIFT_S, token, piece=_name(token))
        return token

    def put(
        self, token: Token, square: Square, aside: float = 0.0, upside_down: bool = False
    ) -> None:
        """Put a piece that is held on a free square."""
        if upside_down:
            raise ValueError(f"{token} cannot be turned: the simulator keeps its poles")
        self._make_room(square)
        super().put(token, square, aside)
        self._bounce(square)
        pace_s = KNOCK_S if self._is_knocked else PUT_S
        self._act_aside("put", pace_s, token, aside, piece=_name(token), square=square)

    def knock(self, square: Square, target: Square, aside: float = 0.0, off_ms: int = 0) -> None:
        """Let the piece on a square leave it, and come down on a free one, or on its own."""
        self._is_knocked = True
        super().knock(square, target, aside, off_ms)
        self._is_knocked = False

    def nudge(self, square: Square, aside: float) -> None:
        """Move the piece on a square within the square."""
        super().nudge(square, aside)
        try:
            self._shift(square, aside)
        except ValueError:
            if aside:
                raise
            self._straighten_crowd(square)

    def slide(self, origin: Square, path: Sequence[Square], ms: Sequence[int]) -> None:
        """Drag a piece over squares without lifting it."""
        here = origin
        self._is_sliding = True
        for square, rest_ms in zip(path, [*ms, 0], strict=True):
            stand = self._standing.pop(here)
            if square in self._standing:
                raise ValueError(f"{self._standing[square].token} stands on square {square}")
            self._standing[square] = stand
            self._bounce(here)
            self._bounce(square)
            places = {"from": self._square(here), "to": self._square(square)}
            self._act("slide", SLIDE_S, stand.token, **places)
            here = square
            if rest_ms:
                self.wait(rest_ms)
        self._is_sliding = False
        self.counts["placements"] += 1

    def wait(self, ms: int) -> None:
        """Let the hands finish, and then let time pass."""
        self._finish()
        if ms >= LONG_MS:
            self._settle()
            self._check_places()
            # A sensor that fails meanwhile looks like the opponent's touch, which ends the slide,
            # lets a turn go, agrees to an offer, or answers which game was set up.
            breaks = self._random.random() < self._faults.share
            lit = {(mark.entry, mark.role) for mark in self.marks()}
            asked = not lit.isdisjoint({("offer", "piece"), ("menu", "new")})
            asked = asked or self._look().expectation.letting_go is not None
            if breaks and not self._is_sliding and not asked:
                self._break_for_a_while()
        self.lockstep.run(ms)
        self.lockstep.notices.clear()
        self.now_ms = self.lockstep.now_ms
        self._check_told()

    def _make_room(self, square: Square) -> None:
        """Wait for a piece that is still leaving, and push aside what leans over from beside."""
        leaning = self._leaning(square)
        for near in leaning:
            self.nudge(near, 0.0)
        if leaning or square in self._left:
            self._finish()

    def _shift(self, square: Square, aside: float) -> None:
        """Push a piece within its square; raises ValueError if there is no room for it."""
        self._act_aside("nudge", NUDGE_S, self.standing[square].token, aside, square=square)

    def _straighten_crowd(self, square: Square) -> None:
        """Put a piece and those around it into the middle that lean over one another's: one that
        has room first, and where none has, one is lifted until the others stand."""
        crowd = [square]
        for here in crowd:  # it grows
            crowd += [near for near in self._leaning(here) if near not in crowd]
        for near in crowd[1:]:
            super().nudge(near, 0.0)
        held: list[Square] = []
        while crowd:
            for here in crowd:
                try:
                    self._shift(here, 0.0)
                except ValueError:
                    continue
                crowd.remove(here)
                break
            else:
                held.append(crowd.pop())
                token = self.standing[held[-1]].token
                self._act("lift", LIFT_S, token, piece=_name(token))
            self._finish()
        for here in held:
            token = self.standing[here].token
            self._act_aside("put", PUT_S, token, 0.0, piece=_name(token), square=here)

    def _leaning(self, square: Square) -> list[Square]:
        """Return the squares around one whose pieces are off their middle."""
        x, y = square % self._files, square // self._files
        return [
            near
            for near, stand in self._standing.items()
            if stand.aside and max(abs(near % self._files - x), abs(near // self._files - y)) == 1
        ]

    def _finish(self) -> None:
        """Let the hands carry out the queued motions."""
        self.lockstep.run_until_idle()
        self._left.clear()
        if self._is_bouncing:
            self._is_bouncing = False
            self._board.ask("mend")
            self._break_lines()

    def _act_aside(
        self,
        do: str,
        seconds: tuple[float, float],
        token: Token,
        aside: float,
        *,
        square: Square,
        **fields: object,
    ) -> None:
        """Put a piece off the middle, in a direction in which there is room."""
        mm = aside * PITCH_MM
        ways = [(mm, 0.0), (0.0, mm), (-mm, 0.0), (0.0, -mm)] if mm else []
        self._random.shuffle(ways)
        for dx_mm, dy_mm in [*ways, (0.0, 0.0)]:
            place = {"square": self._square(square), "dx_mm": dx_mm, "dy_mm": dy_mm}
            try:
                self._act(do, seconds, token, **fields, **place)
            except ValueError:
                if (dx_mm, dy_mm) == (0.0, 0.0):
                    raise
            else:
                return

    def _act(self, do: str, seconds: tuple[float, float], token: Token, **fields: object) -> None:
        # A hand for every piece: whatever is done between two waits goes on at the same time.
        # Most are quick: a second in which a hand moves costs as much as many in which it rests.
        quick_s, calm_s = seconds
        seconds_now = round(quick_s + (calm_s - quick_s) * self._random.random() ** 4, 3)
        self._board.ask(do, hand=_name(token), seconds=seconds_now, **fields)
        self._note(f"{do} {_words(fields)} in {seconds_now} s")

    def _note(self, what: str) -> None:
        self.actions.append(f"{self.lockstep.now_us / 1e6:.3f} s  {what}")

    def _square(self, square: Square) -> str:
        """Return the square of the board below a square of the game."""
        return square_name(self._cell_map.cell(square), self._cell_map.board[0])

    # Faults

    def _break_for_good(self) -> None:
        """Begin the faults that last throughout the game."""
        chance, faults = self._random, self._faults
        if faults.noise:
            self._board.ask("noise", mt=round(chance.uniform(0, MOST_NOISE_MT), 3))
        self._percent = {
            name: round(chance.uniform(0, MOST_PERCENT), 1) if faults.lines else 0.0
            for name in LINE_FAULTS
        }
        self._break_lines()

    def _break_lines(self) -> None:
        for name, percent in self._percent.items():
            if percent:
                self._board.ask("fault", name=name, percent=percent)

    def _bounce(self, square: Square) -> None:
        """Let the sensor of a square bounce, until the hands have finished."""
        if self._faults.bounce:
            self._is_bouncing = True
            self.counts["sensors bounced"] += 1
            name = self._square(square)
            self._board.ask("fault", name="noisy_sensor", square=name, mt=BOUNCE_MT)

    def _break_for_a_while(self) -> None:
        chance = self._random
        kinds = [name for name in ("stuck", "reset") if getattr(self._faults, name)]
        if not kinds:
            return
        if chance.choice(kinds) == "reset":
            self.counts["boards started anew"] += 1
            self._note("reset")
            self._board.ask("reset")
        else:
            self.counts["sensors stuck"] += 1
            square, level_mt = chance.randrange(self._squares), chance.choice(NORTH_MT)
            self._note(f"the sensor of {self._square(square)} is stuck at {level_mt} mT")
            self._board.ask("fault", name="stuck", square=self._square(square), level_mt=level_mt)
            self.lockstep.run(chance.randint(50, 2500))
            self._note("mended")
            self._board.ask("mend")
            self._break_lines()
        self._settle()

    # Invariants

    def _settle(self) -> None:
        """Wait until the host has a snapshot of the present board."""
        lockstep = self.lockstep
        lockstep.run(FRESH_MS)
        if not self._may_be_old:
            return  # without trouble on the line the newest snapshot is there by now
        snapshots = lockstep.controller.snapshots
        if not lockstep.run_until(lambda: lockstep.controller.snapshots > snapshots, LATEST_MS):
            raise CheckError(f"no snapshot has come for {LATEST_MS} ms")

    @property
    def _may_be_old(self) -> bool:
        return self._faults.lines or self._faults.reset

    def _saw(self, snapshot: Snapshot, now_ms: int) -> None:
        self.now_ms = now_ms
        if snapshot != self._shown:
            self._shown = snapshot
            self._still_ms = now_ms
            self.counts["snapshots"] += 1

    def _look(self) -> View:
        return self._watched.view()

    def _check_places(self) -> None:
        """Check that the simulator has the pieces where the hands put them."""
        pieces = self._board.ask("state")["pieces"]
        assert isinstance(pieces, list)
        lying = {piece["id"]: piece["square"] for piece in pieces if piece["where"] == "board"}
        believed = {_name(s.token): self._square(square) for square, s in self.standing.items()}
        if lying != believed:
            raise CheckError(f"the pieces lie on {lying}, and the hands believe on {believed}")


def _name(token: Token) -> str:
    return f"{token.side.name.lower()}-{token.name}-{token.number}"


def _piece(token: Token) -> dict[str, object]:
    """Return a piece in the box, as the simulator wants it."""
    return {"id": _name(token), "pole": "n" if token.side is Side.WHITE else "s"}


def _words(fields: dict[str, object]) -> str:
    return " ".join(str(value) for value in fields.values())
