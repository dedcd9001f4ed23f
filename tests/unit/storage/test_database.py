"""The file of the store: checked, copied, written anew, and read where it may not be written."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from host.cli.main import main
from host.recognition.history import StoredPly
from host.storage import database
from host.storage.daily_copy import COPY_S
from host.storage.database import SaveFileError
from host.storage.store import Store, open_to_read, read_matches
from tests.support.require import require

D8D4, A1C3, C8C3 = StoredPly("d8d4"), StoredPly("a1c3"), StoredPly("c8c3")
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a file with one match of one ply."""
    path = tmp_path / "matches.sqlite"
    with closing(Store(path)) as store:
        store.save(store.create_match("kamisado-single", "start"), [D8D4], None)
    return path


def test_a_file_cut_anywhere_is_refused_and_left_as_it_is(path: Path) -> None:
    whole = path.read_bytes()
    assert len(read_matches(path)) == 1
    path.with_name("matches.sqlite.copy").unlink()
    # Without the zeros of an empty table at its end a file is still whole.
    for length in range(100, len(whole.rstrip(b"\0")), 97):
        path.write_bytes(whole[:length])
        with pytest.raises(SaveFileError, match="the file is damaged"):
            read_matches(path)
        assert path.read_bytes() == whole[:length]


def test_a_damaged_text_is_told_in_our_words(path: Path) -> None:
    path.with_name("matches.sqlite.copy").unlink(missing_ok=True)
    whole = path.read_bytes()
    at = whole.index(b"start", whole.index(b"kamisado-single"))
    path.write_bytes(whole[:at] + b"\xff" + whole[at + 1 :])
    with pytest.raises(SaveFileError, match="the file is damaged"):
        read_matches(path)


def test_a_damaged_file_is_told_with_the_copy_to_put_in_its_place(path: Path) -> None:
    Store(path).close()
    path.write_bytes(path.read_bytes()[:-7000])
    with pytest.raises(SaveFileError, match=r"put its last copy '.*matches.sqlite.copy'"):
        Store(path)
    path.with_name("matches.sqlite.copy").replace(path)
    assert [match.plies for match in read_matches(path)] == [(D8D4,)]


def test_a_file_cut_to_nothing_is_refused_with_its_log_if_it_has_a_copy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_S", 0.0)
    Store(path).close()
    log = path.with_name("matches.sqlite-wal")
    path.write_bytes(b"")
    log.write_bytes(b"the last moves")
    for open_file in (Store, read_matches):
        with pytest.raises(SaveFileError, match=r"put its last copy '.*matches.sqlite.copy'"):
            open_file(path)
    assert (path.read_bytes(), log.read_bytes()) == (b"", b"the last moves")
    log.unlink()
    path.with_name("matches.sqlite.copy").replace(path)
    assert [match.plies for match in read_matches(path)] == [(D8D4,)]


def test_an_empty_file_without_a_copy_is_begun(tmp_path: Path) -> None:
    """A new one is empty at first, and its program may be killed just then."""
    path = tmp_path / "matches.sqlite"
    path.touch()
    assert read_matches(path) == []
    with closing(Store(path)) as store:
        store.save(store.create_match("kamisado-single", "start"), [D8D4], None)
    assert [match.plies for match in read_matches(path)] == [(D8D4,)]


def test_an_empty_file_that_another_program_is_making_is_waited_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(path).close()
    path.write_bytes(b"")

    def make(_: float) -> None:
        path.with_name("matches.sqlite.copy").replace(path)

    monkeypatch.setattr("time.sleep", make)
    assert [match.plies for match in read_matches(path)] == [(D8D4,)]


