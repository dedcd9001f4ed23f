"""Hand for tests of the session: it changes a snapshot square by square, and lets time pass."""

from __future__ import annotations

from collections.abc import Mapping

from host.ai.players.opponent import AnyOpponent
from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.guidance.marks import Help
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot, SquareState, snapshot_of
from host.recognition.times import CHECK_MS
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Notice
from tests.support.session_view import SessionView

STEP_MS, MOST_STEP_MS = 20, 200
"""Time between two snapshots after a change, and when nothing has changed for seconds."""
SETTLE_MS = CHECK_MS + 1000
"""Time after which the colours are lit no more that are to be checked at the start."""


class SnapshotHand(SessionView):
    """Hand that shows a session one snapshot after the other, at simulated times.

    Args:
        standing: what else stands on the board at first than the position wants.
        settle_ms: how long nothing is done at first.

    Attributes:
        notices: everything that the session has said, oldest first.
    """

    def __init__(
        self,
        position: str | None = None,
        help_level: Help = Help.LEGAL,
        game: str = "kamisado",
        clock: str = "",
        touch_move: bool = False,
        standing: Mapping[str, str] | None = None,
        settle_ms: int = SETTLE_MS,
        opponent: AnyOpponent | None = None,
        serious: bool = False,
    ) -> None:
        self.game = game_named(game)
        start = self.game.start() if position is None else self.game.parse_position(position)
        control = parse_control(clock) if clock else None
        settings = MatchSettings(self.game, control, touch_move, opponent, serious=serious)
        self.session = Session(settings, start, help_level)
        files, ranks = self.game.size
        self.snapshot: Snapshot = snapshot_of(self.game.pieces(start), files * ranks)
        for square, state in (standing or {}).items():
            at = parse_square(square, self.game.size)
            self.snapshot = (*self.snapshot[:at], SquareState(state), *self.snapshot[at + 1 :])
        self.now_ms = 0
        self.notices: list[Notice] = []
        self.wait(settle_ms)

    def wait(self, ms: int) -> None:
        """Let time pass, in steps that grow while nothing changes."""
        begin, end = self.now_ms, self.now_ms + ms
        while self.now_ms < end:
            self.notices += self.session.see(self.snapshot, self.now_ms)
            step_ms = min(MOST_STEP_MS, max(STEP_MS, (self.now_ms - begin) // 10))
            self.now_ms = min(end, self.now_ms + step_ms)
        self.notices += self.session.see(self.snapshot, self.now_ms)

    def show(self, square: str, state: SquareState) -> None:
        """Change the state of one square."""
        at = parse_square(square, self.game.size)
        self.snapshot = (*self.snapshot[:at], state, *self.snapshot[at + 1 :])
        self.notices += self.session.see(self.snapshot, self.now_ms)

    def snapshot_with(self, **states: str) -> Snapshot:
        """Return the snapshot with other states of these squares."""
        seen = list(self.snapshot)
        for square, state in states.items():
            seen[parse_square(square, self.game.size)] = SquareState(state)
        return tuple(seen)

    def show_at_once(self, *, missed: bool = False, **states: str) -> None:
        """Change the states of several squares, with no snapshot in between.

        Args:
            missed: True if snapshots in between were lost.
        """
        if missed:
            self.session.snapshots_missed()
        self.snapshot = self.snapshot_with(**states)
        self.notices += self.session.see(self.snapshot, self.now_ms)

    def lift(self, square: str) -> SquareState:
        """Lift a piece; return the state that its square had."""
        state = self.snapshot[parse_square(square, self.game.size)]
        assert state is not SquareState.EMPTY, f"nothing stands on {square}"
        self.show(square, SquareState.EMPTY)
        return state

    def put(self, square: str, side: Side) -> None:
        """Put a piece of that side down."""
        self.show(square, STATE_OF_SIDE[side])

    def move(self, text: str, rest_ms: int = 600) -> None:
        """Lift, carry and put, as `d8d4` says, and let go."""
        state = self.lift(text[:2])
        self.wait(200)
        self.show(text[2:4], state)
        self.wait(rest_ms)

    def marked(self, entry: str, role: str | None = None) -> set[str]:
        """The squares that carry a mark of this vocabulary entry, in this role if one is told."""
        from host.engine.squares import square_name

        files = self.game.size[0]
        return {
            square_name(m.square, files)
            for m in self.view.marks
            if m.entry == entry and role in (None, m.role)
        }


class OnOffHand(SnapshotHand):
    """Hand at a board whose sensors do not tell white from black."""

    def show(self, square: str, state: SquareState) -> None:
        super().show(square, state if state is SquareState.EMPTY else SquareState.OCCUPIED)

    def wait(self, ms: int) -> None:
        self.snapshot = tuple(
            s if s is SquareState.EMPTY else SquareState.OCCUPIED for s in self.snapshot
        )
        super().wait(ms)

    def is_there(self, square: str) -> bool:
        return self.snapshot[parse_square(square, self.game.size)] is not SquareState.EMPTY
