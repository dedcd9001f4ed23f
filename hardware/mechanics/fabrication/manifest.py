"""Manifest of the printed parts: their volumes in CAD, and a digest of the sources."""

from __future__ import annotations

import ast
import hashlib
import json
import tomllib
from pathlib import Path

from hardware import geometry
from hardware.mechanics.design import symbols
from hardware.mechanics.design.printed_parts import PARTS
from hardware.paths import HARDWARE, SYMBOLS

MANIFEST = "manifest.json"


def sources() -> list[Path]:
    """Return the files that determine the shapes of the parts."""
    mechanics = HARDWARE / "mechanics"
    code = [path for folder in ("cad", "design") for path in (mechanics / folder).glob("*.py")]
    return [geometry.SOURCE, SYMBOLS, *sorted(code)]


def sources_digest(files: list[Path] | None = None) -> str:
    """Return a digest that changes with the code or data of a source, but not with its comments.

    Args:
        files: the sources; None for those of the committed parts.
    """
    digest = hashlib.sha256()
    for path in files or sources():
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".py":
            text = repr(_structure(ast.parse(text)))
        elif path.suffix == ".toml":
            tables = tomllib.loads(text).items()
            text = repr({name: table for name, table in tables if name not in geometry.SHAPELESS})
        else:
            text = repr(symbols.svg_paths(path))
        digest.update(text.encode())
    return digest.hexdigest()[:16]


def _structure(node: object) -> object:
    """Return a syntax tree without docstrings, the same for every version of Python."""
    if isinstance(node, ast.AST):
        fields = (value for _, value in ast.iter_fields(node) if value not in (None, []))
        return [type(node).__name__, *map(_structure, fields)]
    if isinstance(node, list):
        return [_structure(item) for item in node if not _is_docstring(item)]
    return repr(node)


def _is_docstring(node: object) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def volumes(parts: Path = PARTS) -> dict[str, float]:
    """Return the volume of each part in CAD, in cubic millimetres, by the path of its file."""
    data = json.loads((parts / MANIFEST).read_text(encoding="utf-8"))
    return {name: values["volume_mm3"] for name, values in data["parts"].items()}


def recorded_digest(parts: Path = PARTS) -> str:
    """Return the digest of the sources that the files were made from."""
    return str(json.loads((parts / MANIFEST).read_text(encoding="utf-8"))["sources"])
