"""Far matches in a file with those of several tables: a shell goes on with its own alone."""

from __future__ import annotations

import asyncio
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from host.app.remote.known_match import KnownMatch, invited
from host.cli.parser import parser
from host.cli.play import remote_sessions
from host.engine.game import Side
from host.engine.registry import game_named
from host.recognition.history import StoredPly
from host.remote.address import BrokerAddress
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.storage.autosave import Autosave
from host.storage.store import Store

TABLE = "north"
NOWHERE = BrokerAddress("127.0.0.1", 9)


def begun_at_a_table(path: Path) -> KnownMatch:
    """Return a match with one move that a table has begun, with its number."""
    settings = MatchSettings(game_named("kamisado-single"))
    known = invited(NOWHERE, settings, Side.BLACK, None)
    session = Session(known.settings)
    session.restore([StoredPly("e8g6")])
    with closing(Store(path, TABLE)) as store:
        autosave = Autosave(session, store)
        autosave(0)
        known = replace(known, number=autosave.match)
        store.save_remote(known.row())
    return known


def test_join_does_not_take_the_seat_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    link = begun_at_a_table(path).invitation.link
    options = parser().parse_args(["join", link, "--data", str(path)])
    with pytest.raises(ValueError, match="No broker answers at"):
        asyncio.run(remote_sessions.join(options, print))


def test_resume_goes_on_as_the_table_that_has_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "matches.sqlite"
    known = begun_at_a_table(path)
    played: list[tuple[list[str], str | None, KnownMatch]] = []

    async def run_session(
        session: Session, saver: Autosave, *_: object, far_match: KnownMatch
    ) -> int:
        played.append(([ply.text for ply in session.plies], saver.table, far_match))
        return 0

    monkeypatch.setattr(remote_sessions, "run_session", run_session)
    options = parser().parse_args(["resume", str(known.number), "--data", str(path)])
    assert options.run(options, print) == 0
    ((moves, table, far),) = played
    assert (moves, table, far.number) == (["e8g6"], TABLE, known.number)
    assert f"Match {known.number}" in capsys.readouterr().out
