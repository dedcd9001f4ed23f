"""Modules compiled for one build of the site: they serve the next, unless something has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser.build.compiled_modules import (
    ARCHIVES,
    INPUTS,
    NoNodeError,
    compile_modules,
    digest_of,
)

NODE = """#!/bin/sh
echo ran >>"{log}"
for each in {archives}; do echo compiled >"$2/$each"; done
"""
"""Stands for Node.js, of which each run takes seconds."""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site before its modules are compiled."""
    return make_site(tmp_path / "site")


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a line for each run of the compiler, whose outcome can be known by its text."""
    programs, log = tmp_path / "programs", tmp_path / "log"
    programs.mkdir()
    node = programs / "node"
    node.write_text(NODE.format(log=log, archives=" ".join(ARCHIVES)), encoding="utf-8")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    return log


def make_site(folder: Path, text: str = "source") -> Path:
    for name in INPUTS:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def compiled(site: Path) -> list[str]:
    return [(site / name).read_text("utf-8") for name in ARCHIVES]


def test_a_second_build_of_the_same_compiles_nothing(
    site: Path, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "build" / "compiled"
    compile_modules(site, kept)
    monkeypatch.setenv("PATH", "")
    again = make_site(tmp_path / "again")
    compile_modules(again, kept)
    assert compiled(site) == compiled(again) == ["compiled\n"] * len(ARCHIVES)
    assert log.read_text("utf-8") == "ran\n"


def test_other_modules_are_compiled_and_take_the_place_of_the_older(
    site: Path, log: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "compiled"
    compile_modules(site, kept)
    other = make_site(tmp_path / "other", "changed")
    digest = digest_of(other)
    compile_modules(other, kept)
    assert compiled(other) == ["compiled\n"] * len(ARCHIVES)
    assert log.read_text("utf-8") == "ran\nran\n"
    assert [each.name for each in kept.iterdir()] == [digest]


@pytest.mark.parametrize("name", INPUTS)
def test_whatever_the_modules_depend_on_has_them_compiled_anew(site: Path, name: str) -> None:
    before = digest_of(site)
    (site / name).write_text("changed", encoding="utf-8")
    assert digest_of(site) != before


def test_where_nothing_can_be_kept_each_build_compiles(
    site: Path, log: Path, tmp_path: Path
) -> None:
    no_folder = tmp_path / "file"
    no_folder.touch()
    for _ in range(2):
        make_site(site)
        compile_modules(site, no_folder / "compiled")
        assert compiled(site) == ["compiled\n"] * len(ARCHIVES)
    assert log.read_text("utf-8") == "ran\nran\n"


def test_without_node_and_anything_compiled_it_is_told(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoNodeError):
        compile_modules(site, tmp_path / "compiled")
    assert compiled(site) == ["source"] * len(ARCHIVES)
