"""The version of the program: of the package (pyproject.toml), the page and the wire."""

from __future__ import annotations

VERSION = "0.1.0"
