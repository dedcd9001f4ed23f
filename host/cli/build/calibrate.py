"""`kamisado calibrate`: lead a person through the calibration of a board."""

from __future__ import annotations

import argparse
from functools import partial

from host.cli.arguments import Tell
from host.errors import LinkTimeoutError
from host.link.wire import Calib
from host.maintenance import diagnosis, tower_check
from host.maintenance.board_client import BoardClient
from host.maintenance.diagnosis import FaultSeverity, Finding, Wiring
from host.maintenance.monitor import measures_fields
from host.maintenance.operator import Operator, open_board

QUIET_MS = 5000
"""The board tells of a calibration once a second."""
SOON_MS = 300


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Calibrate the board, or forget its calibration; the exit status is 1 if something is bad."""
    with open_board(options, tell) as bedside:
        if not measures_fields(bedside.client.hello):
            tell(
                "There is nothing to calibrate: the sensors of this board only say on or off, or "
                "its firmware is older (./kamisado flash)."
            )
            return 1
        if options.forget:
            bedside.client.calibrate("stop")
            bedside.client.calibrate("forget")
            tell("The calibration is forgotten; safe defaults are in force.")
            return 0
        return calibrate(bedside.client, bedside.operator, tell)


def calibrate(client: BoardClient, person: Operator | None, tell: Tell) -> int:
    """Lead through all steps.

    Args:
        person: does what is asked; None if nobody is asked here, and the lights alone must do.
    """
    client.calibrate("start")
    try:
        done = _lead(client, person, tell)
    except KeyboardInterrupt:
        client.calibrate("stop")
        tell("Stopped. Everything is as it was.")
        raise
    if done is None:
        tell("Nothing was swept over the board for half a minute. Everything is as it was.")
        return 1
    found = findings(client, done)
    for finding in found:
        tell(finding.sentence)
    bad = sum(finding.severity is FaultSeverity.FAULT for finding in found)
    tell(f"Calibrated ({done.calibration}). " + diagnosis.verdict(found))
    return int(bad > 0)


def _lead(client: BoardClient, person: Operator | None, tell: Tell) -> Calib | None:
    """From step to step; what the last one told, None if it came to nothing."""
    step, left = "", -1
    while True:
        told = client.calibration
        assert told is not None
        if told.step in ("done", "off"):
            return told if told.step == "done" else None
        if told.step != step:
            step, left = told.step, -1
            _begin(step, client, person, tell)
        elif told.left != left and told.left % 8 == 0 and step == "sweep":
            left = told.left
            tell(f"   {left} squares are still due.")
        if not client.wait(partial(_is_news, client, told), QUIET_MS):
            raise LinkTimeoutError("The board does not tell how far it is.", client.link.url)


def _is_news(client: BoardClient, told: Calib) -> bool:
    return client.calibration is not told


def _begin(step: str, client: BoardClient, person: Operator | None, tell: Tell) -> None:
    """Say what is to be done, and let it be begun."""
    match step:
        case "clear":
            tell("1. Take everything off the board: amber squares still feel something.")
            act = None if person is None else person.start_clearing
        case "quiet":
            tell("2. Hands off for a second: the empty board is measured.")
            act = None
        case "sweep":
            tell("3. One tower over all squares.")
            act = None if person is None else person.start_sweep
        case _:
            tell("4. The home rows.")
            act = None if person is None else person.start_home_rows
    if act is not None:
        client.perform(act, settle=False)


def findings(client: BoardClient, done: Calib) -> list[Finding]:
    """What a calibration has brought to light, with the towers still on their home rows."""
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
