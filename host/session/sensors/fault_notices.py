"""Notices of faults: what players are told of sensors and magnets, one sentence for one event.

Many sensors that flicker together are no fault of theirs: the board is carried or disturbed.  That
is told once, and once more when it rests; meanwhile these squares are not looked at.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from host.engine.game import Square
from host.engine.squares import square_name
from host.guidance.lighting import Mark
from host.message import Message, message
from host.recognition.dwell_timer import DwellTimer
from host.recognition.sensing.sensor_health import FaultKind, SensorHealth
from host.recognition.times import GATHER_MS, QUIET_MS
from host.session.view import Notice, Severity

MOST_ALONE = 3
"""Number of sensors at most that are told one by one: more at once are one event."""


class FaultNotices:
    """Puts the faults of one board into words.

    Args:
        health: of its sensors.
        files: of the game.

    Attributes:
        disturbed: the squares of a board that is being disturbed as a whole.
    """

    def __init__(self, health: SensorHealth, files: int) -> None:
        self.disturbed: set[Square] = set()
        self._health = health
        self._files = files
        self._flickering: list[Square] = []
        self._since_ms = 0

    def flicker(self, squares: Collection[Square], now_ms: int) -> None:
        """Take in which sensors have just been found to flicker: they are told together."""
        if squares and not self._flickering:
            self._since_ms = now_ms
        self._flickering += squares

    def tick(self, dwell: DwellTimer, now_ms: int) -> list[Notice]:
        """Tell of sensors that flicker, and of a board that is or was disturbed."""
        if self.disturbed:
            return self._watch_rest(dwell, now_ms)
        if not self._flickering or dwell.until(self._since_ms, GATHER_MS, now_ms) is not None:
            return []
        flickering, self._flickering = self._flickering, []
        if len(flickering) <= MOST_ALONE:
            return self.found([s for s in flickering if s in self._health.faults])
        self.disturbed.update(flickering)
        dwell.wake_at(now_ms + QUIET_MS)
        return [Notice(Severity.WARN, message("session.board_disturbed"))]

    def _watch_rest(self, dwell: DwellTimer, now_ms: int) -> list[Notice]:
        """Look at the disturbed squares again once most of them rest."""
        self.disturbed.update(self._flickering)
        self._flickering.clear()
        health = self._health
        restless = [
            s for s in sorted(self.disturbed) if health.changes.changes_of_late(s, QUIET_MS, now_ms)
        ]
        if len(restless) > MOST_ALONE:
            dwell.wake_at(now_ms + QUIET_MS)
            return []
        health.release(self.disturbed.difference(restless))
        self.disturbed.clear()
        rests = Notice(Severity.GOOD, message("session.board_at_rest"))
        return [rests, *self.found([square for square in restless if square in health.faults])]

    def found(self, squares: Sequence[Square]) -> list[Notice]:
        """Tell of sensors that have just been found to be out of order."""
        faults = self._health.faults
        if len(squares) > MOST_ALONE and {faults[s].kind for s in squares} == {FaultKind.SILENT}:
            words = message("session.sensors_silent", squares=self.names(squares))
            return [Notice(Severity.WARN, words)]
        return [Notice(Severity.WARN, self._fault(square)) for square in squares]

    def _fault(self, square: Square) -> Message:
        kind = self._health.faults[square].kind
        return message(f"session.sensor_{kind.value}", square=self.name(square))

    def work_again(self, squares: Sequence[Square]) -> list[Notice]:
        """Tell of sensors that work again."""
        if len(squares) > MOST_ALONE:
            words = message("session.sensors_work", squares=self.names(squares))
            return [Notice(Severity.GOOD, words)]
        return [
            Notice(Severity.GOOD, message("session.sensor_works", square=self.name(square)))
            for square in squares
        ]

    def turned(self, square: Square) -> list[Notice]:
        """Tell of a piece that is put with its magnet the wrong way up, and makes no move so."""
        words = message("session.piece_turned", square=self.name(square))
        return [Notice(Severity.WARN, words)]

    def names(self, squares: Collection[Square]) -> tuple[str, ...]:
        """Return the names of squares, in order."""
        return tuple(self.name(square) for square in sorted(squares))

    def name(self, square: Square) -> str:
        """Return the name of a square."""
        return square_name(square, self._files)

    def marks(self) -> list[Mark]:
        """Return the marks of the squares of faulty sensors and reversed pieces."""
        words = message("guidance.light.sensor_out_of_order")
        reversed_ = message("guidance.light.magnet_reversed")
        faults, pieces = self._health.faults, self._health.reversed.squares
        turned = {s for s, fault in faults.items() if fault.kind is FaultKind.REVERSED}
        turned.update(square for square in pieces if square not in faults)
        return [
            Mark(square, "sensor", "square", reversed_ if square in turned else words)
            for square in sorted({*faults, *turned})
        ]
