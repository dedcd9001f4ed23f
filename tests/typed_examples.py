"""Type checks of the examples in docs/api.md, as of a program of somebody else.

mypy finds the package as it finds an installed one, with no configuration of this project, and
under `--strict --disallow-any-expr`: no value of an example may be of a type that it does not know.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "api.md"
CACHE = ROOT / "build" / "checks" / "mypy-examples"
_BLOCK = re.compile(r"^```(python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FAULT = re.compile(r"^\w+\.py:(\d+): (.*)$", re.MULTILINE)


def examples(text: str) -> dict[str, str]:
    """Return the programs of a page by name, each line of them on its line of the page.

    A block of Python is a program; all of what is typed into an interpreter is one together.
    """
    lines = text.count("\n") + 1
    typed = [""] * lines
    programs = {"interpreter": typed}
    for block in _BLOCK.finditer(text):
        first = text.count("\n", 0, block.start(2))
        if block[1] == "python":
            programs[f"program_{first}"] = [""] * first + block[2].splitlines()
            continue
        for example in doctest.DocTestParser().get_examples(block[2]):
            source = example.source.splitlines()
            begin = first + example.lineno
            typed[begin : begin + len(source)] = source
    return {name: "\n".join(program) + "\n" for name, program in programs.items()}


def faults(page: Path = PAGE) -> list[str]:
    """Return one line for each error that mypy finds in the examples of a page."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = examples(page.read_text(encoding="utf-8"))
        for program, source in programs.items():
            (folder / f"{program}.py").write_text(source, encoding="utf-8")
        checked = subprocess.run(
            [
                *(sys.executable, "-m", "mypy", "--config-file", os.devnull),
                *("--strict", "--disallow-any-expr", "--hide-error-context", "--no-pretty"),
                *("--cache-dir", str(CACHE), "--no-error-summary"),
                *(f"{program}.py" for program in programs),
            ],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
    found = [f"{page.name}:{line}: {text}" for line, text in _FAULT.findall(checked.stdout)]
    if checked.returncode and not found:
        return [f"{page.name}: mypy: {checked.stdout}{checked.stderr}".strip()]
    return found
