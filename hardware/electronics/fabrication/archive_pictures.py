"""Pictures of the archives to order, drawn by gerbv: another program's view of the files.

KiCad draws its boards, not the archive that is uploaded.  A maker's preview shows what these show.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from hardware.electronics.fabrication import exports
from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import kicad_cli

PIXELS_PER_MM = 8
_DPI = PIXELS_PER_MM * 25.4
_COLOURS = {
    "Edge_Cuts": "#000000FF",
    "PTH": "#FFFFFFFF",
    "NPTH": "#FFFFFFFF",
    "Silkscreen": "#101080FF",
    "Paste": "#50505090",
    "Mask": "#E8B840FF",
    "Cu": "#5E9C6AFF",
}
"""Colours of the layers, the uppermost first: pads are where the mask is open."""
_SIDES = {"top": "F_", "bottom": "B_"}


def paths(files: BoardFiles) -> dict[str, Path]:
    """Return the files of the pictures by side."""
    return {side: files.folder / f"{files.name}-gerbers-{side}.png" for side in _SIDES}


def draw(files: BoardFiles) -> None:
    """Draw both sides of a board's archive, the bottom as it is seen from below.

    Raises:
        KicadError: if gerbv is missing or fails.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, data in exports.unpack(files.gerbers).items():
            folder.joinpath(file).write_bytes(data)
        for side, picture in paths(files).items():
            layers = _layers(folder, files.name, _SIDES[side])
            _run(side, picture, layers)


def _layers(folder: Path, board: str, side: str) -> dict[Path, str]:
    """Return the files of a side with their colours, the uppermost first."""
    found = {}
    for layer, colour in _COLOURS.items():
        for begin in ("", side):
            for path in folder.glob(f"{board}-{begin}{layer}.*"):
                found[path] = colour
    return found


def _run(side: str, picture: Path, layers: dict[Path, str]) -> None:
    command = ["gerbv", "--export=png", "--antialias", f"--dpi={_DPI:g}", "--border=1"]
    command += ["--background=#FFFFFF", f"--output={picture}"]
    command += ["--mirror=Y"] if side == "bottom" else []
    command += [f"--foreground={colour}" for colour in layers.values()]
    picture.unlink(missing_ok=True)
    try:
        subprocess.run([*command, *map(str, layers)], check=True, capture_output=True)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        raise kicad_cli.KicadError(
            f"gerbv did not run: {error}. Run hardware/electronics/install-kicad as root, which "
            "installs it"
        ) from error
    if not picture.exists():
        raise kicad_cli.KicadError(f"gerbv has drawn no {picture.name}")
