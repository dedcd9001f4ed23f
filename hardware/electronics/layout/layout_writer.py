"""Writer of `.kicad_pcb` files, through KiCad's own library.

KiCad chooses identifiers, and the first corner of a filled zone, at random: two runs differ in
those, and in nothing else.
"""

from __future__ import annotations

from pathlib import Path

from hardware.electronics.design.board import Board
from hardware.electronics.layout import lettering, tracks, zones
from hardware.electronics.layout.layout import Layout
from hardware.electronics.layout.pcbnew_units import pcbnew


def write(board: Board, file: Path) -> str:
    """Write the board's `.kicad_pcb`; return a summary for people.

    Raises:
        UnroutableError: if there is no path for a net.
        NoRoomError: if there is no room for a text on the silkscreen.
    """
    layout = Layout(board)
    lettering.add_text(layout)
    router = tracks.route(layout)
    zones.add_zones(layout)
    layout.pcb.BuildConnectivity()
    pcbnew.SaveBoard(str(file), layout.pcb)
    _set_paper(file)
    saved = pcbnew.LoadBoard(str(file))  # zones of a board that was never saved cannot be filled
    saved.BuildConnectivity()
    zones.fill(saved, router)
    pcbnew.SaveBoard(str(file), saved)
    return (
        f"{board.name}: {len(board.parts)} parts, {len(board.nets())} nets, "
        f"{len(router.tracks)} tracks, {len(router.vias)} vias, {router.ripups} rip-ups"
    )


def _set_paper(file: Path) -> None:
    """Set the page to A3: a strip is longer than A4.  `pcbnew` cannot do it from Python."""
    text = file.read_text("utf-8")
    file.write_text(text.replace('(paper "A4")', '(paper "A3")', 1), "utf-8")
