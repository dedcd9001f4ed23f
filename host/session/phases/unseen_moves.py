"""Moves that were made while the host did not see the board: told by their result, or by players.

A chain of legal moves is made once its result has rested, if no other chain explains the board.
If a few do, displays offer them to choose from; putting the pieces back is the other way on.

A search goes on at every call, in parts that let the host answer its page between them.  What
depends on it waits until it has ended.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from host.engine.game import OnlyAhead
from host.message import message
from host.recognition.chain import (
    FEWEST_MOVES,
    MOVE_MS,
    Chain,
    ChainSearch,
    is_complete,
)
from host.recognition.dwell_timer import DOUBT_MS, DWELL_MS
from host.recognition.matching import Candidate
from host.recognition.snapshot import Snapshot
from host.session.match_state import MatchState
from host.session.view import Choice, Notice, Severity

AT_ONCE = 500
"""Number of positions that are looked at between two turns of the host: some 10 ms."""
AGAIN_MS = 1
"""Time after which a search goes on."""
KEPT = 4
"""Number of searches that are kept: one snapshot takes two at most."""


class UnseenMoves:
    """Looks for moves that were made unseen since the board was last understood."""

    def __init__(self, state: MatchState) -> None:
        self._state = state
        self._found: Sequence[Chain] = ()
        self._shown: Snapshot | None = None
        """The snapshot that `_found` leads to."""
        self._searches: dict[Hashable, ChainSearch] = {}
        self._again_ms = 0
        """When those that have begun go on, however often this is called before."""

    @property
    def chains(self) -> Sequence[Chain]:
        """Those that explain what the board shows, while players are to choose one."""
        return self._found if self._state.board.seen == self._shown else ()

    @property
    def choices(self) -> Sequence[Choice]:
        """Return the chains to choose from."""
        return tuple(
            Choice(text, text, None, for_owner=True) for text in map(self._text, self.chains)
        )

    def chosen(self, text: str) -> Chain | None:
        """Return the chain of that text, if it is to be chosen from; else None."""
        return next((chain for chain in self.chains if self._text(chain) == text), None)

    def find(self, seen: Snapshot, now_ms: int) -> Chain | None:
        """Return the moves that lead to what is seen, where nothing else explains it; none if that
        may still be changing, or does not tell them; None while they are looked for."""
        state = self._state
        game, position = state.settings.game, state.history.position
        if state.dwell.elapsed(DWELL_MS, now_ms) and is_complete(game, position, seen):
            state.memory.note_unexplained(seen)
        if self._most < FEWEST_MOVES or not state.dwell.elapsed(DOUBT_MS, now_ms):
            return ()
        search = self._search(seen, now_ms, state.memory.unexplained)
        if search is not None and (len(search.told) != 1 or len(search.told[0]) < FEWEST_MOVES):
            return ()
        if search and not isinstance(game, OnlyAhead) and state.memory.unexplained[:-1]:
            # Pieces may have gone through those placements on their way back.
            search = self._search(seen, now_ms)
        if search is None:
            return None
        return search.told[0] if len(search.told) == 1 else ()

    def ask(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        """Have players choose, where several chains lead to what is seen, once it has lasted, and
        they have been found."""
        state = self._state
        if seen == self._shown:
            return []
        if self._most < FEWEST_MOVES or not state.dwell.elapsed(DOUBT_MS, now_ms):
            return []
        search = self._search(seen, now_ms, state.memory.unexplained)
        if search is None:
            return []
        self._shown, self._found = seen, search.told
        if len(self._found) < 2:
            self._found = ()
            return []
        return [Notice(Severity.WARN, message("session.which_moves"))]

    def may_explain(self, made: Candidate, undo: int, seen: Snapshot, now_ms: int) -> bool | None:
        """Return True if a recognised move with its reply, or one instead of `undo` moves, comes
        after a time in which more moves may have been made unseen; None while they are looked for.

        A single move is believed: of several there would have been passes alone between them.
        Where pieces go back too, nothing else is, unless the reply was seen to come after the move:
        a piece could nearly always have come to the same square in two moves.  No single move is
        once pieces are led back, as they may be half-way.  Only a move that was taken back before
        is rather made again; not a piece put on the board, with its reply, that was taken back on a
        display.
        """
        state = self._state
        game, position = state.settings.game, state.history.position
        again = state.history.undone
        is_again = again is not None and (again.before.position, again.move) == (
            position,
            made.move,
        )
        is_put = made.origin is None and made.target is not None
        shown = state.undone_by_hand or (position, made.move) in state.memory.recent
        if is_again and is_put and seen != made.after and not shown:
            return True  # taken back on a display: the piece is still there
        most, waypoints, jumped = self._most, state.memory.unexplained, state.memory.jumped
        is_single = not undo and seen == made.after
        if not isinstance(game, OnlyAhead):
            if jumped not in (None, seen):
                return not is_again
            in_order = jumped is None and state.memory.came_in_order(made, seen)
            return most >= FEWEST_MOVES and not (is_single or in_order or is_again)
        if most < FEWEST_MOVES or is_single:
            return False
        search = self._search(seen, now_ms, waypoints)
        if search is None:
            return None
        # Such a move with its reply is a chain of two itself.
        return search.chains is None or len(search.chains) > (not undo)

    def make(self, chain: Sequence[Hashable], now_ms: int) -> list[Notice]:
        """Make moves one after another."""
        state, notices = self._state, list[Notice]()
        for move in chain:
            candidates = state.history.expectation.candidates
            notices += state.make(next(o for o in candidates if o.move == move), now_ms)
        return [*notices, *state.tick(now_ms)]

    def _search(
        self, seen: Snapshot, now_ms: int, waypoints: Sequence[Snapshot] = ()
    ) -> ChainSearch | None:
        """Return the search for the chains to what is seen; None until it has ended."""
        state = self._state
        about = state.history.position, seen, self._longest, tuple(waypoints)
        search = self._searches.get(about)
        if search is None:
            search = ChainSearch(state.settings.game, *about)
            self._searches = dict([*self._searches.items(), (about, search)][-KEPT:])
        elif now_ms < self._again_ms and not search.has_ended:
            state.dwell.wake_at(self._again_ms)
            return None
        if search.go_on(AT_ONCE):
            return search
        self._again_ms = now_ms + AGAIN_MS
        state.dwell.wake_at(self._again_ms)
        return None

    @property
    def _most(self) -> int:
        """Number of moves that may have been made unseen since the board was last understood."""
        state = self._state
        if state.settings.opponent is not None:
            return 0  # its moves are told before they are made
        return (state.dwell.since_ms - state.memory.explained_ms) // MOVE_MS

    @property
    def _longest(self) -> int:
        """Number of moves of the longest chain: of those that there was time for, the first may
        have been under way when the board was last understood."""
        history, explained = self._state.history, self._state.memory.explained
        return self._most + (explained not in (None, history.expectation.snapshot))

    def _text(self, chain: Chain) -> str:
        """Return the moves as a record has them, in their order."""
        game, position = self._state.settings.game, self._state.history.position
        texts = []
        for move in chain:
            while len(passes := game.legal_moves(position)) == 1 and passes[0] != move:
                position = game.play(position, passes[0])
            texts.append(game.move_text(position, move))
            position = game.play(position, move)
        return " ".join(texts)
