"""Calibration control: starts, shows and reports the calibration of a board.

While a calibration runs, it uses the LEDs; frames of the host are shown afterwards.  This module
and what it imports are loaded when the first calibration is asked for: a match has better use for
their memory.
"""

from kamiboard import calibrator, config, ticks
from kamiboard.calibrator import Calibrator

MYPY = False
if MYPY:
    from kamiboard.lights.display import Display
    from kamiboard.nvm.calibration import Calibration
    from kamiboard.protocols import Sensors
    from kamiboard.sensing.debounce import Debouncer


class CalibrationControl:
    """Runs a calibration when the host, or towers on the corners at the start, request it.

    Args:
        calibration: the one in use; replaced by the result.
        scanner: has the levels.
        debouncer: has the snapshot; gets the new thresholds.
        display: shows the frames of the calibration.

    Attributes:
        is_due: True if a `calib` line is due.
    """

    def __init__(
        self,
        calibration: "Calibration",
        scanner: "Sensors",
        debouncer: "Debouncer",
        display: "Display",
    ) -> None:
        self.is_due = False
        self._calibration = calibration
        self._calibrator = Calibrator(calibration, scanner.files, scanner.ranks)
        self._scanner = scanner
        self._debouncer = debouncer
        self._display = display
        self._reported_ms = 0

    @property
    def is_running(self) -> bool:
        """True while a calibration runs."""
        return self._calibrator.step != calibrator.OFF

    def handle(self, fields: "list[bytes]", now_ms: int) -> bool:
        """Carry out a `calibrate` line; return False if it is refused."""
        if not config.LINEAR or not fields:
            return False
        action = fields[0]
        if action == b"start":
            self.start(now_ms)
        elif action == b"next":
            self._calibrator.skip(now_ms)
            self._show(now_ms)
        elif action == b"stop":
            if self.is_running:
                self._calibrator.stop()
                self._show(now_ms)
        elif action == b"forget":
            if self.is_running:
                return False
            self._calibration.forget()
            self._debouncer.load_thresholds()
        elif action != b"look":
            return False
        self.is_due = True
        return True

    def update(self, now_ms: int) -> bool:
        """Take in a scan; return True while a calibration runs."""
        if self._calibrator.step:
            if self._calibrator.update(self._scanner.levels, now_ms):
                self._show(now_ms)
            elif ticks.since(now_ms, self._reported_ms) >= config.HEARTBEAT_MS:
                self.is_due = True
        return self.is_running

    def next_fields(self, now_ms: int) -> str:
        """Return the fields of the `calib` line that is due."""
        self.is_due = False
        self._reported_ms = now_ms
        return self._calibrator.fields(self._calibration.id)

    def start(self, now_ms: int) -> None:
        """Start a calibration."""
        self._calibration.make_room()
        self._calibrator.start(now_ms)
        self._show(now_ms)

    def _show(self, now_ms: int) -> None:
        """Show the calibrator's frame, or the host's once the calibration has ended."""
        self.is_due = True
        self._debouncer.load_thresholds()  # at the end there are new ones
        if self.is_running:
            self._display.show_calibration(self._calibrator.lights, now_ms)
        else:
            self._display.end_calibration(now_ms)
