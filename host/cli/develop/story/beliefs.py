"""Beliefs about hands, and which of them keep a session from an explanation of the board.

A copy of the session is left to rest without some of its beliefs.  If the explanation is taken
then, and not with one of them more, these are the reasons.  Nothing of recognition is told here
twice: what decides is asked.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from types import MappingProxyType

from host.cli.develop.story.explanations import Explanation, texts_of
from host.recognition.chain import FEWEST_MOVES, MOST_SUCCESSORS, ChainSearch
from host.recognition.matching import expect_from
from host.session.match_state import MatchState
from host.session.phases.play import PlayPhase


def _reduced(proxy: Mapping[object, object]) -> tuple[type, tuple[dict[object, object]]]:
    return MappingProxyType, (dict(proxy),)


copyreg.pickle(MappingProxyType, _reduced)  # else no state that has one could be copied

REST_MS = 10_000
"""Rest after which nothing more is expected of a board."""
LOOK_MS = 1000
"""Time after which a board sends its snapshot again (docs/protocols/board.md)."""
LONG_AGO_MS = 60_000
"""Longer than anything that recognition waits for."""
STEP_MS = 1000
"""Time between two steps of a move that is made slowly."""


@dataclass(frozen=True, slots=True)
class Belief:
    """A belief about how the board came about.

    Attributes:
        words: the reason that it is.
        drop: takes it from a session, in favour of an explanation.
    """

    words: str
    drop: Callable[[MatchState, Explanation], None]


def _left_by_request(state: MatchState, _one: Explanation) -> None:
    state.left.leave(None)


def _led_back(state: MatchState, _one: Explanation) -> None:
    state.left.lead_back()


def _final(state: MatchState, _one: Explanation) -> None:
    state.memory.final = False


def _goes_on(state: MatchState, _one: Explanation) -> None:
    state.memory.taken_up, state.memory._slides_until_ms = False, 0


def _cleared(state: MatchState, _one: Explanation) -> None:
    state.memory.cleared = False
    if isinstance(state.phase, PlayPhase):
        state.phase._set_up = None


def _displaced(state: MatchState, _one: Explanation) -> None:
    if isinstance(state.phase, PlayPhase):
        state.phase._displaced = None


def _captured_stand(state: MatchState, _one: Explanation) -> None:
    if isinstance(state.phase, PlayPhase):
        state.phase._captor = None


def _still_there(state: MatchState, _one: Explanation) -> None:
    for off in state.memory._off:
        off.update(range(len(state.history.expectation.snapshot)))


def _unseen(state: MatchState, _one: Explanation) -> None:
    memory = state.memory
    memory._unseen_ms = memory.explained_ms
    memory.jumped, memory.unexplained = None, ()


def _no_time(state: MatchState, _one: Explanation) -> None:
    state.memory.explained_ms = state.dwell.since_ms - LONG_AGO_MS


def _never_alone(state: MatchState, one: Explanation) -> None:
    for position, candidate in one.moves:
        state.memory.note((position, candidate.move))


def _order(state: MatchState, one: Explanation) -> None:
    """Have the pieces come as if hands had moved them one after the other."""
    memory = state.memory
    at_ms = state.dwell.since_ms - 2 * STEP_MS * len(one.moves)
    for _, candidate in one.moves:
        for square in (candidate.origin, candidate.target, *candidate.pushed):
            if square is not None:
                memory.changed_ms[square] = memory.came_ms[square] = at_ms
                at_ms += STEP_MS
    memory._unsure.clear()


def _touch_move(state: MatchState, _one: Explanation) -> None:
    state.settings = replace(state.settings, touch_move=False, serious=False)


def _others_turn(state: MatchState, _one: Explanation) -> None:
    state.settings = replace(state.settings, opponent=None)
    history = state.history
    history.expectation = expect_from(history.game, history.position)


def _sides(state: MatchState, one: Explanation) -> None:
    """Have the pieces on a board of on/off sensors be those of the explanation."""
    board = state.board
    if board.by_colour and board._sides is not None and one.moves:
        board.seen = one.moves[-1][1].after
        board._sides.settle(board.seen)


BELIEFS = (
    Belief("the sensors tell no sides, and pieces are taken for the other side's", _sides),
    Belief("a request has left the board so: it means no move", _left_by_request),
    Belief("pieces are being led to what was asked for on a display", _led_back),
    Belief("the last move is final, as the other side has touched a piece", _final),
    Belief("the piece that moved last may be moving on", _goes_on),
    Belief("the board has been cleared, as for a new set-up", _cleared),
    Belief("pieces were displaced just before and are not all home", _displaced),
    Belief("captured pieces are still to be taken off", _captured_stand),
    Belief("a piece that it captures was never seen off the board", _still_there),
    Belief("while nobody saw the board more may have been played", _unseen),
    Belief("there was not time for so many moves", _no_time),
    Belief("its move was never seen without what came after it", _never_alone),
    Belief("the pieces came in another order, or at once as if knocked", _order),
    Belief("a move stands once it is made", _touch_move),
    Belief("it is the turn of the computer or of a player elsewhere", _others_turn),
)


@dataclass(frozen=True, slots=True)
class Delay:
    """The time after which a board that stays as it is makes a change of the game.

    Attributes:
        rest_ms: counted from when the board showed it.
        record: the texts of the moves then.
    """

    rest_ms: int
    record: tuple[str, ...]


def changes_by_rest(state: MatchState, now_ms: int) -> list[Delay]:
    """Return what a session makes of its board if that stays as it is; the state is used up."""
    changes, record = list[Delay](), texts_of(state.history.plies)
    since_ms, end_ms = state.dwell.since_ms, now_ms + REST_MS
    while now_ms < end_ms:
        state.tick(now_ms)
        texts = texts_of(state.history.plies)
        if texts != record:
            record = texts
            changes.append(Delay(now_ms - since_ms, record))
        wake_ms = state.dwell.wake_ms
        now_ms = min(now_ms + LOOK_MS, max(now_ms + 1, wake_ms or end_ms))
    return changes


def reasons_against(
    state: MatchState, one: Explanation, now_ms: int
) -> tuple[int | None, tuple[str, ...]]:
    """Return the rest after which an explanation will be taken, or why it will not be.

    Returns:
        The rest in milliseconds, None if it will not be taken; and the reasons, in words.
    """
    wanted = one.record(state.history.plies)

    def taken_without(beliefs: Sequence[Belief]) -> int | None:
        copy = copy_of(state)
        for belief in beliefs:
            belief.drop(copy, one)
        changes = changes_by_rest(copy, now_ms)
        return next((each.rest_ms for each in changes if each.record == wanted), None)

    rest_ms = taken_without(())
    if rest_ms is not None:
        return rest_ms, ()
    reasons = list(BELIEFS)
    if taken_without(reasons) is None:
        return None, _search_ends(state, one)
    for belief in BELIEFS:
        fewer = [each for each in reasons if each is not belief]
        if taken_without(fewer) is not None:
            reasons = fewer
    return None, tuple(belief.words for belief in reasons)


def _search_ends(state: MatchState, one: Explanation) -> tuple[str, ...]:
    """Return why a chain of moves is not found by recognition; nothing if it is no chain."""
    game, position, seen = state.settings.game, state.history.position, state.board.seen
    if len(one.made) < FEWEST_MOVES or seen is None:
        return ()
    search = ChainSearch(game, position, seen)
    search.go_on()
    if search.chains is None:
        return (f"the search was given up after {MOST_SUCCESSORS:,} positions",)
    return (f"{len(search.chains)} chains of moves lead there",)


def copy_of(state: MatchState) -> MatchState:
    """Return a copy of a session's state that shares what is never changed."""
    history = state.history
    shared = (state.settings, history.game, history.expectation, *history.plies)
    return deepcopy(state, {id(each): each for each in shared})
