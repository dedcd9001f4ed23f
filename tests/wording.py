"""Checks of words in the sources: retired names, and first lines of docstrings.

`tests/retired_words.toml` lists the names that must not come back, with their replacements.  Only
identifiers and file names are compared, not English prose in comments, docstrings and texts.
"""

from __future__ import annotations

import ast
import io
import os
import re
import subprocess
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.support.syntax_trees import walked

ROOT = Path(__file__).resolve().parent.parent
RETIRED_WORDS = Path(__file__).with_name("retired_words.toml")

QUESTION = re.compile(r"(What|Whether|How|Who|Whose|Whom|Where|Which|Whatever|Whoever|Wherever)\b")
IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
SOURCES = (".py", ".pyi", ".js")
NO_CODE = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`", re.DOTALL
)
"""Comments and texts of JavaScript."""
MADE_FOLDER = re.compile(
    r"(.*/)?(\.venv|\.git|\.hypothesis|\.\w+_cache|__pycache__|node_modules|[\w.]+\.egg-info)"
    r"|build|hardware/electronics/boards/\w+/export"
)
"""Paths of the folders that git and tools make, from the root; .gitignore has them as well."""
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@dataclass(frozen=True)
class RetiredWords:
    """Names that must not come back.

    Attributes:
        parts: replacement by word; refused as a part of any name, in any case, also in the plural.
        names: replacement by name; refused as a whole name only, in any case.
        exceptions: words that are allowed by file.
    """

    parts: dict[str, str]
    names: dict[str, str]
    exceptions: dict[str, list[str]]

    @classmethod
    def read(cls, path: Path = RETIRED_WORDS) -> RetiredWords:
        """Read the list."""
        fields = tomllib.loads(path.read_text(encoding="utf-8"))
        return cls(fields["parts"], fields["names"], fields.get("exceptions", {}))

    @cached_property
    def _words_by_name(self) -> dict[str, tuple[str, ...]]:
        return {}

    def in_name(self, name: str) -> tuple[str, ...]:
        """Return the retired words in an identifier or the stem of a file name."""
        known = self._words_by_name  # a tree says the same names again and again
        if name not in known:
            parts = [part.lower() for part in PART.findall(name)]
            joined = f"_{'_'.join(parts)}_"
            whole = name.strip("_").lower()
            known[name] = (
                *([whole] if whole in self.names else []),
                *(word for word in self.parts if f"_{word}_" in joined or f"_{word}s_" in joined),
            )
        return known[name]

    def replacement(self, word: str) -> str:
        """Return what to say instead."""
        return self.names.get(word) or self.parts[word]


def tracked_files(root: Path = ROOT) -> list[Path]:
    """Return all files that are tracked or about to be, relative to the root.

    Without git, or in a downloaded archive: all files that no tool has made.
    """
    command = ["git", "ls-files", "-co", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        return sorted(_sources(root))
    return [Path(name) for name in listed.stdout.splitlines() if (root / name).is_file()]


def _sources(root: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(root):
        here = Path(folder).relative_to(root)
        folders[:] = [
            name for name in folders if not MADE_FOLDER.fullmatch((here / name).as_posix())
        ]
        yield from (here / name for name in names)


def identifiers(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and name of every identifier in a Python or JavaScript file.

    Names of tests are sentences, and left out.
    """
    if path.suffix not in SOURCES:
        return
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".js":
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NAME and not token.string.startswith("test_"):
                yield token.start[0], token.string
    else:
        code = NO_CODE.sub(lambda match: "\n" * match[0].count("\n"), text)
        for number, line in enumerate(code.splitlines(), 1):
            for match in IDENTIFIER.finditer(line):
                yield number, match[0]


def _words(path: Path) -> set[str]:
    """Return all words of a file, in texts and comments as well: much sooner than its names."""
    return set(IDENTIFIER.findall(path.read_text(encoding="utf-8")))


def retired_in(path: Path, retired: RetiredWords, root: Path = ROOT) -> list[str]:
    """Return one line for each retired word in a file's name or identifiers, once a file.

    Args:
        path: relative to the root.
    """
    allowed = set(retired.exceptions.get(path.as_posix(), ()))
    found: dict[str, str] = {}
    for word in retired.in_name(path.stem):
        found.setdefault(word, f"{path}: the file name says {word!r}")
    if path.suffix in SOURCES and any(map(retired.in_name, _words(root / path))):
        for line, name in identifiers(root / path):
            for word in retired.in_name(name):
                found.setdefault(word, f"{path}:{line}: {name!r} says {word!r}")
    return [
        f"{where}; say {retired.replacement(word)!r}"
        for word, where in found.items()
        if word not in allowed
    ]


def retired_names() -> list[str]:
    """Return one line for each retired word in the tree, and for each exception without a use."""
    retired = RetiredWords.read()
    faults = [fault for path in tracked_files() for fault in retired_in(path, retired)]
    bare = RetiredWords(retired.parts, retired.names, {})
    for name, words in retired.exceptions.items():
        path = Path(name)
        used = retired_in(path, bare) if (ROOT / path).is_file() else []
        faults += [
            f"retired_words.toml: {name} does not need the exception {word!r}"
            for word in words
            if not any(f"says {word!r};" in line for line in used)
        ]
    return faults


def questions_in(path: Path, root: Path = ROOT) -> list[str]:
    """Return one line for each docstring of a file that begins with What, Whether, How ...

    The texts below constants and attributes are docstrings too.
    """
    tree = ast.parse((root / path).read_text(encoding="utf-8"))
    faults = []
    for node in walked(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))) if QUESTION.match(text.lstrip()):
                word = text.split()[0]
                faults.append(f"{path}:{node.lineno}: a docstring begins with {word!r}")
    return faults


def questions() -> list[str]:
    """Return one line for each docstring of the tree that begins with a question word."""
    paths = [path for path in tracked_files() if path.suffix in (".py", ".pyi")]
    return [fault for path in paths for fault in questions_in(path)]
