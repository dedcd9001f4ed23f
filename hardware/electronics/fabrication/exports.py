"""The files that a board is ordered, assembled and understood with, made from its KiCad files.

What they say depends on the KiCad files alone: dates are taken out, so that a file which belongs to
another state of the board can be told from one that was only made on another day.
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
"""The layers that a board is ordered with, and how KiCad ends their files' names."""
DRILLS = ("-PTH.drl", "-NPTH.drl")

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip file can name
_DATES = re.compile(
    rb"^(?:(?:%|; #@! )TF\.(?:CreationDate|GenerationSoftware)|G04 Created by|; DRILL file).*\r?\n",
    re.M | re.I,
)


def gerbers(pcb: Path) -> dict[str, bytes]:
    """The layers and drill files of a board by file name, without dates."""
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
    """The names of the files that a board maker needs."""
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
    """The files in a zip file by name."""
    with zipfile.ZipFile(archive) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def positions(pcb: Path) -> str:
    """Where an assembler puts each part, as CSV: millimetres from the page's corner, degrees."""
    return _exported(
        "pcb", "export", "pos", "--format", "csv", "--units", "mm", "--side", "both", source=pcb
    )


def bill(schematic: Path) -> str:
    """What to buy for one board, as CSV."""
    fields = "Reference,${QUANTITY},Value,Footprint,MPN"
    labels = "References,Quantity,Value,Footprint,MPN"
    return _exported(
        "sch", "export", "bom", "--fields", fields, "--labels", labels, "--group-by", "MPN",
        "--sort-field", "MPN", "--ref-range-delimiter", "", source=schematic,
    )  # fmt: skip


def schematic_pdf(schematic: Path, file: Path) -> None:
    """The schematic as a page to read."""
    kicad_cli.run("sch", "export", "pdf", "--output", file, schematic)


def picture(pcb: Path, file: Path, under: bool, size: tuple[int, int], zoom: float) -> None:
    """What the bare board looks like."""
    side = "bottom" if under else "top"
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
