"""The measures of the house: rooms of the host, modules of a package, lines, reasons."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Set
from graphlib import CycleError, TopologicalSorter
from itertools import zip_longest
from os.path import commonpath
from pathlib import Path, PurePosixPath

import pytest

from docs.tools import architecture_picture
from tests.support.syntax_trees import nodes_of
from tests.wording import tracked_files

ROOT = Path(__file__).resolve().parents[2]
ROOMS = 16
LEAST, MOST = 3, 16
LEVELS = 8
LINES = 700
"""A module that is one thing may be as long; branches of a function are counted by ruff."""
ATTRIBUTES = 10
MANY_ATTRIBUTES = {
    "History": "read-only views of one game, kept together for speed",
    "MatchState": "the parts of a match, each with an owner of its own",
    "RecognitionMemory": "beliefs about one board, which recognition weighs against each other",
}
"""Classes with more public attributes, and why."""
OTHERS_OBJECTS = {
    "options": "argparse's, made to be filled",
    "sys": "the interpreter's",
    "paho": "of a library",
    "client": "of a library",
    "config": "of a library",
    "self.cycle": "of a library",
    "self._client": "of a library",
    "self._server": "of a library",
    "entry": "of a library",
}
"""Objects that are not ours, whose attributes are assigned where they are used."""
EXPERIMENTS = PurePosixPath("host/cli/develop/story/beliefs.py")
"""Takes beliefs from a copy of a session, to see what it would do without them."""
PACKAGES = {"host", "firmware", "simulator", "soak", "benchmarks", "hardware", "browser"}
TIMES = re.compile(r"_?[A-Z][A-Z_]*_(MS|S|US)")
SCRIPT_TIMES = re.compile(r"^(.*)\n(?:export )?const ([A-Z_]+_(?:MS|S)) = [\[\d]", re.MULTILINE)
UNITS = {"MINUTE_MS", "_MINUTE_MS", "_SECOND_MS", "SECOND_MS", "MINUTE_S", "HOUR_S"}
"""Times that nobody has chosen."""
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


def nodes(path: PurePosixPath) -> tuple[ast.AST, ...]:
    """Return all nodes of a module's tree."""
    return nodes_of(ROOT / path)


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


def test_attributes_are_assigned_in_the_file_of_their_class() -> None:
    foreign = [
        f"{path}:{node.lineno}: {ast.unparse(node)}"
        for path in MODULE_PATHS
        if path.parts[0] in ("host", "browser") and path != EXPERIMENTS
        for node in _foreign_assignments(nodes(path))
    ]
    assert foreign == []


def test_nobody_reaches_through_an_application() -> None:
    """Its parts are handed to those who use them."""
    direct, through = map(ast.parse, ("application.ask()", "self._app.controller.pump()"))
    assert [*_reached(ast.walk(direct))] == []
    assert [*_reached(ast.walk(through))] == ["self._app.controller.pump"]
    chains = [
        f"{path}: {chain}"
        for path in MODULE_PATHS
        if path.parts[0] in ("host", "browser")
        for chain in _reached(nodes(path))
    ]
    assert chains == []


