"""The steps of docs/adding-a-game.md, taken from its text and done in a copy of the project."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
_BLOCK = re.compile(r"^```(sh|diff)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Step:
    """A block of the page that makes a file or changes one.

    Attributes:
        file: the file, from the root of the project.
        lines: those of a `diff` below the file's name, or the words of a `cp`.
    """

    file: str
    lines: tuple[str, ...]

    def take(self, root: Path) -> None:
        """Do what the block says in a copy of the project.

        Lines with a `+` go below the one line of the file that is the same as the line before
        them; without one, they are a new file.
        """
        file = root / self.file
        if self.lines[0] == "cp":
            shutil.copy(root / self.lines[1], file)
            return
        before = [line[1:] for line in self.lines if line.startswith(" ")]
        added = [line[1:] for line in self.lines if line.startswith("+")]
        assert len(before) + len(added) == len(self.lines), self
        if not before:
            assert not file.exists(), f"there is a {self.file}"
            file.write_text("\n".join(added) + "\n", encoding="utf-8")
            return
        lines = file.read_text(encoding="utf-8").splitlines()
        (context,) = before
        assert lines.count(context) == 1, f"{self.file} has not one line {context!r}"
        at = lines.index(context) + 1
        text = "\n".join([*lines[:at], *added, *lines[at:]]) + "\n"
        file.write_text(text, encoding="utf-8")


def _blocks() -> list[tuple[str, str]]:
    return _BLOCK.findall(PAGE.read_text(encoding="utf-8"))


def steps() -> list[Step]:
    """Return the steps in the order of the page."""
    found = []
    for language, text in _blocks():
        if language == "diff":
            name, *lines = text.splitlines()
            found.append(Step(name.removeprefix("+++ "), tuple(lines)))
        elif text.startswith("cp "):
            words = tuple(shlex.split(text))
            found.append(Step(f"{words[2]}{Path(words[1]).name}", words))
    return found


def sentences() -> dict[str, str]:
    """Return the sentences that the page adds to the English catalogue, by id."""
    (step,) = (step for step in steps() if step.file.endswith("/en.json"))
    added = "".join(line[1:] for line in step.lines if line.startswith("+"))
    found: dict[str, str] = json.loads(f"{{{added.removesuffix(',')}}}")
    return found


def named_tests() -> list[str]:
    """Return the tests that the page says must pass."""
    (command,) = (text for _, text in _blocks() if text.startswith("./kamisado test "))
    return shlex.split(command)[2:]
