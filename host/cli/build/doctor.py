"""`kamisado doctor`: examine a board, report its faults and their remedies."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from host.cli.options import Echo, add_examined_board, add_json

if TYPE_CHECKING:
    from host.maintenance.doctor import Doctor
    from host.maintenance.operator import OperatorSession

SUMMARY = "examine a board: sensors, lights, wiring, figures"
DESCRIPTION = (
    "Examine a board: sensors, lights, wiring, figures. Tells what every square feels, and asks "
    "for a few things to be done at the board. The exit status is 1 if it has a fault."
)

WATCH_MS = 500
"""Time between two maps: quick enough to follow a hand, slow enough to read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `doctor`."""
    add_json(parser)
    add_examined_board(parser)
    parser.add_argument("--quick", action="store_true", help="only what needs nobody at the board")
    parser.add_argument(
        "--watch", action="store_true", help="tell what every square feels until ctrl-C"
    )


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Examine the board; return the exit status, 1 if it has faults."""
    from host.maintenance.doctor import Doctor
    from host.maintenance.operator import open_board

    quiet: Echo = (lambda _: None) if options.json else echo
    with open_board(options, quiet) as session:
        doctor = Doctor(session.client, quiet)
        if options.watch:
            return _watch(doctor, session)
        return _examine(doctor, session, options, echo)


def _examine(
    doctor: Doctor, session: OperatorSession, options: argparse.Namespace, echo: Echo
) -> int:
    """Run all examinations and print the verdict; return the exit status."""
    import json

    from host.maintenance import diagnosis
    from host.maintenance.diagnosis import FaultSeverity

    doctor.examine_untouched()
    remark = ""
    if session.operator is None and not options.quick:
        remark = "Nobody is there to be asked, so only what needs no hands was examined."
    elif session.operator is not None and not options.quick:
        doctor.examine_with_operator(session.operator)
    verdict = str(diagnosis.verdict(doctor.findings))
    if options.json:
        echo(json.dumps(_report(doctor, verdict)))
    else:
        echo("")
        if remark:
            echo(remark)
        echo(verdict)
    return int(any(finding.severity is FaultSeverity.FAULT for finding in doctor.findings))


def _watch(doctor: Doctor, session: OperatorSession) -> int:
    """Print the map of all squares again and again, until ctrl-C."""
    doctor.examine_untouched()
    if not doctor.measures_fields:
        return 0
    while True:
        session.client.sleep(WATCH_MS)
        doctor.print_levels()


def _report(doctor: Doctor, verdict: str) -> dict[str, object]:
    """Return all findings for programs."""
    return {
        "facts": doctor.facts,
        "levels_mt": doctor.levels,
        "thresholds_mt": doctor.ons,
        "findings": [
            {"weight": f.severity.value, "square": f.square or None, "text": f.sentence}
            for f in doctor.findings
        ],
        "verdict": verdict,
    }
