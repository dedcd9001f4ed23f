"""Draw docs/architecture.svg: the packages of host/ on the levels of the import contract.

Run as `python -m docs.tools.architecture_picture`.  Levels and packages come from the contract in
pyproject.toml, so that the picture shows what `lint-imports` enforces.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "architecture.svg"

CAPTIONS = {
    "cli": "one module per command",
    "app": "event loop, composition",
    "ui": "page and terminal",
    "storage": "database, traces",
    "remote": "matches, clubs",
    "session": "the match as a state machine",
    "maintenance": "install, calibrate, examine",
    "guidance": "lights and sentences",
    "virtual": "simulated board",
    "ai_process": "solver as a process",
    "recognition": "snapshot to move",
    "ai": "solver, search, levels",
    "link": "serial link",
    "engine": "rules of the games",
    "worker": "calls that block",
    "message": "texts by id",
}
CONNECTED = ("ui", "virtual", "link")
"""Drawn last of their level, beside what they are connected to."""
PURE = ("engine", "recognition", "ai", "guidance", "session")

WIDTH = 800
LEFT, HOST_WIDTH = 14, 480
TOP, ROW, GAP = 64, 52, 10
SIDE, SIDE_WIDTH = 564, 222


def levels() -> list[list[str]]:
    """Return the packages of host/ by level, the highest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = next(
        contract
        for contract in project["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers" and contract["containers"] == ["host"]
    )
    rows = [level.split(" | ") for level in contract["layers"]]
    return [sorted(packages, key=CONNECTED.__contains__) for packages in rows]


def picture() -> str:
    """Return the text of the picture."""
    rows = levels()
    height = TOP + len(rows) * (ROW + GAP) + 70
    centres: dict[str, int] = {}
    body = [
        f'<rect class="paper" width="{WIDTH}" height="{height}" rx="10"/>',
        _text(LEFT + 10, 34, "h", "host/"),
        _text(LEFT + 62, 34, "c", "on the computer; each level imports only from those below it"),
        f'<rect class="group" x="{LEFT}" y="46" width="{HOST_WIDTH}" '
        f'height="{len(rows) * (ROW + GAP) + GAP + 8}" rx="8"/>',
    ]
    for place, packages in enumerate(rows):
        y = TOP + place * (ROW + GAP)
        width = (HOST_WIDTH - 20 - (len(packages) - 1) * GAP) // len(packages)
        for column, package in enumerate(packages):
            kind = "pure" if package in PURE else "box"
            x = LEFT + 10 + column * (width + GAP)
            body += _box(x, y, width, ROW, kind, package, [CAPTIONS.get(package, "")])
            centres[package] = y + ROW // 2
    ui, virtual, link = (centres[package] for package in ("ui", "virtual", "link"))
    right = LEFT + HOST_WIDTH
    for y, label in ((ui, "WebSocket"), (virtual, "TCP"), (link, "USB serial")):
        body.append(f'<path class="arrow" d="M{right + 2} {y}H{SIDE - 3}"/>')
        body.append(_text((right + SIDE) // 2, y - 7, "n", label))
    lines = ["host/ui/static/", "drag towers, live view"]
    body += _box(SIDE, ui - 40, SIDE_WIDTH, 80, "other", "Browser", lines)
    lines = ["board, magnetic field, hands;", "runs firmware/ under MicroPython"]
    body += _box(SIDE, virtual - 60, SIDE_WIDTH, 80, "other", "simulator/", lines)
    lines = ["CircuitPython on the board:", "scan, debounce, wire, LEDs"]
    body += _box(SIDE, link - 16, SIDE_WIDTH, 80, "other", "firmware/kamiboard/", lines)
    lines = ["circuit boards, printed parts"]
    body += _box(SIDE, link + 82, SIDE_WIDTH, 60, "other", "hardware/", lines)
    body.append(f'<path class="arrow" d="M{SIDE + 110} {virtual + 23}V{link - 19}"/>')
    y = height - 40
    body.append(f'<rect class="pure" x="{LEFT + 10}" y="{y}" width="18" height="18" rx="3"/>')
    body.append(_text(LEFT + 36, y + 14, "c", "pure: no clock, no chance, no input or output"))
    body.append(_text(SIDE, y + 14, "c", "beside: soak/, benchmarks/, tests/"))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            "<title>Packages and their levels</title>",
            "<style>",
            "text{font-family:sans-serif;fill:#2b2622}",
            ".h{font-size:17px;font-weight:bold}.t{font-size:16px;font-weight:bold}",
            ".c{font-size:13.5px}.n{font-size:12px;text-anchor:middle}.m{text-anchor:middle}",
            ".paper{fill:#f6f3ec}.group{fill:#ebe5d8;stroke:#c9bfab}",
            ".box{fill:#fff;stroke:#8d8272}.pure{fill:#dcebf7;stroke:#5b89b0}",
            ".other{fill:#f8e7cf;stroke:#b58a4c}",
            ".arrow{stroke:#6b6257;stroke-width:1.5;fill:none;marker-end:url(#a);"
            "marker-start:url(#a)}",
            "</style>",
            '<marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
            'orient="auto-start-reverse"><path d="M0 0L8 4L0 8Z" fill="#6b6257"/></marker>',
            *body,
            "</svg>\n",
        ]
    )


def _box(
    x: int, y: int, width: int, height: int, kind: str, title: str, lines: Sequence[str]
) -> list[str]:
    middle = x + width // 2
    first = y + (height - 16 * len(lines)) // 2 + 3
    return [
        f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="5"/>',
        _text(middle, first, "t m", title),
        *(_text(middle, first + 18 + 16 * place, "c m", line) for place, line in enumerate(lines)),
    ]


def _text(x: int, y: int, kind: str, text: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{text}</text>'


def main() -> int:
    """Write the picture; return the exit status."""
    PICTURE.write_text(picture(), encoding="utf-8", newline="\n")
    sys.stdout.write(f"{PICTURE.relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
