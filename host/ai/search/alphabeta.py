"""Foresight: thinks so many plies ahead in any game, and says which move looks best then.

It is alpha-beta (Knuth and Moore), deepened ply by ply, over nothing but the `Game` protocol:

- A worth is always the side's that is to move.  Turns need not alternate: only where the other
  side is to move next, worth and window change their sign.
- What was found out is noted by position (`notes.py`), and the move that was best there is tried
  first.  Far from the horizon the other moves are tried in the order in which they look good at
  a glance (`appraisal.py`), close to it by where they have refuted something before (killers and
  the history heuristic).
- The first move is searched in full, the others with an empty window, to show that they are no
  better; late ones less deep at first.  What seems to be better after all is searched again.
- A position in which there is only one move, such as a pass, costs no ply.
- At the horizon a position is only judged when it is quiet: where the last move has turned the
  judgement by more than `SWING`, as a capture does, the replies are looked at first; whoever is
  to move may also leave it as it is.

A win that it sees is exact, as all replies to it were searched to the end of the game, if its eyes
overlook none.  All else is a rule of thumb.  The same position, eyes, leanings and number of nodes
give the same move.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from host.ai.limits import DEFAULT_MB, StopCondition, never_stop
from host.ai.search.evaluation import evaluation_of
from host.ai.search.move_ordering import MoveOrdering
from host.ai.search.result import LIMIT, SURE, WON, SearchResult
from host.ai.search.transposition_table import EXACT, LEAST, MOST, TranspositionTable
from host.engine.game import AnyGame, Side, UncheckedPlay

PATIENCE = 64
"""How many nodes are visited between two questions whether to stop: a few milliseconds."""
DEEPEST = 64
"""How many plies are thought ahead at most."""
BOTTOM = 2 * DEEPEST
"""No line is followed farther, forced moves and all."""
LATE, VERY_LATE = 6, 20
"""From which move of a position on one ply less is searched at first, and from which on two."""
SWING = 60
"""A last move that turns the judgement by more has taken something: a piece is worth about 100."""
UNREST = 3
"""How many plies of replies to such moves are looked at beyond the horizon."""

SquareState: TypeAlias = Callable[[Hashable, Sequence[Hashable], int], Sequence[Hashable]]
"""Which of the legal moves of a position are seen, so many plies ahead; one at least."""
Leaning: TypeAlias = Callable[[Hashable], int]
"""How much more than it is worth one likes a move of the position on the board."""


def all_seen(position: Hashable, moves: Sequence[Hashable], ply: int) -> Sequence[Hashable]:
    """The `SquareState` that overlooks nothing."""
    return moves


def no_leaning(move: Hashable) -> int:
    """The `Leaning` that likes no move better than another."""
    return 0


class _StoppedError(Exception):
    """No more shall be thought."""


class AlphaBeta:
    """One search of one game at a time, and the notes of all of them.

    Args:
        game: any.
        megabytes: for the notes.
        sight: what is seen.
        leaning: what is liked.
        unrest: how many plies of replies to captures are looked at beyond the horizon.

    Attributes:
        nodes: how many positions were visited since it was made.

    Raises:
        ValueError: the notes cannot have that size.
    """

    def __init__(
        self,
        game: AnyGame,
        megabytes: int = DEFAULT_MB,
        sight: SquareState = all_seen,
        leaning: Leaning = no_leaning,
        unrest: int = UNREST,
    ) -> None:
        self.nodes = 0
        self._game = game
        self._after = game.play_unchecked if isinstance(game, UncheckedPlay) else game.play
        self._glance = evaluation_of(game)
        self._sight = sight
        self._leaning = leaning
        self._unrest = unrest
        self._notes = TranspositionTable(megabytes)
        self._stop: StopCondition = never_stop
        self._promises = MoveOrdering(BOTTOM)

    def think(
        self, position: Hashable, stop: StopCondition = never_stop, plies: int = DEEPEST
    ) -> SearchResult:
        """The last of `thoughts`."""
        for thought in self.thoughts(position, stop, plies):
            last = thought
        return last

    def thoughts(
        self, position: Hashable, stop: StopCondition = never_stop, plies: int = DEEPEST
    ) -> Iterator[SearchResult]:
        """What is thought of a position, again for each ply deeper; at least once.

        The first is a glance at each move.  It ends when the end of the game is certain, or
        when there is no choice.

        Args:
            stop: ends it, also in the midst of a ply; what was found better by then counts.
            plies: how many are thought ahead at most.

        Raises:
            ValueError: the game is over.
        """
        legal = self._game.legal_moves(position)
        if not legal:
            raise ValueError(f"the game is over in {self._game.position_text(position)!r}")
        self._stop = stop
        self._promises = MoveOrdering(BOTTOM)
        first = self.nodes
        turn = self._game.turn(position)
        moves = [
            (move, after, self._leaning(move), self._looks(after, turn, 1))
            for move, after in (
                (move, self._after(position, move)) for move in self._sight(position, legal, 0)
            )
        ]
        self.nodes += len(moves)
        moves.sort(key=lambda entry: -entry[2] - entry[3])
        move, after, _, worth = moves[0]
        thought = SearchResult(move, worth, (move,), 0, self.nodes - first)
        yield thought
        for deep in range(1, plies + 1):
            if (len(legal) == 1 and deep > 1) or abs(worth) > SURE or stop():
                return
            best: int | None = None
            whole = True
            try:
                for number, (_, after, liked, _) in enumerate(moves):
                    low = -LIMIT if best is None else best - liked
                    found = self._try(after, turn, deep - 1, 0, low, LIMIT, 1, number == 0) + liked
                    if best is None or found > best:
                        # What was found best by then is kept, should the time end now.
                        moves.insert(0, moves.pop(number))
                        best, worth = found, found - liked
            except _StoppedError:
                whole = False
            if best is None:
                yield replace(thought, nodes=self.nodes - first)
                return
            move, after = moves[0][:2]
            line = (move, *self._line(after, 2 * deep))
            thought = SearchResult(move, worth, line, deep - (not whole), self.nodes - first)
            yield thought
            if not whole:
                return

    def _line(self, position: Hashable, plies: int) -> Iterator[Hashable]:
        """The best moves from a position on that are remembered."""
        for _ in range(plies):
            note = self._notes.read(position)
            if note is None or note[3] not in self._game.legal_moves(position):
                return
            yield note[3]
            position = self._after(position, note[3])

    def _worth(self, position: Hashable, plies: int, low: int, high: int, ply: int) -> int:
        """What a position is worth to the side to move, exactly if that is between two bounds.

        Args:
            plies: how many more are searched.
            ply: how many lie between it and the position on the board.
        """
        self._count()
        game = self._game
        turn = game.turn(position)
        if plies <= 0 or ply >= BOTTOM:
            worth = self._looks(position, turn, ply)
            return self._rest(position, worth, low, high, ply, self._unrest)
        note = self._notes.read(position)
        known: Hashable = None
        if note is not None:
            deep, bound, worth, known = note
            if deep >= plies:
                # A certain end is noted by its distance from the position.
                worth += -ply if worth > SURE else ply if worth < -SURE else 0
                if bound == EXACT or (worth >= high if bound == LEAST else worth <= low):
                    return worth
        legal = game.legal_moves(position)
        if not legal:
            return self._looks(position, turn, ply)
        left = plies if len(legal) == 1 else plies - 1
        stand = 0 if left else self._glance(position)
        best, chosen, begin = -LIMIT, legal[0], low
        for number, (move, after) in enumerate(self._tried(position, legal, known, plies, ply)):
            if left:
                less = 0 if plies < 3 else (number >= LATE) + (plies > 3 and number >= VERY_LATE)
                worth = self._try(after, turn, left, less, low, high, ply + 1, number == 0)
            else:
                worth = self._leaf(after, turn, stand, low, high, ply + 1, self._unrest)
            if worth > best:
                best, chosen = worth, move
                low = max(low, best)
                if best >= high:
                    self._promises.refutes(turn, move, plies, ply)
                    break
        bound = MOST if best <= begin else LEAST if best >= high else EXACT
        noted = best + (ply if best > SURE else -ply if best < -SURE else 0)
        self._notes.write(position, (plies, bound, noted, chosen))
        return best

    def _try(
        self,
        after: Hashable,
        turn: Side,
        plies: int,
        less: int,
        low: int,
        high: int,
        ply: int,
        first: bool,
    ) -> int:
        """What a move is worth to the side that made it, as `_worth`.

        Args:
            less: by how many plies it is searched less at first.
            first: whether it is thought to be the best: then it is searched in full at once, else
                it is to be shown that it is not worth more than `low`.
        """
        same = self._game.turn(after) is turn
        if less:
            worth = self._signed(after, same, plies - less, low, low + 1, ply)
            if worth <= low:
                return worth
        if not first and high - low > 1:
            worth = self._signed(after, same, plies, low, low + 1, ply)
            if worth <= low or worth >= high:
                return worth
        return self._signed(after, same, plies, low, high, ply)

    def _signed(
        self, after: Hashable, same: bool, plies: int, low: int, high: int, ply: int
    ) -> int:
        if same:
            return self._worth(after, plies, low, high, ply)
        return -self._worth(after, plies, -high, -low, ply)

    def _leaf(
        self, after: Hashable, turn: Side, stand: int, low: int, high: int, ply: int, unrest: int
    ) -> int:
        """What a move at the horizon is worth to the side that made it.

        Args:
            stand: how that side stood before it.
            unrest: how many plies of replies may be looked at.
        """
        self._count()
        worth = self._looks(after, turn, ply)
        if not unrest or not SWING < worth - stand < SURE:
            return worth
        if self._game.turn(after) is turn:
            return self._rest(after, worth, low, high, ply, unrest - 1)
        return -self._rest(after, -worth, -high, -low, ply, unrest - 1)

    def _rest(
        self, position: Hashable, stand: int, low: int, high: int, ply: int, unrest: int
    ) -> int:
        """What a position beyond the horizon is worth to the side to move.

        Args:
            stand: how it looks to that side at a glance, which is the least that it is worth.
            unrest: how many plies of replies may be looked at.
        """
        if not unrest or stand >= high or abs(stand) > SURE:
            return stand
        turn, best = self._game.turn(position), stand
        legal = self._game.legal_moves(position)
        for move, after in self._tried(position, legal, None, 1, ply):
            worth = self._leaf(after, turn, stand, max(low, best), high, ply + 1, unrest)
            if worth > best:
                best = worth
                if best >= high:
                    self._promises.refutes(turn, move, 1, ply)
                    break
        return best

    def _looks(self, after: Hashable, turn: Side, ply: int) -> int:
        """How a position looks at a glance to one of the sides, `ply` plies ahead."""
        outcome = self._game.outcome(after)
        if outcome is None:
            worth = self._glance(after)
            return worth if self._game.turn(after) is turn else -worth
        if outcome.winner is None:
            return 0
        return WON - ply if outcome.winner is turn else ply - WON

    def _tried(
        self,
        position: Hashable,
        legal: Sequence[Hashable],
        known: Hashable,
        plies: int,
        ply: int,
    ) -> Iterator[tuple[Hashable, Hashable]]:
        """The moves that are seen and what they lead to, the most promising first."""
        turn = self._game.turn(position)
        moves = list(self._sight(position, legal, ply))
        if known in moves:
            moves.remove(known)
            yield known, self._after(position, known)
        promise = self._promises.of(turn, moves, ply)
        if plies < 2:
            for move in sorted(moves, key=promise.__getitem__, reverse=True):
                yield move, self._after(position, move)
            return
        found = []
        for move in moves:
            self._count()
            after = self._after(position, move)
            found.append((self._looks(after, turn, ply + 1), promise[move], move, after))
        found.sort(key=lambda entry: entry[:2], reverse=True)
        for _, _, move, after in found:
            yield move, after

    def _count(self) -> None:
        """Count a node; leave the search if it is to stop.

        Raises:
            _StoppedError: it is.
        """
        self.nodes += 1
        if not self.nodes % PATIENCE and self._stop():
            raise _StoppedError
