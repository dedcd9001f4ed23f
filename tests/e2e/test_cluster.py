"""Batches on a Dask cluster: a scheduler and two workers, of which one is killed."""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
DEADLINE_S = 60
TOURNAMENT = ("tournament", "--levels", "1,3,5", "--games", "8", "--json")


def client_of(**options: object) -> Any:
    """Return a client of a scheduler; its package is imported here, as that takes long."""
    return importlib.import_module("distributed").Client(timeout=DEADLINE_S, **options)


def command(*arguments: str) -> list[str]:
    """Return a command of Kamisado."""
    return [sys.executable, "-m", "host", *arguments]


@contextlib.contextmanager
def program(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program of Dask; it is killed at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:], "--no-dashboard"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextlib.contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """Run a scheduler on a free port; yields its address."""
    file = folder / "scheduler.json"
    with program(
        *("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    ):
        begun = time.monotonic()
        while not (file.exists() and file.read_text().endswith("}")):
            assert time.monotonic() < begun + DEADLINE_S, "the scheduler does not begin"
            time.sleep(0.05)
        with client_of(scheduler_file=str(file)) as client:
            address: str = client.scheduler.address
        yield address


def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    alone = subprocess.run(
        command(*TOURNAMENT, "--jobs", "1"), cwd=ROOT, capture_output=True, text=True, check=True
    )
    with scheduler(tmp_path) as address, contextlib.ExitStack() as stack:
        missing = subprocess.run(
            command(*TOURNAMENT, "--cluster", address), cwd=ROOT, capture_output=True, text=True
        )
        assert (missing.returncode, missing.stdout) == (2, "")
        assert f"the Dask cluster at '{address}' has no workers" in missing.stderr
        workers = {
            name: stack.enter_context(
                program("dask_worker", address, "--nthreads", "1", "--no-nanny", "--name", name)
            )
            for name in ("one", "two")
        }
        client = stack.enter_context(client_of(address=address))
        client.wait_for_workers(2, timeout=DEADLINE_S)
        names = {
            worker: told["name"] for worker, told in client.scheduler_info()["workers"].items()
        }
        batch = subprocess.Popen(
            command(*TOURNAMENT, "--cluster", address),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        begun = time.monotonic()
        while not (busy := [worker for worker, tasks in client.processing().items() if tasks]):
            assert time.monotonic() < begun + DEADLINE_S, "no worker has anything to do"
            time.sleep(0.01)
        os.killpg(workers[names[busy[0]]].pid, signal.SIGKILL)
        output, errors = batch.communicate(timeout=DEADLINE_S)
        assert (output, batch.returncode) == (alone.stdout, 0), errors
        assert len(client.scheduler_info()["workers"]) == 1


def test_a_scheduler_that_is_not_there_is_named() -> None:
    lost = subprocess.run(
        [sys.executable, "-m", "soak", "--pure", "--cluster", "tcp://127.0.0.1:9"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (lost.returncode, lost.stdout) == (2, "")
    assert "no Dask scheduler answers at 'tcp://127.0.0.1:9'" in lost.stderr
    assert "Traceback" not in lost.stderr
