"""Check the documents and the words of the sources.

    documents   links lead somewhere; named files, commands, options and modules to run exist, and
                the classes of the glossary; the manual describes every command
    examples    those of docs/api.md pass strict type checks as a program of somebody else
    names       no retired word is used as an identifier or file name (tests/retired_words.toml)
    docstrings  none begins with a question word, but for folders that are still to be rewritten
    phrases     no message, help or page says what only foreigners say (tests/foreign_phrases.toml)

Run as `python -m tests.docs`; prints one line for each fault and ends non-zero if there is one.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

from host.message.plain_text import write_any_letter
from tests import typed_examples
from tests.phrasing import foreign_phrases
from tests.wording import questions, retired_names, tracked_files

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
FILE = re.compile(r"`((?:[\w.-]+/)+[\w.-]*)`")
COMMAND = re.compile(r"\./kamisado (\w+)((?: --[\w-]+)*)")
MODULE = re.compile(r"python3? -m ((?:docs|tests|benchmarks|hardware)\.[\w.]+)(?: (\w+))?")
"""A module that is run, and perhaps its command."""
CLASS = re.compile(r"`([A-Z]\w*)`")
DEFINED = re.compile(r"^(?:class )?([A-Z]\w*)\b(?:[(:\[]|: TypeAlias =| =)", re.MULTILINE)
"""Classes and aliases of types."""
LISTED = re.compile(r"^  ([a-z]+) +\w", re.MULTILINE)
"""Commands in the help of the program."""
TOP = {
    "firmware",
    "host",
    "simulator",
    "hardware",
    "soak",
    "tests",
    "benchmarks",
    "docs",
    "kernel",
    ".ci",
}
LAUNCHER = {"test", "help"}
"""Commands of the launcher itself, which `python -m host` does not know."""
PROGRAMS = {
    "help": ["host"],
    "simulate": ["simulator"],
    "site": ["browser"],
    "soak": ["soak"],
    "bench": ["benchmarks"],
}
"""Commands that are not `python -m host COMMAND`."""


def documents() -> list[Path]:
    """Return every Markdown file that is tracked or about to be."""
    return [ROOT / path for path in tracked_files() if path.suffix == ".md"]


def faults_in(document: Path, root: Path = ROOT) -> list[str]:
    """Return one line for each fault of a document."""
    text = document.read_text(encoding="utf-8")
    name = document.relative_to(root)
    faults = []
    for target in LINK.findall(text):
        if "://" not in target and not (document.parent / target).exists():
            faults.append(f"{name}: the link to {target!r} leads nowhere")
    for path in FILE.findall(text):
        if path.split("/")[0] in TOP and not (root / path).exists():
            faults.append(f"{name}: there is no file {path!r}")
    for module, command in MODULE.findall(text):
        if not _is_run(root / module.replace(".", "/")):
            faults.append(f"{name}: there is no module {module!r} to run")
        elif command and command not in _commands_of(root / module.replace(".", "/"), command):
            faults.append(f"{name}: `python -m {module}` has no command {command!r}")
    for command, options in sorted(set(COMMAND.findall(text))):
        faults.extend(f"{name}: {fault}" for fault in _faults_of(command, options))
    return faults


def _is_run(module: Path) -> bool:
    """Return True if `python -m` runs the module or package of a path without its ending."""
    file = module.with_suffix(".py")
    runs = file.exists() and '__name__ == "__main__"' in file.read_text(encoding="utf-8")
    return runs or (module / "__main__.py").exists()


def _commands_of(module: Path, otherwise: str) -> list[str]:
    """Return the commands of a package that has some, else the given word."""
    main = module / "__main__.py"
    named = re.findall(r'add_parser\(\s*"(\w+)"', main.read_text("utf-8")) if main.exists() else []
    return named or [otherwise]


def _faults_of(command: str, options: str) -> list[str]:
    if command in LAUNCHER:
        return []
    shown = _help_of(command)
    if shown is None:
        return [f"`./kamisado {command}` is not a command"]
    return [
        f"`./kamisado {command}` has no option {option}"
        for option in shlex.split(options)
        if option not in shown
    ]


@cache
def _help_of(command: str) -> str | None:
    """Return the help of a command, None if there is no such command."""
    module = PROGRAMS.get(command, ["host", command])
    shown = subprocess.run(
        [sys.executable, "-m", *module, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return None if shown.returncode else shown.stdout


def undefined_terms(page: Path = ROOT / "docs" / "glossary.md") -> list[str]:
    """Return one line for each class that the glossary names and no source defines."""
    defined = set()
    for path in tracked_files():
        if path.suffix == ".py":
            defined |= set(DEFINED.findall((ROOT / path).read_text(encoding="utf-8")))
    named = sorted(set(CLASS.findall(page.read_text(encoding="utf-8"))))
    return [f"{page.name}: there is no class {name!r}" for name in named if name not in defined]


def undescribed_commands(page: Path = ROOT / "docs" / "manual.md") -> list[str]:
    """Return one line for each command that the manual leaves out."""
    commands = LISTED.findall(_help_of("help") or "")
    text = page.read_text(encoding="utf-8")
    return [
        f"{page.name}: `./kamisado {command}` is not described"
        for command in commands
        if f"`./kamisado {command}" not in text
    ]


def main() -> int:
    """Check everything; return the exit status."""
    write_any_letter()
    checked = documents()
    faults = [fault for document in checked for fault in faults_in(document)]
    faults += undefined_terms()
    faults += undescribed_commands()
    faults += typed_examples.faults()
    faults += retired_names()
    faults += questions()
    faults += foreign_phrases()
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    sys.stdout.write(f"{len(checked)} documents checked, {len(faults)} faults\n")
    return 1 if faults or not checked else 0


if __name__ == "__main__":
    raise SystemExit(main())
