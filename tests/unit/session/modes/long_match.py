"""A long match as a record, and the board on which it is replayed."""

from __future__ import annotations

from pathlib import Path

from host.engine.kamisado.match import MatchMove
from host.engine.kamisado.match_position import MatchPosition
from host.engine.kamisado.records.reader import read
from host.engine.squares import parse_square, square_name
from host.recognition.snapshot import Snapshot, SquareState, snapshot_of
from host.session.modes.replay import Replay

RECORDS = Path(__file__).parents[3] / "data" / "records"
LONG_MATCH = read((RECORDS / "long_match_coordinates.txt").read_text(encoding="utf-8"))
MOVES = len(LONG_MATCH.moves)

# Plies of that match, counted from 0.
FORCED_PASS = 16
FIRST_FILL = 22
PUSH_OF_TWO = 144
PUSH_OF_ONE = 146
FILL_WITH_A_TOWER_IN_PLACE = 129
"""White fills from the left, and the tower on a1 stays."""
FILL_WITH_TOWERS_IN_PLACE_LATER = 44
"""White fills from the right, and Black's towers on a8, b8 and c8 stay."""


class BoardState:
    """A board with a record, and a hand at it; time is an argument.

    Attributes:
        said: everything that the replay has said, oldest first.
    """

    def __init__(self, ply: int = 0) -> None:
        self.replay: Replay[MatchPosition, MatchMove] = Replay(
            LONG_MATCH.game, LONG_MATCH.start, LONG_MATCH.moves
        )
        self.positions = LONG_MATCH.positions()
        self.said: list[str] = []
        self.now_ms = 0
        if ply:
            self.replay.go(ply, 0)
        self.show(self.snapshot(ply))

    def snapshot(self, ply: int) -> Snapshot:
        """Return the snapshot of the position after so many plies."""
        return snapshot_of(LONG_MATCH.game.pieces(self.positions[ply]), 64)

    def show(self, snapshot: Snapshot, rest_ms: int = 0) -> None:
        """Let the board show something, and rest."""
        self.seen = snapshot
        self.said += [notice.text for notice in self.replay.see(snapshot, self.now_ms)]
        self.wait(rest_ms)

    def wait(self, ms: int) -> None:
        """Let time pass; the replay is woken when it wants to be and not otherwise."""
        end_ms = self.now_ms + ms
        while (wake_ms := self.replay.next_wake_ms) is not None and wake_ms <= end_ms:
            assert wake_ms > self.now_ms, "it must not ask to be woken in the past"
            self.now_ms = wake_ms
            self.said += [notice.text for notice in self.replay.tick(wake_ms)]
        self.now_ms = end_ms

    def put(self, square: str, state: SquareState, rest_ms: int = 0) -> None:
        """Change what one sensor says."""
        at = parse_square(square, (8, 8))
        self.show((*self.seen[:at], state, *self.seen[at + 1 :]), rest_ms)

    def step(self, by: int) -> None:
        """Wish for it, as a display does."""
        self.said += [notice.text for notice in self.replay.step(by, self.now_ms)]

    @property
    def ply(self) -> int:
        """Return the ply of the replay."""
        progress = self.replay.view().replay
        assert progress is not None
        assert len(self.replay.plies) == progress.ply
        assert self.replay.position == self.positions[progress.ply]
        return progress.ply

    def marked(self, entry: str) -> dict[str, str]:
        """The roles of the squares that carry a mark of this vocabulary entry."""
        return {
            square_name(mark.square, 8): mark.role
            for mark in self.replay.view().marks
            if mark.entry == entry
        }
