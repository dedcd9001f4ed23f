"""Many tables in one program: each plays its own match, and no trouble at one reaches another."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from websockets.sync.client import connect

from host.remote.broker.client import Broker
from host.storage.store import read_matches
from tests.e2e.program import FIRST, Page, Program, child_of, playing
from tests.support.brokers import real_broker
from tests.support.running import DEADLINE_S, first_line, running

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

TABLES = ("table-1", "table-2", "anna")
COMMAND = ("--tables", "2", "--table", "anna", "--resume")
WAIT_S = 60.0
MOVES = (("d8", "d5"), FIRST, ("e8", "e4"))


def pages(program: Program) -> dict[str, Page]:
    """Open the page of each table."""
    return {TABLES[0]: program, **{table: program.page(table) for table in TABLES[1:]}}


def moves(page: Page) -> list[str]:
    made = page.state["moves"]
    assert isinstance(made, list)
    return [move["text"] for move in made]


def test_three_tables_play_survive_a_killed_simulator_and_are_resumed(tmp_path: Path) -> None:
    made = {table: [origin + target] for table, (origin, target) in zip(TABLES, MOVES, strict=True)}
    with playing(tmp_path, *COMMAND, table=TABLES[0]) as program:
        tables = pages(program)
        for (table, page), (origin, target) in zip(tables.items(), MOVES, strict=True):
            page.until(lambda page=page: page.state.get("phase") == "play")
            page.move(origin, target)
            assert moves(page) == made[table]
        with urllib.request.urlopen(f"http://{program.host}/") as answer:
            listed = answer.read().decode()
        assert all(f'<a href="table/{table}/"><b>{table}</b>' in listed for table in TABLES)

        os.kill(program.descendant("simulator"), signal.SIGKILL)
        lost = "The program of the virtual board has ended"
        while not any(lost in told for page in tables.values() for told in page.said):
            for page in tables.values():
                page.answers(1)
        told = [table for table, page in tables.items() if any(lost in each for each in page.said)]
        assert len(told) == 1, "only one table has lost its board"
        hit = tables[told[0]]
        hit.until_said("The board is back")
        hit.until(lambda: hit.link == "up" and hit.state["correction"] is None)
        hit.send(t="takeback")
        hit.until(lambda: hit.plies == 0)
        hit.move(*MOVES[TABLES.index(told[0])])
    matches = {saved.table: saved for saved in read_matches(program.data)}
    assert {table: [ply.text for ply in saved.plies] for table, saved in matches.items()} == made
    with playing(tmp_path, *COMMAND, table=TABLES[0]) as program:
        for table, page in pages(program).items():
            page.until(lambda page=page: page.plies == 1 and page.state["phase"] == "play")
            assert moves(page) == made[table]
    assert len(read_matches(program.data)) == len(TABLES), "no match was begun anew"


def test_a_serious_game_is_played_at_each_table(tmp_path: Path) -> None:
    with playing(tmp_path, "--tables", "2", "--serious", table=TABLES[0]) as program:
        tables = {TABLES[0]: program, TABLES[1]: program.page(TABLES[1])}
        for table, page in tables.items():
            page.until(lambda page=page: page.state.get("phase") == "play")
            assert page.state["conditions"] == "serious"
            page.move(*FIRST)
            page.send(t="help", level="proven")
            page.until_said("In a serious game, who wins is not shown")
            address = f"ws://{program.host}/table/{table}/ws"
            with connect(address, origin=f"http://{program.host}", proxy=None) as line:  # type: ignore[arg-type]
                stranger = Page(line)
                stranger.until(lambda stranger=stranger: stranger.state != {})  # type: ignore[misc]
                assert stranger.plies == 0
                stranger.send(t="describe", what="ranks")
                stranger.until_said("this serious game three minutes later")
        with urllib.request.urlopen(f"http://{program.host}/") as answer:
            assert answer.read().decode().count("This is a serious game.") == 2


def test_a_table_without_its_board_waits_and_the_others_play(tmp_path: Path) -> None:
    absent = f"--table=far={tmp_path / 'no-port'}"
    with playing(tmp_path, absent, "--table", "near", table="near") as program:
        program.until(lambda: program.state.get("phase") == "play")
        program.move(*FIRST)
        far = program.page("far")
        far.until(lambda: far.link == "connecting")
        assert far.plies == 0


def test_ctrl_c_while_the_tables_start_shows_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    command = (sys.executable, "-m", "host", "play", "--tables", "4", "--no-browser")
    with running(*command, "--listen", "127.0.0.1:0", alone=True) as process:
        assert first_line(process).startswith("4 tables.")
        child_of(process.pid, "simulator")
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        assert process.communicate(timeout=DEADLINE_S) == ("", "")
        assert process.returncode == 128 + signal.SIGINT


def test_a_disk_that_does_not_answer_keeps_no_table_from_playing(tmp_path: Path) -> None:
    with playing(tmp_path, "--tables", "2", table=TABLES[0]) as program:
        tables = program, program.page(TABLES[1])
        for page in tables:
            page.until(lambda page=page: page.state.get("phase") == "play")
        with closing(sqlite3.connect(program.data, isolation_level=None)) as file:
            file.execute("BEGIN IMMEDIATE")
            for page in tables:
                page.move(*FIRST)
            for page in tables:
                page.until_said("Saving takes long")
            file.execute("ROLLBACK")
        for page in tables:
            page.until_said("Saved again")
    assert sorted(saved.table for saved in read_matches(program.data)) == [*TABLES[:2]]


def test_each_table_has_its_own_seat_in_the_publishing_of_a_club(tmp_path: Path) -> None:
    (tmp_path / "broker").mkdir()
    broker = real_broker("mosquitto", tmp_path / "broker")
    broker.start()
    seen: dict[str, bytes] = {}

    async def watch(table: str, moves: int) -> None:
        """Look until a table is published with so many moves."""
        viewer = Broker(broker.address, "viewer")
        viewer.subscribe("kamisado/1/board/#", seen.__setitem__)
        running = asyncio.create_task(viewer.run())
        async with asyncio.timeout(WAIT_S):
            while _moves(seen, table) != moves:
                await asyncio.sleep(0.02)
        running.cancel()
        await asyncio.wait({running})

    club = ("--club", broker.address.url(), "--club-name", "hall")
    try:
        with playing(tmp_path, "--tables", "2", *club, table=TABLES[1]) as program:
            program.until(lambda: program.state.get("phase") == "play")
            program.move(*FIRST)
            asyncio.run(watch("hall-table-2", 1))
            asyncio.run(watch("hall-table-1", 0))
            for table in ("hall-table-1", "hall-table-2"):
                assert seen[f"kamisado/1/board/{table}/presence"] == b"online"
    finally:
        broker.kill()


def _moves(seen: dict[str, bytes], table: str) -> int:
    """Return the number of moves that are published of a table; -1 if it is not yet."""
    state = seen.get(f"kamisado/1/board/{table}/state")
    return -1 if state is None else len(json.loads(state)["moves"])
