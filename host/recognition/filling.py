"""Filling: the pieces on squares of faulty sensors, inferred from the other sensors.

Such a square is taken to be as the game has it, as long as that explains what the others show.
Where it does not, the fillings are tried that a legal move, a move with its reply, or a takeback
would bring about; the one that changes the fewest squares is believed, if all those that do lead
to the same move.  A move is only believed if something shows it beside its origin: a piece that is
held in the air looks like one that was put where no sensor works.  A sensor that was faulty before
is not enough for that.  Nor is a move or takeback believed whose piece came to a square before the
one was gone that would have gone there.  A move is not replaced by one of several that would look
alike: it is taken back, and the players are asked.  On a board where so much has changed that more
fillings would have to be tried than any move brings about, none is believed; nor where more sensors
fail than those of a strip and a few beside, as on a board that is carried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice

from host.engine.game import Square
from host.recognition.history import History, Ply
from host.recognition.matching import Candidate, Expectation, Finished, explain
from host.recognition.recogniser import Interpretation
from host.recognition.replies import beyond
from host.recognition.sensing.sensor_health import (
    SensorHealth,
    agrees,
    contradicting,
    fill,
    states_on,
)
from host.recognition.snapshot import Snapshot, SquareState

MOST_BACK = 3
"""Number of moves that may be taken back over such a square without being told."""
MOST_BESIDE = 4
"""Number of sensors out of order beside those of one strip: more are no fault of theirs."""
MOST_TRIED = 24
"""Number of fillings that are tried; two moves over a strip without a connection take some 20."""
MOST_REPLIED_TO = 8
"""Number of moves whose replies are looked at, those first that the sensors show best."""


def best_filling(
    history: History,
    shown: Snapshot,
    health: SensorHealth,
    interpret: Callable[[Snapshot], Interpretation],
    denied: Callable[[Interpretation], bool],
) -> Snapshot:
    """Return what the board shows, with the squares of faulty sensors filled.

    Args:
        history: of the game, while a round is played.
        shown: what the sensors show.
        health: of these sensors; squares whose sensors were faulty before prove nothing.
        interpret: interprets a filled snapshot.
        denied: returns True for what players have said not to be so.
    """
    expectation, faulty = history.expectation, sorted(health.faults)
    unproven = {*faulty, *health.failures}
    usual = fill(shown, states_on(expectation.snapshot, faulty))
    strips = Counter(square // history.game.size[0] for square in faulty)
    if len(faulty) - max(strips.values(), default=0) > MOST_BESIDE:
        return usual
    found = interpret(_with_sides(usual, expectation.snapshot))
    begun = found.acts or found.settled or not _shows_more(expectation, shown, faulty)
    begun = begun or any(_is_begun(hint, expectation, shown, faulty) for hint in found.hints)
    if begun and not found.wrong and not _is_out_of_order(history, found, health):
        return _before_doubt(history, found, shown, faulty) or usual
    unsided = [
        square
        for square, state in enumerate(shown)
        if state is SquareState.OCCUPIED and square not in health.faults
    ]
    guessed = (*faulty, *unsided)
    tried = {tuple(expectation.snapshot[square] for square in guessed)}
    best: dict[tuple[int, object], Snapshot] = {}
    fewest, goes_on = len(faulty) + 1, False
    for snapshot in _brought_about(history, shown, faulty):
        states = tuple(snapshot[square] for square in guessed)
        if states in tried or any(snapshot[s] is SquareState.EMPTY for s in unsided):
            continue  # nothing explains a piece that stands where none would
        if len(tried) > MOST_TRIED:
            return usual
        tried.add(states)
        filled = fill(shown, states_on(snapshot, faulty))
        sided = _with_sides(filled, snapshot)
        changed = sum(filled[square] is not usual[square] for square in faulty)
        found = interpret(sided)
        goes_on = goes_on or _captures_instead(history.last_of_round, found)
        if changed > fewest or not found.acts:
            continue
        if denied(found) or _is_out_of_order(history, found, health):
            continue
        if not _is_shown(history, found, sided, shown, unproven):
            continue
        if changed < fewest:
            fewest = changed
            best.clear()
        filled = _before_doubt(history, found, shown, faulty) or filled
        best.setdefault((found.undo, None if found.make is None else found.make.move), filled)
    if goes_on and any(undo == 0 for undo, _ in best):
        return usual  # the piece that moved last is no reply to what may be the reply to it
    return next(iter(best.values())) if len(best) == 1 else usual


def _with_sides(shown: Snapshot, meant: Snapshot) -> Snapshot:
    """Return what sensors show that may tell no sides, with those that are meant where they agree.

    Args:
        meant: what the board shows if what is tried is true.
    """
    return tuple(
        due if agrees(state, due) else state for state, due in zip(shown, meant, strict=True)
    )


def unseen_candidates(
    expectation: Expectation, shown: Snapshot, unknown: Collection[Square]
) -> tuple[Candidate, ...]:
    """Return the legal moves that may have been made as far as the sensors tell.

    Args:
        unknown: the squares on which they tell nothing.
    """
    return tuple(
        candidate
        for candidate in expectation.candidates
        if not candidate.touched.isdisjoint(unknown)
        and not contradicting(shown, candidate.after, unknown)
    )


def squares_of_reply(
    last: Ply, following: Expectation, shown: Snapshot, faulty: Collection[Square]
) -> frozenset[Square]:
    """Return the squares that show the whole reply to a move which the sensors have not told; none
    if they show none.

    Args:
        last: the move.
        following: the expectation after it.
        shown: what the sensors show.
        faulty: squares of faulty sensors.
    """
    touched = next(o.touched for o in last.before.candidates if o.move == last.move)
    filled = fill(shown, states_on(following.snapshot, {*faulty, *touched}))
    match explain(following, filled):
        case Finished(replies):
            return frozenset().union(*(reply.touched for reply in replies)) - touched
    return frozenset()


def _before_doubt(
    history: History, found: Interpretation, shown: Snapshot, faulty: Collection[Square]
) -> Snapshot | None:
    """Return the snapshot before a move that was replaced by one of several which the board would
    show alike: that much is certain.  None if the interpretation is not in doubt."""
    if not found.undo or found.make is None:
        return None
    before = _last_real(history, found.undo)[-1].before
    alike = unseen_candidates(before, shown, faulty)
    return before.snapshot if len(alike) > 1 else None


def _is_out_of_order(history: History, found: Interpretation, health: SensorHealth) -> bool:
    """Return True if a piece came to a square before the one that should have was off its own."""
    if found.make is not None:
        ways = [(found.make.origin, found.make.target)]
    else:
        ways = [(ply.target, ply.origin) for ply in _last_real(history, found.undo)]
    return any(
        origin is not None
        and target is not None
        and health.faults.keys().isdisjoint((origin, target))
        and health.changes.came_first(target, origin)
        for origin, target in ways
    )


def _last_real(history: History, count: int) -> list[Ply]:
    """Return the last plies that were not forced, at most so many, the last one first."""
    return list(islice((ply for ply in reversed(history.plies) if not ply.forced), count))


def _captures_instead(last: Ply | None, found: Interpretation) -> bool:
    """Return True if the piece that moved last has rather made a move that captures what stands."""
    return last is not None and found.capture is not None and found.capture.origin == last.origin


def _brought_about(
    history: History, shown: Snapshot, faulty: Collection[Square]
) -> Iterator[Snapshot]:
    """Yield the snapshots after legal moves, after alternatives to the last move, before the last
    moves, and after replies to moves that concern such squares."""
    expectation = history.expectation
    for candidate in expectation.candidates:
        yield candidate.after
    last = history.last_of_round
    if last is not None:
        for candidate in last.before.candidates:
            yield candidate.after
    for ply in _last_real(history, MOST_BACK):
        if ply.rearranges:
            break
        yield ply.before.snapshot
    for before in [expectation, *([] if last is None else [last.before])]:
        for candidate in _likely_come(before.candidates, shown, faulty):
            for reply in beyond(history.game, candidate.position).candidates:
                yield reply.after


def _shows_more(expectation: Expectation, shown: Snapshot, faulty: Collection[Square]) -> bool:
    """Return True if a piece has come to a square: it may have left one of a faulty sensor."""
    changed = contradicting(shown, expectation.snapshot, faulty)
    return any(shown[square] is not SquareState.EMPTY for square in changed)


def _is_begun(
    candidate: Candidate, expectation: Expectation, shown: Snapshot, faulty: Collection[Square]
) -> bool:
    """Return True if all changes belong to a move whose piece was seen to leave its square, e.g. to
    a push whose pushed piece is still in the hand."""
    origin = candidate.origin
    left = origin is not None and origin not in faulty and shown[origin] is SquareState.EMPTY
    return left and candidate.touched.issuperset(contradicting(shown, expectation.snapshot, faulty))


def _likely_come(
    candidates: Sequence[Candidate], shown: Snapshot, faulty: Collection[Square]
) -> list[Candidate]:
    """Return the likeliest of the moves that the sensors show, but for one square that a reply may
    have changed."""
    against = [
        (sum(not agrees(shown[s], each.after[s]) for s in each.touched.difference(faulty)), index)
        for index, each in enumerate(candidates)
    ]
    likeliest = sorted(each for each in against if each[0] <= 1)
    return [candidates[index] for _, index in likeliest[:MOST_REPLIED_TO]]


def _is_shown(
    history: History,
    found: Interpretation,
    filled: Snapshot,
    shown: Snapshot,
    unproven: Collection[Square],
) -> bool:
    """Return True if a proven sensor shows a piece that the move brings or removes, or proven ones
    the whole reply to it."""
    candidate = found.make
    if candidate is None:
        return True
    if found.undo:
        # The piece that moved last may just be in the air, and one that stands where it should
        # came there with that move.
        due = history.expectation.snapshot
        news = [s for s in candidate.touched if not agrees(shown[s], due[s])]
        return _has_come(candidate, shown, {*unproven, *candidate.touched.difference(news)})
    if _has_come(candidate, shown, unproven):
        return True
    reply = explain(beyond(history.game, candidate.position), filled)
    # A piece that stands off the middle may look like the other side's, come from such a square or
    # put on the board; and the one that moved last may be going on.
    last = history.last_of_round
    doubtful = {None, *unproven, None if last is None else last.target}
    return isinstance(reply, Finished) and all(
        candidate.origin not in doubtful and _has_come(candidate, shown, unproven)
        for candidate in reply.candidates
    )


def _has_come(candidate: Candidate, shown: Snapshot, unproven: Collection[Square]) -> bool:
    """Return True if a proven sensor shows a piece that the move brings or removes."""
    came = [s for s in candidate.touched if s not in unproven and s != candidate.origin]
    return any(agrees(shown[square], candidate.after[square]) for square in came)
