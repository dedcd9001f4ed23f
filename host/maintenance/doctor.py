"""The examination of `kamisado doctor`: lights, sensors and wiring of a board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from host.link.problems import outdated_firmware
from host.link.wire import COLOURS
from host.maintenance import diagnosis, tower_check
from host.maintenance.board_client import BoardClient
from host.maintenance.diagnosis import FaultSeverity, Finding, Wiring
from host.maintenance.monitor import board_facts, measures_fields
from host.maintenance.operator import Operator

SAMPLES = 20
SETTLE_MS = 300
"""Time for the snapshot to settle, and to arrive, after the operator is done."""
SECOND_MS = 1500
"""Wait after a start: the board measures its scan time over a second."""
SWEEP_MS = 15_000
"""Timeout without a new square: the operator is done, or the rest is dead."""
LIT_MS = 400
"""Time for a frame to reach all LEDs before the operator is asked which are dark."""
LOOK_MS = 50
"""Time between two looks at a swept magnet, which is over a square for longer."""
_DUTY = 0x28
PALETTE = ((_DUTY, 0, 0), (0, _DUTY, 0), (0, 0, _DUTY), (_DUTY // 2, _DUTY // 2, _DUTY // 2))
"""One channel each, which shows dead ones, and white."""
HUES = ("red", "green", "blue")
_BLUE, _WHITE = 3, 4


class Doctor:
    """An examination of one board.

    Args:
        client: opened.
        print_line: prints a line.

    Attributes:
        findings: in order of the examination.
        facts: name and value of the board's properties.
        levels, ons: field and threshold of each sensor in mT; empty for a board whose sensors
            are switches.
    """

    def __init__(self, client: BoardClient, print_line: Callable[[str], None]) -> None:
        self.findings: list[Finding] = []
        self.facts: dict[str, str] = {}
        self.levels: list[float] = []
        self.ons: list[float] = []
        self._client = client
        self._print = print_line
        files, ranks = client.hello.size
        self.wiring = Wiring(files, ranks, "1" * ranks)

    @property
    def measures_fields(self) -> bool:
        """True if the sensors measure the field."""
        return measures_fields(self._client.hello)

    def examine_untouched(self) -> None:
        """Check versions, diagnostics and margins, which needs no operator."""
        client, hello = self._client, self._client.hello
        client.sleep(SECOND_MS)
        diag = client.diagnostics()
        parts = diag.get("strips") or self.wiring.parts
        self.wiring = Wiring(*hello.size, parts)
        facts = board_facts(hello, diag, client.link.lines_lost)
        self.facts = {str(name): str(value) for name, value in facts}
        for name, value in self.facts.items():
            self._print(f"{name:>18}: {value}")
        if (older := outdated_firmware(hello)) is not None:
            self._report([Finding(FaultSeverity.REMARK, older)])
        self._report(diagnosis.check_parts(self.wiring))
        if (damaged := client.warnings.get("calibration")) is not None:
            self._report([Finding(FaultSeverity.FAULT, damaged)])
        calibration = hello.calibration
        if damaged is not None or not self.measures_fields:
            calibration = calibration or "told already, or not needed"
        lost = client.link.lines_lost
        self._report(diagnosis.check_diagnostics(diag, calibration, hello.error, lost))
        if self.measures_fields:
            self.print_levels()
            snapshot = client.snapshot
            self._report(diagnosis.check_levels(self.wiring, snapshot, self.levels, self.ons))
            self._report(tower_check.check_reach(self.wiring, snapshot, self.levels, self.ons))

    def print_levels(self) -> None:
        """Print the level of every square."""
        self.levels = self._client.cells("level")
        self.ons = self._client.cells("on")
        self._print("")
        lines = diagnosis.format_levels(self.wiring, self._client.snapshot, self.levels, self.ons)
        for line in lines:
            self._print(line)
        self._print("")

    def examine_with_operator(self, operator: Operator) -> None:
        """Check lights and sensors with an operator who moves towers."""
        self._print("1. The lights.")
        self._check_leds(operator)
        self._print("2. The empty board.")
        self._perform(operator.clear)
        samples = [self._levels_now() for _ in range(SAMPLES)]
        self._report(diagnosis.check_empty_board(self.wiring, samples, self._thresholds()))
        self._print("3. One tower on one square after another: are the wires where they should be?")
        swapped = self._check_placements(operator)
        self._print("4. One tower over all squares: does every sensor feel it?")
        peaks = self._run_sweep(operator)
        reported = {finding.square for finding in self.findings if finding.square}
        sweep = tower_check.check_sweep(self.wiring, peaks, swapped)
        self._report([finding for finding in sweep if finding.square not in reported])
        self._show("0")

    def _levels_now(self) -> list[float]:
        """Return the field at each sensor in mT; for a switch that of a tower, or 0."""
        if self.measures_fields:
            return self._client.cells("level")
        return [0.0 if letter == "." else tower_check.FULL_MT for letter in self._client.snapshot]

    def _peaks(self) -> list[float]:
        """Return the maximum of each sensor since the sweep began."""
        if self.measures_fields:
            return self._client.cells("peak")
        cells = range(len(self._client.snapshot))
        return [tower_check.FULL_MT if c in self._client.occupied else 0.0 for c in cells]

    def _thresholds(self) -> list[float]:
        return self.ons or [tower_check.FULL_MT / 2] * len(self._client.snapshot)

    def _check_leds(self, operator: Operator) -> None:
        dark = {}
        for index, hue in enumerate(HUES, 1):
            self._show(COLOURS[index])
            self._client.sleep(LIT_MS)
            dark[hue] = self._client.perform(partial(operator.dark_cells, hue))
        self._report(diagnosis.check_leds(self.wiring, dark))
        self._show("0")

    def _check_placements(self, operator: Operator) -> bool:
        """Put a tower on every rank and file; return True if wires are swapped."""
        felt = {}
        files, ranks = self.wiring.files, self.wiring.ranks
        for step in range(max(files, ranks)):
            cell = step % ranks * files + step % files
            self._show("0", {cell: _WHITE})
            self._perform(partial(operator.put, cell))
            felt[cell] = self._levels_now()
        found = tower_check.check_placements(self.wiring, felt)
        self._report(found)
        return bool(found)

    def _run_sweep(self, operator: Operator) -> list[float]:
        """Let a tower be swept over the board; return the maximum of each square."""
        client = self._client
        peaks = [0.0] * len(client.snapshot)
        due = {cell for cell in range(len(peaks)) if not self.wiring.is_missing(cell)}
        client.occupied.clear()
        self._show("0", dict.fromkeys(due, _BLUE))
        client.perform(operator.start_sweep, settle=False)
        news_ms = client.now_ms
        while due and client.now_ms - news_ms < SWEEP_MS:
            peaks = self._peaks()
            felt = {cell for cell in due if abs(peaks[cell]) >= tower_check.WEAK_MT}
            if felt:
                due -= felt
                news_ms = client.now_ms
                self._show("0", dict.fromkeys(due, _BLUE))
            client.sleep(LOOK_MS)
        client.wait(client.is_settled, SWEEP_MS)
        return peaks

    def _perform(self, act: Callable[[], None]) -> None:
        self._client.perform(act)
        self._client.sleep(SETTLE_MS)

    def _show(self, colour: str, others: dict[int, int] | None = None) -> None:
        """Show all squares in one colour, and some in others."""
        lit = others or {}
        cells = range(self.wiring.files * self.wiring.ranks)
        colours = (COLOURS[lit[cell]] if cell in lit else colour for cell in cells)
        self._client.show(PALETTE, "".join(f"{each}-" for each in colours))

    def _report(self, found: list[Finding]) -> None:
        """Keep and print findings, except on parts known not to answer."""
        cells = range(self.wiring.files * self.wiring.ranks)
        away = {self.wiring.name(cell) for cell in cells if self.wiring.is_missing(cell)}
        found = [finding for finding in found if finding.square not in away]
        self.findings += found
        signs = {FaultSeverity.FINE: "+", FaultSeverity.REMARK: "-", FaultSeverity.FAULT: "!"}
        for finding in found:
            self._print(f"{signs[finding.severity]} {finding.sentence}")
