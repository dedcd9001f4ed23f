"""The worker's thread: calls in order, and those that nobody wants any more."""

from __future__ import annotations

import threading

from host.worker.thread import WorkerThread

WAIT_S = 20.0


def test_a_call_that_is_cancelled_before_or_while_it_runs_keeps_no_other_from_running() -> None:
    worker, begun, go_on, ran = WorkerThread("tests"), threading.Event(), threading.Event(), []

    def first() -> None:
        begun.set()
        go_on.wait(WAIT_S)

    running = worker.submit(first)
    waiting = worker.submit(lambda: ran.append("cancelled"))
    last = worker.submit(lambda: ran.append("last"))
    assert begun.wait(WAIT_S)
    assert not running.cancel(), "it runs"
    assert waiting.cancel()
    go_on.set()
    last.result(WAIT_S)
    assert ran == ["last"]
    assert worker.close(WAIT_S)
