"""Matches between two host processes at a real broker while everything breaks, in short."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from benchmarks.remote import lights
from benchmarks.remote.moves import measure
from host.storage.store import Store
from soak.remote.brokers import KINDS, broker_program
from soak.remote.command import soak
from soak.remote.program import Program
from soak.remote.program_table import ProgramTable, kinds_of_round
from soak.remote.table import Chaos, Result
from tests.support.require import require

pytestmark = [pytest.mark.e2e, pytest.mark.slow]
DEADLINE_S = 60.0


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_lost_whatever_breaks(kind: str) -> None:
    require(broker_program(kind) is not None, f"{kind} is missing: .ci/provision tools")
    result = asyncio.run(soak(kind, rounds=2, seed=1, tables=2, chaos=Chaos(every_s=0.2)))
    assert (result.rounds, result.failures) == (2, [])
    assert result.disturbances.total() >= 2, result.disturbances


@pytest.mark.parametrize("modelled", [False, True])
def test_programs_come_to_the_same_match_whatever_breaks(modelled: bool, tmp_path: Path) -> None:
    require(broker_program(KINDS[0]) is not None, f"{KINDS[0]} is missing: .ci/provision tools")
    result = Result()
    table = ProgramTable(
        *(tmp_path, KINDS[0], 0.6, result), calm_after_s=0.0, modelled=modelled, all_kinds=True
    )
    assert asyncio.run(table.play("2/0")) is None
    assert result.rounds == 1
    assert set(kinds_of_round(modelled)) <= set(result.disturbances), result.disturbances


def test_the_soak_finds_hosts_that_publish_before_they_store() -> None:
    require(broker_program(KINDS[0]) is not None, f"{KINDS[0]} is missing: .ci/provision tools")
    chaos = Chaos(every_s=0, crash_rate=0.1, publishes_first=True)
    result = asyncio.run(soak(KINDS[0], rounds=4, seed=1, tables=4, chaos=chaos))
    assert result.failures != []


def test_the_benchmark_measures_every_move_of_a_match() -> None:
    require(broker_program(KINDS[0]) is not None, f"{KINDS[0]} is missing: .ci/provision tools")
    whole, own = asyncio.run(measure(KINDS[0], rounds=1, seed=1))
    assert len(whole) == len(own) > 10
    assert all(0 < one < both for one, both in zip(own, whole, strict=True))


def test_a_move_of_a_far_match_opens_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a file is checked when it is opened: the more matches, the longer it takes."""
    require(broker_program(KINDS[0]) is not None, f"{KINDS[0]} is missing: .ci/provision tools")
    opened: list[Path] = []
    open_store = Store.__init__

    def counted(store: Store, path: Path, table: str | None = None) -> None:
        opened.append(path)
        open_store(store, path, table)

    monkeypatch.setattr(Store, "__init__", counted)
    times = asyncio.run(lights.measure(KINDS[0], moves=3, seed=1))
    assert len(times.whole) >= 3
    assert len(opened) == len(set(opened)) == 2


def test_a_page_whose_line_is_lost_sees_what_its_program_shows_later(tmp_path: Path) -> None:
    program = Program(tmp_path / "one")

    async def story() -> None:
        try:
            await program.start("play", "kamisado-single", seed=1)
            async with asyncio.timeout(DEADLINE_S):
                while program.state.get("phase") != "play":
                    await asyncio.sleep(0.01)
                assert program._page is not None
                program._page.transport.abort()
                while not program.lost_lines:
                    await asyncio.sleep(0.01)
                await program.ask(t="lift", square="e8")
                await program.ask(t="put", square="g6")
                while program.moves != ("e8g6",):
                    await asyncio.sleep(0.01)
        finally:
            await program.kill()

    asyncio.run(story())
