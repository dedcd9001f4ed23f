"""`kamisado doctor`: examine a board, and tell what is wrong with it and what to do."""

from __future__ import annotations

import argparse
import json

from host.cli.arguments import Tell
from host.maintenance import diagnosis
from host.maintenance.bedside import OperatorSession, at_board
from host.maintenance.diagnosis import FaultSeverity
from host.maintenance.doctor import Doctor

WATCH_MS = 500


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Examine the board; the exit status is 1 if it has faults."""
    quiet: Tell = (lambda _: None) if options.json else tell
    with at_board(options, quiet) as bedside:
        checkup = Doctor(bedside.client, quiet)
        if options.watch:
            return watch(checkup, bedside)
        return examine(checkup, bedside, options, tell)


def examine(
    checkup: Doctor, bedside: OperatorSession, options: argparse.Namespace, tell: Tell
) -> int:
    """All examinations, and the verdict."""
    checkup.as_it_stands()
    remark = ""
    if bedside.person is None and not options.quick:
        remark = "Nobody is there to be asked, so only what needs no hands was examined."
    elif bedside.person is not None and not options.quick:
        checkup.with_hands(bedside.person)
    verdict = diagnosis.verdict(checkup.found)
    if options.json:
        tell(json.dumps(report(checkup, verdict)))
    else:
        tell("")
        if remark:
            tell(remark)
        tell(verdict)
    return int(any(finding.weight is FaultSeverity.FAULT for finding in checkup.found))


def watch(checkup: Doctor, bedside: OperatorSession) -> int:
    """The map of all squares, again and again, until ctrl-C."""
    checkup.as_it_stands()
    if not checkup.measures:
        return 0
    while True:
        bedside.client.rest(WATCH_MS)
        checkup.look()


def report(checkup: Doctor, verdict: str) -> dict[str, object]:
    """All that was found, for programs."""
    return {
        "facts": checkup.facts,
        "levels_mt": checkup.levels,
        "thresholds_mt": checkup.ons,
        "findings": [
            {"weight": f.weight.value, "square": f.square or None, "text": f.sentence}
            for f in checkup.found
        ],
        "verdict": verdict,
    }
