"""Permissions of the store's files, and the loss of some of them while it is open."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from host.storage.store import Store, read_matches
from tests.support.require import require
from tests.unit.storage.matches import A1C3, D8D4, H8H5


@pytest.fixture(autouse=True)
def _everybody_may_read() -> Iterator[None]:
    """Create files as a system does whose users keep nothing from each other."""
    require(os.name == "posix", "permissions of POSIX")
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> set[int]:
    return {file.stat().st_mode & 0o777 for file in folder.iterdir()}


def test_nobody_else_reads_the_store_or_what_lies_beside_it(path: Path) -> None:
    with closing(Store(path)) as store:
        store.save(store.create_match("kamisado-single", "start"), [D8D4], None)
        assert len(list(path.parent.iterdir())) == 3, "the file, its log and the log's index"
        assert modes(path.parent) == {0o600}
    with closing(Store(path)) as store:
        assert path.with_name("matches.sqlite.copy").exists()
        shutil.rmtree(path.parent)  # all is written anew
        store.save(1, [D8D4, A1C3], None)
        assert modes(path.parent) == {0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(("was", "becomes"), [(0o644, 0o640), (0o640, 0o640), (0o666, 0o660)])
def test_a_store_of_an_older_version_is_taken_from_everybody_elses_eyes(
    was: int, becomes: int, path: Path
) -> None:
    """A group that was given it keeps it."""
    with closing(Store(path)) as store:
        store.save(store.create_match("kamisado-single", "start"), [D8D4], None)
    Store(path).close()
    for file in path.parent.iterdir():
        file.chmod(was)
    with closing(Store(path)) as store:
        store.save(1, [D8D4, A1C3], None)
        assert modes(path.parent) == {becomes}


@pytest.mark.parametrize("gone", [("-wal",), ("-shm",), ("-wal", "-shm"), ("", "-wal", "-shm")])
def test_what_is_taken_away_while_it_is_open_costs_no_move(
    gone: tuple[str, ...], path: Path, tmp_path: Path
) -> None:
    def killed(name: str) -> Path:
        """Return the store as it is found after a sudden death."""
        shutil.copytree(path.parent, tmp_path / name)
        return tmp_path / name / path.name

    with closing(Store(path)) as store:
        number = store.create_match("kamisado-single", "start")
        store.save(number, [D8D4], None)
        for suffix in gone:
            path.with_name(f"{path.name}{suffix}").unlink()
        for count, plies in enumerate(([D8D4, A1C3], [D8D4, A1C3, H8H5])):
            store.save(number, plies, None)
            assert read_matches(killed(f"killed {count}"))[0].plies == tuple(plies)
    assert read_matches(path)[0].plies == (D8D4, A1C3, H8H5)


def test_a_copy_of_the_file_alone_lacks_a_few_moves_at_most(path: Path, tmp_path: Path) -> None:
    with closing(Store(path)) as store:
        number = store.create_match("kamisado-single", "start")
        for count in range(1, 101):
            store.save(number, [D8D4] * count, None)
        shutil.copy(path, tmp_path / "alone.sqlite")
    (copied,) = read_matches(tmp_path / "alone.sqlite")
    assert len(copied.plies) >= 85
