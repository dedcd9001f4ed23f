"""A tabletop on the pure session: snapshots made of the pieces, without a board or a clock.

After every snapshot it is checked that

    - the recorded moves are a legal game that has changed only by moves that the snapshot shows,
      and by takebacks
    - players are told of an unexplained snapshot within a second
    - a display can draw the view
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from host.engine.game import Square
from host.guidance.lighting import Mark, frame
from host.recognition.history import Ply
from host.recognition.replies import beyond
from host.recognition.snapshot import (
    STATE_OF_SIDE,
    Snapshot,
    SquareState,
    differing,
    first_snapshot,
)
from host.session.request_codec import encode
from host.session.requests import ModeRequest
from host.session.session import Session
from host.session.view import Phase, View
from host.storage.trace_recorder import TraceRecorder
from soak.tabletop import Stand, Standing, Token, reserve_of, tokens_of

REPEAT_MS = 1000
"""Time after which a board sends its snapshot again (docs/protocols/board.md)."""
TOLD_MS = 1000
"""Time by which a discrepancy must be shown."""
CROSSING_MS = (10, 70)
"""Time of a piece between two squares."""
CLEAR_ASIDE, UNSURE_ASIDE, REVERSED_ASIDE = 0.2, 0.3, 0.4
"""Up to where a piece is seen, is seen weakly, and is seen reversed; farther out it is not seen.
The order is that of the field of a flat magnet; the widths do not matter here."""

_LETTERS = {
    SquareState.EMPTY: ".",
    SquareState.WHITE: "n",
    SquareState.BLACK: "s",
    SquareState.UNSURE: "?",
    SquareState.OCCUPIED: "o",
}
"""Cells of a trace whose white pieces have their north pole down."""
_ON_OFF = {
    SquareState.EMPTY: SquareState.EMPTY,
    SquareState.WHITE: SquareState.OCCUPIED,
    SquareState.BLACK: SquareState.OCCUPIED,
    SquareState.UNSURE: SquareState.EMPTY,
}


class CheckError(AssertionError):
    """The session has broken one of its guarantees."""


class SessionTabletop:
    """Implements `Tabletop` with a session; see the module.

    Args:
        session: it is given snapshots of the board from now on.
        chance: decides what is seen of a piece between two squares.
        on_off: True if the sensors only tell that a piece is there, and not whose.

    Attributes:
        now_ms: the time.
        counts: of events by kind.
        trace: the lines of the session's trace so far.
        turns_over: True if pieces can be put upside down.
        tells_sides: True if the sensors tell white from black.
    """

    turns_over = True
    tells_sides = True

    def __init__(
        self,
        session: Session,
        chance: random.Random,
        on_off: bool = False,
    ) -> None:
        self.session = session
        self._on_off = on_off
        if on_off:
            self.turns_over = self.tells_sides = False
        self.now_ms = 0
        self.counts: Counter[str] = Counter()
        self.trace: list[str] = []
        self._recorder = TraceRecorder(session, self.trace.append)
        files, ranks = session.game.size
        self._squares = files * ranks
        self._chance = chance
        self._standing = {
            square: Stand(token)
            for square, token in tokens_of(session.game.pieces(session.position)).items()
        }
        self._held: list[Token] = list(reserve_of(session.game))
        self._ghosts: dict[Square, SquareState] = {}
        self._stored: tuple[Ply, ...] = session.plies
        self._first = self._as_seen(first_snapshot(session.game))
        self._shown: Snapshot | None = None
        self._still_ms = self._sent_ms = 0
        self._view: View | None = None

    # Hands

    @property
    def standing(self) -> Standing:
        """The pieces on the board."""
        return self._standing

    @property
    def held(self) -> Sequence[Token]:
        """The pieces beside the board."""
        return self._held

    def lift(self, square: Square) -> Token:
        """Take the piece from a square."""
        if square not in self._standing:
            raise ValueError(f"nothing stands on square {square}")
        token = self._standing.pop(square).token
        self._held.append(token)
        return token

    def put(
        self, token: Token, square: Square, aside: float = 0.0, upside_down: bool = False
    ) -> None:
        """Put a piece that is held on a free square."""
        if square in self._standing:
            raise ValueError(f"{self._standing[square].token} stands on square {square}")
        self._held.remove(token)
        self._standing[square] = Stand(token, aside, upside_down)
        self.counts["placements"] += 1

    def knock(self, square: Square, target: Square, aside: float = 0.0, off_ms: int = 0) -> None:
        """Let the piece on a square leave it, and come down on a free one, or on its own."""
        token = self.lift(square)
        if off_ms:
            self.wait(off_ms)
        self.put(token, target, aside)

    def slide(self, origin: Square, path: Sequence[Square], ms: Sequence[int]) -> None:
        """Drag a piece over squares without lifting it."""
        here = origin
        for square, rest_ms in zip(path, [*ms, 0], strict=True):
            stand = self._standing.pop(here)
            if square in self._standing:
                raise ValueError(f"{self._standing[square].token} stands on square {square}")
            own = STATE_OF_SIDE[stand.token.side]
            self._ghosts = self._chance.choice(
                [
                    {},
                    {here: own, square: own},
                    {square: SquareState.UNSURE},
                    {here: SquareState.UNSURE},
                ]
            )
            self.wait(self._chance.randint(*CROSSING_MS))
            self._ghosts = {}
            self._standing[square] = Stand(stand.token)
            here = square
            if rest_ms:
                self.wait(rest_ms)
        self.counts["placements"] += 1

    def nudge(self, square: Square, aside: float) -> None:
        """Move the piece on a square within the square."""
        self._standing[square] = replace(self._standing[square], aside=aside)

    def wait(self, ms: int) -> None:
        """Show what has changed and let time pass; the session is woken just when it asked."""
        end_ms = self.now_ms + ms
        self._show()
        while (due_ms := self._next_ms()) <= end_ms:
            self.now_ms = max(self.now_ms, int(due_ms))
            if self._shown is not None and self.now_ms >= self._sent_ms + REPEAT_MS:
                self._sent_ms = self.now_ms
                self._send(self._shown, self.now_ms)
            else:
                self._recorder.session_called(self.session.tick(self.now_ms), self.now_ms)
            self._check()
        self.now_ms = end_ms
        self._check_told()

    def _next_ms(self) -> float:
        """Return when the session asks to be called or the board repeats its snapshot."""
        wake_ms = self.session.next_wake_ms
        again_ms = math.inf if self._shown is None else self._sent_ms + REPEAT_MS
        return again_ms if wake_ms is None else min(wake_ms, again_ms)

    def request(self, request: Callable[[int], object]) -> None:
        """Call an action of a page with the time; a trace does not have it."""
        request(self.now_ms)
        self._still_ms = self.now_ms
        self._check()

    def ask(self, request: ModeRequest) -> None:
        """Ask for something on a page."""
        notices = self.session.handle(request, self.now_ms)
        self._recorder.request(encode(request), self.now_ms)
        self._recorder.session_called(notices, self.now_ms)
        self._still_ms = self.now_ms
        self._check()

    def look_away(self) -> None:
        """Disconnect the board until the next action."""
        self._recorder.board_lost(self.now_ms)
        self.session.board_lost()
        self._recorder.session_called([], self.now_ms)
        self._shown = None

    # Eyes

    def marks(self) -> Sequence[Mark]:
        """Return the marks that are lit."""
        return self._look().marks

    def moves(self) -> Sequence[str]:
        """Return the texts of the moves that are stored."""
        return [ply.text for ply in self.session.plies]

    # Snapshots

    def snapshot(self) -> Snapshot:
        """Return the snapshot of the board."""
        states = [SquareState.EMPTY] * self._squares
        for square, stand in self._standing.items():
            states[square] = _state_of(stand)
        for square, state in self._ghosts.items():
            states[square] = state
        return self._as_seen(tuple(states))

    def _as_seen(self, snapshot: Snapshot) -> Snapshot:
        """Return the snapshot that the sensors report."""
        return tuple(_ON_OFF[state] for state in snapshot) if self._on_off else snapshot

    def _show(self) -> None:
        snapshot = self.snapshot()
        if snapshot == self._shown:
            return
        self._send(snapshot, self.now_ms)
        self._still_ms = self._sent_ms = self.now_ms
        self.counts["snapshots"] += 1
        self._check()

    def _send(self, snapshot: Snapshot, read_ms: int, age_ms: int = 0) -> None:
        """Give the session a snapshot that is read at a time."""
        if self._shown is None:
            self._recorder.board_found(self.session.game.size, {}, read_ms)
        self._shown = snapshot
        self._recorder.snapshot("".join(map(_LETTERS.__getitem__, snapshot)), read_ms, age_ms)
        self._recorder.session_called(self.session.see(snapshot, read_ms, age_ms), read_ms)

    # Invariants

    def _look(self) -> View:
        """Return the present view."""
        return self.session.view()

    def _check(self) -> None:
        view = self._look()
        frame(view.marks, self._squares)
        told = view.correction is not None
        if told and not (self._view is not None and self._view.correction is not None):
            self.counts["corrections shown"] += 1
        self._view = view
        if self.session.plies != self._stored:
            self._check_change(self._stored, self.session.plies)
            self._stored = self.session.plies

    def _check_change(self, before: tuple[Ply, ...], after: tuple[Ply, ...]) -> None:
        kept = 0
        while kept < min(len(before), len(after)) and before[kept] is after[kept]:
            kept += 1
        gone, new = before[kept:], after[kept:]
        game = self.session.game
        for number, ply in enumerate(new):
            position = ply.before.position
            if ply.move not in game.legal_moves(position):
                raise CheckError(f"{ply.text!r} is stored and not legal")
            following = game.play(position, ply.move)
            nexts = [*(later.before.position for later in new[number + 1 :]), self.session.position]
            if following != nexts[0]:
                raise CheckError(f"{ply.text!r} does not lead to what is stored after it")
            if not ply.forced and not ply.between:
                self._check_shown(ply, _changed_by(new[number + 1 :]))
        if any(not ply.forced for ply in gone):
            real = [ply for ply in gone if not ply.forced]
            self.counts["moves replaced" if new else "moves taken back"] += len(real)
        self.counts["moves made"] += sum(not ply.forced for ply in new)

    def _check_shown(self, ply: Ply, later: Collection[Square]) -> None:
        """Check that a move is made only while the board shows its effect.

        Args:
            later: squares that moves change which were made together with it, after it.
        """
        assert self._shown is not None
        if self._shown == self._first:
            return  # set up anew: what looked like moves taken back was none, and is made again
        candidate = next(o for o in ply.before.candidates if o.move == ply.move)
        after = self._as_seen(candidate.after)
        wrong = [s for s in candidate.touched.difference(later) if self._shown[s] is not after[s]]
        if wrong and not (self._replied(ply) or self._shows_all_but_one()):
            raise CheckError(f"{ply.text!r} was made, which the board does not show on {wrong}")

    def _replied(self, ply: Ply) -> bool:
        """Return True if the board shows a whole reply too, which may push the moved piece on."""
        assert self._shown is not None
        candidate = next(o for o in ply.before.candidates if o.move == ply.move)
        following = beyond(self.session.game, candidate.position)
        return any(
            self._as_seen(candidate.after) == self._shown for candidate in following.candidates
        )

    def _shows_all_but_one(self) -> bool:
        """Return True if the board shows what has been reached, but for one piece: it may stand
        askew or on a silent sensor, and is told by what was moved after it."""
        assert self._shown is not None
        missing = self._unshown()
        return len(missing) == 1 and self._shown[missing[0]] is SquareState.EMPTY

    def _unshown(self) -> list[Square]:
        """Return the squares that show something else than what has been reached."""
        assert self._shown is not None
        return differing(self._as_seen(self.session.view().expectation.snapshot), self._shown)

    def _check_told(self) -> None:
        view = self._view
        if view is None or self.now_ms - self._still_ms < TOLD_MS or view.phase is not Phase.PLAY:
            return
        # A sensor may be taken for a silent one while its piece is held up for long.
        ways_on = ("legal", "winning", "push", "capture", "menu", "offer", "sensor")
        lit = any(mark.entry in ways_on for mark in view.marks)
        expected = self._as_seen(view.expectation.snapshot)
        if self._shown != expected and view.correction is None and not lit:
            raise CheckError("the board is not as the game has it, and nothing is told")


def _changed_by(plies: Sequence[Ply]) -> set[Square]:
    """Return the squares that moves change."""
    made = [ply.before.candidate_of(ply.move) for ply in plies]
    return {square for candidate in made for square in candidate.touched}


def _state_of(stand: Stand) -> SquareState:
    """Return what a sensor shows of a piece."""
    side = stand.token.side.other if stand.upside_down else stand.token.side
    own = STATE_OF_SIDE[side]
    if stand.aside < CLEAR_ASIDE:
        return own
    if stand.aside < UNSURE_ASIDE:
        return SquareState.UNSURE
    return STATE_OF_SIDE[side.other] if stand.aside < REVERSED_ASIDE else SquareState.EMPTY
