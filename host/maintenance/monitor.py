"""Live diagnostics of a board, also during a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Literal, TypedDict

from host.link.board_link import BoardLink
from host.link.events import CalibrationProgress, CellValues, Diagnostics
from host.link.wire import CALIBRATION_STEPS, BoardHello, Calib
from host.maintenance import diagnosis, tower_check
from host.maintenance.diagnosis import FaultSeverity, Finding, Wiring
from host.message import Message, Words, message, verbatim
from host.message.schema import Limits, OneOf

_SUPPLIES: Mapping[str | None, Message] = {
    None: message("maintenance.supply_unmeasured"),
    "usb": message("maintenance.supply_usb"),
    "external": message("maintenance.supply_external"),
    "missing": message("maintenance.supply_missing"),
    "overloaded": message("maintenance.supply_overloaded"),
}
"""Supplies of the LEDs, by their names in `diag`."""


class FindingData(TypedDict):
    """Finding at a board; None for no square."""

    severity: Annotated[str, OneOf(*FaultSeverity)]
    text: Words
    square: str | None


class CalibrationData(TypedDict):
    """The progress of a calibration.

    Attributes:
        step: as in `calib` of the board's protocol.
        left: number of squares that are still due.
    """

    step: Annotated[str, OneOf(*CALIBRATION_STEPS)]
    left: int


class BoardMessage(TypedDict):
    """Diagnostics of a board.

    Attributes:
        size: files and ranks of the board.
        facts: names and values of its properties.
        picture: a letter for each cell, as in `snap` of the board's protocol, a1 first.
        levels, thresholds: mT, north positive, a1 first; empty before they are known, and for
            sensors that do not measure.
        verdict: all findings in one sentence.
        calibration: None if there is nothing to calibrate.
    """

    t: Literal["board"]
    size: Annotated[list[int], Limits(2, 2)]
    facts: tuple[tuple[Words, Words], ...]
    picture: str
    levels: list[float]
    thresholds: list[float]
    findings: list[FindingData]
    verdict: Words
    calibration: CalibrationData | None


def board_facts(
    hello: BoardHello, diag: Mapping[str, str], lost: int
) -> tuple[tuple[Message, Words], ...]:
    """Return names and values of a board's properties, in words.

    Args:
        diag: the pairs of `diag` (docs/protocols/board.md).
        lost: number of lines lost or damaged on the way to the host.
    """
    scan_us = diag.get("scan_us", "")
    scan = f"{int(scan_us) / 1000:.1f}" if scan_us.isdecimal() else "?"
    supply = diag.get("supply")
    return (
        (
            message("maintenance.fact_board"),
            message("maintenance.board_and_chip", size="{}x{}".format(*hello.size), chip=hello.uid),
        ),
        (
            message("maintenance.fact_firmware"),
            message(
                "maintenance.version_and_protocol",
                version=hello.version,
                protocol="{}.{}".format(*hello.protocol),
            ),
        ),
        (
            message("maintenance.fact_calibration"),
            hello.calibration or message("maintenance.no_calibration"),
        ),
        (message("maintenance.fact_scan"), message("maintenance.milliseconds", ms=scan)),
        (
            message("maintenance.fact_memory"),
            message("maintenance.bytes", bytes=diag.get("free", "?")),
        ),
        (
            message("maintenance.fact_leds"),
            message(
                "maintenance.current",
                now=diag.get("ma", "?"),
                limit=diag.get("limit", str(hello.limit_ma)),
                supply=_SUPPLIES.get(supply) or verbatim(str(supply)),
            ),
        ),
        (
            message("maintenance.fact_lines"),
            message(
                "maintenance.lines",
                bad=diag.get("lines_bad", "?"),
                lost=diag.get("lines_lost", "?"),
                away=lost,
            ),
        ),
    )


def measures_fields(hello: BoardHello) -> bool:
    """Return True if the sensors measure the field and can be calibrated."""
    return "levels" in hello.capabilities


class Monitor:
    """Requests measurements of one board and collects the answers.

    Attributes:
        is_changed: True if an answer came since the last call of `message`.
    """

    def __init__(self, link: BoardLink) -> None:
        self.is_changed = False
        self._link = link
        self._hello: BoardHello | None = None
        self._snapshot = ""
        self._diag: dict[str, str] = {}
        self._levels: tuple[float, ...] = ()
        self._ons: tuple[float, ...] = ()
        self._progress: Calib | None = None

    def board_ready(self, hello: BoardHello) -> None:
        """Handle the hello of a board; answers of the last one are dropped."""
        self._hello = hello
        self._diag = {}
        self._levels = self._ons = ()
        self._progress = None

    def set_snapshot(self, snapshot: str) -> None:
        """Set the current snapshot, a letter a cell."""
        self._snapshot = snapshot

    def request(self) -> None:
        """Request measurements; the answers go to `handle_answer`."""
        if self._hello is None:
            return
        self._link.request_diagnostics()
        if measures_fields(self._hello):
            self._link.request_cells("level" if self._ons else "on")

    def handle_answer(self, answer: Diagnostics | CellValues | CalibrationProgress) -> None:
        """Handle an answer of the board."""
        self.is_changed = True
        match answer:
            case Diagnostics(values=values):
                self._diag = values
            case CellValues(name="on", values=values):
                self._ons = tuple(value / 100 for value in values)
            case CellValues(name="level", values=values):
                self._levels = tuple(value / 100 for value in values)
            case CalibrationProgress(progress=progress):
                self._follow(progress)

    def _follow(self, progress: Calib) -> None:
        """Take the progress of a calibration; a new one has other thresholds."""
        self._progress = progress
        if self._hello is not None and progress.calibration != self._hello.calibration:
            self._hello = replace(self._hello, calibration=progress.calibration)
            self._levels = self._ons = ()

    def _calibration(self, hello: BoardHello) -> CalibrationData | None:
        """Return the progress of a calibration; None if there is nothing to calibrate."""
        if not measures_fields(hello):
            return None
        progress = self._progress
        if progress is None:
            return {"step": "off", "left": 0}
        return {"step": progress.step, "left": progress.left}

    def message(self) -> Mapping[str, object]:
        """Return the page's message (docs/protocols/page.md); empty before a hello."""
        self.is_changed = False
        hello = self._hello
        if hello is None:
            return {}
        found = self._found(hello)
        told: BoardMessage = {
            "t": "board",
            "size": list(hello.size),
            "facts": board_facts(hello, self._diag, self._link.lines_lost),
            "picture": self._snapshot,
            "levels": list(self._levels),
            "thresholds": list(self._ons),
            "findings": [
                {
                    "severity": each.severity.value,
                    "text": each.words,
                    "square": each.square or None,
                }
                for each in found
            ],
            "verdict": diagnosis.verdict(found),
            "calibration": self._calibration(hello),
        }
        return told

    def _found(self, hello: BoardHello) -> list[Finding]:
        files, ranks = hello.size
        wiring = Wiring(files, ranks, self._diag.get("strips") or "1" * ranks)
        calibration = hello.calibration if measures_fields(hello) else "not needed"
        found = diagnosis.check_parts(wiring)
        found += diagnosis.check_diagnostics(
            self._diag, calibration, hello.error, self._link.lines_lost
        )
        if self._levels and self._ons and len(self._snapshot) == len(self._levels):
            seen = self._snapshot, self._levels, self._ons
            found += diagnosis.check_levels(wiring, *seen)
            found += tower_check.check_reach(wiring, *seen)
        return found
