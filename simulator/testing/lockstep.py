"""A host on a stepped simulator: real firmware, real serial port, simulated time.

The simulator is stepped until the board says something or the host has something to do.  Then the
host waits until it has received just the bytes that the board has sent, acts at the simulated time,
and the next step waits until the board has received just the bytes that the host has sent.  So a
run depends on nothing but its seed, and idle time costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, Protocol, TypeVar

from host import VERSION
from host.engine.game import Piece, Side, Square
from host.engine.squares import square_name
from host.link.board_link import BoardLink
from host.link.discover import find_port_by_uid
from host.link.errors import LinkTimeoutError
from host.link.serial_port import SerialPort
from host.session.view import Notice
from host.virtual.board import JsonObject
from host.virtual.stepped_process import SteppedBoard, microseconds

_APART_S = 0.003
_APART_US = 5000
_LEAST_US = 1000
"""The host counts in milliseconds, and may want to be woken at once."""


class Pumped(Protocol):
    """A host, or a part of one, that acts on what a link has received."""

    @property
    def next_wake_ms(self) -> int | None:
        """Latest time for the next call of `pump`; None if nothing is waited for."""

    def pump(self, now_ms: int) -> list[Notice]:
        """Process what has come, and send what is due."""


ControllerT = TypeVar("ControllerT", bound=Pumped)


class Lockstep(Generic[ControllerT]):
    """A host on a stepped simulator.

    Args:
        board: just started; the pieces are still to be set up.
        link: to that board.
        controller: the part of the host that uses the link, usually the controller of a session.
        now_us: the simulated time.
        unheard: bytes that the board has sent while nobody had its port open.

    Attributes:
        link, controller: as given.
        notices: all of them, oldest first; a reader may clear them.
        busy: a hand was at work at the last step.
    """

    def __init__(
        self,
        board: SteppedBoard,
        link: BoardLink,
        controller: ControllerT,
        now_us: int = 0,
        unheard: int = 0,
    ) -> None:
        self.board = board
        self.link = link
        self.controller = controller
        self.notices: list[Notice] = []
        self.busy = False
        self._now_us = now_us
        self._unheard = unheard

    @property
    def now_ms(self) -> int:
        """The simulated time, which is the host's time as well, in ms."""
        return self._now_us // 1000

    @property
    def now_us(self) -> int:
        """The simulated time in microseconds, as the simulator counts it."""
        return self._now_us

    def open(self) -> None:
        """Let the host open the port."""
        self.link.open(self.now_ms)

    def close(self) -> None:
        """Let the host close the port."""
        self.link.close()

    def set_up(self, pieces: Mapping[Square, Piece], files: int) -> None:
        """Put these pieces on the board at once, and no others."""
        self.board.ask("setup", pieces=list(_as_told(pieces, files)))

    def run(self, ms: float) -> None:
        """Let simulated time pass."""
        self.run_until_us(self._now_us + microseconds(ms))

    def run_until_us(self, end_us: int) -> None:
        """Let simulated time pass until a moment.

        Raises:
            LinkTimeoutError: bytes were lost on their way from the board to the host.
        """
        while self._now_us < end_us:
            self._run_on(end_us)

    def run_until(self, is_reached: Callable[[], bool], longest_ms: float) -> bool:
        """Let simulated time pass until something is true, which is checked after each act of the
        host; return False if it is not within the longest time.

        Raises:
            LinkTimeoutError: as of `run_until_us`.
        """
        end_us = self._now_us + microseconds(longest_ms)
        while not is_reached():
            if self._now_us >= end_us:
                return False
            self._run_on(end_us)
        return True

    def _run_on(self, end_us: int) -> None:
        """Let time pass until the board says something or the host acts, but not beyond a moment;
        then let the host act."""
        goal_us = end_us
        wake_ms = self.controller.next_wake_ms
        if wake_ms is not None:
            goal_us = min(end_us, max(wake_ms * 1000, self._now_us + _LEAST_US))
        answer = self._step(goal_us, self.link.written)
        due = int(str(answer["sent"])) - self._unheard
        if not self.link.wait_received(due, self.board.deadline_s):
            raise LinkTimeoutError("Bytes were lost on the serial port.", self.board.port)
        self._pump()

    def run_apart(self, ms: float) -> None:
        """Let simulated time pass without counting bytes, for when the cable is out."""
        end_us = self._now_us + microseconds(ms)
        while self._now_us < end_us:
            self._step(min(end_us, self._now_us + _APART_US), None)
            # The number of bytes on their way is unknown here: the reader gets a moment.
            self.link.wait_received(self.link.received + 1, _APART_S)
            self._pump()

    def run_until_idle(self, rest_ms: float = 0) -> None:
        """Run until the hands have finished, and for some rest after it."""
        self.run_until_us(max(self._now_us, self.board.done_us) + microseconds(rest_ms))

    def _step(self, goal_us: int, received: int | None) -> JsonObject:
        ms = (goal_us - self._now_us) / 1000
        answer = self.board.step(ms, received, until_sent=received is not None)
        self._now_us = microseconds(answer["time_ms"])
        self.busy = bool(answer["busy"])
        return answer

    def _pump(self) -> None:
        self.notices += self.controller.pump(self.now_ms)


def link_to(board: SteppedBoard) -> BoardLink:
    """Return a link to a simulated board, which finds it again at another port."""
    return BoardLink(board.port, VERSION, SerialPort, locate=find_port_by_uid)


def piece_id(piece: Piece) -> str:
    """Return the simulator's name of a piece; for games whose pieces all have names."""
    return f"{piece.side.name.lower()}-{piece.name}"


def _as_told(pieces: Mapping[Square, Piece], files: int) -> Iterable[JsonObject]:
    for square, piece in sorted(pieces.items()):
        yield {
            "id": piece_id(piece),
            "pole": "n" if piece.side is Side.WHITE else "s",
            "square": square_name(square, files),
        }
