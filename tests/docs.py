"""Documentation checks: links lead somewhere, named files exist, shown commands are real.

Run as `python -m tests.docs`; ends non-zero with one line a fault.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
FILE = re.compile(r"`((?:[\w.-]+/)+[\w.-]*)`")
COMMAND = re.compile(r"\./kamisado (\w+)((?: --[\w-]+)*)")
TOP = {"firmware", "host", "simulator", "hardware", "tests", "benchmarks", "docs", ".ci"}
LAUNCHER = {"test", "help", "fast"}


def documents() -> list[Path]:
    """Every Markdown file that is tracked or about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "*.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / name for name in listed.stdout.split()]


def faults_in(document: Path) -> list[str]:
    """What a reader of this document would stumble over."""
    text = document.read_text(encoding="utf-8")
    name = document.relative_to(ROOT)
    faults = []
    for target in LINK.findall(text):
        if "://" not in target and not (document.parent / target).exists():
            faults.append(f"{name}: the link to {target!r} leads nowhere")
    for path in FILE.findall(text):
        if path.split("/")[0] in TOP and not (ROOT / path).exists():
            faults.append(f"{name}: there is no file {path!r}")
    for command, options in set(COMMAND.findall(text)):
        faults.extend(f"{name}: {fault}" for fault in _faults_of(command, options))
    return faults


def _faults_of(command: str, options: str) -> list[str]:
    if command in LAUNCHER:
        return []
    module = ["simulator"] if command == "simulate" else ["host", command]
    shown = subprocess.run(
        [sys.executable, "-m", *module, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if shown.returncode:
        return [f"`./kamisado {command}` is no command"]
    return [
        f"`./kamisado {command}` has no option {option}"
        for option in shlex.split(options)
        if option not in shown.stdout
    ]


def main() -> int:
    """Check all documents; the exit status."""
    checked = documents()
    faults = [fault for document in checked for fault in faults_in(document)]
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    sys.stdout.write(f"{len(checked)} documents checked, {len(faults)} faults\n")
    return 1 if faults or not checked else 0


if __name__ == "__main__":
    raise SystemExit(main())
