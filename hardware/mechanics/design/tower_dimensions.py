"""Dimensions of the towers, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TowerDimensions:
    """A tower: base with magnet, rings, and a cap with the symbol of its colour.

    The parts snap together: a slit collar with a bead (the *spigot*) into a hollow with a groove
    (the *socket*).
    """

    across_flats: float
    magnet: float
    magnet_thickness: float
    felt_thickness: float
    base_height: float = 16.0  # to hold it by
    chamfer: float = 0.6
    magnet_gap: float = 0.15  # round the magnet: printers make holes about 0.1 too small
    felt: float = 20.0  # a punched felt disc
    felt_recess: float = 0.4  # half the felt's thickness, so that it does not catch
    push_hole: float = 2.0  # to push a magnet out again
    spigot: float = 16.0
    spigot_wall: float = 1.2  # three lines of a 0.4 nozzle: 1 % of strain for `bead - gap`
    spigot_height: float = 5.0
    bead: float = 0.30
    bead_top: float = 1.5  # from the spigot's end to the bead's middle
    slit: float = 1.5
    slits: int = 4
    gap: float = 0.15  # between spigot and socket; half the bead, so that it snaps
    socket_depth: float = 5.2
    ring_across_flats: float = 27.0  # leaves 6.5 of light around it on a square of 40
    ring_height: float = 6.5
    tooth_height: float = 3.0
    tooth_width: float = 6.0
    tooth_gap: float = 0.3
    cap_height: float = 6.8
    symbol: float = 15.0  # the page's 24 units
    symbol_height: float = 1.2
    symbol_line: float = 1.6  # of a symbol that is open inside
    cap_line: float = 1.2  # along the edge of Black's caps; 2 from the symbols' corners
    band: float = 1.6  # Black's groove, for the fingers
    band_depth: float = 0.8

    @property
    def pocket_top(self) -> float:
        """Height of the upper end of the magnet's pocket."""
        return self.felt_recess + self.magnet_thickness + 0.1

    @property
    def tooth_inner(self) -> float:
        """Radius of the inner face of a dragon tooth: clear of the flats of a cap or base."""
        return self.across_flats / 2 + 0.2
