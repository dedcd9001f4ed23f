"""Public test tables of another pairing program, as far as its rules are the same here.

The facts (who met whom, and the bye that FIDE's rules of 2025 ask for) are those of the tests
dutch_2025_C5 and dutch_2025_C9 of bbpPairings, by Bierema Boyz Programming.
"""

from __future__ import annotations

import pytest

from host.remote.tournament.organiser import pair_round
from host.remote.tournament.trf.reader import decode_report

C5 = (
    ("2.0", "   4 w 1     2 b 1"),
    ("1.0", "   5 b 1     1 w 0"),
    ("2.0", "   6 w 1     4 b 1"),
    ("0.0", "   1 b 0     3 w 0  0000 - Z"),
    ("1.0", "   2 w 0     6 b 1"),
    ("0.0", "   3 b 0     5 w 0"),
)
C9 = (
    ("1.0", "   3 w 1"),
    ("1.0", "   4 b 1"),
    ("0.0", "   1 b 0"),
    ("0.0", "   2 w 0"),
    ("0.0", "0000 - Z"),
)


@pytest.mark.parametrize(
    ("table", "bye", "pairs"),
    [(C5, "P6", {("P1", "P5"), ("P2", "P3")}), (C9, "P4", {("P1", "P2"), ("P3", "P5")})],
)
def test_the_next_round_is_that_of_the_table(
    table: tuple[tuple[str, str], ...], bye: str, pairs: set[tuple[str, str]]
) -> None:
    lines = [
        f"001 {number:4}      {f'P{number}':33} {2800 - number:4} {points:>31}       {games}"
        for number, (points, games) in enumerate(table, 1)
    ]
    report = decode_report("\n".join([*lines, "XXR 3"]), "table")
    absent = [one.name for one in report.tournament.players if one.is_withdrawn]
    assert absent == (["P4"] if table is C5 else [])  # from the last round
    last = pair_round(report.tournament, absent).rounds[-1]
    assert last.bye == bye
    assert {tuple(sorted(one.players)) for one in last.pairings} == pairs
