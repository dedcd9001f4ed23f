"""Monitor: its requests to a board and the message made of the answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from host.link.board_link import BoardLink
from host.link.events import CalibrationProgress, CellValues, Diagnostics
from host.link.serial_port import SerialPort
from host.link.wire import BoardHello, Calib
from host.maintenance.monitor import Monitor

HELLO = BoardHello(
    (1, 3), "0.1.0", "E6", "5f", (8, 8), frozenset({"leds", "levels"}), 300, "9c0e", None
)
DIAG = Diagnostics(
    {"scan_us": "6900", "free": "90000", "ma": "64", "strips": "1" * 8, "lines_bad": "0"}
)


class Asked(BoardLink):
    """A link that lists its requests; its port is never opened."""

    def __init__(self) -> None:
        super().__init__("socket://nowhere", "0.1.0", SerialPort)
        self.asked: list[str] = []

    def request_diagnostics(self) -> None:
        self.asked.append("diag")

    def request_cells(self, name: str) -> None:
        self.asked.append(name)


@pytest.fixture
def link() -> Asked:
    """Return a link that lists its requests."""
    return Asked()


def test_nothing_is_asked_and_nothing_told_before_a_board_is_known(link: Asked) -> None:
    monitor = Monitor(link)
    monitor.request()
    assert link.asked == []
    assert monitor.message() == {}


def test_thresholds_are_asked_for_first_and_levels_from_then_on(link: Asked) -> None:
    monitor = Monitor(link)
    monitor.board_ready(HELLO)
    monitor.request()
    monitor.handle_answer(CellValues("on", (350,) * 64))
    monitor.request()
    assert link.asked == ["diag", "on", "diag", "level"]
    monitor.board_ready(replace(HELLO, boot="60"))
    monitor.request()
    assert link.asked[-1] == "on", "it may have been calibrated"


def test_a_board_that_does_not_measure_is_only_asked_for_its_figures(link: Asked) -> None:
    monitor = Monitor(link)
    monitor.board_ready(replace(HELLO, capabilities=frozenset({"leds"}), calibration=None))
    monitor.request()
    assert link.asked == ["diag"]
    monitor.handle_answer(DIAG)
    assert str(monitor.message()["verdict"]) == "The board is fine."


def test_the_answers_are_put_together_with_what_is_seen(link: Asked) -> None:
    monitor = Monitor(link)
    monitor.board_ready(HELLO)
    monitor.handle_answer(DIAG)
    monitor.handle_answer(CellValues("on", (350,) * 64))
    monitor.handle_answer(CellValues("level", (3500, 400, *[10] * 62)))
    monitor.set_snapshot("nn" + "." * 62)
    assert monitor.is_changed
    told = monitor.message()
    assert not monitor.is_changed
    assert told["t"] == "board"
    assert told["size"] == [8, 8]
    assert told["levels"] == [35.0, 4.0, *[0.1] * 62]
    assert told["thresholds"] == [3.5] * 64
    facts = told["facts"]
    assert isinstance(facts, tuple)
    assert ("scan", "6.9 ms") in [(str(name), str(value)) for name, value in facts]
    findings = told["findings"]
    assert isinstance(findings, list)
    assert [each["square"] for each in findings] == ["b1", "b1"]
    assert "b1 feels its tower with only 4.0 mT" in str(findings[0]["text"])
    assert "its magnet is weak" in str(findings[1]["text"])
    assert str(told["verdict"]) == "The board needs attention: 1 fault, and 1 to note."


def test_a_calibration_is_told_and_its_thresholds_are_asked_for(link: Asked) -> None:
    monitor = Monitor(link)
    monitor.board_ready(replace(HELLO, calibration=None))
    assert monitor.message()["calibration"] == {"step": "off", "left": 0}
    monitor.handle_answer(CellValues("on", (350,) * 64))
    monitor.handle_answer(CalibrationProgress(Calib("sweep", 12, 0, None, "x" * 64)))
    assert monitor.is_changed
    assert monitor.message()["calibration"] == {"step": "sweep", "left": 12}
    assert monitor.message()["thresholds"] == [3.5] * 64
    monitor.handle_answer(CalibrationProgress(Calib("done", 0, 900, "77aa", "." * 64)))
    told = monitor.message()
    assert told["calibration"] == {"step": "done", "left": 0}
    assert told["thresholds"] == []
    facts = told["facts"]
    assert isinstance(facts, tuple)
    assert "77aa" in [str(value) for _, value in facts]
    monitor.request()
    assert link.asked == ["diag", "on"]
    monitor.board_ready(replace(HELLO, capabilities=frozenset({"leds"})))
    assert monitor.message()["calibration"] is None


def test_a_missing_strip_is_told_also_before_the_levels_have_come(link: Asked) -> None:
    monitor = Monitor(link)
    monitor.board_ready(HELLO)
    monitor.handle_answer(Diagnostics({**DIAG.values, "strips": "11101111"}))
    findings = monitor.message()["findings"]
    assert isinstance(findings, list)
    assert "The strip 4 does not answer" in str(findings[0]["text"])
