"""A table that fails: it is started again with its match, and no other notices."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from host.app.compose import Composition
from host.app.remote.far_matches import FarMatches
from host.cli.desktop import Desktop
from host.cli.parser import parser
from host.cli.tables import table as module
from host.cli.tables.choice import TableChoice
from host.cli.tables.table import Table
from host.link.errors import BoardNotFoundError
from host.message import message
from host.recognition.history import StoredPly
from host.session.session import Session
from host.storage.saved_match import SavedMatch
from host.storage.store import Store
from host.ui.web.access import Access

DEADLINE_S = 10.0
START = "obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -"


class FailingTable(Table):
    """A table whose board fails with one error after another, then waits; it notes the moves."""

    errors: Sequence[Exception] = ()

    async def _run(self, composition: Composition, match: int | None = None) -> None:
        self.match, session = match, composition.mode
        assert isinstance(session, Session)
        self.plies = [*getattr(self, "plies", []), [ply.text for ply in session.plies]]
        if len(self.plies) <= len(self.errors):
            raise self.errors[len(self.plies) - 1]
        await asyncio.Event().wait()


def make_table(path: Path, name: str, said: list[str], *options: str) -> FailingTable:
    asked = parser().parse_args(["play", "--data", str(path), *options])
    starting = asyncio.Semaphore(1)
    return FailingTable(TableChoice(name), 3, asked, Desktop(), Access(), starting, said.append)


async def until_started(table: FailingTable, times: int) -> None:
    async with asyncio.timeout(DEADLINE_S):
        while len(getattr(table, "plies", [])) < times:
            await asyncio.sleep(0.001)


def test_a_table_that_fails_goes_on_with_its_match_and_the_other_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "RESTART_S", 0)
    path, said = tmp_path / "matches.sqlite", list[str]()
    with closing(Store(path, "anna")) as store:
        store.save(store.create_match("kamisado-single", START), [StoredPly("d8d5")], None)

    async def story() -> None:
        anna, berta = (make_table(path, name, said) for name in ("anna", "berta"))
        board = BoardNotFoundError(message("virtual.ended"), "port")
        anna.errors = (board, ExceptionGroup("tasks", [RuntimeError("a fault")]))
        tasks = [asyncio.create_task(table.run()) for table in (anna, berta)]
        await until_started(anna, 3)
        await until_started(berta, 1)
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        assert anna.plies == [[], ["d8d5"], ["d8d5"]], "without --resume it begins anew once"
        assert berta.plies == [[]]

    asyncio.run(story())
    assert all(line.startswith("anna: ") for line in said)
    assert "The table is being restarted." in said[0]
    assert [record.message for record in caplog.records] == ["table anna has failed"]


def test_a_table_tells_what_it_does(tmp_path: Path) -> None:
    said: list[str] = []

    async def story() -> None:
        table = make_table(tmp_path / "matches.sqlite", "anna", said)
        assert str(table.words) == "The table is being started."
        assert (table.turns, table.opened) == (0, None)
        assert (table._options.seed, table._options.club_name) == (4, "anna")
        hall = make_table(tmp_path / "matches.sqlite", "anna", said, "--club-name", "hall")
        assert hall._options.club_name == "hall-anna"

    asyncio.run(story())


def test_a_far_match_is_gone_on_with_once_the_board_runs(tmp_path: Path) -> None:
    path, said = tmp_path / "matches.sqlite", list[str]()
    with closing(Store(path, "anna")) as store:
        number = store.create_match("kamisado-single", START, opponent="far white")
        store.save(number, [StoredPly("d8d5")], None)

    async def story() -> None:
        table = make_table(path, "anna", said, "--resume")
        running = asyncio.create_task(table.run())
        await until_started(table, 1)
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        assert (table.plies, table.match) == ([[]], number)

    asyncio.run(story())


def test_a_table_whose_matches_cannot_be_kept_plays_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said: list[str] = []

    async def story() -> None:
        table = make_table(tmp_path / "file" / "matches.sqlite", "anna", said)
        running = asyncio.create_task(table.run())
        await until_started(table, 1)
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running

    asyncio.run(story())
    assert said[0].startswith("anna: Playing without saving: ")


def test_a_table_that_fails_while_it_ends_is_not_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def leave(_: FarMatches) -> None:
        raise RuntimeError("a fault of the far match")

    monkeypatch.setattr(FarMatches, "leave", leave)

    async def story() -> None:
        anna = make_table(tmp_path / "matches.sqlite", "anna", [])
        task = asyncio.create_task(anna.run())
        await until_started(anna, 1)
        task.cancel()
        await asyncio.wait({task}, timeout=DEADLINE_S)
        assert task.done()

    asyncio.run(story())


def test_no_table_waits_for_the_disk_that_another_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading: list[threading.Thread] = []
    latest = Store.latest

    def noted(store: Store) -> SavedMatch | None:
        reading.append(threading.current_thread())
        return latest(store)

    monkeypatch.setattr(Store, "latest", noted)

    async def story() -> None:
        anna = make_table(tmp_path / "matches.sqlite", "anna", [], "--resume")
        task = asyncio.create_task(anna.run())
        await until_started(anna, 1)
        task.cancel()
        await asyncio.wait({task})

    asyncio.run(story())
    assert reading
    assert threading.main_thread() not in reading
