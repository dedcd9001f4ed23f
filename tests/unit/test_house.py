"""The size of the house: rooms of the host, modules of a package, lines of a module."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Set
from graphlib import CycleError, TopologicalSorter
from os.path import commonpath
from pathlib import Path, PurePosixPath

import pytest

from docs.tools import architecture_picture
from tests.wording import tracked_files

ROOT = Path(__file__).resolve().parents[2]
ROOMS = 16
LEAST, MOST = 3, 16
LEVELS = 8
LINES = 400
PACKAGES = {"host", "firmware", "simulator", "soak", "benchmarks", "hardware", "browser"}
FLAT = {"docs"}
"""Folders that are no trees of packages."""


def python_files(folders: Set[str]) -> list[PurePosixPath]:
    """Return the Python files in some folders of the project."""
    return [
        PurePosixPath(path.as_posix())
        for path in tracked_files()
        if path.suffix == ".py" and path.parts[0] in folders and (ROOT / path).exists()
    ]


MODULE_PATHS = python_files(PACKAGES | FLAT)


def packages() -> dict[PurePosixPath, list[str]]:
    """Return the names of the modules and packages in each package."""
    rooms: dict[PurePosixPath, list[str]] = {}
    for path in MODULE_PATHS:
        if path.parts[0] in FLAT:
            continue
        if path.name != "__init__.py":
            rooms.setdefault(path.parent, []).append(path.stem)
        elif len(path.parts) > 2:
            rooms.setdefault(path.parent.parent, []).append(f"{path.parent.name}/")
    return rooms


def test_the_host_has_few_rooms_on_few_levels() -> None:
    levels = architecture_picture.levels()
    rooms = [room for level in levels for room in level]
    assert len(rooms) <= ROOMS, rooms
    assert len(levels) <= LEVELS, levels
    assert {room.rstrip("/") for room in packages()[PurePosixPath("host")]} == {*rooms, "__main__"}


def test_each_package_has_a_few_modules() -> None:
    heaps, splinters = {}, {}
    for package, rooms in packages().items():
        modules = [room for room in rooms if not room.endswith("/") and room != "__main__"]
        if len(modules) > MOST:
            heaps[str(package)] = modules
        if len(rooms) < LEAST:
            splinters[str(package)] = rooms
    assert heaps == {}
    assert splinters == {}


@pytest.mark.slow
def test_packages_side_by_side_import_in_one_direction() -> None:
    beside: dict[PurePosixPath, dict[str, set[str]]] = {}
    for path in MODULE_PATHS:
        for other in _imported_packages(path):
            parent = PurePosixPath(commonpath([path.parent, other]))
            if parent.name and parent not in (path.parent, other):
                rooms = beside.setdefault(parent, {})
                room, target = (each.relative_to(parent).parts[0] for each in (path, other))
                rooms.setdefault(room, set()).add(target)
    assert "tables" in beside[PurePosixPath("host/cli")]["play"]
    for package, rooms in beside.items():
        try:
            TopologicalSorter(rooms).prepare()
        except CycleError as error:
            pytest.fail(f"{package}: {' < '.join(error.args[1])}")


def test_no_module_is_long() -> None:
    scripts = [PurePosixPath(path.as_posix()) for path in tracked_files() if path.suffix == ".js"]
    assert _long([*MODULE_PATHS, *python_files({"tests"}), *scripts], LINES) == {}


def _long(paths: Iterable[PurePosixPath], limit: int) -> dict[str, int]:
    """Return the numbers of lines of the files that reach a limit."""
    lines = {str(path): len((ROOT / path).read_text("utf-8").splitlines()) for path in paths}
    return {path: count for path, count in lines.items() if count >= limit}


def _imported_packages(path: PurePosixPath) -> Iterator[PurePosixPath]:
    """Yield the folders of the modules from which a module imports."""
    for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            module = PurePosixPath(node.module.replace(".", "/"))
            if module.parts[0] == "kamiboard":
                module = "firmware" / module
            yield module if (ROOT / module).is_dir() else module.parent
