"""Contents of an archive to order: layers, holes and the job file of a board.

Which file is which, board makers tell from the end of its name; what it says of itself must agree.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from hardware.electronics.checks.archives import drill, gerber

LAYERS = {
    "F_Cu.gtl": ("Copper,L1,Top", "Positive"),
    "B_Cu.gbl": ("Copper,L2,Bot", "Positive"),
    "F_Mask.gts": ("Soldermask,Top", "Negative"),
    "B_Mask.gbs": ("Soldermask,Bot", "Negative"),
    "F_Silkscreen.gto": ("Legend,Top", "Positive"),
    "B_Silkscreen.gbo": ("Legend,Bot", "Positive"),
    "F_Paste.gtp": ("Paste,Top", "Positive"),
    "Edge_Cuts.gm1": ("Profile,NP", None),
}
"""A layer's own words (FileFunction and FilePolarity of Gerber X2), by the end of its name.

`.gtl` and so on are the names of Protel, which JLCPCB, PCBWay, Aisler and Eurocircuits know."""
DRILLS = ("PTH.drl", "NPTH.drl")
"""Files of the plated and the other holes."""
JOB = "job.gbrjob"

_Read = TypeVar("_Read")


@dataclass(frozen=True, slots=True)
class Archive:
    """Contents of an archive: files by the end of their name, without the suffix.

    Attributes:
        board: name of the board, with which all file names begin.
        layers: by name, such as `F_Cu`.
        holes: by name, `PTH` and `NPTH`.
        job: the job file, which lists the others; empty if it could not be read.
    """

    board: str
    layers: Mapping[str, gerber.Layer]
    holes: Mapping[str, list[drill.Hole]]
    job: Mapping[str, Any]


def unpack(data: bytes) -> tuple[dict[str, bytes], list[str]]:
    """Return the files in a zip file by name, and its faults.

    One with a password or packed in an unusual way cannot be read by a maker's program either.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            names = packed.namelist()
            files = {name: packed.read(name) for name in names}
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError) as error:
        return {}, [f"it is no zip file: {error}"]
    except (RuntimeError, zlib.error) as error:  # NotImplementedError is one as well
        return {}, [f"it cannot be unpacked: {error}"]
    return files, [f"{name} is there twice" for name in files if names.count(name) > 1]


def read(board: str, files: Mapping[str, bytes]) -> tuple[Archive | None, list[str]]:
    """Read the files of an archive; return None with the faults if one is missing or unreadable."""
    faults: list[str] = []
    wanted = {f"{board}-{end}" for end in (*LAYERS, *DRILLS, JOB)}
    faults += [f"{name} is missing" for name in sorted(wanted - files.keys())]
    faults += [f"{name} does not belong there" for name in sorted(files.keys() - wanted)]

    def parsed(end: str, reader: Callable[[str], _Read]) -> _Read | None:
        name = f"{board}-{end}"
        if name not in files:
            return None
        try:
            return reader(files[name].decode("ascii"))
        except (ValueError, KeyError, IndexError) as error:
            faults.append(f"{name} cannot be read: {error}")
            return None

    layers = {end.split(".")[0]: parsed(end, gerber.read) for end in LAYERS}
    holes = {end.split(".")[0]: parsed(end, drill.read) for end in DRILLS}
    job = parsed(JOB, json.loads)
    for end, (function, polarity) in LAYERS.items():
        if layer := layers[end.split(".")[0]]:
            faults += [f"{board}-{end} {fault}" for fault in _itself(layer, function, polarity)]
    found = {name: layer for name, layer in layers.items() if layer and not layer.is_empty}
    drilled = {name: each for name, each in holes.items() if each}
    faults += [
        f"{board}-{name} is empty" for name, layer in layers.items() if layer and layer.is_empty
    ]
    faults += [f"{board}-{name} has no hole" for name, each in holes.items() if each == []]
    if f"{board}-{JOB}" in files and not (isinstance(job, dict) and job):
        faults.append(f"{board}-{JOB} says nothing")
    if len(found) < len(layers) or len(drilled) < len(holes):
        return None, faults
    return Archive(board, found, drilled, job if isinstance(job, dict) else {}), faults


def _itself(layer: gerber.Layer, function: str, polarity: str | None) -> list[str]:
    wanted = {"FileFunction": function, "FilePolarity": polarity}
    return [
        f"says that it is {layer.attributes.get(name)!r}, not {value!r} ({name})"
        for name, value in wanted.items()
        if layer.attributes.get(name) != value
    ]
