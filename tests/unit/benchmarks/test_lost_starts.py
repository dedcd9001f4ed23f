"""The share of random starts that the side to move loses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.matches import lost_starts
from benchmarks.matches.lost_starts import (
    Chunk,
    Proven,
    chunks,
    interval,
    main,
    random_start,
    read,
    table,
)
from host.ai.solver.solver import Solver
from host.engine.game import Side
from host.engine.kamisado.notation import parse_position


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lost_starts, "CHUNK", 10)
    monkeypatch.setattr(lost_starts, "ROUND", 20)


def measured(file: Path, starts: int) -> list[tuple[Chunk, list[str], int]]:
    main([str(file), "--starts", str(starts), "--counts", "0:0,1:2", "--seed", "5", "--jobs", "1"])
    return [(one.chunk, one.lost, one.nodes) for one in read(file)]


def test_a_start_has_the_teeth_that_are_asked_for_on_any_towers() -> None:
    starts = [random_start(Chunk(1, 1, 2, 0), number) for number in range(200)]
    assert len(set(starts)) == 200
    assert {start.turn for start in starts} == {Side.BLACK}
    teeth = [start.teeth for start in starts]
    assert {(sum(one[8:]), sum(one[:8]), max(one)) for one in teeth} == {(1, 2, 1)}
    assert all(any(one[tower] for one in teeth) for tower in range(16))
    assert all(len({one.squares[tower] for one in starts}) == 8 for tower in range(16))


def test_all_counts_come_to_a_round_before_one_has_two() -> None:
    firsts = [(one.challenger, one.first) for one in chunks([(0, 0), (1, 1)], 30, 1)]
    assert firsts == [(0, 0), (0, 10), (1, 0), (1, 10), (0, 20), (1, 20)]


def test_it_goes_on_where_it_was_ended_and_finds_the_same(tmp_path: Path) -> None:
    whole = measured(tmp_path / "whole", 20)
    begun = tmp_path / "begun"
    assert measured(begun, 10) == [one for one in whole if not one[0].first]
    with begun.open("a") as file:
        file.write('{"chunk": {"se')
    assert sorted(measured(begun, 20), key=str) == sorted(whole, key=str)
    assert measured(begun, 20) == measured(begun, 10), "nothing is proven twice"


@pytest.mark.slow
def test_the_lost_starts_are_lost_and_the_others_are_not(tmp_path: Path) -> None:
    found = measured(tmp_path / "file", 50)
    told = {text for _, lost, _ in found for text in lost}
    solver = Solver(16)
    assert all(solver.winner(parse_position(text)) is Side.WHITE for text in told)
    counted = 0
    for chunk, _, _ in found:
        for number in range(chunk.first, chunk.first + lost_starts.CHUNK):
            counted += solver.winner(random_start(chunk, number)) is Side.WHITE
    assert counted == len(told) > 0


def test_the_table_has_shares_with_their_intervals() -> None:
    low, high = interval(0, 40)
    assert low == pytest.approx(0, abs=1e-12)
    assert 0.08 < high < 0.09
    found = [Proven(Chunk(1, 0, 1, first), ["x"], 400, 2.0) for first in (0, 10)]
    assert list(table(found))[2] == (
        "| 0 : 1 | 1 | 20 | 2 | 10.000%, 2.787% to 30.103% | 40 | 4 s |"
    )


def test_another_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text(json.dumps({"chunk": {"seed": 1}}) + "\n")
    assert main([str(file)]) == 2
    assert "line 1, was not written by this program" in capsys.readouterr().err
