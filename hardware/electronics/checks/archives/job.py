"""Check of what an archive says of itself: the board and its state, and what the job file asks for.

Board makers read the job file where they know it, and ask back where it contradicts the layers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hardware.electronics.checks.archives.archive import LAYERS, Archive
from hardware.electronics.checks.archives.board import Wanted
from hardware.electronics.checks.archives.places import SAME_MM

COPPER_MM = 0.035
"""Thickness of copper of 1 oz, which is ordered."""
_NO_REVISION = "rev?"
_ASKED = {"ProjectId", "Size", "LayerNumber", "BoardThickness", "Finish"}
_AS_IN_JOB = {"Soldermask": "SolderMask", "Paste": "SolderPaste", "Profile,NP": "Profile"}
"""Words of Gerber X2 for a layer's function that a job file has otherwise."""


def faults(archive: Archive, want: Wanted, revision: str) -> list[str]:
    """Return where layers or the job file tell of another board, state or order.

    Args:
        archive: the archive.
        want: measures of the board.
        revision: the state of the board's file.
    """
    found: list[str] = []
    try:
        found += _states(archive, revision)
        if archive.job:
            found += _listed(archive.job["FilesAttributes"], archive.board)
            found += _general(archive, archive.job["GeneralSpecs"], want)
            found += _layer_stack(archive.job["MaterialStackup"], want.thickness)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        found.append(f"the job file does not say what it should: {error}")
    return found


def _states(archive: Archive, revision: str) -> Iterator[str]:
    """Check that all are of the same board and state: name, number and revision."""
    said = {name: layer.attributes.get("ProjectId", "") for name, layer in archive.layers.items()}
    if project := archive.job.get("GeneralSpecs", {}).get("ProjectId"):
        said["the job file"] = ",".join(
            project.get(key, "") for key in ("Name", "GUID", "Revision")
        )
    numbers = [text.split(",")[1] for text in said.values() if text.count(",") > 1]
    number = max(sorted(set(numbers)), key=numbers.count, default="")
    wanted = f"{archive.board},{number},{revision or _NO_REVISION}"
    for name, text in said.items():
        if text != wanted:
            yield f"{name} is of {text!r}, not of {wanted!r} (name, number and revision)"


def _listed(entries: list[Mapping[str, str]], board: str) -> Iterator[str]:
    """Check that the job file lists all layers, each as what it is."""
    listed = {e["Path"]: (e["FileFunction"], e["FilePolarity"]) for e in entries}
    wanted = {}
    for end, (function, polarity) in LAYERS.items():
        for word, other in _AS_IN_JOB.items():
            function = function.replace(word, other)
        wanted[f"{board}-{end}"] = (function, polarity or "Positive")
    if wrong := ", ".join(sorted(listed.keys() ^ wanted.keys())):
        yield f"the job file lists other files than there are: {wrong}"
    for name in sorted(listed.keys() & wanted.keys()):
        if listed[name] != wanted[name]:
            yield f"the job file says {name} is {listed[name]}, not {wanted[name]}"


def _general(archive: Archive, general: Mapping[str, Any], want: Wanted) -> Iterator[str]:
    """Check size, layers and thickness, and that nothing is asked for that is not ordered.

    KiCad says None for a finish that the board does not say: it is chosen with the order.
    """
    outline = archive.layers["Edge_Cuts"].items
    pen = max(item.box[2] - max(x for x, _ in item.path) for item in outline)
    for axis, length in zip("XY", want.size, strict=True):
        if abs((seen := float(general["Size"][axis])) - length) > 2 * pen + SAME_MM:
            yield f"the job file says {axis} = {seen} mm, not {length:g}"
    wanted = {"LayerNumber": 2, "BoardThickness": want.thickness, "Finish": "None"}
    for name, value in wanted.items():
        if general.get(name) != value:
            yield f"the job file says {name} = {general.get(name)}, not {value}"
    for name in sorted(general.keys() - _ASKED):
        yield f"the job file asks for {name} = {general[name]}, which nobody orders"


def _layer_stack(layers: list[Mapping[str, Any]], thickness: float) -> Iterator[str]:
    """Check that the layers of the board are those that are ordered: copper, FR4, together."""
    copper = [layer.get("Thickness") for layer in layers if layer["Type"] == "Copper"]
    if copper != [COPPER_MM, COPPER_MM]:
        yield f"the job file has copper of {copper} mm, not of {COPPER_MM} on both sides"
    core = [layer.get("Material") for layer in layers if layer["Type"] == "Dielectric"]
    if core != ["FR4"]:
        yield f"the job file has a core of {core}, not of FR4"
    total = sum(float(layer.get("Thickness", 0)) for layer in layers)
    if abs(total - thickness) > SAME_MM:
        yield f"the layers of the job file are {total:g} mm together, not {thickness:g}"
