"""Run a command in a condition, and judge how it ended."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

from tests.field.conditions import Start
from tests.field.place import ROOT

DEADLINE_S = 60.0
READY = re.compile(rb"http://|The broker runs|\(ctrl-C", re.DOTALL)
"""Said by a command that lasts, once it is there."""
UNWORDED = re.compile(
    r"Traceback|\[Errno|\[WinError|codec can't|Exception|<class |object at 0x|\bNone\b"
    r"|FATAL|Fatal Python|core dumped"
)
"""In no sentence for people."""


@dataclass(frozen=True)
class Ended:
    """The end of a command.

    Attributes:
        status: its exit status.
        output: on the standard output.
        errors: on the standard error.
    """

    status: int
    output: str
    errors: str


def run(start: Start, lasts: bool, typed: str = "") -> Ended:
    """Run a command to its end; one that lasts is interrupted once it is there."""
    variables = os.environ | {"PYTHONFAULTHANDLER": "", "XDG_DATA_HOME": str(start.place.folder)}
    variables |= start.variables
    reading, typing = os.pipe()
    os.write(typing, typed.encode())
    os.close(typing)
    process = subprocess.Popen(
        [*start.before, sys.executable, "-m", "host", *start.words],
        cwd=ROOT,
        env={name: value for name, value in variables.items() if value},
        stdin=reading,
        stdout=start.streams.get("stdout", subprocess.PIPE),
        stderr=start.streams.get("stderr", subprocess.PIPE),
        start_new_session=True,
    )
    os.close(reading)
    said = {stream: b"" for stream in (process.stdout, process.stderr) if stream is not None}
    open_streams, is_told = set(said), False
    deadline = time.monotonic() + DEADLINE_S
    try:
        while open_streams:
            left = deadline - time.monotonic()
            assert left > 0, f"neither ends nor is there: {said}"
            for stream in select.select(list(open_streams), [], [], left)[0]:
                more = os.read(stream.fileno(), 65536)
                said[stream] += more
                if not more:
                    open_streams.remove(stream)
            if lasts and not is_told and any(READY.search(text) for text in said.values()):
                os.killpg(process.pid, signal.SIGINT)
                is_told = True
        status = process.wait(max(0.1, deadline - time.monotonic()))
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        for stream in said:
            stream.close()
    output, errors = (
        "" if stream is None else said[stream].decode("utf-8", "replace")
        for stream in (process.stdout, process.stderr)
    )
    return Ended(status, output, errors)
