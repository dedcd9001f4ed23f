"""`kicad-cli`, KiCad's command line."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

MAJOR = 9


class KicadError(Exception):
    """KiCad is missing, has another version, or failed."""


def run(*arguments: str | Path, folder: Path | None = None) -> str:
    """Run `kicad-cli` in a folder, None for the current one; return its standard output.

    Raises:
        KicadError: if it is missing or ends non-zero; with its output.
    """
    command = ["kicad-cli", *(str(argument) for argument in arguments)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    except FileNotFoundError as error:
        raise KicadError(
            "there is no kicad-cli: run hardware/electronics/install-kicad as root"
        ) from error
    if done.returncode:
        raise KicadError(f"{' '.join(command)!r} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def require_version() -> None:
    """Require the major version of KiCad that wrote the committed files.

    Raises:
        KicadError: if KiCad is missing or has another major version.
    """
    version = run("version").strip()
    if not version.startswith(f"{MAJOR}."):
        raise KicadError(f"this is KiCad {version!r}; the boards need KiCad {MAJOR}")


def rule_violations(kind: str, file: Path) -> list[str]:
    """Run KiCad's ERC on a schematic (`sch`) or its DRC on a board (`pcb`); one line a violation.

    Warnings count as well.  The DRC includes unconnected pins and the parity of the board with the
    schematic beside it.
    """
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "report.json")
        check = ["erc"] if kind == "sch" else ["drc", "--schematic-parity"]
        run(kind, *check, "--severity-all", "--format", "json", "--output", output, file)
        report = json.loads(output.read_text("utf-8"))
    groups = [sheet["violations"] for sheet in report.get("sheets", [])]
    groups += [
        report[key]
        for key in ("violations", "unconnected_items", "schematic_parity")
        if kind == "pcb"
    ]
    return [
        f"{file.name}: {violation['type']}: {violation['description']}"
        + "".join(f"; {item['description']}" for item in violation["items"])
        for group in groups
        for violation in group
    ]
