"""Exports of KiCad: Gerber, drill and position files, bill of materials, PDF and pictures.

Their content depends on the KiCad files alone: dates are removed, so that a stale file can be told
from one that was made on another day.
"""

from __future__ import annotations

import re
import tempfile
import zipfile
from pathlib import Path

from hardware.electronics.kicad import kicad_cli

LAYERS = {
    "F_Cu": ".gtl",
    "B_Cu": ".gbl",
    "F_Mask": ".gts",
    "B_Mask": ".gbs",
    "F_Silkscreen": ".gto",
    "B_Silkscreen": ".gbo",
    "F_Paste": ".gtp",
    "Edge_Cuts": ".gm1",
}
"""Layers to order, and the suffix of their files in KiCad."""
DRILLS = ("-PTH.drl", "-NPTH.drl")

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest date of a zip file
_DATES = re.compile(
    rb"^(?:(?:%|; #@! )TF\.(?:CreationDate|GenerationSoftware)|G04 Created by|; DRILL file).*\r?\n",
    re.M | re.I,
)


def gerbers(pcb: Path) -> dict[str, bytes]:
    """Return the Gerber and drill files of a board by file name, without dates."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        layers = ",".join(layer.replace("_", ".") for layer in LAYERS)
        kicad_cli.run(
            "pcb", "export", "gerbers", "--layers", layers, "--subtract-soldermask",
            "--output", folder, pcb,
        )  # fmt: skip
        kicad_cli.run(
            "pcb", "export", "drill", "--excellon-units", "mm", "--excellon-separate-th",
            "--output", f"{folder}/", pcb,
        )  # fmt: skip
        files = sorted(path for path in folder.iterdir() if path.suffix != ".gbrjob")
        return {path.name: _DATES.sub(b"", path.read_bytes()) for path in files}


def expected_gerbers(board: str) -> set[str]:
    """Return the names of the files that a board maker needs."""
    layers = {f"{board}-{layer}{ending}" for layer, ending in LAYERS.items()}
    return layers | {f"{board}{ending}" for ending in DRILLS}


def pack(files: dict[str, bytes], archive: Path) -> None:
    """Write a zip file; the same files give the same bytes."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, data)


def unpack(archive: Path) -> dict[str, bytes]:
    """Return the files in a zip file by name."""
    with zipfile.ZipFile(archive) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def positions(pcb: Path) -> str:
    """Return the positions of the parts as CSV: millimetres from the page's corner, degrees."""
    return _exported(
        "pcb", "export", "pos", "--format", "csv", "--units", "mm", "--side", "both", source=pcb
    )


def bom(schematic: Path) -> str:
    """Return the bill of materials of one board as CSV."""
    fields = "Reference,${QUANTITY},Value,Footprint,MPN"
    labels = "References,Quantity,Value,Footprint,MPN"
    return _exported(
        "sch", "export", "bom", "--fields", fields, "--labels", labels, "--group-by", "MPN",
        "--sort-field", "MPN", "--ref-range-delimiter", "", source=schematic,
    )  # fmt: skip


def schematic_pdf(schematic: Path, file: Path) -> None:
    """Write the schematic as PDF."""
    kicad_cli.run("sch", "export", "pdf", "--output", file, schematic)


def picture(pcb: Path, file: Path, bottom: bool, size: tuple[int, int], zoom: float) -> None:
    """Render a side of the board; `size` in pixels."""
    side = "bottom" if bottom else "top"
    width, height = (str(pixels) for pixels in size)
    kicad_cli.run(
        "pcb", "render", "--side", side, "--width", width, "--height", height,
        "--zoom", str(zoom), "--background", "opaque", "--output", file, pcb,
    )  # fmt: skip


def _exported(*command: str, source: Path) -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "export")
        kicad_cli.run(*command, "--output", file, source)
        return file.read_text("utf-8")
