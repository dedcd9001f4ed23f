"""Files that are damaged, foreign or too large, and disks that are full."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from host.recognition.history import StoredPly
from host.storage import schema
from host.storage.database import SaveFileError
from host.storage.store import Store, read_matches
from tests.unit.storage.matches import A1C3, CONTROL, D8D4, PlayedMatch


def test_a_damaged_file_is_told_and_left_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    rubbish = b"this is not a database, but somebody may want it back " * 100
    path.write_bytes(rubbish)
    with pytest.raises(SaveFileError, match=r"damaged.*--data") as caught:
        Store(path)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == rubbish


def test_a_file_that_was_damaged_in_the_middle_is_told_and_left_as_it_is(
    path: Path, long_match: PlayedMatch
) -> None:
    with closing(Store(path)) as store:
        number = store.create_match(long_match.game, "start")
        store.save(number, long_match.plies, None)
    whole = path.read_bytes()
    damaged = whole[:4096] + b"\xa5" * (len(whole) - 4096)
    path.write_bytes(damaged)
    with pytest.raises(SaveFileError, match=r"damaged.*--data"):
        read_matches(path)
    assert path.read_bytes() == damaged


@pytest.mark.parametrize(
    ("intact", "damaged"),
    [
        (b"\x02second", b"\x09second"),  # the third is not found any more
        (b"CREATE TABLE matches", b"CREATE TABL\xc5 matches"),  # which SQLite quotes
    ],
)
def test_a_single_wrong_byte_loses_no_move_without_a_word(
    path: Path, intact: bytes, damaged: bytes
) -> None:
    with closing(Store(path)) as store:
        number = store.create_match("kamisado-single", "start")
        store.save(number, [StoredPly(text) for text in ("first", "second", "third")], None)
    whole = path.read_bytes()
    assert intact in whole
    path.write_bytes(whole.replace(intact, damaged))
    with pytest.raises(SaveFileError, match=r"damaged.*--data"):
        read_matches(path)


def test_a_file_of_another_program_is_refused_and_left_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE bookmarks (address TEXT)")
    before = path.read_bytes()
    with pytest.raises(SaveFileError, match=r"another program.*--data"):
        Store(path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_file_of_a_newer_version_is_refused(path: Path) -> None:
    Store(path).close()
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA user_version = 99")
    with pytest.raises(SaveFileError, match="newer version"):
        Store(path)


@pytest.mark.parametrize("version", [-3, 0, 1, 6, schema.SCHEMA - 1])
def test_a_version_that_its_tables_are_not_of_is_refused_in_words(path: Path, version: int) -> None:
    Store(path).close()
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version = {version}")
    for _ in range(2):
        with pytest.raises(SaveFileError, match="tables are not those of the version"):
            Store(path)
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (version,)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SaveFileError, match="cannot be opened"):
        Store(tmp_path / "file" / "matches.sqlite")


def test_a_full_disk_is_told_and_the_old_matches_are_safe(store: Store) -> None:
    number = store.create_match("kamisado-single", "start", CONTROL)
    store.save(number, [D8D4], None, (5, 6))
    (pages,) = store._file.execute("PRAGMA page_count").fetchone()
    store._file.execute(f"PRAGMA max_page_count = {pages}")
    many = [D8D4, *(StoredPly("x" * 1000, (1, 2), 2) for _ in range(50))]
    with pytest.raises(SaveFileError, match="disk is full"):
        store.save(number, many, None, (1, 2))
    saved = store.load(number)
    assert (saved.plies, saved.times) == ((D8D4,), (5, 6))
    store._file.execute("PRAGMA max_page_count = 1000000")
    store.save(number, [D8D4, A1C3], None, (3, 4))
    saved = store.load(number)
    assert (saved.plies, saved.times) == ((D8D4, A1C3), (3, 4))


def test_a_disk_that_takes_no_more_is_told_and_the_old_matches_are_safe(
    store: Store, path: Path
) -> None:
    """Not by a setting of the database: the system itself refuses the bytes."""
    resource = pytest.importorskip("resource", reason="limits of a process are of POSIX")
    number = store.create_match("kamisado-single", "start", CONTROL)
    store.save(number, [D8D4], None, (5, 6))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    written = path.with_name(f"{path.name}-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (written + 100, limits[1]))
    try:
        with pytest.raises(SaveFileError, match=r"disk refuses it.*--data"):
            store.save(number, [D8D4, A1C3], None, (3, 4))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    with closing(Store(path)) as another:
        assert another.load(number).plies == (D8D4,)
    store.save(number, [D8D4, A1C3], None, (3, 4))
    saved = store.load(number)
    assert (saved.plies, saved.times) == ((D8D4, A1C3), (3, 4))


def test_a_file_that_may_not_be_written_can_still_be_read(store: Store) -> None:
    number = store.create_match("kamisado-single", "start")
    store.save(number, [D8D4], None)
    store._file.execute("PRAGMA query_only = ON")
    with pytest.raises(SaveFileError, match=r"not writable.*--data"):
        store.save(number, [D8D4, A1C3], None)
    assert store.load(number).plies == (D8D4,)
