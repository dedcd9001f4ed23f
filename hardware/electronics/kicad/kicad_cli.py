"""KiCad's command line: asked, and its answers read."""

from __future__ import annotations

import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from hardware.electronics.kicad.sexpr import atom, child, children, loads

MAJOR = 9


class KicadError(Exception):
    """KiCad is not there, is another version, or could not do what it was asked."""


def run(*arguments: str | Path) -> str:
    """What `kicad-cli` prints.

    Raises:
        KicadError: if it is missing or ends non-zero; with what it said.
    """
    command = ["kicad-cli", *(str(argument) for argument in arguments)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise KicadError(
            "there is no kicad-cli: run hardware/electronics/install-kicad as root"
        ) from error
    if done.returncode:
        raise KicadError(f"{' '.join(command)!r} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def need() -> None:
    """Make sure that the KiCad which wrote the files is the one that judges them.

    Raises:
        KicadError: if it is missing or another major version.
    """
    version = run("version").strip()
    if not version.startswith(f"{MAJOR}."):
        raise KicadError(f"this is KiCad {version!r}; the boards need KiCad {MAJOR}")


def violations(kind: str, file: Path) -> list[str]:
    """What KiCad finds wrong with a schematic (`sch`) or a board (`pcb`), one line each.

    Everything counts, warnings too.  A board is also compared with its schematic, which lies
    beside it, and looked through for pins that no track reaches.
    """
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        check = ["erc"] if kind == "sch" else ["drc", "--schematic-parity"]
        run(kind, *check, "--severity-all", "--format", "json", "--output", report, file)
        told = json.loads(report.read_text("utf-8"))
    groups = [sheet["violations"] for sheet in told.get("sheets", [])]
    groups += [
        told[key]
        for key in ("violations", "unconnected_items", "schematic_parity")
        if kind == "pcb"
    ]
    return [
        f"{file.name}: {found['type']}: {found['description']}"
        + "".join(f"; {item['description']}" for item in found["items"])
        for group in groups
        for found in group
    ]


@dataclass(frozen=True, slots=True)
class Netlist:
    """What KiCad says a schematic connects.

    Attributes:
        nets: the net of every pin, by reference and pin number.
        functions: the pin number of every pin's name, by reference and name; of several pins
            with one name the last.
        values: the fields of every part by reference: `Value`, `Footprint`, `MPN`.
    """

    nets: dict[tuple[str, str], str]
    functions: dict[tuple[str, str], str]
    fields: dict[str, dict[str, str]]

    def named(self, ref: str, function: str) -> str | None:
        """The net of a pin by its name; None if there is no such pin."""
        number = self.functions.get((ref, function))
        return None if number is None else self.nets[ref, number]


def netlist(schematic: Path) -> Netlist:
    """Let KiCad export a schematic's netlist, and read it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "netlist")
        run("sch", "export", "netlist", "--format", "kicadsexpr", "--output", file, schematic)
        tree = loads(file.read_text("utf-8"))
    nets, functions = {}, {}
    for net in children(child(tree, "nets"), "net"):
        for node in children(net, "node"):
            ref, number = atom(node, "ref"), atom(node, "pin")
            nets[ref, number] = atom(net, "name")
            if any(children(node, "pinfunction")):
                functions[ref, atom(node, "pinfunction")] = number
    fields = {}
    for component in children(child(tree, "components"), "comp"):
        told = {"Value": atom(component, "value"), "Footprint": atom(component, "footprint")}
        for field in children(child(component, "fields"), "field"):
            told.setdefault(atom(field, "name"), str(field[2]) if len(field) > 2 else "")
        fields[atom(component, "ref")] = told
    return Netlist(nets, functions, fields)


def drawn_wrong(schematic: Path, intended: dict[tuple[str, str], str]) -> list[str]:
    """Where a drawn schematic connects something else than the board's nets say."""
    drawn = netlist(schematic).nets
    return [
        f"{schematic.name}: {ref}.{pin} is drawn on {drawn.get((ref, pin))!r}, "
        f"meant to be on {intended.get((ref, pin))!r}"
        for ref, pin in sorted(drawn.keys() | intended.keys())
        if drawn.get((ref, pin)) != intended.get((ref, pin))
    ]
