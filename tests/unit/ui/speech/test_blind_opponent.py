"""A whole game against the computer, played by somebody who knows only what was spoken."""

from __future__ import annotations

import re

import pytest

from host.ai.players.opponent import Opponent
from host.ai.players.player import Player
from host.engine.game import Side
from host.recognition.times import DWELL_MS
from host.session.view import Phase
from tests.support.snapshots import SnapshotHand
from tests.unit.ui.speech.blind_player import HEARD_MS, SQUARE, BlindPlayer

COMPUTER = Opponent(Side.BLACK, 2.0)
CARRIES = re.compile(
    rf"The computer moves: take (White|Black)'s [\w ]+ tower from ({SQUARE}) to ({SQUARE})\."
)


class BlindHuman(BlindPlayer):
    """Plays White against the computer, and carries its moves out as they are told.

    Attributes:
        carried: number of these moves.
    """

    carried = 0

    def listen(self, ms: int = HEARD_MS) -> str:
        """Let the computer announce its move once it is its turn, and listen."""
        said = super().listen(ms)
        session = self._hand.session
        if session.view().thinking:
            chosen = Player(COMPUTER.strength, COMPUTER.seed).choose(session.game, session.position)
            session.announce_move(chosen.move, self._hand.now_ms)
            said = f"{said} {super().listen()}"
        return said

    def play(self) -> None:
        """Play until it is told who has won."""
        said = self.listen()
        while self._hand.view.phase is not Phase.ENDED:
            told = CARRIES.search(said)
            if told:
                assert told[1] == "Black"
                self.carried += 1
                self._carry(told[2], told[3])
                said = self.listen(DWELL_MS + 600)
            else:
                assert self.whose_turn(said) is Side.WHITE
                said = self._act(said)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_against_the_computer_is_played_by_ear(seed: int) -> None:
    hand = SnapshotHand(game="kamisado-single", opponent=COMPUTER)
    player = BlindHuman(hand, seed)
    player.play()
    made = [ply.side for ply in hand.session.plies if not ply.forced]
    assert player.carried == made.count(Side.BLACK) >= 3
    said = " ".join(player.heard)
    assert said.count("It may go to") == made.count(Side.WHITE), "of the computer's towers nothing"
    assert "ut it back" not in said
    assert re.search(r"(White|Black) wins", player.heard[-1])
