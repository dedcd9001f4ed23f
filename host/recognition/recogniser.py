"""Recogniser: interpret a snapshot in the game that is played, and tell how long it must last.

In the order in which they are tried, a snapshot is explained as

    current       settled, on the way to a legal move, or after one; the usual case
    replied       after a legal move and the beginning or the whole of the reply: a quick opponent
    takeback      that of a position before: moves have been taken back
    replacement   `current` as seen from before the last move: another move, or its piece in the air
    return        that of a position that was reached before and then taken back
    replaced and replied    `replied` as seen from before the last move
    wrong         none of these; with another sentence if it is `replied` with captured pieces
                  still standing

Where the opponent is blocked and passes, or has replied while no snapshot came, a piece may have to
move again that may as well be sliding on.  Soon after its move `replacement` comes before `current`
then, and `replaced and replied` before `replied`.  Later, where both of these explain a snapshot
and one is known to have come in its order, it is that; where none is, the snapshot is wrong.

A move may be replaced until it is final.  It may be taken back at any time.  Where pieces move
backward, a snapshot may be a new move as well: a single one comes first then, but where it would
take two that were never seen, moves have been taken back.  What was made before may be made again
at any time too: a bump may have changed it.  Under the rule that a move stands once it is made,
none of this is done.

A move that captures is made when the captured pieces are off, whether that was before or after.  A
move that lets the turn go leaves no trace: it is made by the reply to it, begun or whole.

Pure functions; the session waits as long as the interpretation says, and then acts on it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass, replace

from host.engine.game import AnyGame
from host.recognition.history import History, Ply
from host.recognition.matching import (
    Candidate,
    Expectation,
    Finished,
    Settled,
    Unfinished,
    Verdict,
    could_go_on,
    explain,
    move_shown_beside,
    winds_on,
)
from host.recognition.memory import RecentMove, RecognitionMemory
from host.recognition.replies import capture_with_reply, move_with_reply
from host.recognition.snapshot import Snapshot, SquareState, differing
from host.recognition.takeback import (
    Takeback,
    find_takeback,
    goes_back,
    is_back_but_for_captures,
    takeback_rest_ms,
    was_captured_farther,
)
from host.recognition.times import AIR_MS, DOUBT_MS, DWELL_MS, REST_MS, SET_DOWN_MS


@dataclass(frozen=True, slots=True)
class Interpretation:
    """Interpretation of a snapshot.

    Attributes:
        hints: the legal moves that are under way.
        make: the move to make once the snapshot has lasted; None if there is none, or several.
        undo: how many moves are taken back, before `make` if there is one.
        rest_ms: how long the snapshot must last for that.
        touched: True if the player to move has touched a piece, so that the last move is final.
        wrong: True if nothing explains the snapshot.
        settled: True if the board is as the game has it.
        capture: the move of which nothing is left to do but to take the captured pieces off, which
            still stand; None if there is none.
    """

    hints: tuple[Candidate, ...] = ()
    make: Candidate | None = None
    undo: int = 0
    rest_ms: int = REST_MS
    touched: bool = False
    wrong: bool = False
    settled: bool = False
    capture: Candidate | None = None

    @property
    def acts(self) -> bool:
        """True if something is to be done."""
        return self.undo > 0 or self.make is not None

    def makes(self, move: Hashable) -> bool:
        """Return True if that is the move to make."""
        return self.make is not None and self.make.move == move


def interpret(
    history: History,
    seen: Snapshot,
    memory: RecognitionMemory,
    *,
    since_ms: int,
    touch_move: bool = False,
    captor: Candidate | None = None,
) -> Interpretation:
    """Interpret a snapshot while a round is played.

    Args:
        history: the game so far.
        seen: what the board shows.
        memory: circumstances of the last move.
        since_ms: since when the board shows it.
        touch_move: True if a move stands once it is made.
        captor: the move whose captured pieces players were told to take off; None if none was.
    """
    final = memory.final
    expectation = history.expectation
    replaceable = None if final or touch_move else history.last_of_round
    verdict = explain(expectation, seen)
    match verdict:
        case Settled():
            return Interpretation(settled=True)
        case Unfinished():
            return _unfinished(history, seen, verdict, touch_move)
        case Finished(candidates):
            if replaceable is not None and memory.is_fresh(since_ms):
                continued = _last_move_continued(history, seen, candidates)
                if continued is not None:
                    return continued
            return _finished(history.game, expectation, candidates, carried=memory.carried)
    # A piece that went on, and was told to take something off, has made no second move.
    fresh = memory.is_fresh(since_ms) or captor not in (None, *expectation.candidates)
    found = _replied(history, seen, memory, replaceable, fresh, touch_move)
    if captor in expectation.candidates and (
        capture_with_reply(history.game, expectation, seen) == captor
    ):
        if found is None:
            # Told to take pieces off, players have gone on instead.  That may look like moves
            # taken back too, but of those the opponent's would have been the first.
            return Interpretation(wrong=True, capture=captor)
        # The piece that seems to have come to where one is to be taken off may be in the air.
        return replace(found, rest_ms=AIR_MS)
    if found is None and not touch_move:
        back = find_takeback(history, seen)
        found = interpret_last(history, seen, final, back, memory)
        if found and memory.were_bumped(history, found.make, found.undo, seen):
            found = None
    found = found or _end_of_capture_chain(expectation, seen)
    if found is None:
        capture = capture_with_reply(history.game, expectation, seen)
        if capture is None and replaceable is not None:
            capture = capture_with_reply(history.game, replaceable.before, seen)
        return Interpretation(wrong=True, capture=capture)
    return found


def _replied(
    history: History,
    seen: Snapshot,
    memory: RecognitionMemory,
    replaceable: Ply | None,
    fresh: bool,
    touch_move: bool,
) -> Interpretation | None:
    """Interpret a snapshot as a move with the beginning or the whole of the reply to it.

    Return None if it is none.

    Args:
        history, seen, memory, touch_move: as for `interpret`.
        replaceable: the last move, which another may replace; None if none may.
        fresh: True if that may still be going on.
    """
    found = None
    if replaceable is not None and fresh:
        found = _other_with_reply(history, replaceable, seen, memory)
    if found is None:
        found = _with_reply(history, history.expectation, seen, memory.recent)
        if found is not None and not touch_move and goes_back(history, found.make, seen, memory):
            found = None
        if found is not None and replaceable is not None:
            found = _rather_replaced(history, replaceable, found, seen, memory)
    if found is not None and memory.believes(history, found.make, found.undo, seen):
        return found
    return None


def _unfinished(
    history: History, seen: Snapshot, verdict: Unfinished, touch_move: bool
) -> Interpretation:
    """Interpret a snapshot on the way to a legal move."""
    expectation, last = history.expectation, history.last_of_round
    candidates, changed = verdict.candidates, verdict.changed
    # A piece that must move again, as the opponent had to pass, may also be sliding on.
    moved = None if last is None else last.target
    # One that the last move would capture if it went on may have been taken off for that.
    capturable = set() if last is None else last.before.capturable_from(last.origin)
    theirs = set(changed) - capturable - {moved}
    touched = any(o.origin in theirs for o in candidates)
    # A pushed piece may be moved first, to where it has just come from.
    begun = any(o.origin in changed for o in candidates)
    pushed = not begun and any(seen[square] is not SquareState.EMPTY for square in changed)
    # The piece that was put last may have been taken off as a captured one, before the move.
    unput = last is not None and last.origin is None and moved in changed and not pushed
    back = find_takeback(history, seen) if (pushed or unput) and not touch_move else None
    if back is not None:
        rest_ms = DOUBT_MS if pushed else AIR_MS
        return Interpretation(candidates, back.make, back.undo, rest_ms, touched)
    capture = _capture(expectation, candidates, seen)
    if capture is not None:
        candidates = _moves_of_same_piece(expectation, capture)
    return Interpretation(hints=candidates, touched=touched, capture=capture)


def interpret_last(
    history: History,
    seen: Snapshot,
    final: bool,
    back: Takeback | None,
    memory: RecognitionMemory,
) -> Interpretation | None:
    """Interpret a snapshot as moves taken back, or as another move instead of the last.

    Return None if it is neither.

    Args:
        history, seen, memory: as for `interpret`.
        final: True if the last move cannot be replaced.
        back: the moves that the board shows to be taken back; None if it shows none.
    """
    last = history.last_of_round
    verdict: Verdict | None = None if last is None else explain(last.before, seen)
    if back is not None and back.make is None:
        # Where positions come again, the nearest explanation is the likeliest.
        nearer = back.undo > 1 and not final and isinstance(verdict, Finished)
        if not nearer:
            return Interpretation(undo=back.undo, rest_ms=takeback_rest_ms(history, back))
    if last is None:
        return None
    match verdict:
        # What the other move captures may have been taken for a piece that the opponent lifts.
        case Finished(candidates) if not final or all(
            candidate.captured for candidate in candidates
        ):
            return _finished(history.game, last.before, candidates, 1, memory.carried)
        case Unfinished(candidates):
            due = history.expectation.snapshot
            changed = set(differing(seen, due))
            # Just the piece that moved last is in the air again.
            lifted = last.target in changed and seen[last.target or 0] is SquareState.EMPTY
            if lifted and changed <= {last.target, *last.captured}:
                made = tuple(candidate for candidate in candidates if candidate.move == last.move)
                return Interpretation(hints=made if final else candidates)
            capture = None if final else _capture(last.before, candidates, seen)
            if capture is not None and capture.origin == last.origin:
                return Interpretation(
                    hints=_moves_of_same_piece(last.before, capture), capture=capture
                )
            if changed and is_back_but_for_captures(last, seen):
                return Interpretation(undo=1, rest_ms=DOUBT_MS)
    if back is not None:
        return Interpretation(make=back.make, undo=back.undo, rest_ms=DOUBT_MS)
    other = _other_with_reply(history, last, seen, memory)
    captures = other is not None and other.make is not None and other.make.captured
    return other if captures or not final else None


def _capture(
    expectation: Expectation, candidates: Collection[Candidate], seen: Snapshot
) -> Candidate | None:
    """Return the only move of which just captured pieces are left to be taken off; else None."""
    before = expectation.snapshot
    found = [
        candidate
        for candidate in candidates
        if candidate.captured and candidate.standing(before, seen)
    ]
    return found[0] if len(found) == 1 else None


def _moves_of_same_piece(expectation: Expectation, done: Candidate) -> tuple[Candidate, ...]:
    """Return the moves of the piece that made one; that one alone if it came onto the board."""
    if done.origin is None:
        return (done,)
    return tuple(
        candidate for candidate in expectation.candidates if candidate.origin == done.origin
    )


def _rather_replaced(
    history: History, last: Ply, found: Interpretation, seen: Snapshot, memory: RecognitionMemory
) -> Interpretation:
    """Return a move with its reply as it is, or the last move replaced and replied to where that
    shows the same and has come in that order; where no order was seen, none is believed."""
    assert found.make is not None, "a move with its reply"
    if (history.expectation.position, found.make.move) in memory.recent:
        return found
    other = _other_with_reply(history, last, seen, memory)
    if was_captured_farther(history, last, seen, memory):
        return other or Interpretation(wrong=True)  # more is still to be taken off
    if other is None or other.make is None or not memory.came_in_order(other.make, seen):
        return found
    return Interpretation(wrong=True) if memory.came_in_order(found.make, seen) else other


def _end_of_capture_chain(expectation: Expectation, seen: Snapshot) -> Interpretation | None:
    """Return the end of a capture chain, told by the opponent touching a piece; None if not."""
    move, changed = expectation.letting_go, differing(seen, expectation.snapshot)
    if move is None or len(changed) != 1 or seen[changed[0]] is not SquareState.EMPTY:
        return None
    theirs = expectation.pieces[changed[0]].side is not expectation.turn
    return Interpretation(make=move, rest_ms=DWELL_MS) if theirs else None


def _last_move_continued(
    history: History, seen: Snapshot, candidates: tuple[Candidate, ...]
) -> Interpretation | None:
    """Interpret a snapshot as the last move continued, or not made after all, though its piece may
    move again; return None if it is neither."""
    last = history.last_of_round
    if last is None or any(candidate.origin != last.target for candidate in candidates):
        return None
    match explain(last.before, seen):
        case Finished(longer):
            return _finished(history.game, last.before, longer, undo=1)
        case Settled():
            return Interpretation(undo=1, rest_ms=DWELL_MS)
    return None


def _finished(
    game: AnyGame,
    expectation: Expectation,
    candidates: tuple[Candidate, ...],
    undo: int = 0,
    carried: bool = False,
) -> Interpretation:
    done = candidates[0]
    hints = _moves_of_same_piece(expectation, done)
    if len(candidates) > 1:
        return Interpretation(hints=hints)
    on = could_go_on(expectation.candidates, done, game.size[0]) or winds_on(
        game, expectation, done
    )
    slow_ms = SET_DOWN_MS if carried else DWELL_MS
    slow = on or (undo > 0 and not carried)  # a sleeve that bumps it bumps another a moment later
    return Interpretation(hints, done, undo, slow_ms if slow else REST_MS)


def _with_reply(
    history: History,
    before: Expectation,
    seen: Snapshot,
    recent_moves: Collection[RecentMove],
    undo: int = 0,
) -> Interpretation | None:
    """Interpret a snapshot as a move with the reply begun or made; None unless just one fits."""
    recent = [move for position, move in recent_moves if position == before.position]
    candidate = move_with_reply(history.game, before, seen, recent)
    if candidate is None:
        return None
    # A sleeve may have lifted the piece that lets the turn go, or the mover one to be captured.
    changed = set(differing(seen, before.snapshot))
    touched = changed - candidate.touched
    capturable = before.capturable_from(candidate.origin)
    doubtful = not candidate.touched or not touched.isdisjoint(capturable)
    return Interpretation(make=candidate, undo=undo, rest_ms=DWELL_MS if doubtful else REST_MS)


def _other_with_reply(
    history: History, last: Ply, seen: Snapshot, memory: RecognitionMemory
) -> Interpretation | None:
    """Interpret a snapshot as another move than the last with its reply; None if it is not."""
    if is_back_but_for_captures(last, seen):
        return None  # what is missing was captured, and has not been lifted for a reply
    found = _with_reply(history, last.before, seen, memory.recent, undo=1)
    made = None if found is None else found.make
    if found is None or made is None or made.move == last.move:
        return None
    target = last.target
    still = target is not None and seen[target] is history.expectation.snapshot[target]
    if still and (last.before.position, made.move) not in memory.recent:
        return None  # rather than another piece of its side, the one that moved last stands there
    gone = last.origin is not None and seen[last.origin] is SquareState.EMPTY
    if gone and made.origin != last.origin:
        return None  # the piece that moved last would be back, and the reply about to capture it
    beside = move_shown_beside(history.expectation, seen)
    if beside is not None and not was_captured_farther(history, last, seen, memory):
        return None  # the piece that moved last is held, and another has come there
    return replace(found, rest_ms=DWELL_MS)  # a sleeve may have bumped both pieces, and bump more
