"""Answers of the solver, each with its processor time: in its process, and in a tab of the site.

It is asked what the program asks (`host.ai_process.protocol`), in the process that `kamisado play`
starts, and in the worker that the static site starts, `solver_worker.js`.  Only for Linux, which
has a clock for each process.
"""

from __future__ import annotations

import base64
import contextlib
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from playwright.sync_api import Page, sync_playwright

from benchmarks.costs.start import ROOT
from benchmarks.page import FLAGS
from browser.server import StaticHandler, StaticServer
from browser.solver import SOLVER_MB
from host.ai_process.protocol import HEADER, Answer, Query, Request, decode_answer, encode

PAGE = "asked_solver.html"
LOAD_MS = 180_000
START = """(megabytes) => import("/ring.js").then(({ Ring, ringMemory }) => {
  const memory = ringMemory(1 << 18);
  const waiting = [], answers = [];
  const worker = new Worker("/solver_worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    const text = data.ended ?? btoa(String.fromCharCode(...data));
    if (waiting.length) waiting.shift()(text); else answers.push(text);
  };
  worker.postMessage({ memory, megabytes });
  const ring = new Ring(memory);
  window.ask = (text) => ring.write(Uint8Array.from(atob(text), (each) => each.charCodeAt(0)));
  window.answer = () => new Promise((resolve) => {
    if (answers.length) resolve(answers.shift()); else waiting.push(resolve);
  });
})"""
"""Starts the solver's worker, and leaves functions that pass it frames and wait for its answers."""


def processor_s(pid: int) -> float:
    """Return the processor time of a process with all its threads, also those that have ended.

    Raises:
        OSError: there is no such process.
    """
    return time.clock_gettime(~pid << 3 | 2)  # its clock: MAKE_PROCESS_CPUCLOCK in Linux


class AskedSolver(Protocol):
    """A solver that somebody can ask."""

    def used_s(self) -> float:
        """Return its processor time so far."""

    def write(self, frame: bytes) -> None:
        """Send a frame."""

    def read(self) -> bytes:
        """Wait for the frame of an answer."""


class ProcessSolver:
    """The solver's process, as `kamisado play` starts it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def used_s(self) -> float:
        """Return its processor time so far."""
        return processor_s(self._process.pid)

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        assert self._process.stdin is not None
        self._process.stdin.write(frame)
        self._process.stdin.flush()

    def read(self) -> bytes:
        """Wait for the frame of an answer."""
        assert self._process.stdout is not None
        header = self._process.stdout.read(HEADER.size)
        return header + self._process.stdout.read(*HEADER.unpack(header))


class TabSolver:
    """The solver's worker in a tab that does nothing else."""

    def __init__(self, page: Page, pids: Sequence[int]) -> None:
        self._page = page
        self._pids = pids

    def used_s(self) -> float:
        """Return the processor time of all that draws and runs tabs, of which there is one."""
        return sum(map(processor_s, self._pids))

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        self._page.evaluate("(text) => window.ask(text)", base64.b64encode(frame).decode())

    def read(self) -> bytes:
        """Wait for the frame of an answer."""
        return base64.b64decode(self._page.evaluate("() => window.answer()"), validate=True)


def ask(solver: AskedSolver, request: Request) -> tuple[list[Answer], float]:
    """Ask a solver; return its answers, and the seconds of processor time that they took.

    Raises:
        ValueError: the request is refused.
    """
    begin = solver.used_s()
    solver.write(encode(Query(1, request)))
    answers: list[Answer] = []
    while not answers or not answers[-1].is_last:
        answers.append(decode_answer(solver.read()[HEADER.size :]))
    if answers[-1].error is not None:
        raise ValueError(answers[-1].error)
    return answers, solver.used_s() - begin


@contextlib.contextmanager
def process_solver() -> Iterator[AskedSolver]:
    """Start the solver's process."""
    command = [sys.executable, "-P", "-m", "host.ai_process"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        try:
            yield ProcessSolver(process)
        finally:
            process.kill()


class _IsolatedHandler(StaticHandler):
    """A request for a file, with the headers that the site's service worker adds."""

    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


@contextlib.contextmanager
def tab_solver(site: Path) -> Iterator[AskedSolver]:
    """Start the solver's worker in a tab of Chromium, with the table that the site gives it.

    Args:
        site: folder of the built site, to which an empty page is added.
    """
    (site / PAGE).write_text("<!doctype html><title>Solver</title>", "utf-8")
    executable = shutil.which("chromium") or shutil.which("chromium-browser")
    server = StaticServer(site, handler=_IsolatedHandler)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
            page = browser.new_context(service_workers="block").new_page()
            page.set_default_timeout(LOAD_MS)
            page.goto(server.url + PAGE)
            page.evaluate(START, SOLVER_MB)
            told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
            processes = told["processInfo"]
            tabs = [each["id"] for each in processes if each["type"] == "renderer"]
            yield TabSolver(page, tabs)
            browser.close()
    finally:
        server.close()
