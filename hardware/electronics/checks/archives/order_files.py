"""Check of all files of a board that a maker and an assembler get."""

from __future__ import annotations

from pathlib import Path

from hardware.electronics.checks.archives import archive, assembly, board, board_file, job
from hardware.electronics.fabrication.files import BoardFiles


def faults(files: BoardFiles) -> list[str]:
    """Return the faults of a board's files to order, read as a board maker's program reads them."""
    paths = (files.gerbers, files.assembly_bom, files.placements)
    missing = [f"{path.name} is missing" for path in paths if not path.exists()]
    if missing:
        return missing
    gerbers, bill, placements = (path.read_bytes() for path in paths)
    return upload_faults(files.name, gerbers, bill, placements, files.pcb)


def upload_faults(
    name: str, gerbers: bytes, bill: bytes, placements: bytes, pcb: Path
) -> list[str]:
    """Return the faults of what is uploaded for a board.

    Args:
        name: the board's.
        gerbers: the zip file of layers and holes.
        bill: the assembler's bill of materials, as CSV.
        placements: where parts are placed, as CSV.
        pcb: the board's file; the others must be of its state.
    """
    packed, found = archive.unpack(gerbers)
    lists = {"bill": bill, "placements": placements}
    found += [
        f"the {what} cannot be read: it is no UTF-8"
        for what, data in lists.items()
        if "\ufffd" in _text(data)
    ]
    if packed:
        read, more = archive.read(name, packed)
        found += more
        if read is not None:
            outline = board.outline_faults(read, want := board.wanted(name))
            found += outline
            if not outline:  # without it nobody can say where the other things lie
                found += board.faults(read, want)
                found += board_file.faults(read, drawn := board_file.read(pcb))
                found += job.faults(read, want, drawn.revision)
                bill_text, placed_text = (_text(data) for data in (bill, placements))
                found += assembly.faults(read, bill_text, placed_text, drawn.pcb)
    return [f"{name}: {fault}" for fault in found]


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