def test_the_copy_is_renewed_after_a_day_and_never_by_a_file_without_matches(path: Path) -> None:
    copy = path.with_name("matches.sqlite.copy")
    assert not copy.exists(), "the new file had no match when it was opened"
    with closing(Store(path)) as store:
        store.save(1, [D8D4, A1C3], None)
    assert read_matches(copy)[0].plies == (D8D4,)
    Store(path).close()
    assert read_matches(copy)[0].plies == (D8D4,), "it is not a day old"
    made_s = copy.stat().st_mtime
    os.utime(copy, (made_s - COPY_S, made_s - COPY_S))
    Store(path).close()
    assert read_matches(copy)[0].plies == (D8D4, A1C3)
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA foreign_keys = OFF")
        file.execute("DELETE FROM plies")
        file.execute("DELETE FROM matches")
        file.commit()
    os.utime(copy, (made_s - COPY_S, made_s - COPY_S))
    Store(path).close()
    assert read_matches(copy)[0].plies == (D8D4, A1C3)


def test_a_copy_that_a_wrong_clock_has_made_is_renewed(path: Path) -> None:
    Store(path).close()
    copy = path.with_name("matches.sqlite.copy")
    later_s = time.time() + 10 * COPY_S
    os.utime(copy, (later_s, later_s))
    with closing(Store(path)) as store:
        store.save(1, [D8D4, A1C3], None)
    os.utime(copy, (later_s, later_s))
    Store(path).close()
    assert read_matches(copy)[0].plies == (D8D4, A1C3)


