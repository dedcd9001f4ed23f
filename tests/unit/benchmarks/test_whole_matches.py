"""Proofs of matches from the starts of their rounds."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.matches.whole_matches import Found, prove, rounds, table
from host.engine.kamisado.match_position import Phase


@pytest.mark.slow
def test_each_round_from_the_second_on_is_found_with_both_fills() -> None:
    starts = rounds("kamisado-standard", 3)
    assert starts == rounds("kamisado-standard", 3)
    assert len(starts) % 2 == 0
    assert {start.phase for start in starts} == {Phase.PLAYING}
    assert [start.number for start in starts[:3:2]] == [2, 3]
    assert starts[0].round != starts[1].round


@pytest.mark.slow
def test_a_round_that_decides_the_match_is_told_and_what_takes_too_long_is_open() -> None:
    start = rounds("kamisado-standard", 3)[-1]
    sides = {"challenger": start.challenger, "defender": start.challenger.other}
    scores = [start.points.of(side) for side in sides.values()]
    assert prove(start, goal=3, seconds=0) == Found(*scores, "open", "open")
    won_by = prove(start, goal=3, seconds=60).round_won_by
    own = start.points.of(sides[won_by])
    assert prove(start, goal=own + 1, seconds=60) == Found(*scores, won_by, "yes")
    assert prove(start, goal=own + 8, seconds=60) == Found(*scores, won_by, "no")


def test_the_table_has_a_line_for_each_score() -> None:
    found = Counter(
        {Found(0, 1, "challenger", "no"): 5, Found(0, 1, "defender", "yes"): 2}
        | {Found(2, 2, "challenger", "yes"): 1}
    )
    assert list(table(found))[2:] == [
        "| 0 : 1 | 7 | challenger 5, defender 2 | no 5, yes 2 |",
        "| 2 : 2 | 1 | challenger 1 | yes 1 |",
    ]
