"""The procedure of a calibration: lead a person through its steps, report the findings."""

from __future__ import annotations

from functools import partial

from host.cli.options import Echo
from host.link.errors import LinkTimeoutError
from host.link.wire import Calib
from host.maintenance import diagnosis, tower_check
from host.maintenance.board_client import BoardClient
from host.maintenance.diagnosis import FaultSeverity, Finding, Wiring
from host.maintenance.operator import Operator

QUIET_MS = 5000
"""The board reports the progress of a calibration once a second."""
SOON_MS = 300
"""Time for a snapshot by the new calibration, which may see other pieces."""


def calibrate(client: BoardClient, operator: Operator | None, echo: Echo) -> int:
    """Lead through all steps; return the exit status, 1 if something is bad.

    Args:
        operator: does what is asked; None if the lights alone must do.
    """
    client.calibrate("start")
    try:
        done = _lead(client, operator, echo)
    except KeyboardInterrupt:
        client.calibrate("stop")
        echo("Stopped. Everything is as it was.")
        raise
    if done is None:
        echo("Nothing was swept over the board for half a minute. Everything is as it was.")
        return 1
    found = findings(client, done)
    for finding in found:
        echo(finding.sentence)
    bad = sum(finding.severity is FaultSeverity.FAULT for finding in found)
    echo(f"Calibrated ({done.calibration}). {diagnosis.verdict(found)}")
    return int(bad > 0)


def _lead(client: BoardClient, operator: Operator | None, echo: Echo) -> Calib | None:
    """Lead from step to step; return the last report, None if nothing was swept."""
    step, left = "", -1
    while True:
        report = client.calibration
        assert report is not None
        if report.step in ("done", "off"):
            return report if report.step == "done" else None
        if report.step != step:
            step, left = report.step, -1
            _begin(step, client, operator, echo)
        elif report.left != left and report.left % 8 == 0 and step == "sweep":
            left = report.left
            echo(f"   {left} squares are still due.")
        if not client.wait(partial(_is_news, client, report), QUIET_MS):
            raise LinkTimeoutError("The board does not tell how far it is.", client.link.url)


def _is_news(client: BoardClient, report: Calib) -> bool:
    return client.calibration is not report


def _begin(step: str, client: BoardClient, operator: Operator | None, echo: Echo) -> None:
    """Say what to do in a step, and let a simulated person begin it."""
    match step:
        case "clear":
            echo("1. Take everything off the board: amber squares still feel something.")
            act = None if operator is None else operator.start_clearing
        case "quiet":
            echo("2. Hands off for a second: the empty board is measured.")
            act = None
        case "sweep":
            echo("3. One tower over all squares.")
            act = None if operator is None else operator.start_sweep
        case _:
            echo("4. The home rows.")
            act = None if operator is None else operator.start_home_rows
    if act is not None:
        client.perform(act, settle=False)


def findings(client: BoardClient, done: Calib) -> list[Finding]:
    """Return the findings of a calibration, with the towers still on their home rows."""
    parts = client.diagnostics().get("strips", "")
    files, ranks = client.hello.size
    wiring = Wiring(files, ranks, parts)
    found = tower_check.check_calibration(wiring, done.cells)
    client.sleep(SOON_MS)
    levels, ons = client.cells("level"), client.cells("on")
    standing = "".join(
        letter if done.cells[cell] == "." else "." for cell, letter in enumerate(client.snapshot)
    )
    if not done.weakest:
        sentence = "No tower was seen at home, so the one that was swept stands for all."
        found.append(Finding(FaultSeverity.REMARK, sentence))
    return found + tower_check.check_reach(wiring, standing, levels, ons)
