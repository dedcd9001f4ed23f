"""Executors of batches: results in their order, and what is said if one is lost or missing."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from host.worker.executor import cores, in_order, mapper


def double(number: int) -> int:
    return 2 * number


def end_the_process(number: int) -> int:
    os._exit(number)


def test_results_come_in_the_order_of_the_tasks() -> None:
    first_may_end = threading.Event()

    def slow_first(number: int) -> int:
        if number == 0:
            assert first_may_end.wait(10)
        else:
            first_may_end.set()
        return number

    with ThreadPoolExecutor(2) as pool:
        assert list(in_order(pool, slow_first, range(20))) == list(range(20))


def test_a_result_is_there_before_the_next_task_has_come() -> None:
    answered = threading.Event()

    def asked() -> Iterator[int]:
        yield 1
        assert answered.wait(10), "who asks waits for the answer before asking again"
        yield 2

    found = []
    with ThreadPoolExecutor(1) as pool:
        for result in in_order(pool, double, asked()):
            found.append(result)
            answered.set()
    assert found == [2, 4]


def test_an_error_among_the_tasks_comes_after_the_results_before_it() -> None:
    def tasks() -> Iterator[int]:
        yield 1
        raise ValueError("line 2 is wrong")

    with ThreadPoolExecutor(1) as pool:
        results = in_order(pool, double, tasks())
        assert next(results) == 2
        with pytest.raises(ValueError, match="line 2 is wrong"):
            next(results)


def test_tasks_are_not_taken_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.worker.executor.AHEAD", 5)
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield number

    with ThreadPoolExecutor(1) as pool:
        results = in_order(pool, double, tasks())
        assert [next(results) for _ in range(10)] == [2 * number for number in range(10)]
        assert taken <= 10 + 5 + 1
        results.close()


BUSY = """
import sys, time
from host.worker.executor import mapper

def work(number):
    print("busy", flush=True)
    time.sleep(600)

if __name__ == "__main__":
    try:
        with mapper(2, None) as apply:
            list(apply(work, [1, 2]))
    except KeyboardInterrupt:
        sys.exit(130)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_the_program_alone_ends_it_amid_long_tasks_and_says_nothing(
    tmp_path: Path, number: signal.Signals
) -> None:
    script = tmp_path / "busy.py"
    script.write_text(BUSY, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(2)] == ["busy\n"] * 2
        process.send_signal(number)
        _, complaints = process.communicate(timeout=60)  # the workers too have let the pipes go
    assert (process.returncode, complaints) == (128 + number, "")


@pytest.mark.slow
def test_processes_do_it_and_a_lost_one_is_told_with_what_to_do() -> None:
    with mapper(2, None) as apply:
        assert list(apply(double, range(5))) == [0, 2, 4, 6, 8]
    with (
        pytest.raises(ValueError, match=r"has ended, perhaps for want of memory; .* --jobs 2"),
        mapper(4, None) as apply,
    ):
        list(apply(end_the_process, [1]))


def test_a_single_job_is_done_in_this_process() -> None:
    with mapper(1, None) as apply:
        assert set(apply(lambda _: os.getpid(), range(3))) == {os.getpid()}
    assert cores() >= 1


def test_without_dask_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(ValueError, match="not installed: pip install distributed"),
        mapper(1, "tcp://127.0.0.1:1"),
    ):
        pass


@pytest.mark.slow
@pytest.mark.parametrize("address", ["", "here", "tcp://", "tcp://here:x", "http://127.0.0.1:1"])
def test_an_address_that_is_none_is_quoted_and_leaves_no_traceback(address: str) -> None:
    with pytest.raises(ValueError, match=f"'{address}' is not the address"), mapper(1, address):
        pass
    gc.collect()  # a client that failed to begin is told of as a warning
