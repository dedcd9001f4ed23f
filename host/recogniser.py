"""What a picture means for the game that is being played, and how long it must last to be believed.

In the order in which they are tried, a picture is explained as

    1  settled, on the way to a legal move, or after one                 (the usual)
    2  a legal move and the beginning or the whole of the reply          (a quick opponent)
    3  that of a position before: moves have been taken back
    4  1 seen from before the last move: it is replaced, or in the air again
    5  that of a position which the game had reached before, and then left
    6  2 seen from before the last move
    7  wrong

Where the opponent is blocked and passes, or has replied while no picture came, a piece may have to
move again that may as well be sliding on.  Soon after its move 4 comes before 1 then, and 6 before
2.

A move may be replaced until it is final.  It may be taken back at any time: nothing moves
backward, so a piece that stands where it came from can mean nothing else.  What was made before may
be made again at any time too: a bump may have changed it.  Under the rule that a move stands once
it is made, none of this is done.

Pure functions; `session.py` waits, and does what is judged.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from host.history import History, WayBack
from host.tracking import (
    Finished,
    Option,
    Outlook,
    Picture,
    Settled,
    Sight,
    Unfinished,
    Verdict,
    could_go_on,
    explain,
    move_with_reply,
)
from host.view import Ply

PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)

Glimpse: TypeAlias = tuple[PositionT, MoveT]
"""A legal move, with its position, that the board has shown."""

REST_MS = 100
"""How long a picture must last to be believed where it cannot be half of something."""
DWELL_MS = 400
"""The same where the piece may be sliding on: longer than a hand rests on a square in passing."""
SLIDE_MS = 1500
"""How long after a move its piece is taken to slide on, if it goes on in the same line: a second
move needs the eyes to see first that the opponent has passed."""
DOUBT_MS = 800
"""The same for a takeback that may as well be a push half done."""


@dataclass(frozen=True, slots=True)
class Judgement(Generic[MoveT]):
    """What a picture means.

    Attributes:
        hints: the legal moves that are under way.
        make: the move to make once the picture has lasted; None if there is none, or if several
            would explain it.
        undo: how many moves are taken back, before `make` if there is one.
        rest_ms: how long the picture must last for that.
        touched: whether the player to move has touched a piece, so that the last move is final.
        wrong: whether nothing explains the picture.
        settled: whether the board is as the game has it.
    """

    hints: tuple[Option[MoveT], ...] = ()
    make: Option[MoveT] | None = None
    undo: int = 0
    rest_ms: int = REST_MS
    touched: bool = False
    wrong: bool = False
    settled: bool = False

    @property
    def acts(self) -> bool:
        """Whether something is to be done."""
        return self.undo > 0 or self.make is not None

    def makes(self, move: MoveT) -> bool:
        """Whether that is the move to make."""
        return self.make is not None and self.make.move == move


def judge(
    history: History[PositionT, MoveT],
    seen: Picture,
    final: bool,
    touch_move: bool = False,
    glimpses: Collection[Glimpse[PositionT, MoveT]] = (),
    fresh: bool = False,
) -> Judgement[MoveT]:
    """What a picture means while a round is played.

    Args:
        history: the game so far.
        seen: what the board shows.
        final: whether the last move cannot be replaced any more.
        touch_move: whether a move stands once it is made.
        glimpses: what the board has shown lately, if only for a moment.
        fresh: whether the last move was made less than `SLIDE_MS` before the picture came.
    """
    outlook, last = history.outlook, history.last_of_round
    verdict = explain(outlook, seen)
    match verdict:
        case Settled():
            return Judgement(settled=True)
        case Unfinished(options, changed):
            # A piece that must move again, as the opponent had to pass, may also be sliding on.
            moved = None if last is None else last.target
            touched = any(o.origin in changed and o.origin != moved for o in options)
            # A pushed piece may be moved first, to where it has just come from.
            back = None if touch_move else history.way_back(seen)
            if back is not None:
                return Judgement(options, back.make, back.undo, DOUBT_MS, touched)
            return Judgement(hints=options, touched=touched)
        case Finished(options):
            if fresh and not (final or touch_move):
                on = _slid_on(history, seen, options)
                if on is not None:
                    return on
            return _finished(outlook, options, history.game.size[0])
    found = None
    if last is not None and fresh and not (final or touch_move):
        found = _other_with_reply(history, last, seen, glimpses)
    if found is None:
        found = _with_reply(history, outlook, seen, glimpses)
    if found is None and not touch_move:
        found = judge_last(history, seen, final, history.way_back(seen), glimpses)
    return found or Judgement(wrong=True)


def judge_last(
    history: History[PositionT, MoveT],
    seen: Picture,
    final: bool,
    back: WayBack[MoveT] | None,
    glimpses: Collection[Glimpse[PositionT, MoveT]] = (),
) -> Judgement[MoveT] | None:
    """The picture as moves taken back, or as another move instead of the last; None if neither.

    Args:
        history, seen, final, glimpses: as for `judge`.
        back: the moves that the board shows to be taken back; None if it shows none.
    """
    if back is not None and back.make is None:
        return Judgement(undo=back.undo, rest_ms=DWELL_MS)
    last = history.last_of_round
    if last is None:
        return None
    verdict: Verdict[MoveT] = explain(last.before, seen)
    match verdict:
        case Finished(options) if not final:
            return _finished(last.before, options, history.game.size[0], undo=1)
        case Unfinished(options):
            picture = history.outlook.picture
            changed = [s for s, sight in enumerate(seen) if sight is not picture[s]]
            # Just the piece that moved last is in the air again.
            if changed == [last.target] and seen[changed[0]] is Sight.EMPTY:
                made = tuple(option for option in options if option.move == last.move)
                return Judgement(hints=made if final else options)
    if back is not None:
        return Judgement(make=back.make, undo=back.undo, rest_ms=DOUBT_MS)
    return None if final else _other_with_reply(history, last, seen, glimpses)


def _slid_on(
    history: History[PositionT, MoveT], seen: Picture, options: tuple[Option[MoveT], ...]
) -> Judgement[MoveT] | None:
    """The picture as the last move gone on with, though its piece may move again; None if not."""
    last = history.last_of_round
    if last is None or any(option.origin != last.target for option in options):
        return None
    longer = explain(last.before, seen)
    if not isinstance(longer, Finished):
        return None
    return _finished(last.before, longer.options, history.game.size[0], undo=1)


def _finished(
    outlook: Outlook[PositionT, MoveT],
    options: tuple[Option[MoveT], ...],
    files: int,
    undo: int = 0,
) -> Judgement[MoveT]:
    done = options[0]
    hints = tuple(option for option in outlook.options if option.origin == done.origin)
    if len(options) > 1:
        return Judgement(hints=hints)
    on = could_go_on(outlook.options, done, files)
    return Judgement(hints, done, undo, DWELL_MS if on else REST_MS)


def _with_reply(
    history: History[PositionT, MoveT],
    before: Outlook[PositionT, MoveT],
    seen: Picture,
    glimpses: Collection[Glimpse[PositionT, MoveT]],
    undo: int = 0,
) -> Judgement[MoveT] | None:
    """The picture as a move with the reply begun or made; None unless just one move fits."""
    glimpsed = [move for position, move in glimpses if position == before.position]
    option = move_with_reply(history.game, before, seen, glimpsed)
    return None if option is None else Judgement(make=option, undo=undo)


def _other_with_reply(
    history: History[PositionT, MoveT],
    last: Ply[PositionT, MoveT],
    seen: Picture,
    glimpses: Collection[Glimpse[PositionT, MoveT]],
) -> Judgement[MoveT] | None:
    """The same with another move instead of the last."""
    found = _with_reply(history, last.before, seen, glimpses, undo=1)
    return None if found is None or found.makes(last.move) else found
