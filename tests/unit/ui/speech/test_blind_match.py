"""A whole match, played by somebody who knows only what was spoken."""

from __future__ import annotations

import pytest

from host.session.view import Phase
from tests.support.snapshots import SnapshotHand
from tests.unit.ui.speech.blind_player import BlindPlayer

PUSHES, NO_PUSHES = 6, 1
"""Seeds of matches with pushes and without, in which towers are laid aside during a fill."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", [PUSHES, NO_PUSHES])
def test_a_match_with_fills_and_pushes_is_played_by_ear(seed: int) -> None:
    hand = SnapshotHand(game="kamisado-standard")
    player = BlindPlayer(hand, seed)
    player.play()
    assert hand.view.phase is Phase.ENDED
    assert any(text.startswith("fill") for text in hand.texts)
    said = " ".join(player.heard)
    assert "Put " not in said.replace("Put a dragon tooth", ""), "no piece had to be put back"
    assert (player.pushes > 0) == (seed == PUSHES)
    assert "Take it off" in said
