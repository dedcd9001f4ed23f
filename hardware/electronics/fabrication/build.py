"""Build of a board's files: schematic, layout, and the exports made from them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from hardware.electronics.design import boards
from hardware.electronics.fabrication import archive_pictures, digests, exports, project_file
from hardware.electronics.fabrication.exports import PICTURES
from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import kicad_cli, netlist
from hardware.electronics.schematic import schematic_writer
from hardware.paths import ROOT


def make_schematic(name: str, folder: Path) -> None:
    """Write the schematic of a board, and have KiCad confirm its connections.

    Raises:
        ValueError: if the drawing does not have the connections of the board.
    """
    board, files = boards.load(name), BoardFiles(name, folder)
    files.folder.mkdir(parents=True, exist_ok=True)
    files.schematic.write_text(schematic_writer.write(board), "utf-8")
    project_file.write(board, files.folder)
    wrong = netlist.differences(files.schematic, board.pin_nets())
    if wrong:
        raise ValueError("the sheet draws something else than the board says:\n" + "\n".join(wrong))


def make_pcb(name: str, folder: Path) -> str:
    """Lay a board out, in a Python that has `pcbnew`; return a summary for people."""
    # Imported here: no other command needs pcbnew.
    from hardware.electronics.layout import layout_writer

    board, files = boards.load(name), BoardFiles(name, folder)
    summary = layout_writer.write(board, files.pcb)
    project_file.write(board, files.folder)  # KiCad has overwritten it
    files.pcb.with_suffix(".kicad_prl").unlink(missing_ok=True)
    return summary


def export(name: str, folder: Path) -> None:
    """Write the files to order, the drawings and the pictures, from the files that KiCad opens.

    Raises:
        KicadError: if KiCad, gerbv or InteractiveHtmlBom is missing or fails.
    """
    files = BoardFiles(name, folder)
    exported = exports.run(files)
    files.gerbers.parent.mkdir(exist_ok=True)
    exports.pack({key: exported[key] for key in exports.gerber_names(name)}, files.gerbers)
    for file, data in exports.written(files, exported).items():
        file.write_bytes(data)
    for picture in PICTURES[name]:
        exports.picture(files.pcb, files.folder / f"{name}-{picture.name}.png", picture)
    archive_pictures.draw(files)
    exports.interactive_bom(files)
    digests.write(files)


def rebuild(names: Iterable[str], folder: Path) -> None:
    """Make schematics and layouts in a folder, in parallel, in a Python that has `pcbnew`.

    Raises:
        KicadError: if a board cannot be made; with the output.
    """
    running = [
        subprocess.Popen(
            [_kicad_python(), "-m", "hardware.electronics", "make", name, "--bare",
             "--into", str(folder)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for name in names
    ]  # fmt: skip
    outputs = [process.communicate()[0] for process in running]
    for process, output in zip(running, outputs, strict=True):
        if process.returncode:
            raise kicad_cli.KicadError(f"{process.args!r} failed:\n{output}")


def _kicad_python() -> str:
    """Return a Python in which `import pcbnew` works: this one, or the system's.

    Raises:
        KicadError: if it works in neither.
    """
    for python in (os.environ.get("KICAD_PYTHON", sys.executable), "/usr/bin/python3"):
        test = [python, "-W", "ignore", "-c", "import pcbnew"]
        if subprocess.run(test, capture_output=True, check=False).returncode == 0:
            return python
    raise kicad_cli.KicadError(
        "no Python here can import pcbnew: run hardware/electronics/install-kicad as root, or say "
        "where it is in KICAD_PYTHON"
    )
