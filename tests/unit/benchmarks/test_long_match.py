"""Cost of a change in a long match, counted: no clock is asked."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from benchmarks.costs.long_match import Match
from host.session.analysis import HelpUsed

SHORT, LONG = 20, 400
CHANGES = 4


class Calls:
    """Calls of Python functions."""

    def __init__(self) -> None:
        self.count = 0

    def note(self, _frame: FrameType, event: str, _argument: object) -> None:
        self.count += event == "call"


@contextmanager
def counted() -> Iterator[Calls]:
    """Count the calls of the block."""
    calls, before = Calls(), sys.getprofile()
    sys.setprofile(calls.note)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def cost(match: Match) -> tuple[int, int]:
    """Return the calls of some changes, and their bytes for a page."""
    for number in range(1, 3):  # what is imported and remembered at first
        match.change(number)
    with counted() as calls:
        sent = sum(match.change(number)[1] for number in range(3, 3 + CHANGES))
    match.close()
    return calls.count, sent


@pytest.mark.slow
@pytest.mark.parametrize("helped", [False, True], ids=["without help", "with help"])
def test_a_change_costs_as_much_in_a_long_match_as_in_a_short_one(
    tmp_path: Path, helped: bool
) -> None:
    costs = []
    for plies in (SHORT, LONG):
        match = Match(tmp_path / f"{plies}.sqlite", plies)
        if helped:
            match.session.analysis.note(match.session.plies[0].before.position, HelpUsed.PROVEN)
        costs.append(cost(match))
    (short_calls, short_bytes), (long_calls, long_bytes) = costs
    assert long_calls < 1.2 * short_calls
    assert long_bytes < 1.2 * short_bytes


def test_the_other_moves_of_a_match_that_is_resumed_are_not_looked_for(tmp_path: Path) -> None:
    match = Match(tmp_path / "matches.sqlite", SHORT)
    found = ["candidates" in vars(ply.before) for ply in match.session.plies[:-2]]
    match.close()
    # Only where a move leaves no trace, the others tell if it was forced.
    assert found.count(True) <= sum(ply.forced for ply in match.session.plies)
