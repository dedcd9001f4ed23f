"""Tools that build the package, and a copy of the files that it is built from."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.support.require import require

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "build" / "package" / "bin"
WHEELS = ROOT / "build" / "wheels"
"""Packages that the package is installed with."""


def require_package_tools() -> None:
    """Skip the calling test where nothing builds packages."""
    require((TOOLS.parent / "installed").exists(), "nothing builds packages: .ci/provision package")


def copy_sources(folder: Path) -> None:
    """Copy what the package is built from: the context of the container, by .dockerignore."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for name in (line[1:] for line in lines if line.startswith("!")):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, target)
