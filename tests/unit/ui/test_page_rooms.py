"""The rooms of the page's scripts: their sizes, who composes them, and who imports from whom."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from posixpath import normpath

JS = Path(__file__).resolve().parents[3] / "host" / "ui" / "static" / "js"
LEVELS = (
    {""},
    {"new_game", "far", "learning", "wall"},
    {"match", "hand", "sharing"},
    {"board", "connection", "sound"},
    {"text"},
    {"dom"},
)
"""Rooms, the pages themselves first; each imports from its own and from those of later levels."""
TOOLS = {"text", "dom"}
"""Rooms of functions and small classes that all others use."""
LEAST, MOST = 3, 16
IMPORTED = re.compile(r'^(?:import|export)\b[^"]*?"(\.[\w./-]+\.js)";', re.MULTILINE)


def imports() -> Iterator[tuple[PurePosixPath, PurePosixPath]]:
    """Yield each script with one that it imports from; types of comments do not count."""
    for file in sorted(JS.rglob("*.js")):
        script = PurePosixPath(file.relative_to(JS).as_posix())
        for name in IMPORTED.findall(file.read_text(encoding="utf-8")):
            yield script, PurePosixPath(normpath(f"{script.parent}/{name}"))


def room(script: PurePosixPath) -> str:
    """Return the folder of a script; "" for those of the pages themselves."""
    return "" if script.parent == PurePosixPath() else str(script.parent)


def test_each_room_of_the_page_has_a_few_scripts() -> None:
    rooms: dict[str, int] = {}
    for file in JS.rglob("*.js"):
        name = room(PurePosixPath(file.relative_to(JS).as_posix()))
        rooms[name] = rooms.get(name, 0) + 1
    assert rooms.keys() == set().union(*LEVELS)
    assert {name: count for name, count in rooms.items() if not LEAST <= count <= MOST} == {}


def test_no_script_imports_from_a_room_above_its_own() -> None:
    level = {name: number for number, rooms in enumerate(LEVELS) for name in rooms}
    pairs = [(one, other) for one, other in imports() if room(one) != room(other)]
    assert len(pairs) > 100
    upward = [
        f"{one} imports {other}" for one, other in pairs if level[room(one)] >= level[room(other)]
    ]
    assert upward == []


def test_the_application_knows_one_script_of_each_room() -> None:
    """That composes its room, takes what it needs and offers what others need."""
    known = [other for one, other in imports() if one.name == "app.js"]
    rooms = sorted(room(other) for other in known if room(other) not in TOOLS)
    assert rooms == sorted(set().union(*LEVELS) - TOOLS - {"", "board", "wall"})