def test_a_missing_file_is_not_begun_anew_beside_its_copy(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Store(path).close()
    path.unlink()
    for open_file in (Store, read_matches):
        with pytest.raises(SaveFileError, match="sqlite' is missing, and its last copy is there"):
            open_file(path)
    for command in (["resume"], ["record", "1"], ["matches"]):
        assert main([*command, "--data", str(path)]) == 2
        assert "is missing, and its last copy is there" in capsys.readouterr().err
    assert not path.exists()
    path.with_name("matches.sqlite.copy").replace(path)
    assert [match.plies for match in read_matches(path)] == [(D8D4,)]


@pytest.mark.parametrize("is_damaged", [False, True])
def test_a_copy_with_later_matches_is_kept_where_an_older_file_was_put(
    path: Path, is_damaged: bool
) -> None:
    older = path.read_bytes()
    with closing(Store(path)) as store:
        store.save(store.create_match("kamisado-single", "start"), [D8D4, A1C3], None)
    copy = path.with_name("matches.sqlite.copy")
    copy.unlink()
    Store(path).close()
    if is_damaged:
        copy.write_bytes(b"nothing of use")
    path.write_bytes(older)
    day_before_s = time.time() - COPY_S
    os.utime(copy, (day_before_s, day_before_s))
    Store(path).close()
    assert len(read_matches(copy)) == 1
    kept = path.with_name("matches.sqlite.copy-of-later")
    assert kept.exists() == (not is_damaged)
    if not is_damaged:
        assert len(read_matches(kept)) == 2


def test_a_file_is_copied_before_it_is_migrated(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute("ALTER TABLE matches DROP COLUMN lots")
        file.execute("DROP TABLE solved_puzzles")
        file.execute("DROP TABLE remote_matches")
        file.execute("DROP TABLE reversed_boards")
        file.execute("ALTER TABLE matches DROP COLUMN table_name")
        file.execute("ALTER TABLE matches DROP COLUMN turn")
        file.execute("ALTER TABLE matches DROP COLUMN serious")
        file.execute("ALTER TABLE matches DROP COLUMN white_name")
        file.execute("ALTER TABLE matches DROP COLUMN black_name")
        file.execute("PRAGMA user_version = 5")
    Store(path).close()
    with closing(sqlite3.connect(path.with_name("matches.sqlite.version-5"))) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (5,)
        assert copy.execute("SELECT text FROM plies").fetchall() == [("d8d4",)]
    assert read_matches(path)[0].plies == (D8D4,)


def test_what_killed_copies_have_left_is_removed_once_it_is_old(path: Path) -> None:
    left = [".version-6.4711", ".copy.4711-journal", ".anew.4711.4711"]
    kept = [".copy", ".version-6", ".2026", ".copy.new", ".anew.4712"]
    for suffix in (*left, *kept):
        part = path.with_name(f"{path.name}{suffix}")
        part.write_bytes(b"")
        if suffix != ".anew.4712":  # which is being made
            os.utime(part, (0, 0))
    path.with_name(f"{path.name}.copy").unlink()
    Store(path).close()
    there = {file.name.removeprefix(path.name) for file in path.parent.iterdir()}
    assert there == {"", *kept}


def test_a_file_that_vanishes_is_written_anew_with_all_its_matches(path: Path) -> None:
    with closing(Store(path)) as store:
        store.load(1)
        shutil.rmtree(path.parent)
        store.save(1, [D8D4, A1C3], None)
        store.save(store.create_match("hasami", "other"), [C8C3], None)
    assert sorted(match.plies for match in read_matches(path)) == [(C8C3,), (D8D4, A1C3)]
    assert not list(path.parent.glob("*.sqlite.[0-9]*")), "no part of a copy is left"


def test_a_file_put_in_the_place_of_the_open_one_is_not_written_over(
    path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.sqlite"
    with closing(Store(other)) as store:
        store.save(store.create_match("hasami", "start"), [C8C3], None)
    with closing(Store(path)) as store:
        store.load(1)
        other.replace(path)
        with pytest.raises(SaveFileError, match="another file has been put in the place of"):
            store.save(1, [D8D4, A1C3], None)


def test_no_number_is_too_large_for_a_match_that_is_not_there(path: Path) -> None:
    with closing(Store(path)) as store:
        for number in (2**63, 10**30, -(10**30)):
            with pytest.raises(SaveFileError, match=f"there is no match {number} in"):
                store.load(number)


READER = """
import sys
from pathlib import Path
from host.storage.store import Store, read_matches
from host.storage.database import SaveFileError
path = Path(sys.argv[1])
try:
    Store(path)
except SaveFileError as error:
    print(error)
print([ply.text for match in read_matches(path) for ply in match.plies])
"""


@pytest.mark.slow  # starts a process
def test_a_file_in_a_folder_that_may_not_be_written_can_be_read(path: Path) -> None:
    require(os.name == "posix", "permissions of POSIX")
    folder = path.parent
    # Of a program that was killed: the newest ply is in the log alone.
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("INSERT INTO plies (match_id, number, text) VALUES (1, 2, 'a1c3')")
        file.commit()
        shutil.copytree(folder, folder / "killed")
    killed = folder / "killed"
    (killed / "matches.sqlite-shm").unlink()
    for file_path in killed.iterdir():
        file_path.chmod(0o444)
    killed.chmod(0o555)
    somebody = 65534 if os.geteuid() == 0 else None
    for parent in (folder, *folder.parents):
        if somebody is not None and parent.is_relative_to(folder.parents[2]):
            parent.chmod(parent.stat().st_mode | 0o055)
    done = subprocess.run(
        [sys.executable, "-c", READER, str(killed / path.name)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        user=somebody,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
    )
    refused, read = done.stdout.splitlines() or [done.stderr, ""]
    assert "not writable" in refused
    assert read == "['d8d4', 'a1c3']"


def test_several_programs_write_to_one_file(path: Path) -> None:
    """Each plays a match of its own; SQLite lets one write at a time."""
    failures: list[Exception] = []

    def play(text: str) -> None:
        try:
            with closing(Store(path)) as store:
                number = store.create_match("hasami", text)
                for count in range(1, 21):
                    store.save(number, [StoredPly(text)] * count, None)
        except Exception as error:
            failures.append(error)

    hosts = [threading.Thread(target=play, args=(text,)) for text in ("a1a2", "b1b2", "c1c2")]
    for host in hosts:
        host.start()
    for host in hosts:
        host.join()
    assert failures == []
    with open_to_read(path) as store:
        found = {match.start: len(match.plies) for match in store.matches()}
    assert found == {"start": 1, "a1a2": 20, "b1b2": 20, "c1c2": 20}
