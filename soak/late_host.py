"""A host that stalls while play goes on, and players who do not look at the lights.

While the host is stalled, a board's lines wait to be read, or get lost when there are too many.
Moves that only the board shows then may be ambiguous: the players go back to where the host still
understood them, or choose the moves that they have made where those are offered.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Collection, Hashable

from host.engine.game import AnyGame, Square
from host.recognition.history import Ply
from host.recognition.snapshot import Snapshot
from host.session.modes.board_mode import catch_up
from host.session.requests import Choose
from host.session.session import Session
from soak.hands.motions import REST_MS, REVERSED, UNSEEN, UNSURE
from soak.hands.players import LATE_MS, MisreadError, Players
from soak.session_tabletop import REPEAT_MS, SessionTabletop

AGE_MS = 10_000
"""The longest time for which a board tells how old a snapshot is."""
STALL_MS = (1000, 30_000)
MOST_MOVES = 8
"""Moves that are made while the host is stalled."""
MOST_TRIES = 20
"""Choices of a move until one leads to a new board."""


class LateTabletop(SessionTabletop):
    """A tabletop whose host stalls at times; see `SessionTabletop`."""

    def __init__(self, session: Session, chance: random.Random) -> None:
        super().__init__(session, chance)
        self._stalled_ms = 0
        self._until_ms = 0
        self._changed_ms = 0
        self._lost = False
        self._waiting: deque[tuple[int, Snapshot]] = deque()

    def stall(self, ms: int, lost: bool) -> None:
        """Stall the host for a while from now on.

        Args:
            lost: True if only the newest of the board's lines is left when it wakes up.
        """
        self._stalled_ms, self._until_ms, self._lost = self.now_ms, self.now_ms + ms, lost

    @property
    def is_late(self) -> bool:
        """True if the host is stalled."""
        return self.now_ms < self._until_ms

    def wait(self, ms: int) -> None:
        """Show what has changed and let time pass."""
        if self.is_late:
            end_ms = min(self.now_ms + ms, self._until_ms)
            ms -= end_ms - self.now_ms
            self._show()
            while self.now_ms < end_ms:
                sent_ms, snapshot = self._waiting[-1]
                self.now_ms = min(end_ms, sent_ms + REPEAT_MS)
                if self.now_ms == sent_ms + REPEAT_MS:
                    self._waiting.append((self.now_ms, snapshot))
            if self.now_ms == self._until_ms:
                self._wake_up()
        if not self.is_late:
            super().wait(ms)

    def _show(self) -> None:
        if not self.is_late:
            super()._show()
            return
        snapshot = self.snapshot()
        if not self._waiting or self._waiting[-1][1] != snapshot:
            self._waiting.append((self.now_ms, snapshot))
            self._changed_ms = self.now_ms

    def _wake_up(self) -> None:
        session = self.session
        self._recorder.host_stalled(self._stalled_ms, self.now_ms)
        session.host_stalled(self._stalled_ms, self.now_ms)
        read_ms = self._stalled_ms
        if self._lost:
            self._waiting = deque([(self._changed_ms, self._waiting[-1][1])])
        while self._waiting:
            at_ms, snapshot = self._waiting.popleft()
            self._catch_up(read_ms, self._stalled_ms if self._lost else at_ms)
            read_ms = self.now_ms if self._lost else at_ms
            age_ms = min(self.now_ms - at_ms, AGE_MS) if self._lost else 0
            self._still_ms = self._sent_ms = self.now_ms
            if self._lost:
                self._recorder.snapshots_missed(read_ms)
                session.snapshots_missed()
            self._send(snapshot, read_ms, age_ms)
            self.counts["snapshots"] += 1
            self._check()
        self._catch_up(read_ms, self.now_ms)

    def _catch_up(self, from_ms: int, until_ms: int) -> None:
        for at_ms, notices in catch_up(self.session, from_ms, until_ms):
            self._recorder.session_called(notices, at_ms)
            self._check()

    def _check_shown(self, ply: Ply, later: Collection[Square]) -> None:
        """Check that the board shows a move, or the whole of what was played after it."""
        if self._shown != self._as_seen(self.session.view().expectation.snapshot):
            super()._check_shown(ply, later)


class LatePlayers(Players):
    """Players at such a board.

    Args:
        game: its rules.
        tabletop: the board.
        chance: seeded; determines everything they do.
    """

    def __init__(self, game: AnyGame, tabletop: LateTabletop, chance: random.Random) -> None:
        super().__init__(game, tabletop, chance, accident_rate=0.05)
        self._late = tabletop

    def step(self) -> None:
        """Make the next moves, perhaps without the host or without looking at the lights."""
        free = self.intended.letting_go is None and not self.intended.between
        if not free or self.intended.passed or self.intended.over:
            super().step()
        elif self.often(0.2):
            self._play_unheard(lost=self.often(0.5))
        elif self.often(0.1):
            self._ignore_the_lights()
        else:
            super().step()

    def _chosen(self) -> Hashable:
        """Choose a move; none that leads back to an earlier board, which would look like moves
        taken back while nobody sees the moves made."""
        for _ in range(MOST_TRIES):
            move = super()._chosen()
            if not self.intended.is_again(move, MOST_MOVES):
                break
        return move

    def _play_unheard(self, lost: bool) -> None:
        self.counts[f"host late, lines {'lost' if lost else 'kept'}"] += 1
        self._late.stall(self.chance.randint(*STALL_MS), lost)
        made = 0
        # A turn that is let go by the reply is not seen before that.
        while self._goes_on and (
            self._styles.replies or (self._late.is_late and made < MOST_MOVES)
        ):
            self._styles.move(self._chosen(), plainly=True)
            self.wait(600, 2500)
            made += 1
        while self._late.is_late:
            self.tabletop.wait(1000)
        self._settle(made, "lost" if lost else "kept")

    def _ignore_the_lights(self) -> None:
        """Leave a tower askew, so that its move is not seen, and play on for some moves."""
        self.counts["lights ignored"] += 1
        ways = self.intended.carried(self._last_chosen())
        (token, (origin, target)), *others = ways.items()
        if others or origin is None or target is None or target in self.tabletop.standing:
            super().step()
            return
        move = self._meant
        piece = self.tabletop.lift(origin)
        self.in_the_air()
        self.tabletop.put(piece, target, self.chance.choice([UNSURE, REVERSED, UNSEEN]))
        self.intended.play(move)
        made = 1
        self.wait(600, 1500)
        for _ in range(self.chance.randint(1, 4)):
            if not self._goes_on or target in self._carried_next():
                break
            self._styles.move(self._meant, plainly=True)
            self.wait(600, 2500)
            made += 1
        # It may have been moved on, or pushed.
        if self.tabletop.standing[self.where(token)].aside:
            self.tabletop.nudge(self.where(token), 0.0)
        self.wait(900, 1500)
        self._settle(made, "ignored")

    def _choose(self, stored: int, how: str) -> list[str]:
        """Choose the moves that were made, where the board offers them; return those stored."""
        made = " ".join(self.intended.made_since(stored))
        offered = [choice.text for choice in self._late.session.view().choices]
        if len(offered) > 1 and made in offered:
            self.counts[f"{how}: {len(made.split())} moves chosen among {len(offered)}"] += 1
            self._late.ask(Choose(made))
            self.tabletop.wait(LATE_MS)
        return list(self.tabletop.moves())

    @property
    def _goes_on(self) -> bool:
        """True if a move may be made now that hands need not look at the lights for."""
        intended = self.intended
        return not (intended.over or intended.between or intended.passed)

    def _last_chosen(self) -> Hashable:
        self._meant = self._chosen()
        return self._meant

    def _carried_next(self) -> set[int | None]:
        """Choose the next move; the squares from which it carries pieces."""
        return {origin for origin, _ in self.intended.carried(self._last_chosen()).values()}

    def _settle(self, made: int, how: str) -> None:
        """See that the moves are stored, or go back to where they are.

        Args:
            how: kept, lost or ignored; moves whose lines were kept must all be understood.
        """
        self.tabletop.wait(900)
        if list(self.tabletop.moves()) != self.intended.texts:
            self.tabletop.wait(LATE_MS)
        meant = self.intended.texts
        stored = list(self.tabletop.moves())
        if stored != meant and how != "kept" and meant[: len(stored)] == stored:
            stored = self._choose(len(stored), how)
        if stored != meant:
            if meant[: len(stored)] != stored or how == "kept":
                raise MisreadError(f"{meant[-8:]} was meant and {stored[-8:]} is stored")
            self.counts[f"{how}: {made} moves not understood, gone back"] += 1
            self._go_back_from(made)
        else:
            self.counts[f"{how}: {made} moves understood"] += 1
        self._check("after moves unheard")

    def _go_back_from(self, made: int) -> None:
        """Take one move after the other back on the board, until it has understood the rest."""
        for _ in range(made):
            if list(self.tabletop.moves()) == self.intended.texts:
                return
            self.intended.undo()
            self.restore()
            self.tabletop.wait(REST_MS + LATE_MS)