def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports for types alone count as well."""
    files = {path for path in MODULE_PATHS if path.parts[0] == "host"}
    try:
        TopologicalSorter({path: _imported_files(path, files) for path in files}).prepare()
    except CycleError as error:
        pytest.fail(" < ".join(map(str, error.args[1])))


def test_classes_have_few_public_attributes() -> None:
    many = {}
    for path in MODULE_PATHS:
        if path.parts[0] == "host":
            for name, attributes in _public_attributes(path):
                if len(attributes) > ATTRIBUTES:
                    many[name] = attributes
    assert many.keys() == MANY_ATTRIBUTES.keys()


def test_each_time_is_explained_where_it_stands() -> None:
    text = 'A_S = 1.0\nB_MS = 2  # as A\n# why\nC_MS = 3\nD_US = 4\n"""Why."""\nE = 5'
    assert [*_unexplained(text)] == ["A_S"]
    bare = {
        str(path): names
        for path in MODULE_PATHS
        if path.parts[0] in ("host", "firmware", "browser")
        and (names := [*_unexplained((ROOT / path).read_text("utf-8"))])
    }
    assert bare == {}


def test_each_time_of_a_script_is_explained_above_it() -> None:
    bare = [
        f"{path}: {name}"
        for path in map(PurePosixPath, tracked_files())
        if path.suffix == ".js" and path.parts[0] in ("host", "browser")
        for above, name in SCRIPT_TIMES.findall((ROOT / path).read_text("utf-8"))
        if not above.endswith("*/") and name not in UNITS
    ]
    assert bare == []


def test_each_exception_from_a_rule_tells_why() -> None:
    bare = [
        f"{path}: {line.strip()}"
        for path in MODULE_PATHS
        for line in (ROOT / path).read_text("utf-8").splitlines()
        if "noqa" in line and not re.search(r"noqa: [A-Z0-9, ]+\(\w+", line)
    ]
    assert bare == []


def _unexplained(text: str) -> Iterator[str]:
    """Yield the constants of a module that are a time and have neither docstring nor comment."""
    lines, body = text.splitlines(), ast.parse(text).body
    for each, after in zip_longest(body, body[1:]):
        if not isinstance(each, ast.Assign) or isinstance(each.value, ast.Dict):
            continue
        names = {node.id for node in ast.walk(each.targets[0]) if isinstance(node, ast.Name)}
        before = lines[each.lineno - 2 : each.end_lineno]
        if not isinstance(after, ast.Expr) and not any("#" in line for line in before):
            yield from sorted(filter(TIMES.fullmatch, names - UNITS))


def _assigned(nodes: Iterable[ast.AST]) -> Iterator[ast.Attribute]:
    """Yield the attributes that are assigned or deleted by some nodes."""
    for node in nodes:
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield node


def _reached(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the attributes in a module that are of an attribute of an application."""
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
            whole = ast.unparse(node.value.value).rpartition(".")[2]
            if whole.lstrip("_") in ("app", "application"):
                yield ast.unparse(node)


def _own(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the attributes that the classes of a module have: of their methods' first argument, or
    named in their bodies."""
    own = {each.attr for each in _assigned(nodes) if ast.unparse(each.value) in ("self", "cls")}
    for each in nodes:
        if isinstance(each, ast.ClassDef):
            for line in each.body:
                targets = line.targets if isinstance(line, ast.Assign) else []
                targets = [line.target] if isinstance(line, ast.AnnAssign) else targets
                own.update(target.id for target in targets if isinstance(target, ast.Name))
    return own


def _foreign_assignments(nodes: Iterable[ast.AST]) -> Iterator[ast.Attribute]:
    """Yield the assigned attributes that no class of a module has."""
    own = _own(nodes)
    for each in _assigned(nodes):
        of = ast.unparse(each.value)
        if of not in ("self", "cls") and of not in OTHERS_OBJECTS and each.attr not in own:
            yield each


def _public_attributes(path: PurePosixPath) -> Iterator[tuple[str, set[str]]]:
    """Yield the classes of a module with the public attributes that their methods assign."""
    for each in nodes(path):
        if isinstance(each, ast.ClassDef):
            own = {a.attr for a in _assigned(ast.walk(each)) if ast.unparse(a.value) == "self"}
            yield each.name, {name for name in own if not name.startswith("_")}


def _imported_files(path: PurePosixPath, files: Set[PurePosixPath]) -> set[PurePosixPath]:
    """Return those of some files from which a module imports, but for its own package."""
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            package = PurePosixPath(node.module.replace(".", "/"))
            modules = [package, *(package / alias.name for alias in node.names)]
            found.update(module.with_suffix(".py") for module in modules)
    return found & files


def _long(paths: Iterable[PurePosixPath], limit: int) -> dict[str, int]:
    """Return the numbers of lines of the files that reach a limit."""
    lines = {str(path): len((ROOT / path).read_text("utf-8").splitlines()) for path in paths}
    return {path: count for path, count in lines.items() if count >= limit}


def _imported_packages(path: PurePosixPath) -> Iterator[PurePosixPath]:
    """Yield the folders of the modules from which a module imports."""
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            module = PurePosixPath(node.module.replace(".", "/"))
            if module.parts[0] == "kamiboard":
                module = "firmware" / module
            yield module if (ROOT / module).is_dir() else module.parent
