"""Time limit of programs: it counts the time for which they could have run."""

from __future__ import annotations

from pathlib import Path

import pytest

from soak.remote import time_limit
from soak.remote.time_limit import TimeLimit


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time in seconds, as the only entry."""
    now_s = [100.0]
    monkeypatch.setattr(time_limit.time, "monotonic", lambda: now_s[0])
    return now_s


def thread(system: Path, group: int, number: int, waited_s: float) -> None:
    """Write what the system tells of a process with one thread."""
    tasks = system / str(number) / "task" / str(number)
    tasks.mkdir(parents=True, exist_ok=True)
    (system / str(number) / "stat").write_text(f"{number} (a) b) S 1 {group} {group} 0")
    (tasks / "schedstat").write_text(f"5 {int(waited_s * 1e9)} 7\n")


def test_time_without_a_processor_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float]
) -> None:
    monkeypatch.setattr(time_limit, "_PROC", tmp_path)
    thread(tmp_path, 7, 8, 0.0)
    thread(tmp_path, 1, 9, 0.0)
    waiting = TimeLimit(10, lambda: [7])
    clock[0] += 1
    assert not waiting.is_over  # from here on it knows how long they have waited
    thread(tmp_path, 7, 8, 19.5)
    clock[0] += 20
    assert not waiting.is_over
    thread(tmp_path, 1, 9, 50.0)  # somebody else
    clock[0] += 10
    assert waiting.is_over
    waiting.renew()
    assert not waiting.is_over


def test_it_ends_at_last_on_a_machine_that_is_always_too_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float]
) -> None:
    monkeypatch.setattr(time_limit, "_PROC", tmp_path)
    waiting = TimeLimit(10, lambda: [7])
    for second in range(1, 10 * time_limit.MOST_TIMES + 1):
        thread(tmp_path, 7, 8, float(second))
        clock[0] += 1
        assert not waiting.is_over
    thread(tmp_path, 7, 8, 1000.0)
    clock[0] += 1
    assert waiting.is_over
