"""Write the parts of docs/recognition.md that follow from the sources: times, reasons, an example.

The times and their meanings are those of the constants and their docstrings, the reasons those of
`trace explain`, and the example is what it tells of a trace of the tests.  Run as
`python -m docs.tools.recognition_page`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import pairwise
from pathlib import Path

from docs.tools.generated_parts import with_parts
from host.cli.develop.story.beliefs import BELIEFS
from host.cli.develop.story.part import Part, parse_moment
from host.cli.develop.story.teller import story_of
from host.storage.trace import decode

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "recognition.md"
PACKAGES = ("host/recognition", "host/session/phases", "host/session/sensors")
"""Packages with the times of recognition."""
EXAMPLE = re.compile(r"\./kamisado trace explain (\S+) --from (\S+) --to (\S+)\n")
"""The command whose output follows it on the page."""


def page() -> str:
    """Return the page with these parts as they are now."""
    return with_parts(PAGE, PARTS)


def times(_old: str = "") -> str:
    """Return the table of all times, the shortest first."""
    rows = [row for package in PACKAGES for row in _times_in(ROOT / package)]
    head = "| time | it is | constant |\n|---|---|---|\n"
    return head + "".join(f"| {_told(ms)} | {why} | {name} |\n" for ms, name, why in sorted(rows))


def reasons(_old: str = "") -> str:
    """Return the reasons for which a legal game is refused, as a list."""
    return "".join(f"- {belief.words}\n" for belief in BELIEFS)


def example(old: str) -> str:
    """Return the command of the example with its output as it is now."""
    command = EXAMPLE.search(old)
    assert command is not None, "the page names the trace of its example"
    trace = decode((ROOT / command[1]).read_text(encoding="utf-8"))
    story = story_of(trace, Part(parse_moment(command[2]), parse_moment(command[3])))
    lines = [line for happening in story for line in happening.lines()]
    return "```\n" + command[0] + "\n".join(lines) + "\n```\n"


PARTS: Mapping[str, Callable[[str], str]] = {
    "times": times,
    "reasons": reasons,
    "example": example,
}


def _times_in(folder: Path) -> Iterator[tuple[int, str, str]]:
    """Yield the times of a package in milliseconds, with their names and meanings."""
    for path in sorted(folder.glob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        module = import_module(file.removesuffix(".py").replace("/", "."))
        body = ast.parse(path.read_text(encoding="utf-8")).body
        for one, following in pairwise(body):
            for name in _assigned(one):
                told = following.value if isinstance(following, ast.Expr) else None
                if name.endswith("_MS") and isinstance(told, ast.Constant):
                    why = " ".join(str(told.value).split()).removesuffix(".")
                    yield getattr(module, name), f"`{name}`, `{file}`", why


def _assigned(statement: ast.stmt) -> list[str]:
    """Return the names that an assignment gives values to."""
    if not isinstance(statement, ast.Assign):
        return []
    return [node.id for node in ast.walk(statement.targets[0]) if isinstance(node, ast.Name)]


def _told(ms: int) -> str:
    return f"{ms} ms" if ms < 1000 else f"{ms / 1000:g} s"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
