"""Run the program with a guard that reports whatever holds its event loop.

    python -m tests.support.loop_guard [--calls] REPORT ARGUMENT ...

runs `python -m host ARGUMENT ...`.  From the first display's connection to the end, these are
appended to the file REPORT, one a line:

- calls that may block, from the thread of the loop, by Python's audit events: files are opened,
  names looked up, connections and processes begun; with `--calls` also those that only a profiler
  sees: SQL, reading and writing files, waiting for other threads,
- callbacks that hold the loop for longer than HELD_MS, and those that compute for longer than
  COMPUTED_MS on a computer like those of the developers; a slower one has as much more,
- requests named PROBE between whose coming and whose answer the loop computes for longer than
  ANSWERED_MS, with as much more.

The time of a callback is what it computes and what it waits for.  The time for which it would run
and the system gives the processor to others is not counted (the kernel knows it), nor are short
waits: those for other threads to let go of the interpreter.  So a busy machine makes no difference.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import io
import math
import os
import socket
import sqlite3
import stat
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, MutableMapping
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

HELD_MS = 250
COMPUTED_MS = 50
ANSWERED_MS = 250
PROBE = "unknown-"
"""Beginning of the name of requests that nothing has to be done for."""
REFERENCE_MS = 14.0
"""Time that `calibrate` takes on such a computer."""
SHORT_MS = 10
"""Time of each wait that is not counted: twice that after which Python asks for the interpreter."""
BEGUN = "begun"
ENDED = "ended; longest callback"
"""Beginnings of the first and last line of a report."""

EVENTS = frozenset(
    {
        "open",
        "os.listdir",
        "os.remove",
        "os.rename",
        "os.scandir",
        "shutil.rmtree",
        "socket.connect",
        "socket.getaddrinfo",
        "socket.gethostbyname",
        "sqlite3.connect",
        "subprocess.Popen",
        "tempfile.mkstemp",
        "time.sleep",
    }
)
FUNCTIONS = frozenset({os.fsync, os.fdatasync, os.wait, time.sleep})
WAITS: frozenset[CodeType] = frozenset(
    {threading.Condition.wait.__code__, threading.Thread.join.__code__}
)
FILES = (io.TextIOWrapper, io.BufferedWriter, io.BufferedReader, io.FileIO)
DATABASES = (sqlite3.Connection, sqlite3.Cursor)

ALLOWED = {
    # asyncio itself starts processes on the loop: some milliseconds, and nothing to wait for.
    "subprocess.Popen": "_UnixSubprocessTransport._start",
    # A new thread says that it has begun.
    "Condition.wait": "Thread.start",
}
"""Functions that may make a call, by its name."""


class LoopGuard:
    """The guard of one event loop.

    Args:
        report: takes each line.
        sees_calls: let a profiler look at each call, at several times the cost.
    """

    def __init__(self, report: Callable[[str], None], sees_calls: bool) -> None:
        self._report = report
        self._sees_calls = sees_calls
        self._thread: int | None = None
        self._queue_file = -1
        self._longest = (0.0, "")
        self._slower = max(1.0, calibrate() / REFERENCE_MS)
        self._computed_ms = COMPUTED_MS * self._slower
        self._asked_s: dict[int, float] = {}

    def install(self) -> None:
        """Watch this process; for good, since audit hooks cannot be removed."""
        sys.addaudithook(self._audit)
        run = asyncio.Handle._run
        guard = self

        def watched(handle: asyncio.Handle) -> None:
            if guard._thread != threading.get_ident():
                run(handle)
                return
            begun_ms, words, computed_s = guard._used_ms(), _name_of(handle), time.thread_time()
            run(handle)
            computed_ms = 1000 * (time.thread_time() - computed_s)
            held_ms = guard._used_ms() - begun_ms
            guard._longest = max(guard._longest, (held_ms, words))
            if held_ms > HELD_MS:
                guard._tell(f"held for {held_ms:.0f} ms by {words}")
            elif computed_ms > guard._computed_ms and not guard._sees_calls:
                guard._tell(f"computed for {computed_ms:.0f} ms by {words}")

        asyncio.Handle._run = watched  # type: ignore[method-assign]

    def begin(self) -> None:
        """Guard the loop that runs in this thread, unless it is."""
        if self._thread is not None:
            return
        self._resource = importlib.import_module("resource")  # not on Windows
        self._queue_file = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        self._thread = threading.get_ident()
        self._report(BEGUN)
        if self._sees_calls:
            sys.setprofile(self._profile)

    def end(self) -> None:
        """Guard nothing any more; of several tables the first that ends is the end of all."""
        if self._thread is None:
            return
        sys.setprofile(None)
        self._thread = None
        self._report(f"{ENDED} {self._longest[0]:.0f} ms: {self._longest[1]}")

    def asked(self, event: Mapping[str, object]) -> None:
        """Take in that a request has come."""
        if PROBE in str(event.get("text")):
            self._asked_s[id(event)] = time.thread_time()

    def answered(self, event: Mapping[str, object]) -> None:
        """Take in that it has been answered."""
        computed_ms = 1000 * (time.thread_time() - self._asked_s.pop(id(event), math.inf))
        if computed_ms > ANSWERED_MS * self._slower and not self._sees_calls:
            self._tell(f"computed for {computed_ms:.0f} ms before a request was answered")

    def _used_ms(self) -> float:
        """Return a time that passes while this thread computes or waits, but not while it queues
        for a processor, and not for SHORT_MS of each wait."""
        queued_ns = int(os.pread(self._queue_file, 100, 0).split()[1])
        waits = self._resource.getrusage(self._resource.RUSAGE_THREAD).ru_nvcsw
        return (time.monotonic_ns() - queued_ns) / 1e6 - SHORT_MS * waits

    def _audit(self, event: str, arguments: tuple[object, ...]) -> None:
        if event not in EVENTS or threading.get_ident() != self._thread:
            return
        about = arguments[0] if arguments else None
        is_open = event == "open" and isinstance(about, int)
        is_waiting = not isinstance(about, socket.socket) or about.gettimeout() != 0
        if is_waiting and not is_open:
            self._refuse(event, repr(arguments[:2]), sys._getframe(1))

    def _profile(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            # To wait for no time is to ask: an executor, whether one of its threads is idle.
            if frame.f_code in WAITS and frame.f_locals.get("timeout") != 0:
                self._refuse(frame.f_code.co_qualname, "", frame)
        elif event == "c_call":
            owner = getattr(argument, "__self__", None)
            name = getattr(argument, "__qualname__", "")
            if isinstance(owner, DATABASES) or (isinstance(owner, FILES) and _is_on_disk(owner)):
                self._refuse(name, repr(owner), frame)
            elif argument in FUNCTIONS:
                self._refuse(name, "", frame)

    def _refuse(self, what: str, about: str, frame: FrameType) -> None:
        """Report a call unless it is allowed, with the innermost functions that led to it."""
        places = []
        caller: FrameType | None = frame
        while caller is not None:
            place = f"{Path(caller.f_code.co_filename).name}:{caller.f_lineno}"
            if ALLOWED.get(what) == caller.f_code.co_qualname:
                return
            places.append(place)
            caller = caller.f_back
        self._tell(f"{what} {about} in {' < '.join(places[:8])}")

    def _tell(self, line: str) -> None:
        self._report(line.replace("\n", " "))


def _name_of(handle: asyncio.Handle) -> str:
    """Return what a callback is, of a task its name and coroutine."""
    task = getattr(handle._callback, "__self__", None)  # type: ignore[attr-defined]
    if isinstance(task, asyncio.Task):
        return f"{task.get_name()}: {getattr(task.get_coro(), '__qualname__', '')}"
    return str(handle)


def calibrate() -> float:
    """Return the milliseconds of processor that a fixed piece of work takes."""
    times = []
    for _ in range(3):
        begun_s = time.thread_time()
        sorted(str(number) for number in range(100_000))
        times.append(1000 * (time.thread_time() - begun_s))
    return min(times)


def _is_on_disk(file: io.IOBase) -> bool:
    """Return True for an open file, but not for a pipe or terminal."""
    try:
        return stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def main() -> int:
    """Run the program; returns its exit status."""
    sees_calls = sys.argv[1] == "--calls"
    if sees_calls:
        del sys.argv[1]
    report = os.open(sys.argv.pop(1), os.O_WRONLY | os.O_APPEND)

    def write(line: str) -> None:
        os.write(report, f"{line}\n".encode())

    guard = LoopGuard(write, sees_calls)
    guard.install()

    from host.__main__ import run
    from host.app.application import Application
    from host.ui.web.broadcast import Broadcast, Subscription
    from host.ui.web.request_line import Refusal, RequestLine

    running, connect = Application.running, Broadcast.connect
    put, carry_out = RequestLine.put_nowait, RequestLine.carry_out

    def come(line: RequestLine, event: MutableMapping[str, Any]) -> None:
        guard.asked(event)
        put(line, event)

    async def carried_out(
        line: RequestLine, event: MutableMapping[str, Any], work: Coroutine[object, object, Refusal]
    ) -> Refusal:
        refusal = await carry_out(line, event, work)
        guard.answered(event)
        return refusal

    def connected(
        broadcast: Broadcast, leds: bool = True, **more: Callable[[], bool]
    ) -> Subscription:
        if leds:  # a page; voice and broker connect while the program starts
            guard.begin()
        return connect(broadcast, leds, **more)

    @contextlib.asynccontextmanager
    async def guarded(application: Application, waits: bool = False) -> AsyncIterator[None]:
        async with running(application, waits):
            try:
                yield
            finally:
                guard.end()

    Broadcast.connect = connected  # type: ignore[method-assign]
    RequestLine.put_nowait = come  # type: ignore[method-assign]
    RequestLine.carry_out = carried_out  # type: ignore[method-assign]
    Application.running = guarded  # type: ignore[method-assign]
    return run()


if __name__ == "__main__":
    raise SystemExit(main())
