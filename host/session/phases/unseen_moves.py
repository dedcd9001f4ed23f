"""Moves that were made while the host did not see the board: told by their result, or by players.

A chain of legal moves is made once its result has rested, if no other chain explains the board.
If a few do, displays offer them to choose from.  At the board players just go on: by the piece that
they lift they tell the position, and it is no matter which moves led there.  Putting the pieces
back is the other way on.

A search goes on at every call, in parts that let the host answer its page between them.  What
depends on it waits until it has ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Sequence

from host.engine.game import OnlyAhead, Square
from host.message import message
from host.recognition.chain import FEWEST_MOVES, MOST_CHAINS, Chain, ChainSearch, is_complete
from host.recognition.matching import Candidate, expect_from
from host.recognition.replies import beyond
from host.recognition.snapshot import Sight, Snapshot, SquareState, differing
from host.recognition.times import BUMPED_MS, DOUBT_MS, DWELL_MS, JUST_SO_MS, MOVE_MS, TOUCH_MS
from host.session.match_state import MatchState
from host.session.view import Choice, Notice, Severity

AT_ONCE = 500
"""Number of positions that are looked at between two turns of the host: some 10 ms."""
AGAIN_MS = 1
"""Time after which a search goes on."""
KEPT = 8
"""Number of searches that are kept: one snapshot takes four at most."""


class UnseenMoves:
    """Looks for moves that were made unseen since the board was last understood."""

    def __init__(self, state: MatchState) -> None:
        self._state = state
        self._found: Sequence[Chain] = ()
        self._shown: Snapshot | None = None
        """The snapshot that `_found` leads to."""
        self._by_lift: dict[Square, Chain] = {}
        self._told: Sequence[Chain] = ()
        self._told_about: Hashable = None
        """The board of which landings tell them: asked at each tick, it is the same."""
        self._told_of: Snapshot | None = None
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
        told = self._told_in_order(seen, now_ms) or self._gone_on(seen, now_ms)
        if told is not None:
            return told
        state = self._state
        game, position = state.settings.game, state.history.position
        if state.dwell.elapsed(DWELL_MS, now_ms) and is_complete(
            game, position, seen, not state.board.by_colour
        ):
            state.memory.note_unexplained(seen)
        if self._most < FEWEST_MOVES or not state.dwell.elapsed(DOUBT_MS, now_ms):
            return ()
        search = self._search_any(seen, now_ms, state.memory.unexplained)
        if search is not None and (len(search.told) != 1 or len(search.told[0]) < FEWEST_MOVES):
            return ()
        if search and not isinstance(game, OnlyAhead) and state.memory.unexplained[:-1]:
            # Pieces may have gone through those placements on their way back.
            search = self._search_any(seen, now_ms)
        if search is None:
            return None
        return search.told[0] if len(search.told) == 1 else ()

    @property
    def movers(self) -> Collection[Square]:
        """Squares of the pieces by which players may go on, and so choose."""
        return self._by_lift if self.chains else ()

    def moved_on(self, seen: Snapshot, now_ms: int) -> Chain | None:
        """Return the chain with the move by which players have gone on from what they were to
        choose about, whose piece may have moved unseen before; None if they have not, or if it
        leaves more than one position.

        Only where pieces go ahead alone: else it may be one that is put back.
        """
        state = self._state
        if not self._found or not isinstance(state.settings.game, OnlyAhead):
            return None
        if state.stands:
            self._found, self._shown, self._by_lift = (), None, {}  # they have been put back
        elif seen != self._shown and state.dwell.elapsed(DOUBT_MS, now_ms):
            following = self._following(seen)
            if len(following) == 1:
                return following[0]
        return None

    def _following(self, seen: Snapshot) -> Sequence[Chain]:
        """Return the chains to choose from, each with a move more that leads to what is seen, but
        one for each position."""
        state, found = self._state, dict[Hashable, Chain]()
        sight = Sight(by_sides=not state.board.by_colour).of
        shown = sight(seen)
        for position, chain in self._ends().items():
            for candidate in expect_from(state.settings.game, position).candidates:
                if sight(candidate.after) == shown:
                    found.setdefault(candidate.position, (*chain, candidate.move))
        return tuple(found.values())

    def _gone_on(self, seen: Snapshot, now_ms: int) -> Chain | None:
        """Return the chain after which players go on, as they lift the piece that moves then; None
        if they do not."""
        changed = [] if self._shown is None else differing(seen, self._shown)
        if len(changed) != 1 or seen[changed[0]] is not SquareState.EMPTY:
            return None
        chain = self._by_lift.get(changed[0])
        return chain if chain and self._state.dwell.elapsed(TOUCH_MS, now_ms) else None

    def _told_in_order(self, seen: Snapshot, now_ms: int) -> Chain | None:
        """Return the moves that the order tells in which pieces have come to their squares, once
        the board has rested; None if it tells none."""
        state = self._state
        game = state.settings.game
        if state.settings.opponent is not None or not isinstance(game, OnlyAhead):
            return None  # its moves are told before they are made
        if not state.dwell.elapsed(DWELL_MS, now_ms):
            return None
        position, by_sides = state.history.position, not state.board.by_colour
        blind = frozenset(state.sensors.health.faults)
        rests_ms = (JUST_SO_MS, BUMPED_MS)
        elapsed_ms = max((ms for ms in rests_ms if state.dwell.elapsed(ms, now_ms)), default=0)
        about = position, seen, state.dwell.since_ms, by_sides, blind, elapsed_ms
        if about != self._told_about:
            landings = state.memory.landings
            self._told_about, self._told_of = about, seen
            self._told = landings.chains(game, position, by_sides, blind, elapsed_ms)
        return self._told[0] if len(self._told) == 1 else None

    def ask(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        """Have players choose, where several chains lead to what is seen, once it has lasted, and
        they have been found."""
        state = self._state
        if seen == self._shown:
            return []
        if 1 < len(self._told) <= MOST_CHAINS and self._told_of == seen:
            return self._ask_about(self._told, seen)
        following = self._following(seen) if isinstance(state.settings.game, OnlyAhead) else ()
        if following and state.dwell.elapsed(DOUBT_MS, now_ms):
            return self._ask_about(following, seen)
        if self._most < FEWEST_MOVES or not state.dwell.elapsed(DOUBT_MS, now_ms):
            return []
        search = self._search_any(seen, now_ms, state.memory.unexplained)
        if search is None:
            return []
        # A piece that is lifted tells nothing yet: it may be the one by which players go on.
        return self._ask_about(search.told, seen) if search.told else []

    def _ask_about(self, chains: Sequence[Chain], seen: Snapshot) -> list[Notice]:
        """Have players choose between chains that lead to what is seen, if there are several."""
        self._shown, self._found = seen, chains
        if len(self._found) < 2:
            self._found = ()
        self._by_lift = self._first_by_lift(seen)
        if not self._found:
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
        if state.memory.has_watched and isinstance(state.settings.game, OnlyAhead):
            return False
        game, position = state.settings.game, state.history.position
        again = state.history.undone
        is_again = again is not None and (again.before.position, again.move) == (
            position,
            made.move,
        )
        is_put = made.origin is None and made.target is not None
        shown = state.left.undone or (position, made.move) in state.memory.recent
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
        state.board.take_sides(state.history.expectation.snapshot)
        return [*notices, *state.tick(now_ms)]

    def _search_any(
        self, seen: Snapshot, now_ms: int, waypoints: Sequence[Snapshot] = ()
    ) -> ChainSearch | None:
        """Return the search as `_search` does; on a board whose sensors tell no sides, if the
        guessed ones tell no chain, that without sides."""
        search = self._search(seen, now_ms, waypoints)
        if search is None or search.told or not self._state.board.by_colour:
            return search
        return self._search(seen, now_ms, waypoints, by_sides=False)

    def _search(
        self,
        seen: Snapshot,
        now_ms: int,
        waypoints: Sequence[Snapshot] = (),
        by_sides: bool = True,
    ) -> ChainSearch | None:
        """Return the search for the chains to what is seen; None until it has ended."""
        state = self._state
        about = state.history.position, seen, self._longest, tuple(waypoints), by_sides
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

    def _first_by_lift(self, seen: Snapshot) -> dict[Square, Chain]:
        """Return the first chain to the position in which a piece moves, by its square, where that
        is but one position, and the piece is not among those that may be put back."""
        game, due = self._state.settings.game, self._state.history.expectation.snapshot
        movers = [
            (square, chain)
            for position, chain in self._ends().items()
            for square in game.movable_squares(position)
            if seen[square] is due[square]
        ]
        times = Counter(square for square, _ in movers)
        return {square: chain for square, chain in movers if times[square] == 1}

    def _ends(self) -> dict[Hashable, Chain]:
        """Return the positions to which the chains to choose from lead, each with the first that
        leads there."""
        firsts: dict[Hashable, Chain] = {}
        for chain in self._found:
            firsts.setdefault(self._end_of(chain), chain)
        return firsts

    def _end_of(self, chain: Chain) -> Hashable:
        """Return the position to which moves lead, and the passes that they force."""
        game, position = self._state.settings.game, self._state.history.position
        for move in chain:
            position = game.play(beyond(game, position).position, move)
        return beyond(game, position).position

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
