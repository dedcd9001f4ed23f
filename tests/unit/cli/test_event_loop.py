"""Event loop of a command: ctrl-C that comes before it runs leaves nothing to be warned of."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Coroutine

import pytest

from host.cli.event_loop import run_to_end


def test_ctrl_c_before_the_loop_runs_closes_what_has_not_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def command() -> int:
        return 0

    def interrupted(whole: Coroutine[None, None, int]) -> int:
        given.append(whole)
        raise KeyboardInterrupt

    given: list[Coroutine[None, None, int]] = [command()]
    monkeypatch.setattr(asyncio, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_to_end(given[0])
    assert [inspect.getcoroutinestate(each) for each in given] == [inspect.CORO_CLOSED] * 2
