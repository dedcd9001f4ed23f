"""Files to order a board, exported by KiCad as `boards/order.kicad_jobset` says.

KiCad itself runs the same job set (File, Open Jobset), without this package.  What is done here is
only to remove dates, so that a stale file can be told from one that was made on another day, and
to pack the files for a board maker.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hardware.electronics.fabrication import jlcpcb
from hardware.electronics.fabrication.files import FOLDER, BoardFiles
from hardware.electronics.kicad import kicad_cli, pcb_file

JOBSET = FOLDER / "order.kicad_jobset"
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
JOB = "-job.gbrjob"
"""The file that lists the layers with their use, and says the board's size and thickness."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a board: a side, its size in pixels, and KiCad's zoom and pan along x."""

    name: str
    side: str
    width: int
    height: int
    zoom: float
    pan: float = 0.0


def _halves(zoom: float, pan: float) -> tuple[Picture, ...]:
    """Return the pictures of a strip: each side in two halves, that its names can be read."""
    return tuple(
        Picture(f"{side}-{half}", side, 1800, 300, zoom, way * pan)
        for side in ("top", "bottom")
        for half, way in (("left", 1), ("right", -1))
    )


PICTURES = {
    "strip8": _halves(11.8, 3.2),
    "strip9": _halves(11.8, 3.2),
    "controller": tuple(Picture(side, side, 1200, 850, 1.2) for side in ("top", "bottom")),
}
"""Pictures by the name of the board."""

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest date of a zip file
_DATES = re.compile(
    rb"^(?:(?:%|; #@! )TF\.(?:CreationDate|GenerationSoftware)|G04 Created by|; DRILL file).*\r?\n",
    re.M | re.I,
)
_JOB_DATE = re.compile(rb'(?<="CreationDate": ")[^"]*')
_JOB_VERSION = re.compile(rb',\s*"Version": "[^"]*"')
_PDF_DATE = re.compile(rb"(?<=/CreationDate \(D:)\d{14}")


def run(files: BoardFiles) -> dict[str, bytes]:
    """Run the job set on a board; return its files by name, without dates."""
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name, files.name)
        copy.mkdir()
        for path in files.folder.glob(f"{files.name}.kicad_*"):
            shutil.copy(path, copy)
        project = f"{files.name}.kicad_pro"
        command = ("jobset", "run", "--stop-on-error", "--file", JOBSET, project)
        kicad_cli.run(*command, folder=copy)
        return {path.name: _undated(path) for path in sorted((copy / "export").iterdir())}


def _undated(path: Path) -> bytes:
    data = path.read_bytes()
    if path.suffix == ".pdf":
        return _PDF_DATE.sub(b"20000101000000", data)
    if path.suffix == ".gbrjob":
        return _JOB_VERSION.sub(b"", _JOB_DATE.sub(b"2000-01-01T00:00:00+00:00", data))
    return data if path.suffix == ".csv" else _DATES.sub(b"", data)


def gerber_names(board: str) -> set[str]:
    """Return the names of the files that a board maker needs."""
    layers = {f"{board}-{layer}{ending}" for layer, ending in LAYERS.items()}
    return layers | {f"{board}{ending}" for ending in (*DRILLS, JOB)}


def pack(files: Mapping[str, bytes], archive: Path) -> None:
    """Write a zip file; the same files give the same bytes."""
    archive.write_bytes(zipped(files))


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return a zip file; the same files give the same bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, content)
    return data.getvalue()


def unpack(archive: Path) -> dict[str, bytes]:
    """Return the files in a zip file by name."""
    with zipfile.ZipFile(archive) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def written(files: BoardFiles, exported: Mapping[str, bytes]) -> dict[Path, bytes]:
    """Return the content of the files beside the archive, from what the job set made."""
    name, bill = files.name, exported["bom.csv"].decode()
    above = exported["positions-top-pos.csv"].decode()
    assembled = {part.reference for part in pcb_file.read(files.pcb).footprints if part.assembled}
    return {
        files.bom: exported["bom.csv"],
        files.assembly_bom: jlcpcb.bom(bill, assembled).encode(),
        files.placements: jlcpcb.placements(above, assembled).encode(),
        files.pdf: exported[f"{name}.pdf"],
        files.assembly(bottom=False): exported["assembly-top.pdf"],
        files.assembly(bottom=True): exported["assembly-bottom.pdf"],
    }


def picture(pcb: Path, file: Path, of: Picture) -> None:
    """Render a picture of a board."""
    kicad_cli.run(
        "pcb", "render", "--side", of.side, "--width", str(of.width), "--height", str(of.height),
        "--zoom", str(of.zoom), "--pan", f"'{of.pan},0,0'", "--background", "opaque",
        "--output", file, pcb,
    )  # fmt: skip


def interactive_bom(files: BoardFiles) -> None:
    """Write the page of InteractiveHtmlBom.

    Raises:
        KicadError: if it is missing or fails.
    """
    command = [
        "generate_interactive_bom", "--no-browser", "--dest-dir", str(files.folder),
        "--name-format", files.interactive_bom.stem, "--extra-fields", "MPN,LCSC", str(files.pcb),
    ]  # fmt: skip
    environment = {**os.environ, "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"}
    try:
        subprocess.run(command, check=True, capture_output=True, env=environment)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        raise kicad_cli.KicadError(
            f"InteractiveHtmlBom did not run: {error}. Run hardware/electronics/install-kicad as "
            "root, which installs it with --pictures"
        ) from error
