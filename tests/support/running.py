"""Start programs beside a test, and end them."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

DEADLINE_S = 30.0


@contextmanager
def running(*command: str, alone: bool = False) -> Iterator[subprocess.Popen[str]]:
    """Run a command until the block ends; `alone` in a process group of its own."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=alone,
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=DEADLINE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def first_line(process: subprocess.Popen[str]) -> str:
    """Return the first line of its output."""
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], DEADLINE_S)
    assert ready, "it prints nothing"
    return process.stdout.readline()


def kamisado(
    *arguments: str, typed: str = "", variables: Mapping[str, str] = MappingProxyType({})
) -> subprocess.CompletedProcess[str]:
    """Run a command of the program to its end, with more variables in its environment."""
    return subprocess.run(
        [sys.executable, "-m", "host", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | variables,
        timeout=4 * DEADLINE_S,
        check=False,
    )
