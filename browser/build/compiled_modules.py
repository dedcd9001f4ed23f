"""Modules of the site, compiled by the Python that runs them in the browser; kept for other builds.

The browser would compile them at each start.  Compiling takes longer than all else of a build.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMPILER = Path(__file__).parent / "compile.mjs"
PYTHON_ARCHIVE = "python.zip"
FAR_ARCHIVE = "far.zip"
"""For those who play a friend at another board."""
STDLIB_ARCHIVE = "pyodide/python_stdlib.zip"
ARCHIVES = (PYTHON_ARCHIVE, FAR_ARCHIVE, STDLIB_ARCHIVE)
"""Archives of a site that `compile.mjs` replaces."""
INPUTS = (*ARCHIVES, "pyodide/pyodide.asm.wasm")
KEPT = ROOT / "build" / "compiled"
NEW = "new-"


class NoNodeError(Exception):
    """Node.js, which compiles the modules, is not installed."""


def compile_modules(site: Path, kept: Path = KEPT) -> None:
    """Compile the modules in the archives of a site, unless that was done for another build.

    Args:
        kept: folder of what was compiled last; a build that cannot write there compiles each time.

    Raises:
        NoNodeError: Node.js is missing.
    """
    folder = kept / digest_of(site)
    compiled = _read(folder)
    if compiled is None:
        node = shutil.which("node")
        if node is None:
            raise NoNodeError
        subprocess.run([node, str(COMPILER), str(site)], check=True)
        with contextlib.suppress(OSError):
            _keep(site, folder)
        return
    for name, data in compiled.items():
        (site / name).write_bytes(data)


def digest_of(site: Path) -> str:
    """Return a name for all that the compiled modules depend on."""
    digest = hashlib.sha256()
    for file in (COMPILER, *(site / name for name in INPUTS)):
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _read(folder: Path) -> dict[str, bytes] | None:
    """Return the compiled archives; None if they cannot be had."""
    try:
        return {name: (folder / Path(name).name).read_bytes() for name in ARCHIVES}
    except OSError:
        return None


def _keep(site: Path, folder: Path) -> None:
    """Keep the compiled archives of a site, instead of older ones."""
    kept = folder.parent
    kept.mkdir(parents=True, exist_ok=True)
    older = [each for each in kept.iterdir() if not each.name.startswith(NEW)]
    with tempfile.TemporaryDirectory(prefix=NEW, dir=kept) as new:
        whole = Path(new) / "whole"
        whole.mkdir()
        for name in ARCHIVES:
            shutil.copyfile(site / name, whole / Path(name).name)
        whole.rename(folder)
    for each in older:
        shutil.rmtree(each, ignore_errors=True)
