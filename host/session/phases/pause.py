"""Pause: play is interrupted until a piece is lifted; no time runs, and no move is looked for."""

from __future__ import annotations

from host.session.phases.play import PlayPhase
from host.session.view import Phase


class PausePhase(PlayPhase):
    """Play is interrupted."""

    name = Phase.PAUSED
