"""Draw the light language: one animated SVG for each entry of host/data/led_vocab.json.

Run as `python -m docs.tools.light_pictures`; the files go to docs/lights/.  Each picture is a board
in the situation of the entry.  Hue, level and pattern come from the vocabulary, the patterns in
time from `host.guidance.lighting.brightness`, so that a picture shows what a board shows.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host.guidance.lighting import FLASH_MS, SWEEP_STEPS, Pattern, brightness

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "lights"
VOCABULARY: Mapping[str, Any] = json.loads(
    (ROOT / "host" / "data" / "led_vocab.json").read_text(encoding="utf-8")
)

CELL = 22
MARGIN = 6
FILES = "abcdefgh"
BOARD = 2 * MARGIN + 8 * CELL
BLACK_ROW = ("orange", "blue", "purple", "pink", "yellow", "red", "green", "brown")
STEPS = 64
"""Points of a period at which the brightness is sampled."""
GAMMA = 0.38
"""From the duty of an LED to the opacity of its picture: eyes see a tenth of the light as 0.4."""
WHITENED = 0.1
"""Mixed into each colour: a saturated blue on a screen is darker than that of an LED."""
PERIODS_MS = {Pattern.BLINK: 800, Pattern.PULSE: 800, Pattern.SLOW: 3200, Pattern.HEARTBEAT: 3200}
FLASH_AGAIN_MS = 3200
"""A flash is shown once by a board; its picture repeats it."""


def _row(rank: int) -> list[str]:
    return [f"{file}{rank}" for file in FILES]


@dataclass(frozen=True)
class Scene:
    """A board in one situation.

    Attributes:
        lights: squares by "entry.role"; in a sweep they light up in the order given, and squares
            that light up together are one string with spaces.
        pieces: squares with a piece.
        lifted: squares from which a piece was lifted.
        tints: the colour of the squares of roles that are tinted.
    """

    lights: Mapping[str, Sequence[str]]
    pieces: Sequence[str] = ()
    lifted: Sequence[str] = ()
    tints: Mapping[str, str] = field(default_factory=dict)


def _rings(centre: str) -> list[str]:
    rings: list[list[str]] = [[] for _ in range(8)]
    for rank in range(1, 9):
        for file in FILES:
            across = abs(FILES.index(file) - FILES.index(centre[0]))
            rings[max(across, abs(rank - int(centre[1])))].append(f"{file}{rank}")
    return [" ".join(ring) for ring in rings if ring]


HOME = [*_row(1), *_row(8)]
MIDDLE = ["a8", "c8", "e8", "f8", "h8", "b1", "c1", "f1", "h1"]
WAYS = ["d7", "d6", "d5", "d4", "d3", "c7", "b6", "a5", "e7", "f6", "g5", "h4"]

SCENES: Mapping[str, Scene] = {
    "required": Scene({"required.tower": ["d5"]}, [*MIDDLE, "d5"]),
    "any": Scene({"any.towers": _row(8)}, HOME),
    "legal": Scene({"legal.origin": ["d8"], "legal.squares": WAYS}, [*MIDDLE, "d2"], ["d8"]),
    "winning": Scene(
        {
            "legal.origin": ["d4"],
            "winning.square": ["a1"],
            "legal.squares": ["d3", "d2", "c3", "b2", "e3"],
        },
        ["d1", "f2", "b8", "e8", "f1", "h1"],
        ["d4"],
    ),
    "losing": Scene(
        {
            "legal.origin": ["d6"],
            "winning.proven": ["d5", "b4"],
            "losing.square": ["d4", "c5", "f4"],
            "legal.unknown": ["d3", "e5"],
        },
        [*MIDDLE, "d2", "g3", "a3"],
        ["d6"],
    ),
    "push": Scene(
        {"push.pusher": ["c5"], "push.pushed": ["c6"], "push.landing": ["c7"]},
        [*MIDDLE, "c5", "c6"],
        ["c4"],
    ),
    "capture": Scene(
        {"capture.piece": ["d5"], "capture.may": ["b3", "b4"], "capture.taken": ["g5"]},
        ["c5", "d5", "e5", "b3", "b4", "b5", "f5", "h5", "d2", "f2"],
    ),
    "illegal": Scene({"illegal.square": ["e5"], "putback.home": ["d8"]}, [*MIDDLE, "e5"], ["d8"]),
    "putback": Scene({"putback.now": ["f5"], "putback.home": ["d8"]}, [*MIDDLE, "f5"], ["d8"]),
    "fill": Scene(
        {
            "fill.from": ["e6"],
            "fill.here": ["b1"],
            "fill.rest": [*_row(8), "c1", "d1", "e1", "f1", "g1", "h1"],
        },
        ["e6", "a1", "c4", "g5", "d3", "h4", "e2"],
        tints={
            **dict(zip(_row(8), BLACK_ROW, strict=True)),
            **dict(zip(_row(1), reversed(BLACK_ROW), strict=True)),
        },
    ),
    "fill-check": Scene(
        {"fill.rest": HOME},
        HOME,
        tints={
            **dict(zip(_row(8), BLACK_ROW, strict=True)),
            **dict(zip(_row(1), reversed(BLACK_ROW), strict=True)),
        },
    ),
    "execute": Scene(
        {"execute.from": ["e1"], "execute.path": ["e2", "e3", "e4"], "execute.to": ["e5"]},
        ["e1", "a8", "d8", "f8", "h8", "b1", "c1", "h1"],
    ),
    "blocked": Scene(
        {"blocked.tower": ["c4"], "blocked.next": ["f6"]},
        ["c4", "b5", "c5", "d5", "f6", "a8", "e8", "h1", "f1"],
    ),
    "accepted": Scene({"accepted.square": ["d4"], "last.from": ["d8"]}, [*MIDDLE, "d4"], ["d8"]),
    "round": Scene({"round.row": _row(1)}, ["d1", "a8", "c8", "f4", "g5", "h8", "b2"]),
    "match": Scene({"match.rings": _rings("d1")}, ["d1", "a8", "c8", "f4", "g5", "h8", "b2"]),
    "deadlock": Scene(
        {"deadlock.stuck": ["c4", "c5"], "deadlock.tooth": ["f6"]},
        ["c4", "c5", "b5", "d5", "b4", "d4", "f6", "b3", "d3", "c6"],
    ),
    "thinking": Scene({"thinking.orbit": ["d4", "e4", "e5", "d5"]}, HOME),
    "sensor": Scene({"sensor.square": ["g6"]}, MIDDLE),
    "choice": Scene({"choice.corner": ["a1", "h1"]}, ["d8", "f3", "c6", "g4"]),
    "reward": Scene({"reward.tower": ["d8"]}, ["d8", "f3", "c6", "g4"]),
    "menu": Scene(
        {
            "menu.resign": ["b4"],
            "menu.draw": ["c4"],
            "menu.pause": ["e4"],
            "menu.new": ["g4"],
            "menu.adopt": [],
            "menu.chosen": [],
            "menu.progress": [],
            "putback.home": ["a1", "b1"],
        },
        [square for square in HOME if square not in ("a1", "b1")],
        ["a1", "b1"],
    ),
    "menu-chosen": Scene(
        {
            "menu.chosen": ["e4"],
            "menu.progress": ["e5", "f5", "f4", "f3"],
            "putback.home": ["a1", "b1"],
        },
        [*[square for square in HOME if square not in ("a1", "b1")], "e4"],
        ["a1", "b1"],
    ),
    "menu-restart": Scene({"menu.new": ["a1"], "choice.corner": ["h1"]}, HOME),
    "menu-undo": Scene({"menu.chosen": ["c4"]}, HOME),
    "offer": Scene({"offer.piece": _row(8)}, HOME),
    "paused": Scene({"paused.corner": ["a1", "h1", "a8", "h8"]}, [*MIDDLE, "d5"]),
    "lost": Scene({"lost.corners": ["a1", "h1", "a8", "h8"]}, [*MIDDLE, "d5"]),
    "area": Scene(
        {"area.squares": [f"{file}{rank}" for file in "abcde" for rank in range(1, 6)]}, []
    ),
    "last": Scene({"last.from": ["d8"], "last.to": ["d4"]}, [*MIDDLE, "d4"]),
}


def pictures() -> dict[str, str]:
    """Return the text of every picture by its file name.

    Raises:
        ValueError: a role is in a scene but not in the vocabulary, or the other way round.
    """
    shown = {name for scene in SCENES.values() for name in scene.lights}
    known = {
        f"{entry}.{role}"
        for entry, fields in VOCABULARY["entries"].items()
        for role in fields["roles"]
    }
    if shown != known or not SCENES.keys() >= VOCABULARY["entries"].keys():
        raise ValueError(f"scenes and vocabulary differ: {sorted(shown ^ known)}")
    drawn = {f"{name}.svg": _scene(name, scene) for name, scene in SCENES.items()}
    drawn["patterns.svg"] = _patterns()
    return drawn


def _scene(name: str, scene: Scene) -> str:
    entry = VOCABULARY["entries"].get(name) or VOCABULARY["entries"][name.split("-")[0]]
    used: dict[Pattern, None] = {}
    lamps: list[str] = []
    for key, groups in scene.lights.items():
        entry_key, role = key.split(".")
        look = VOCABULARY["entries"][entry_key]["roles"][role]
        pattern = Pattern[look["pattern"].upper()]
        for order, group in enumerate(groups):
            for square in group.split():
                tint = scene.tints.get(square) if look.get("tinted") else None
                used[pattern] = None
                x, y = _centre(square)
                lamps.append(_lamp(x, y, look, pattern, order, tint))
    pieces = [_piece(*_centre(square), "p") for square in scene.pieces]
    pieces += [_piece(*_centre(square), "p l") for square in scene.lifted]
    return _svg(BOARD, BOARD, entry["situation"], list(used), [_board(), *lamps, *pieces])


def _patterns() -> str:
    """Draw one light of each pattern, with its name."""
    width, height = 4 * 140, 3 * 30 + 2 * MARGIN
    body = [f'<rect class="f" width="{width}" height="{height}" rx="6"/>']
    for place, pattern in enumerate(Pattern):
        x, y = MARGIN + place % 4 * 140 + 15, MARGIN + place // 4 * 30 + 15
        lamps = [(x, 0)]
        if pattern is Pattern.SWEEP:
            lamps = [(x + step * CELL, step) for step in range(3)]
        for at, order in lamps:
            body.append(_lamp(at, y, {"hue": "white", "level": "full"}, pattern, order, None))
        body.append(f'<text x="{lamps[-1][0] + 15}" y="{y + 4}">{pattern.name.lower()}</text>')
    return _svg(width, height, "Patterns of the lights", list(Pattern), body)


def _svg(width: int, height: int, title: str, used: Sequence[Pattern], body: Sequence[str]) -> str:
    style = [
        ".f{fill:#1d1a17}.s{fill:#332e28}.t{fill:#3b352e}",
        ".p{fill:none;stroke:#a89d8e;stroke-width:2}.l{stroke-dasharray:3 3;stroke-width:1}",
        "text{font:12px sans-serif;fill:#d8d0c4}",
    ]
    moving = [pattern for pattern in used if pattern is not Pattern.STEADY]
    for pattern in moving:
        name = pattern.name.lower()
        style.append(f"@keyframes {name}{{{_keyframes(pattern)}}}")
        style.append(f".{name}{{animation:{name} {_period_ms(pattern)}ms linear infinite}}")
    if moving:
        style.append("@media (prefers-reduced-motion:reduce){*{animation:none!important}}")
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">',
            f"<title>{title}</title>",
            f"<style>{chr(10).join(style)}</style>",
            *body,
            "</svg>\n",
        ]
    )


def _board() -> str:
    parts = [f'<rect class="f" width="{BOARD}" height="{BOARD}" rx="6"/>']
    for y in range(8):
        for x in range(8):
            shade = "st"[(x + y) % 2]
            left, top = MARGIN + x * CELL + 1, MARGIN + y * CELL + 1
            parts.append(
                f'<rect class="{shade}" x="{left}" y="{top}" width="{CELL - 2}" '
                f'height="{CELL - 2}" rx="2"/>'
            )
    return "\n".join(parts)


def _centre(square: str) -> tuple[int, int]:
    x = MARGIN + FILES.index(square[0]) * CELL + CELL // 2
    return x, MARGIN + (8 - int(square[1])) * CELL + CELL // 2


def _piece(x: int, y: int, kind: str) -> str:
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="9"/>'


def _lamp(
    x: int, y: int, look: Mapping[str, Any], pattern: Pattern, order: int, tint: str | None
) -> str:
    channels = VOCABULARY["tints"][tint] if tint else VOCABULARY["hues"][look["hue"]]
    colour = "#" + "".join(f"{int(c + (255 - c) * WHITENED):02x}" for c in channels)
    duty = VOCABULARY["levels"][look["level"]] / VOCABULARY["levels"]["full"]
    moves = ""
    if pattern is not Pattern.STEADY:
        moves = f' class="{pattern.name.lower()}"'
    if pattern is Pattern.SWEEP and order:
        delay = (order - SWEEP_STEPS) * _period_ms(pattern) // SWEEP_STEPS
        moves += f' style="animation-delay:{delay}ms"'
    return (
        f'<g opacity="{duty**GAMMA:.2f}"><g{moves} fill="{colour}">'
        f'<circle cx="{x}" cy="{y}" r="10" opacity=".35"/><circle cx="{x}" cy="{y}" r="6.5"/>'
        f"</g></g>"
    )


def _period_ms(pattern: Pattern) -> int:
    if pattern is Pattern.FLASH:
        return FLASH_AGAIN_MS
    return PERIODS_MS.get(pattern, 1600)


def _keyframes(pattern: Pattern) -> str:
    """Sample one period; points on the straight line between their neighbours are left out."""
    period = _period_ms(pattern)
    points = [
        (100 * step / STEPS, round(_opacity(pattern, step * period / STEPS), 2))
        for step in range(STEPS + 1)
    ]
    kept = [
        point
        for place, point in enumerate(points)
        if place in (0, STEPS) or not points[place - 1][1] == point[1] == points[place + 1][1]
    ]
    return "".join(f"{at:g}%{{opacity:{value:g}}}" for at, value in kept)


def _opacity(pattern: Pattern, at_ms: float) -> float:
    if pattern is Pattern.FLASH:
        return 1.0 if at_ms < FLASH_MS else 0.0
    return float(brightness(pattern.value, int(at_ms)) ** GAMMA)


def stale() -> Iterator[Path]:
    """Yield the files in docs/lights/ that this program would write otherwise, or not at all."""
    wanted = pictures()
    for name, text in wanted.items():
        path = PICTURES / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            yield path
    yield from (path for path in sorted(PICTURES.iterdir()) if path.name not in wanted)


def main() -> int:
    """Write the pictures; return the exit status."""
    PICTURES.mkdir(exist_ok=True)
    wanted = pictures()
    for path in PICTURES.iterdir():
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (PICTURES / name).write_text(text, encoding="utf-8", newline="\n")
    sys.stdout.write(f"{len(wanted)} pictures in {PICTURES.relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
