"""Roles of those who open the page."""

from __future__ import annotations

import enum

from host.engine.game import Side


class Role(enum.Enum):
    """Role of a visitor of the page, with the rights that `permissions` gives it."""

    SPECTATOR = "spectator"
    WHITE = "white"
    BLACK = "black"
    OWNER = "owner"

    @property
    def side(self) -> Side | None:
        """The side that a player plays; None for spectators and owners."""
        return {Role.WHITE: Side.WHITE, Role.BLACK: Side.BLACK}.get(self)
