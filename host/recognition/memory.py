"""Memory of recognition: the circumstances of the last move, and moves that were seen briefly."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Sequence
from itertools import chain
from typing import TypeAlias

from host.engine.game import Square
from host.engine.squares import are_neighbours
from host.recognition.discrepancy import is_cleared, is_last_lifted
from host.recognition.history import History
from host.recognition.landings import Landings
from host.recognition.matching import Candidate
from host.recognition.snapshot import Snapshot, SquareState, changes, differing
from host.recognition.times import (
    BLIND_MS,
    CARRIED_MS,
    KNOCKED_MS,
    LATE_MS,
    SLIDE_MS,
    STOOD_MS,
    TOGETHER_MS,
    UNSEEN_MS,
)

RecentMove: TypeAlias = tuple[Hashable, Hashable]
"""A position and a legal move of it that the board has shown."""

MOST_BY_HANDS = 3
"""Squares that differ at most while both players are at it: those of a move, and one piece lifted.
Where more do, pieces were swept off or bumped."""
MOST_RECENT = 16
"""Number of moves that are remembered: two slides along the longest line."""


class RecognitionMemory:
    """Remembers between two snapshots, from one move to the next.

    Attributes:
        final: True if the last move cannot be replaced any more.
        taken_up: True if the piece that moved last was seen in the air again before anything else
            had changed.
        cleared: True if the board has been cleared, and has not stood since as the position has it.
        lifted: True if that piece has been lifted where its side may let the turn go.
        recent: legal moves that the board has shown, if only for a moment; such a move is believed
            when it is next seen only together with its reply.
        carried: True if the piece that was put down last was carried through the air, so that it
            hardly slides on.
        explained_ms: when the board last showed something that the game explains.
        explained: what that was; None if it has made a move.
        unexplained: the complete placements that have rested since without an explanation.
        missed: True from the time that snapshots were missed to the next look.
        jumped: what the board showed after a time in which several moves may have been made unseen,
            and nothing explained; None once it has stood as the position has it.
        landings: the order in which pieces have come to squares.
        changed_ms: when what a square shows has last changed.
        came_ms: when a piece last came to a square.
    """

    def __init__(self) -> None:
        self.final = True
        self.taken_up = False
        self.lifted = False
        self.cleared = False
        self.recent: deque[RecentMove] = deque(maxlen=MOST_RECENT)
        self.carried = False
        self.explained_ms = 0
        self.explained: Snapshot | None = None
        self.unexplained: tuple[Snapshot, ...] = ()
        self.jumped: Snapshot | None = None
        self.missed = False
        self._off: tuple[set[Square], set[Square]] = (set(), set())
        """Squares seen empty where a piece was expected: since the last move, and before it since
        the one before."""
        self.changed_ms: dict[Square, int] = {}
        self.came_ms: dict[Square, int] = {}
        self._stood_ms: dict[Square, int] = {}
        """For how long the piece had stood that was last lifted from a square."""
        self._missed = False
        self._unseen_ms = 0
        """When the board was looked at again after a time, or snapshots, without a look."""
        self._sure_ms = 0
        """Since when no snapshot was missed."""
        self._unsure: set[Square] = set()
        """Squares that may have changed before the time that is known for them: lines were lost."""
        self.landings = Landings()
        self._looked: Snapshot | None = None
        self._looked_ms = 0
        self._seen: Snapshot | None = None
        self._lifted_ms: int | None = None
        self._slides_until_ms = 0

    def move_made(self, target: Square | None, now_ms: int) -> None:
        """Begin anew with a move that was just made; it may still be replaced.

        Args:
            target: where its piece has come; None if nowhere.
        """
        self.final = self.taken_up = self.lifted = False
        self.landings.move_made(target)
        self._off = (set(), self._off[0])
        self._slides_until_ms = now_ms + SLIDE_MS
        self.explain(now_ms)

    def settle(self) -> None:
        """Have the last move stand: somebody has gone on after it."""
        self.final = True

    def watch_last(self, lifted: bool, touched: bool) -> None:
        """Watch the piece that moved last, where its side may let the turn go by lifting it.

        Args:
            lifted: True while it is in the air, and nothing else.
            touched: True once it has been for long enough.
        """
        self.lifted = lifted and (touched or self.lifted)

    def move_undone(self) -> None:
        """Begin anew after a takeback; the move before it stands."""
        self.final = True
        self.taken_up = self.lifted = False
        self.landings.lose()

    def board_lost(self) -> None:
        """Forget what hands were doing: they were not seen meanwhile."""
        self.taken_up = self.lifted = False

    def snapshots_missed(self) -> None:
        """Remember that what the board showed before the next look at it was lost in part."""
        self.missed = self._missed = True

    def explain(self, now_ms: int, seen: Snapshot | None = None) -> None:
        """Remember that the game explains what the board shows now.

        Args:
            seen: what it shows; None once that has made a move.
        """
        self.explained_ms = now_ms
        self.explained = seen
        self.unexplained = ()
        if seen in (None, self.jumped):
            self.jumped = None

    def look(
        self,
        history: History,
        seen: Snapshot,
        since_ms: int,
        now_ms: int,
        faulty: Collection[Square] = (),
        by_sides: bool = True,
    ) -> None:
        """Take in what the board shows since a time, in every phase of a match: also where it is
        the same as before, or where hands tell something by it that is no move.

        Args:
            faulty: squares that no sensor shows, so that nobody knows when they have changed.
            by_sides: False if sides are a guess: a piece that is taken for the other side's has not
                changed.
        """
        before, unseen_ms = self._looked, since_ms - self._looked_ms
        self._looked, self._looked_ms = seen, now_ms
        if self.missed:
            self.missed, self._sure_ms = False, since_ms
        if before is not None:
            changed = [s for s in changes(before, seen, by_sides) if s not in faulty]
            self.changed_ms.update(dict.fromkeys(changed, since_ms))
            self._unsure.difference_update(changed)
            if changed and self._missed:
                self._unsure.update(changed)
                self._missed = False
            for square in changed:
                if before[square] is SquareState.EMPTY:
                    self.came_ms[square] = since_ms
                elif seen[square] is SquareState.EMPTY:
                    # A snapshot that was missed may have shown it in the air.
                    came_ms = max(self.came_ms.get(square, 0), min(self._sure_ms, since_ms))
                    self._stood_ms[square] = since_ms - came_ms
        self.landings.see(seen, since_ms, history.expectation.snapshot, by_sides)
        if self._missed or unseen_ms >= UNSEEN_MS:
            self._unseen_ms = now_ms
            self.landings.lose()
        if seen == history.expectation.snapshot:
            self.jumped = None
        elif before is not None and unseen_ms >= UNSEEN_MS:
            states = {seen[s] for s in differing(seen, before)}
            if SquareState.EMPTY in states and len(states) > 1:
                self.jumped = seen

    @property
    def has_watched(self) -> bool:
        """True if the board was looked at all the time since the game last explained it."""
        return self._unseen_ms <= self.explained_ms

    def has_stood(self, square: Square) -> bool:
        """Return True if the piece that was last lifted from a square had stood there for long: one
        that was just put down may bounce."""
        return self._stood_ms.get(square, STOOD_MS) >= STOOD_MS

    def note_unexplained(self, seen: Snapshot) -> None:
        """Remember a complete placement that has rested without an explanation."""
        if self.unexplained[-1:] != (seen,):
            self.unexplained = (*self.unexplained, seen)[-MOST_RECENT:]

    def is_fresh(self, since_ms: int) -> bool:
        """Return True if the last move may be going on in a snapshot shown since then."""
        return self.taken_up or since_ms < self._slides_until_ms

    def believes(self, history: History, made: Candidate | None, undo: int, seen: Snapshot) -> bool:
        """Return True if a move with its reply may be believed.

        Args:
            undo: how many moves it takes back.
        """
        expected = history.expectation.snapshot
        return self._were_off(made, expected, seen) and not self.were_bumped(
            history, made, undo, seen
        )

    def _were_off(self, captor: Candidate | None, expected: Snapshot, seen: Snapshot) -> bool:
        """Return True if the pieces that a move captures have all been seen off the board, where
        one seems to stand still: else that is no reply, come there.

        Args:
            captor: None if no move is made.
            expected: what the board shows in the position that has been reached.
            seen: what it shows.
        """
        captured = () if captor is None else captor.captured
        left = {square for square in captured if seen[square] is expected[square]}
        return left <= self._off[0] | self._off[1]

    def came_in_order(self, made: Candidate, seen: Snapshot) -> bool:
        """Return True if all that differs from a move, as its reply, has changed since its piece
        came; where a piece was captured, another may have come unseen."""
        if made.target is None:
            return False
        came_ms = self.changed_ms.get(made.target, 0)
        reply = set(differing(made.after, seen)).difference(made.captured)
        return all(self.changed_ms.get(square, 0) >= came_ms for square in reply)

    def changed_at_once(self, expected: Snapshot, seen: Snapshot) -> bool:
        """Return True if all that differs has changed at once, as hands do not move pieces."""
        times = [self.changed_ms.get(s, 0) for s in differing(seen, expected)]
        return bool(times) and max(times) - min(times) < TOGETHER_MS

    def was_knocked(self, origin: Square | None, target: Square | None, files: int) -> bool:
        """Return True if a piece came to a square beside its own and was not in the air."""
        if origin is None or target is None:
            return False
        return self._is_knock([origin, target]) and are_neighbours([origin, target], files)

    def were_bumped(
        self, history: History, made: Candidate | None, undo: int, seen: Snapshot
    ) -> bool:
        """Return True if a move and its reply are none, but pieces that were bumped.

        Args:
            undo: how many moves it takes back.
        """
        if made is None:
            return False
        return self._replied_first(history, made, undo, seen) or self._knocked_together(
            history, made, undo, seen
        )

    def _replied_first(self, history: History, made: Candidate, undo: int, seen: Snapshot) -> bool:
        """Return True if a move was never seen but with its reply, whose piece came to its square
        before the one of the move: both may have been bumped, unless they were carried.

        Args:
            undo: how many moves it takes back; what takes back more than one has no reply.
        """
        last = history.last_of_round
        before = last.before if undo and last is not None else history.expectation
        if made.target is None or (before.position, made.move) in self.recent:
            return False
        came_ms = self.came_ms.get(made.target, 0)
        there = set(differing(made.after, seen))
        there = {s for s in there.difference(made.captured) if seen[s] is not SquareState.EMPTY}
        early = any(self.came_ms.get(square, came_ms) < came_ms for square in there)
        return early and not self._were_carried(made, seen)

    def _were_carried(self, made: Candidate, seen: Snapshot) -> bool:
        """Return True if the piece of a move was lifted before that of the reply, and both were in
        the air for longer than pieces that are bumped: whoever lands first has still replied."""
        reply = sorted(
            differing(made.after, seen),
            key=lambda square: seen[square] is not SquareState.EMPTY,
        )
        squares = (made.origin, made.target, *reply)
        if len(reply) != 2 or made.captured or not self._unsure.isdisjoint(squares):
            return False
        left, came, other_left, other_came = (self.changed_ms.get(s or 0, 0) for s in squares)
        in_air_ms = min(came - left, other_came - other_left)
        return made.origin is not None and left < other_left and in_air_ms >= CARRIED_MS

    def _knocked_together(
        self, history: History, made: Candidate, undo: int, seen: Snapshot
    ) -> bool:
        """Return True if a move and its reply are pieces that were knocked.

        Args:
            made, undo: as for `were_bumped`.
        """
        last = history.last_of_round
        left = made.origin if undo == 0 or last is None else last.target
        reply = differing(made.after, seen)
        if undo == 1 and len(reply) == 2:
            reply.sort(key=lambda square: seen[square] is not SquareState.EMPTY)
            if self._is_another(*reply):
                return True
        return undo < 2 and self._came_at_once(history, [left, made.target], reply)

    def _is_another(self, gone: Square, came: Square) -> bool:
        """Return True if a piece was seen on a square before one had left the other: one that is
        dragged from there is seen on both for a moment only."""
        times = [self.changed_ms.get(square, 0) for square in (came, gone)]
        return times[0] + KNOCKED_MS < times[1] and self._unsure.isdisjoint((came, gone))

    def _came_at_once(
        self, history: History, first: Sequence[Square | None], second: Sequence[Square]
    ) -> bool:
        """Return True if two pieces came one at once after the other, each to a square beside its
        own, and neither was in the air: nobody replies so fast.

        Args:
            first, second: where each left and where it came.
        """
        moves = [[s for s in squares if s is not None] for squares in (first, second)]
        files = history.game.size[0]
        if not all(self._is_knock(move) and are_neighbours(move, files) for move in moves):
            return False
        times = [[self.changed_ms.get(square, 0) for square in squares] for squares in moves]
        # Where lines were lost, what came in one snapshot may have come one after the other.
        apart = max(times[0]) < min(times[1]) or self._unsure.isdisjoint(chain(*moves))
        return apart and max(*times[0], *times[1]) - min(*times[0], *times[1]) < TOGETHER_MS

    def _is_knock(self, squares: Sequence[Square]) -> bool:
        """Return True if a piece went from one square to another and was not in the air."""
        times = [self.changed_ms.get(square, 0) for square in squares]
        return len(times) == 2 and max(times) - min(times) < KNOCKED_MS

    def began(self, made: Candidate, expected: Snapshot, seen: Snapshot) -> bool:
        """Return True if the piece of a move was in the air before anything else had changed: that
        is no takeback, which begins with the piece that moved last.

        Args:
            expected: what the board shows before the move.
            seen: what it shows now.
        """
        changed = differing(seen, expected)
        rest = [self.changed_ms.get(square, 0) for square in changed if square != made.origin]
        if made.origin is None or made.origin not in changed:
            return False
        return self.changed_ms.get(made.origin, 0) < min(rest, default=0)

    def note(self, move: RecentMove) -> None:
        """Remember a move that the board shows."""
        if move not in self.recent:
            self.recent.append(move)

    def forget(self, position: Hashable, moves: Collection[Hashable]) -> None:
        """Forget moves that were passed over: they are to be shown again."""
        gone = {(position, move) for move in moves}
        if gone:
            self.recent = deque((move for move in self.recent if move not in gone), MOST_RECENT)

    def slides_on(self, since_ms: int) -> bool:
        """Return True if the piece of the last move has been dragged on in a snapshot shown since
        then."""
        return since_ms < self._slides_until_ms and not self.carried

    def watch_hand(self, history: History, seen: Snapshot, since_ms: int, now_ms: int) -> None:
        """Update how a piece is moved; the arguments are those of `watch`."""
        if seen == self._seen:
            return
        # Where lines were lost, or this one's were before, the piece may have slid meanwhile.
        before = self._seen or seen
        changed = set(differing(seen, before))
        told = now_ms - since_ms < LATE_MS and self._unsure.isdisjoint(changed)
        off_ms = 0 if self._lifted_ms is None else since_ms - self._lifted_ms
        self.carried = told and off_ms >= CARRIED_MS
        expected = history.expectation.snapshot
        gone = [seen[square] for square in differing(seen, expected)]
        self._lifted_ms = since_ms if gone == [SquareState.EMPTY] else None
        self._seen = seen

    def watch(
        self, history: History, seen: Snapshot, since_ms: int, now_ms: int, silent_ms: int = 0
    ) -> None:
        """Update how a piece is moved, and whether it is the last one that moves on.

        Args:
            since_ms: since when the board shows this.
            now_ms: the time of this look at it.
            silent_ms: for how long nothing had come from the board before.
        """
        self.watch_hand(history, seen, since_ms, now_ms)
        last, expectation = history.last_of_round, history.expectation
        if silent_ms >= BLIND_MS:
            self._off[0].update(expectation.pieces)
        gone = zip(seen, expectation.snapshot, strict=True)
        self._off[0].update(
            s for s, (state, due) in enumerate(gone) if state is SquareState.EMPTY is not due
        )
        self.cleared = seen != expectation.snapshot and (self.cleared or is_cleared(history, seen))
        if last is None or last.side is expectation.turn or seen == expectation.snapshot:
            self.taken_up = False  # or it may just be its turn again
        elif is_last_lifted(history, seen):
            self.taken_up = True
