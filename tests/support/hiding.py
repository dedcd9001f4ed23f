"""A folder whose modules hide ours, and Python's own, from who looks there first."""

from __future__ import annotations

from pathlib import Path

NAMES = ("host", "simulator", "json", "random", "secrets", "queue", "uvicorn", "serial")


def hiding(folder: Path) -> Path:
    """Make such a folder; whoever runs one of its modules fails and says so."""
    for name in NAMES:
        (folder / f"{name}.py").write_text(
            f'raise ImportError("{name}.py of this folder was run")\n'
        )
    return folder
