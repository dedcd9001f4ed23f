"""The owner's key: the same at each start, and in a file that nobody else can read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from host.storage.owner_key import owner_key


def test_the_key_is_kept_in_a_file_of_its_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "kamisado" / "owner.key"
    key = owner_key(path)
    assert len(key) >= 22, "128 bits"
    assert owner_key(path) == key
    assert os.name != "posix" or path.stat().st_mode & 0o077 == 0
    assert list(path.parent.iterdir()) == [path], "no draft is left"


@pytest.mark.parametrize("content", [b"", b"short\n", b"\xff" * 30, b"a" * 30 + b" b"])
def test_a_damaged_key_is_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "owner.key"
    path.write_bytes(content)
    path.chmod(0o600)
    key = owner_key(path)
    assert key.encode() not in content
    assert owner_key(path) == key


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such permissions")
def test_a_key_that_others_could_read_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "owner.key"
    key = owner_key(path)
    path.chmod(0o644)
    assert owner_key(path) != key
    assert path.stat().st_mode & 0o077 == 0


def test_without_a_place_to_keep_it_there_is_a_key_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "owner.key"
    assert owner_key(path) != owner_key(path)
