"""Sharing among test processes: one makes a thing, the others wait for it or fail with it."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.made_once import made_once


def test_the_first_makes_it_while_the_others_wait(tmp_path: Path) -> None:
    begun, released = threading.Event(), threading.Event()
    made: list[Path] = []

    def make(target: Path) -> None:
        begun.set()
        assert released.wait(60)
        target.mkdir()
        made.append(target)

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(made_once, tmp_path / "site", make)
        assert begun.wait(60)
        second = pool.submit(made_once, tmp_path / "site", make)
        assert not (tmp_path / "site").exists(), "before it is complete"
        released.set()
        assert first.result(60) == second.result(60) == tmp_path / "site"
    assert made_once(tmp_path / "site", make).is_dir()
    assert len(made) == 1


def test_nobody_waits_for_one_that_has_failed(tmp_path: Path) -> None:
    def fail(target: Path) -> None:
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        made_once(tmp_path / "site", fail)
    with pytest.raises(AssertionError, match="another process could not make site"):
        made_once(tmp_path / "site", Path.mkdir)


def test_nobody_waits_for_ever(tmp_path: Path) -> None:
    (tmp_path / "site.begun").mkdir()
    with pytest.raises(AssertionError, match="nobody has made site in time"):
        made_once(tmp_path / "site", Path.mkdir, deadline_s=0)
