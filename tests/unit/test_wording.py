"""Checks of words in the sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wording import (
    RetiredWords,
    identifiers,
    questions_in,
    retired_in,
    retired_names,
    tracked_files,
)

RETIRED = RetiredWords(
    parts={"onlooker": "board_state", "take_bid": "announce_move"},
    names={"table": "controller"},
    exceptions={"allowed.py": ["onlooker"]},
)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("onlooker", ["onlooker"]),
        ("_onlookers", ["onlooker"]),
        ("BoardOnlooker", ["onlooker"]),
        ("ONLOOKER_MS", ["onlooker"]),
        ("takeBid", ["take_bid"]),
        ("table", ["table"]),
        ("_Table", ["table"]),
        ("table_of", []),
        ("looker", []),
        ("onlookerish", []),
    ],
)
def test_retired_words_are_found_in_names(name: str, words: list[str]) -> None:
    assert list(RETIRED.in_name(name)) == words


def test_prose_and_names_of_tests_are_no_identifiers(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        '"""An onlooker."""\ndef test_an_onlooker(): pass  # onlooker\nx = "onlooker"\n'
    )
    assert [name for _, name in identifiers(path)] == ["def", "pass", "x"]


def test_identifiers_of_javascript_leave_texts_and_comments_out(tmp_path: Path) -> None:
    path = tmp_path / "module.js"
    path.write_text("/* a\n b */ const name = 'text' + `more`; // end\nother.field();\n")
    assert list(identifiers(path)) == [
        (2, "const"),
        (2, "name"),
        (3, "other"),
        (3, "field"),
    ]


def test_a_retired_word_is_told_once_a_file_with_its_replacement(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text("x = 1\nonlooker = x\nonlooker = 2\n")
    assert retired_in(Path("module.py"), RETIRED, tmp_path) == [
        "module.py:2: 'onlooker' says 'onlooker'; say 'board_state'"
    ]


def test_a_retired_word_is_found_in_a_file_name(tmp_path: Path) -> None:
    (tmp_path / "onlooker.svg").write_text("")
    assert retired_in(Path("onlooker.svg"), RETIRED, tmp_path) == [
        "onlooker.svg: the file name says 'onlooker'; say 'board_state'"
    ]


def test_exceptions_are_allowed(tmp_path: Path) -> None:
    (tmp_path / "allowed.py").write_text("onlooker = 1\n")
    assert retired_in(Path("allowed.py"), RETIRED, tmp_path) == []


@pytest.mark.slow
def test_the_list_can_be_read_and_the_tree_has_none_of_it() -> None:
    assert retired_names() == []


def test_docstrings_that_begin_with_a_question_word_are_found(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(
        '"""What it is."""\n'
        'class A:\n    """Whether it is."""\n'
        '    def f(self):\n        """Return what it is."""\n'
        'async def g():\n    """However it is."""\n'
        'X = 1\n"""How many."""\n'
    )
    assert questions_in(Path("module.py"), tmp_path) == [
        "module.py:1: a docstring begins with 'What'",
        "module.py:9: a docstring begins with 'How'",
        "module.py:3: a docstring begins with 'Whether'",
    ]


def test_the_files_of_a_downloaded_archive_are_those_that_no_tool_has_made(tmp_path: Path) -> None:
    """Nothing above the temporary folder is a checkout."""
    ours = {"kamisado", ".ci/run", "host/cli/build/flash.py", "hardware/boards/export.py"}
    made = {
        *(".venv/bin/x.py", "build/wheels/x.py", "host/__pycache__/x.pyc", "node_modules/a/x.js"),
        *(".mypy_cache/x.json", "hardware/electronics/boards/strip8/export/x.svg"),
    }
    for name in ours | made:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert {path.as_posix() for path in tracked_files(tmp_path)} == ours
