"""The clock at the end of the program: the time of the turn under way is saved."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from host.cli.sessions import saving
from host.engine.registry import game_named
from host.session.clock import TimeControl
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase
from host.storage.autosave import Saver
from host.storage.store import Store
from tests.e2e.virtual_board import DEADLINE_S, at_virtual_board, do, until

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def test_the_time_of_a_turn_is_used_when_the_program_ends(tmp_path: Path) -> None:
    session: Session = Session(
        MatchSettings(game_named("hasami:first=black"), control=TimeControl(600_000, 0))
    )

    async def story(saver: Saver) -> None:
        async with asyncio.timeout(DEADLINE_S), at_virtual_board(session, saver) as app:
            await until(app, lambda: app.view.phase is Phase.PLAY)
            await do(app, t="lift", square="a9")
            await do(app, t="put", square="a4")
            await until(app, lambda: len(app.view.plies) == 1)
            await do(app, t="lift", square="e1")

    with closing(Store(tmp_path / "matches.sqlite")) as store, saving(session, store, print) as it:
        asyncio.run(story(it))
    with closing(Store(tmp_path / "matches.sqlite")) as store:
        saved = store.latest()
    assert saved is not None
    (ply,) = saved.plies
    assert saved.times is not None
    assert ply.times is not None
    assert saved.times[0] < ply.times[0], "of White, who was to move"
    assert saved.times[1] == ply.times[1]
