"""Programs forked from a process with all their modules, as imports take most of a start."""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import pkgutil
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path

PROCESSES = multiprocessing.get_context("forkserver")
LOOK_S = 0.01
LATER = 2
"""Their niceness: boards, which are in the process of the soak, answer in time as real ones do."""
_PRELOADED = ("app", "cli.play", "remote", "storage", "ui.web")
"""Packages of the host that a program of a far match takes."""
_LATE = ("aiomqtt", "segno", "anyio._backends._asyncio", "encodings.idna", "uvicorn.lifespan.off")
"""Modules that it imports when it needs them first."""


class Forked:
    """A process as `soak.remote.program.Started` wants it.

    Args:
        process: has been started.
    """

    def __init__(self, process: BaseProcess) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        """Its id, which is also that of its process group."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Its exit status; None while it runs."""
        return self._process.exitcode

    async def wait(self) -> int:
        """Wait until it has ended."""
        while (status := self.returncode) is None:
            await asyncio.sleep(LOOK_S)
        self._process.join()
        return status


async def start_forked(
    arguments: Sequence[str], environment: Mapping[str, str], output: Path
) -> Forked:
    """Start the program; see `soak.remote.program.Start`."""
    PROCESSES.set_forkserver_preload(_modules())
    process = PROCESSES.Process(target=_run, args=(arguments, environment, output), daemon=True)
    process.start()
    forked = Forked(process)
    while forked.returncode is None and os.getpgid(forked.pid) != forked.pid:
        await asyncio.sleep(LOOK_S)
    return forked


def _run(arguments: Sequence[str], environment: Mapping[str, str], output: Path) -> None:
    """Run a command line in this process, as the leader of a process group."""
    from host.cli.main import main

    said = os.open(output, os.O_WRONLY | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(said, stream)
    os.environ.update(environment)
    os.setsid()
    os.nice(LATER)
    sys.exit(main(arguments))


def _modules() -> list[str]:
    """Return the names of the modules that the programs need, and of those of the soak."""
    names = ["soak.remote.command", "soak.remote.forked", *_LATE]
    for name in _PRELOADED:
        package = importlib.import_module(f"host.{name}")
        inside = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        names += [package.__name__, *(module.name for module in inside)]
    return names
