"""Berger tables: those of FIDE, and what they promise for any number of players."""

from __future__ import annotations

from collections import Counter

import pytest

from host.remote.tournament.berger import berger_round, round_robin_round

# FIDE Handbook C.05, annex 1.
TABLES = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
    10: [
        "1-10 2-9 3-8 4-7 5-6",
        "10-6 7-5 8-4 9-3 1-2",
        "2-10 3-1 4-9 5-8 6-7",
        "10-7 8-6 9-5 1-4 2-3",
        "3-10 4-2 5-1 6-9 7-8",
        "10-8 9-7 1-6 2-5 3-4",
        "4-10 5-3 6-2 7-1 8-9",
        "10-9 1-8 2-7 3-6 4-5",
        "5-10 6-4 7-3 8-2 9-1",
    ],
}


@pytest.mark.parametrize("count", TABLES)
def test_the_tables_are_those_of_fide(count: int) -> None:
    for number, line in enumerate(TABLES[count]):
        pairs = [tuple(map(int, pair.split("-"))) for pair in line.split()]
        assert berger_round(count, number) == pairs


@pytest.mark.parametrize("count", range(2, 41))
@pytest.mark.parametrize("cycles", [1, 2])
def test_everybody_meets_everybody(count: int, cycles: int) -> None:
    even = count + count % 2
    met: Counter[tuple[int, int]] = Counter()
    colours: dict[int, str] = dict.fromkeys(range(1, even + 1), "")
    for number in range(cycles * (even - 1)):
        pairs = round_robin_round(count, number, cycles)
        assert sorted(player for pair in pairs for player in pair) == list(range(1, even + 1))
        for first, second in pairs:
            met[first, second] += 1
            if max(first, second) <= count:
                colours[first] += "b"
                colours[second] += "w"
    for first in range(1, even + 1):
        for second in range(first + 1, even + 1):
            assert met[first, second] + met[second, first] == cycles
            assert abs(met[first, second] - met[second, first]) == cycles % 2
    for player in range(1, count + 1):
        assert abs(colours[player].count("b") - colours[player].count("w")) <= cycles % 2
        assert "bbb" not in colours[player]
        assert "www" not in colours[player]
