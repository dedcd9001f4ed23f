"""A record on the board: the next move is shown on the lights, and followed when it is made.

The replay stands between two plies of a list of moves.  It is stepped by request, or by the board:
when the board shows what the next move leads to, the replay goes on by itself.

    what the board shows                                    what is done
    ------------------------------------------------------  ---------------------------------
    the position where the replay stands                    from now on the board is followed
    that after the next move, for DWELL_MS                  go on, over passes that follow
    the next move made and a reply to it begun, for REST_MS the same
    anything else                                           nothing: people may just watch

The board is followed only once it has shown the position itself.  Else, when the replay is
stepped back, the pieces that still stand as after the next move would take it forward again.

It has no clock and no input or output, and the interface of `session`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from host.engine.game import AnyGame, MatchScore, MultiRound, Outcome, Relocation, Square
from host.engine.records.game_record import GameRecord
from host.engine.records.player_names import NO_NAMES
from host.engine.successors import outcome_of
from host.guidance import phrases
from host.guidance.instruction import carry_out_marks
from host.guidance.lighting import Mark
from host.guidance.marks import Help, last_marks, outcome_marks
from host.message import Words, message, sentences
from host.recognition.history import Ply
from host.recognition.matching import (
    Candidate,
    Expectation,
    Finished,
    Unexplained,
    Unfinished,
    Verdict,
    expect_from,
    explain,
)
from host.recognition.replies import move_with_reply
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot
from host.recognition.times import DWELL_MS, REST_MS
from host.session.match_state import ACCEPTED_MS
from host.session.requests import GoToPly, ModeRequest, SetHelp, Step
from host.session.view import Notice, Phase, Progress, Severity, View


class Replay:
    """A record that is stepped through on one board; see the module's essay.

    Args:
        game: the rules.
        start: the position before the first move.
        moves: what was played, each legal in its turn.
        help_level: how much the lights tell of the next move: nothing, the piece, or all.
        game_waits: True if a game waits for the board.
        number: that of the request for it; 0 if none has asked.
        source: the record as it was read, with its players, help and end; None if there is none.

    Raises:
        IllegalMoveError: a move is not legal where it stands.
    """

    def __init__(
        self,
        game: AnyGame,
        start: Hashable,
        moves: Iterable[Hashable],
        help_level: Help = Help.LEGAL,
        game_waits: bool = False,
        number: int = 0,
        source: GameRecord | None = None,
    ) -> None:
        self.game = game
        self.source = source
        self._game_waits = game_waits
        self._number = number
        self.help = help_level
        self._plies: tuple[Ply, ...] = tuple(_plies(game, start, moves))
        end = self._plies[-1] if self._plies else None
        last = start if end is None else _option(end).position
        self._end: Expectation = expect_from(game, last, ())
        self._ply = 0
        self._seen: Snapshot | None = None
        self._since_ms = 0
        self._following = False
        self._made_ms: int | None = None
        self._wake_ms: int | None = None

    # Inputs

    def see(self, snapshot: Snapshot, now_ms: int, age_ms: int = 0) -> list[Notice]:
        """Take in what the board shows, and has shown for that long; the same again is harmless."""
        if snapshot != self._seen:
            self._seen = snapshot
            self._since_ms = now_ms - age_ms
        return self.tick(now_ms)

    def snapshots_missed(self) -> None:
        """Do nothing: it does not matter how pieces got where they stand."""

    def forget_pieces(self) -> None:
        """Do nothing: only the sides of pieces are looked at."""

    def set_virtual_hand(self, on: bool) -> None:
        """Do nothing: nobody is asked to put anything right."""

    def host_stalled(self, from_ms: int, until_ms: int) -> None:
        """Do nothing: nobody's time runs."""

    def board_lost(self) -> None:
        """Stop believing what the board showed last: it is gone."""
        self._seen = None
        self._wake_ms = None

    def tick(self, now_ms: int) -> list[Notice]:
        """Act on what has become true by waiting."""
        self._wake_ms = None
        if self._seen == self._expectation.snapshot:
            self._following = True
        notices = []
        while self._move_is_made(now_ms):
            notices.append(self._go_on(now_ms))
        if self._made_ms is not None:
            if now_ms - self._made_ms < ACCEPTED_MS:
                self._wake_at(self._made_ms + ACCEPTED_MS)
            else:
                self._made_ms = None
        return notices

    def handle(self, request: ModeRequest, now_ms: int) -> list[Notice]:
        """Carry a request out.

        Raises:
            ValueError: it belongs to a game that is played.
        """
        match request:
            case Step(by=steps):
                return self.step(steps, now_ms)
            case GoToPly(ply):
                return self.go(ply, now_ms)
            case SetHelp(level):
                self.help = level
                return []
            case _:
                raise ValueError(message("session.is_record"))

    def step(self, by: int, now_ms: int) -> list[Notice]:
        """Go `by` plies forward, or back if it is negative, at most to an end of the record."""
        ply = min(max(self._ply + by, 0), len(self._plies))
        if ply == self._ply:
            begins = message("session.record_begins")
            words = begins if by < 0 else message("session.record_ends")
            return [Notice(Severity.WARN, words)]
        return self.go(ply, now_ms)

    def go(self, ply: int, now_ms: int) -> list[Notice]:
        """Go to the position after a number of plies; 0 is the beginning.

        Raises:
            ValueError: the record has no such ply.
        """
        if not 0 <= ply <= len(self._plies):
            raise ValueError(message("session.no_ply", last=len(self._plies), ply=repr(ply)))
        onward = ply == self._ply + 1
        self._ply = ply
        self._following = False
        self._made_ms = None
        here = (
            _told(self._plies[ply - 1])
            if onward
            else message("session.record_ply", ply=ply, of=len(self._plies))
        )
        return [Notice(Severity.INFO, sentences(here, self._task())), *self.tick(now_ms)]

    # Outputs

    @property
    def next_wake_ms(self) -> int | None:
        """Latest time for the next call of `tick`; None if nothing is waited for."""
        return self._wake_ms

    @property
    def position(self) -> Hashable:
        """The position where the replay stands."""
        return self._expectation.position

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The plies up to where the replay stands."""
        return self._plies[: self._ply]

    @property
    def record(self) -> tuple[Ply, ...]:
        """All plies, to the end of the record."""
        return self._plies

    def view(self) -> View:
        """Return the whole of what a display may show now."""
        expectation = self._expectation
        return View(
            phase=Phase.REPLAY,
            turn=expectation.turn,
            task=self._task(),
            expectation=expectation,
            movable_squares=tuple(self.game.movable_squares(expectation.position)),
            lifted=self._lifted(),
            marks=tuple(self._marks()),
            correction=None,
            plies=self.plies,
            outcome=self.game.outcome(expectation.position),
            can_take_back=False,
            help=self.help,
            standing=_standing(self.game, expectation.position),
            names=NO_NAMES if self.source is None else self.source.names,
            replay=Progress(
                self._ply, len(self._plies), self.game.title, self._game_waits, self._number
            ),
        )

    def likely_lifts(self) -> tuple[Square, ...]:
        """Return nothing, as of `marks_if_lifted`."""
        return ()

    def marks_if_lifted(self, square: Square) -> tuple[Mark, ...] | None:
        """Return None: in a record no lift has legal targets to be shown."""
        return None

    @property
    def _expectation(self) -> Expectation:
        return self._plies[self._ply].before if self._ply < len(self._plies) else self._end

    def _task(self) -> Words:
        game, position = self.game, self._expectation.position
        over = self._over()
        said: list[Words] = [] if over is None else [over.reason]
        # Without a next round nothing is won by a reward.
        if isinstance(game, MultiRound) and game.outcome(position) is None:
            reward = game.reward(position)
            said += [] if reward is None else [reward.words]
        if self._ply < len(self._plies):
            said.append(message("session.record_next", move=_told(self._plies[self._ply])))
        elif over is None:
            said.append(message("session.record_ends"))
        return sentences(*said)

    def _over(self) -> Outcome | None:
        """Return the outcome of the game or of the last round; None while it is played."""
        return outcome_of(self.game, self._expectation.position)

    def _marks(self) -> list[Mark]:
        over = self._over()
        marks: list[Mark] = []
        if over is not None:
            standing = _standing(self.game, self._expectation.position)
            match_over = self.game.outcome(self._expectation.position) is not None
            rings = match_over and standing is not None and standing.round > 1
            marks += outcome_marks(over, self.game.size, rings)
        last = next((ply for ply in reversed(self.plies) if not ply.forced), None)
        if last is not None and last.target is not None:
            marks += last_marks(last.origin, last.target, self._made_ms is not None)
        if self.help is Help.OFF:
            return marks
        visible = self._next_visible()
        for ply in self._plies[self._ply : visible]:
            if ply.origin is not None:
                marks.append(
                    Mark(ply.origin, "blocked", "tower", message("guidance.light.blocked_passes"))
                )
        if visible is not None:
            told = self._next_marks(self._plies[visible])
            marks += [m for m in told if self.help.shows_targets or m.role == "from"]
        return marks

    def _next_marks(self, ply: Ply) -> list[Mark]:
        if ply.between and isinstance(self.game, MultiRound):
            seen = self._seen if self._following and self._seen else ply.before.snapshot
            carries = self.game.relocations(ply.before.position, ply.move)
            return _fill_marks(self.game, carries, seen)
        if ply.adjudicated:
            return []  # many pieces, of which none makes a move: the task says it
        return carry_out_marks(self.game, ply.before, _option(ply))

    # Following the board

    def _next_visible(self) -> int | None:
        """Return the index of the next ply that leaves a trace on the board; None if there is no
        more."""
        later = range(self._ply, len(self._plies))
        return next((number for number in later if _option(self._plies[number]).touched), None)

    def _verdict(self) -> Verdict | None:
        """Explain the board by the next visible move; None if it is not followed."""
        visible = self._next_visible()
        if self._seen is None or visible is None or not self._following:
            return None
        return explain(self._plies[visible].before, self._seen)

    def _lifted(self) -> Square | None:
        """Return the square from which the next piece was lifted, if nothing else has changed."""
        verdict = self._verdict()
        if isinstance(verdict, Unfinished) and len(verdict.changed) == 1:
            origin = verdict.candidates[0].origin
            return origin if verdict.changed[0] == origin else None
        return None

    def _move_is_made(self, now_ms: int) -> bool:
        """Return True if the board has shown the next move for long enough."""
        match self._verdict():
            case Finished():
                return self._elapsed(DWELL_MS, now_ms)
            case Unexplained():
                return self._is_replied_to() and self._elapsed(REST_MS, now_ms)
        return False

    def _is_replied_to(self) -> bool:
        """Return True if the next move stands, and some legal reply to it has been begun."""
        visible = self._next_visible()
        if visible is None or self._seen is None:
            return False
        return move_with_reply(self.game, self._plies[visible].before, self._seen) is not None

    def _go_on(self, now_ms: int) -> Notice:
        """Step past the next visible move and the passes that follow it."""
        visible = self._next_visible()
        assert visible is not None
        first, self._ply = self._ply, visible + 1
        after = self._next_visible()
        while self._ply < len(self._plies) and self._ply != after:
            self._ply += 1
        self._made_ms = now_ms
        made = [_told(ply) for ply in self._plies[first : self._ply]]
        return Notice(Severity.INFO, sentences(*made, self._task()))

    def _elapsed(self, rest_ms: int, now_ms: int) -> bool:
        """Return True if the snapshot has lasted that long; if not, ask to be woken when it has."""
        if now_ms - self._since_ms >= rest_ms:
            return True
        self._wake_at(self._since_ms + rest_ms)
        return False

    def _wake_at(self, at_ms: int) -> None:
        self._wake_ms = at_ms if self._wake_ms is None else min(self._wake_ms, at_ms)


def _plies(game: AnyGame, start: Hashable, moves: Iterable[Hashable]) -> Iterator[Ply]:
    """Yield the moves as plies; the expectation before each has that move alone."""
    position = start
    for move in moves:
        before = expect_from(game, position, (move,))
        yield Ply(before, move, forced=not before.candidates[0].touched)
        position = before.candidates[0].position


def _option(ply: Ply) -> Candidate:
    return ply.before.candidates[0]


def _standing(game: AnyGame, position: Hashable) -> MatchScore | None:
    return game.match_score(position) if isinstance(game, MultiRound) else None


def _told(ply: Ply) -> Words:
    """Return a ply as a sentence: "Black: Pink 4 Brown (d8d4)."."""
    if ply.origin is None or ply.origin == ply.target:
        return phrases.made_by(ply.side, ply.words)
    side = ply.side.message
    return message("session.record_move", side=side, move=ply.words, text=ply.text)


def _fill_marks(game: AnyGame, carries: Sequence[Relocation], seen: Snapshot) -> list[Mark]:
    """Return the marks of the piece to be carried next, and of the places that come after it.

    A place is empty when its turn comes, so the first that does not show its side is next.
    """
    done = 0
    while (
        done < len(carries)
        and seen[carries[done].target] is STATE_OF_SIDE[carries[done].piece.side]
    ):
        done += 1
    marks = [
        Mark(
            carry.target,
            "fill",
            "rest" if number else "here",
            message("guidance.light.for_piece", piece=game.describe_piece(carry.piece)),
            tint=carry.piece.name,
        )
        for number, carry in enumerate(carries[done:])
        if carry.origin != carry.target or not number
    ]
    if done < len(carries) and carries[done].origin != carries[done].target:
        marks.append(
            Mark(carries[done].origin, "fill", "from", message("guidance.light.take_from_here"))
        )
    return marks
