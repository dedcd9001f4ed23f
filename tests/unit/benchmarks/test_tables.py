"""Many tables on a busy machine: what was measured before a light failed to come is kept."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

import pytest

from benchmarks import latency
from benchmarks.command import parser
from benchmarks.costs import tables
from benchmarks.costs.tables import Run, comparison, latencies, time_lifts
from benchmarks.latency import Lift, Report

LIFTS = [Lift(board=10.0, host=1.0, shown=9.0), Lift(board=12.0, host=3.0, shown=9.0)]


class BusyTable:
    """A table whose third light does not come."""

    def __init__(self, lifts: Sequence[Lift]) -> None:
        self._lifts = iter(lifts)

    async def time_lift(self, file: int) -> Lift:
        for lift in self._lifts:
            return lift
        raise TimeoutError("the light of c7 was not lit in 20 s")


def test_lifts_before_a_light_that_did_not_come_are_kept() -> None:
    table = BusyTable(LIFTS)
    assert asyncio.run(time_lifts(table, 9, (0.0, 0.0), random.Random(1))) == LIFTS


def run(lost: int, lifts: Sequence[Lift] = LIFTS) -> Run:
    """Return measurements at two boards."""
    return Run(2, lifts, lost, 0.1, 10.0, None, None)


def test_lost_lifts_are_told_with_the_load() -> None:
    way, host, lost = latencies(run(7)).splitlines()
    assert way.split()[-2:] == ["22.00", "24.00"]
    assert host.split()[-2:] == ["2.00", "3.00"]
    assert "7 lifts are missing" in lost
    assert "load of the machine" in lost
    assert len(latencies(run(0)).splitlines()) == 2
    assert len(latencies(run(9, [])).splitlines()) == 1, "nothing was measured"
    assert "50.0 ms with one board" in comparison(run(0), run(7))


def test_a_run_without_any_light_takes_nothing_from_the_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def measure(boards: int, lifts: int, seed: int) -> Run:
        if boards == 1:
            return run(0)
        raise ExceptionGroup("tables", [TimeoutError("the light of a8 was not lit in 20 s")])

    monkeypatch.setattr(tables, "measure", measure)
    monkeypatch.setattr("sys.argv", ["tables", "--boards", "5"])
    assert tables.main() == 1
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0].strip() for line in told[1:]] == ["2 boards", "2 boards", "5 boards"]
    assert "the light of a8 was not lit in 20 s; load of the machine " in told[-1]


def test_the_bench_prints_what_it_had_before_the_solver_proved_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def measure(report: Report, count: int, seed: int) -> None:
        report.stage("lift to light", [20.0, 22.0], None)
        raise TimeoutError("the solver proved nothing in 20 s")

    monkeypatch.setattr(latency, "_on_the_board", measure)
    told: list[str] = []
    with pytest.raises(ExceptionGroup) as raised:
        asyncio.run(latency.run(parser().parse_args([]), told.append))
    assert raised.group_contains(TimeoutError, match="proved nothing")
    assert "lift to light" in told[0]
    assert "21.00" in told[0]
