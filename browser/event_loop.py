"""The event loop in a worker: it runs what is ready in one turn of the browser's.

Pyodide's own loop has the browser call it for each callback by itself, with a function, a stack and
a state of the thread that are made for it alone, and made anew for each future's and task's end as
well.  A board that is played on takes hundreds of callbacks a second, and the garbage was most of
what the worker ever had in memory.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable
from contextvars import Context
from typing import Protocol, TypeVarTuple

Ts = TypeVarTuple("Ts")
ROUNDS = 10
"""Most rounds of a turn; then messages of other workers have theirs."""
NEVER_MS = -1.0
"""Tells the script that nothing is due before the next message."""


class Turns(Protocol):
    """Functions of the script in the worker: `static/turns.js`."""

    def use(self, turn: Callable[[], float]) -> None:
        """Set what is called in a turn; see `WorkerLoop.turn`."""

    def ask(self) -> None:
        """Ask for a turn as soon as the caller, which is no turn itself, has returned."""


class _NoSelector:
    """Takes the place of a selector: tells how long the loop would wait, and nothing comes."""

    pause_s: float | None = None

    def select(self, timeout_s: float | None) -> list[object]:
        """Note the time."""
        self.pause_s = timeout_s
        return []

    def close(self) -> None:
        """Do nothing."""


class WorkerLoop(asyncio.BaseEventLoop):
    """The event loop.

    Args:
        turns: has the browser call it.
    """

    def __init__(self, turns: Turns) -> None:
        super().__init__()
        self._turns = turns
        self._selector = _NoSelector()
        self._is_asked = False
        turns.use(self.turn)

    def turn(self) -> float:
        """Run what is ready.

        Returns:
            milliseconds until it must be called again, 0 for at once; negative: only if it is asked
            for.
        """
        self._is_asked = True  # what is scheduled now is seen below
        pause_s: float | None = 0.0
        try:
            for _ in range(ROUNDS):
                self._run_once()  # type: ignore[attr-defined]
                pause_s = self._selector.pause_s
                if pause_s != 0:
                    break
        finally:
            self._is_asked = False
        if pause_s == 0:
            self._is_asked = True
        return NEVER_MS if pause_s is None else 1000 * pause_s

    def call_soon(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Have a callback run in the next round."""
        handle = super().call_soon(callback, *args, context=context)
        self._ask()
        return handle

    def call_at(
        self,
        when: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Have a callback run at a time; `call_later` comes here as well."""
        handle = super().call_at(when, callback, *args, context=context)
        self._ask()
        return handle

    def close_generator(self, generator: AsyncGenerator[object, object]) -> None:
        """Let one end that nobody iterates over any more; see `sys.set_asyncgen_hooks`."""
        self.create_task(generator.aclose())

    def _ask(self) -> None:
        """Ask for a turn, once, unless this is one."""
        if not self._is_asked:
            self._is_asked = True
            self._turns.ask()

    def _write_to_self(self) -> None:
        self._ask()

    def _process_events(self, event_list: list[object]) -> None:
        """Do nothing: there are none."""


def install(turns: Turns) -> None:
    """Have all that runs in this worker from now on use such a loop."""
    loop = WorkerLoop(turns)
    asyncio.set_event_loop(loop)
    asyncio._set_running_loop(loop)
    sys.set_asyncgen_hooks(finalizer=loop.close_generator)
