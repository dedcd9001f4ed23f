"""The firmware uses only syntax and modules that CircuitPython has; its imports have levels."""

from __future__ import annotations

import ast
from pathlib import Path

import grimp
import pytest

FIRMWARE = Path(__file__).parents[3] / "firmware"
FILES = sorted(path.relative_to(FIRMWARE).as_posix() for path in FIRMWARE.rglob("*.py"))
ABSENT = {"__future__", "asyncio", "contextlib", "dataclasses", "enum", "functools", "itertools"}
ABSENT |= {"logging", "pathlib", "threading", "typing"}
CIRCUITPYTHON = {"analogio", "board", "digitalio", "microcontroller", "neopixel", "neopixel_write"}
CIRCUITPYTHON |= {"supervisor", "usb_cdc"}
CIRCUITPYTHON |= {"watchdog"}
PURE_MAY_IMPORT = {"array", "binascii", "kamiboard", "math"}
LAYERS = (
    {"device"},
    {"board", "halted"},
    {"calibration_control", "diagnostics", "frames_ahead"},
    {"calibrator"},
    {"link", "sensing", "lights"},
    {"nvm"},
    {"config", "console", "ticks", "wire"},
)
"""Modules and packages of kamiboard, the highest first; none imports another of its layer.

`lint-imports` cannot see them, since the firmware is no package of the project's environment."""


def run_time_nodes(name: str) -> list[ast.AST]:
    """Yield the nodes of a file that the board executes: all but the blocks under `if MYPY:`."""
    nodes: list[ast.AST] = []
    waiting: list[ast.AST] = [ast.parse((FIRMWARE / name).read_text("utf-8"))]
    while waiting:
        node = waiting.pop()
        nodes.append(node)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "MYPY":
            continue
        waiting.extend(ast.iter_child_nodes(node))
    return nodes


def imports(name: str) -> set[str]:
    """Return the top-level modules that a file imports at run time."""
    found = set()
    for node in run_time_nodes(name):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add((node.module or "").split(".")[0])
    return found


def test_there_is_no_code_py_to_run_before_main() -> None:
    assert "code.py" not in FILES
    assert {"main.py", "boot.py", "safemode.py", "kamiboard/board.py"} <= set(FILES)


def test_main_is_short() -> None:
    assert len((FIRMWARE / "main.py").read_text("utf-8").splitlines()) < 75


@pytest.mark.parametrize("name", FILES)
def test_a_file_uses_only_what_circuitpython_has(name: str) -> None:
    assert imports(name) & ABSENT == set()
    for node in run_time_nodes(name):
        assert not isinstance(node, (ast.Match, ast.AsyncFunctionDef, ast.TryStar))
        if isinstance(node, ast.Dict):
            assert None not in node.keys, f"{name}:{node.lineno}: no {{**a}}"
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            starred = any(isinstance(element, ast.Starred) for element in node.elts)
            assert not starred, f"{name}:{node.lineno}: no [*a]"
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            assert node.args.posonlyargs == []


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("kamiboard/")])
def test_a_module_of_the_package_knows_no_hardware(name: str) -> None:
    if name not in ("kamiboard/device.py", "kamiboard/console.py"):
        assert imports(name) <= PURE_MAY_IMPORT
    assert imports("kamiboard/config.py") == set()


def test_only_five_files_import_circuitpython() -> None:
    users = {name for name in FILES if imports(name) & CIRCUITPYTHON}
    package = {"kamiboard/device.py", "kamiboard/console.py"}
    assert users == {"main.py", "boot.py", "safemode.py"} | package


def test_the_packages_of_the_board_depend_in_one_direction() -> None:
    graph = grimp.build_graph("kamiboard", cache_dir=None)
    names = {name.removeprefix("kamiboard.") for name in graph.find_children("kamiboard")}
    assert names == set().union(*LAYERS)
    wrong = graph.find_illegal_dependencies_for_layers(
        layers=tuple(grimp.Layer(*layer, independent=True) for layer in LAYERS),
        containers={"kamiboard"},
    )
    assert {(each.importer, each.imported) for each in wrong} == set()


def test_nothing_is_printed_for_that_may_wait_for_ever() -> None:
    calls = [
        (name, node.lineno)
        for name in FILES
        for node in run_time_nodes(name)
        if isinstance(node, ast.Name) and node.id in ("print", "input")
    ]
    assert calls == [], "see kamiboard/console.py"
