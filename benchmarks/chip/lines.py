"""Lines of a host for the measurements on a chip: a palette, and frames from usual to heaviest."""

from __future__ import annotations

from host.link import wire
from host.link.codec import encode

_WHITE, _LOW_BLUE, _LOW_WHITE = (255, 255, 255), (0, 8, 31), (13, 13, 13)
PALETTE: tuple[wire.RGB, ...] = (
    _WHITE,
    _LOW_BLUE,
    _LOW_WHITE,
    *((255, 255 - 8 * shade, 128 + 4 * shade) for shade in range(29)),
)
"""All bright but two, so that a frame of many squares is above the limit."""
_PATTERNS = "-bkdpshf12ABCDEFGHIJKLMNOP"
_SWEEPS = _PATTERNS[-16:]


def frames(cells: int) -> dict[str, tuple[str, str]]:
    """Return two frames of each kind, all of whose squares differ, for a board of some cells.

    usual: a tower's legal squares; sweeps: all squares in all sixteen sweeps; mixed: each square in
    another colour or pattern than all others, all patterns at once; the last two above the limit.
    """
    return {
        "usual": (_usual(cells, 0), _usual(cells, 1)),
        "sweeps": (_sweeps(cells, 0), _sweeps(cells, 5)),
        "mixed": (_mixed(cells, 0), _mixed(cells, 7)),
    }


def host_lines(cells: int) -> dict[str, str]:
    """Return the lines of a host, newline included, by what they are for."""
    messages: dict[str, wire.HostMessage] = {
        "hello": wire.HostHello(wire.PROTOCOL, "0.1.0"),
        "beat": wire.Beat(),
        "palette": wire.Palette(PALETTE),
        "dark": wire.Frame(0, "0-" * cells),
        "calibrate": wire.Calibrate("start"),
        "stop": wire.Calibrate("stop"),
    }
    number = 0
    for kind, pair in frames(cells).items():
        for at, frame in enumerate(pair):
            number += 1
            messages[f"{kind}{at}"] = wire.Frame(number, frame)
    return {name: encode(message, 1).decode() for name, message in messages.items()}


def _usual(cells: int, turn: int) -> str:
    lit = {turn: "1b", 9 + turn: "3-"} | {8 * rank + 3 + turn: "2-" for rank in range(1, 8)}
    return "".join(lit.get(cell, "0-") for cell in range(cells))


def _sweeps(cells: int, turn: int) -> str:
    return "".join("1" + _SWEEPS[(cell + turn) % len(_SWEEPS)] for cell in range(cells))


def _mixed(cells: int, turn: int) -> str:
    colours = [colour for colour in range(1, len(PALETTE) + 1) if colour not in (2, 3)]
    return "".join(
        wire.COLOURS[colours[(cell + turn) % len(colours)]]
        + _PATTERNS[(cell + turn) % len(_PATTERNS)]
        for cell in range(cells)
    )
