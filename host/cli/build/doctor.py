"""`kamisado doctor`: examine a board, and tell what is wrong with it and what to do."""

from __future__ import annotations

import argparse
import json

from host.cli.arguments import Tell
from host.maintenance import diagnosis
from host.maintenance.diagnosis import FaultSeverity
from host.maintenance.doctor import Doctor
from host.maintenance.operator import OperatorSession, open_board

WATCH_MS = 500


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Examine the board; the exit status is 1 if it has faults."""
    quiet: Tell = (lambda _: None) if options.json else tell
    with open_board(options, quiet) as bedside:
        checkup = Doctor(bedside.client, quiet)
        if options.watch:
            return watch(checkup, bedside)
        return examine(checkup, bedside, options, tell)


def examine(
    checkup: Doctor, bedside: OperatorSession, options: argparse.Namespace, tell: Tell
) -> int:
    """All examinations, and the verdict."""
    checkup.examine_untouched()
    remark = ""
    if bedside.operator is None and not options.quick:
        remark = "Nobody is there to be asked, so only what needs no hands was examined."
    elif bedside.operator is not None and not options.quick:
        checkup.examine_with_operator(bedside.operator)
    verdict = diagnosis.verdict(checkup.findings)
    if options.json:
        tell(json.dumps(report(checkup, verdict)))
    else:
        tell("")
        if remark:
            tell(remark)
        tell(verdict)
    return int(any(finding.severity is FaultSeverity.FAULT for finding in checkup.findings))


def watch(checkup: Doctor, bedside: OperatorSession) -> int:
    """The map of all squares, again and again, until ctrl-C."""
    checkup.examine_untouched()
    if not checkup.measures_fields:
        return 0
    while True:
        bedside.client.sleep(WATCH_MS)
        checkup.print_levels()


def report(checkup: Doctor, verdict: str) -> dict[str, object]:
    """All that was found, for programs."""
    return {
        "facts": checkup.facts,
        "levels_mt": checkup.levels,
        "thresholds_mt": checkup.ons,
        "findings": [
            {"weight": f.severity.value, "square": f.square or None, "text": f.sentence}
            for f in checkup.findings
        ],
        "verdict": verdict,
    }
