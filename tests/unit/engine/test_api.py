"""The public interface of the rules: docs/api.md is executed, and complete."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from host import engine
from host.engine.game_state import MatchName
from host.engine.kamisado.match_format import FORMATS

PAGE = Path(__file__).parents[3] / "docs" / "api.md"
TEXT = PAGE.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the code blocks of the page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_the_examples_of_the_page_give_what_it_says() -> None:
    names: dict[str, object] = {}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    for number, block in enumerate(blocks("pycon"), 1):
        example = parser.get_doctest(block, names, f"api.md, example {number}", str(PAGE), 0)
        said: list[str] = []
        runner.run(example, out=said.append, clear_globs=False)
        assert not said, "".join(said)
        names = example.globs
    assert runner.summarize(verbose=False).attempted > 30


def test_a_program_of_15_lines_plays_a_random_match_with_one_import() -> None:
    (program,) = blocks("python")
    lines = [line for line in program.splitlines() if line.strip()]
    assert len(lines) <= 15
    imported = [node for node in ast.walk(ast.parse(program)) if isinstance(node, ast.ImportFrom)]
    assert [(node.module, [name.name for name in node.names]) for node in imported] == [
        ("host", ["engine"])
    ]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=True
    )
    assert re.search(r"wins the standard match \d+:\d+\.", done.stdout)


@pytest.mark.parametrize("name", engine.__all__)
def test_every_name_can_be_had_from_the_package(name: str) -> None:
    assert getattr(engine, name).__doc__ or name in ("AnyGame", "Square")
    assert f"`{name}`" in TEXT, "the page mentions it"


def test_the_names_are_offered_for_completion() -> None:
    assert set(engine.__all__) <= set(dir(engine))


def test_type_checkers_know_every_match_by_its_name() -> None:
    assert get_args(MatchName) == tuple(known.game_name for known in FORMATS)


def test_there_is_nothing_else() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Board'"):
        _ = engine.Board  # type: ignore[attr-defined]


def test_a_module_of_the_package_is_imported_alone() -> None:
    program = "import sys, host.engine.game; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "host.engine.game" in loaded.stdout.split()
    assert "host.engine.registry" not in loaded.stdout.split()


def test_a_copy_and_its_original_go_their_own_ways() -> None:
    state = engine.GameState()
    state.push_text("d8d4")
    copy = state.copy()
    assert copy == state
    state.pop()
    assert copy != state
    assert (len(copy.move_stack), len(state.move_stack)) == (1, 0)
    assert copy.position != state.position
    with pytest.raises(IndexError):
        state.pop()


def test_states_are_equal_by_their_games_first_positions_and_moves() -> None:
    state, twin = engine.GameState(), engine.GameState()
    assert state == twin
    state.push_text("d8d4")
    assert state != twin
    twin.push_text("d8d4")
    assert state == twin
    assert engine.GameState("kamisado-long") != engine.GameState("kamisado-single")
    later = engine.GameState("kamisado-single", state.position)
    assert later.position == state.position
    assert later != state
    assert state != state.position
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


def test_a_round_alone_is_recorded_too() -> None:
    state = engine.GameState("kamisado")
    state.push_text("d8d4")
    record = engine.read_record(engine.record_text(state.record()))
    assert engine.GameState.from_record(record).position == state.position
