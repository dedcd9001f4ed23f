"""Calls that are run at once, where there is no other thread or time is simulated."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

ResultT = TypeVar("ResultT")


def run_into(future: Future[ResultT], call: Callable[[], ResultT]) -> None:
    """Run a call, unless its future was cancelled, and put its result or exception there."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = call()
    except Exception as error:
        future.set_exception(error)
    else:
        future.set_result(result)


def run_now(call: Callable[[], ResultT]) -> Future[ResultT]:
    """Run a call at once, in place of `Worker.submit` where time is simulated."""
    future: Future[ResultT] = Future()
    run_into(future, call)
    return future
