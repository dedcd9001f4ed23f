"""Gestures: actions that players take on the board itself, other than moves.

    menu      two pieces of one side are lifted and held off the board, all else untouched; empty
              squares are lit then, each for one thing to do
    chosen    one of the two is put on such a square and left there; its neighbours light up one
              after the other until it is done, and lifting it again stops it
    closed    both are put back where they were, or anything else is touched

No legal move of any game begins with two pieces of the mover in the air for so long; should one
lead through that snapshot all the same, the menu stays closed.  Nothing that happens by itself
chooses anything: pieces that are knocked over or swept off open a menu at most, and setting them up
again closes it.  A square of the menu is none to which one of the two pieces may be moved, so no
choice can become a move either, and no two of them touch, so a piece put carelessly chooses none.

Pure: snapshots and how long they have lasted come in; what is decided and what is shown goes out.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from types import MappingProxyType

from host.engine.game import AnyGame, Piece, Side, Square
from host.guidance.lighting import Mark
from host.guidance.progress import Count
from host.message import Message, message
from host.recognition.dwell_timer import DwellTimer
from host.recognition.history import History
from host.recognition.matching import Unexplained, explain
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot, SquareState, differing
from host.recognition.times import HOLD_MS, PASSING_MS
from host.session.view import Action, Item

STEPS, STEP_MS = 4, 500
"""Steps, and their length, in which the time on a square of the menu, or of a piece that is held to
confirm, is shown."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu on the board; a value.

    Attributes:
        side: whose pieces have opened it.
        base: the snapshot without anything in the air.
        homes: where the two pieces belong.
        places: what each of its squares does, from left to right.
        words: what those squares are called.
    """

    side: Side
    base: Snapshot
    homes: Mapping[Square, Piece]
    places: Mapping[Square, Action]
    words: Mapping[Square, Message]

    def chosen(self, seen: Snapshot) -> Square | None:
        """Return the square that one of the two pieces stands on; None if all is not just so."""
        own = STATE_OF_SIDE[self.side]
        found = [square for square in self.places if seen[square] is own]
        return found[0] if len(found) == 1 and seen == self._open(found[0]) else None

    def waits(self, seen: Snapshot) -> bool:
        """Return True if both pieces are in the air, and nothing else is touched."""
        return seen == self._open()

    def _open(self, place: Square | None = None) -> Snapshot:
        """Return the snapshot with both pieces in the air, or one of them on a place."""
        states = list(self.base)
        for square in self.homes:
            states[square] = SquareState.EMPTY
        if place is not None:
            states[place] = STATE_OF_SIDE[self.side]
        return tuple(states)


def menu_of(history: History, seen: Snapshot, actions: Mapping[Action, Message]) -> Menu | None:
    """Return the menu that a snapshot opens; None if it opens none.

    Args:
        history: of the game that is played.
        seen: what the board shows.
        actions: what may be done and what that is called, in their order; where the board has too
            little room, the last of them are left out.
    """
    expectation, last = history.expectation, history.last_of_round
    homes = lifted_by_one(expectation.snapshot, seen)
    if len(homes) != 2 or not isinstance(explain(expectation, seen), Unexplained):
        return None
    reached = {
        candidate.target for candidate in expectation.candidates if candidate.origin in homes
    }
    if last is not None and last.target in homes:
        # It may still be put elsewhere, or back.
        before = last.before.candidates
        reached |= {candidate.target for candidate in before if candidate.origin == last.origin}
        reached.add(last.origin)
    free = [
        square
        for square, state in enumerate(expectation.snapshot)
        if state is SquareState.EMPTY and square not in reached
    ]
    squares = row_of(free, expectation.snapshot, history.game.size, len(actions))
    if not squares:
        return None
    pieces = MappingProxyType({square: expectation.pieces[square] for square in homes})
    places = MappingProxyType(dict(zip(squares, actions, strict=False)))
    words = MappingProxyType(dict(zip(squares, actions.values(), strict=False)))
    return Menu(pieces[homes[0]].side, expectation.snapshot, pieces, places, words)


def lifted_by_one(base: Snapshot, seen: Snapshot) -> tuple[Square, ...]:
    """Return the squares whose pieces, all of one side, are in the air while nothing else is
    touched."""
    squares = lifted(base, seen) or ()
    return squares if len({base[square] for square in squares}) == 1 else ()


def lifted(base: Snapshot, seen: Snapshot) -> tuple[Square, ...] | None:
    """Return the squares that have become empty; None if anything else is different."""
    changed = tuple(differing(seen, base))
    return None if any(seen[square] is not SquareState.EMPTY for square in changed) else changed


def row_of(
    free: Sequence[Square], base: Snapshot, size: tuple[int, int], count: int
) -> tuple[Square, ...]:
    """Return free squares in the middle ranks, each at least two files right of the one before.

    As many as there is room for, at most `count`; as much in one rank as possible, near the middle
    of the board, and rather away from standing pieces.
    """
    files, ranks = size
    margin = ranks // 4
    middle = [s for s in free if margin <= s // files < ranks - margin]

    def cost(square: Square, rank: int) -> int:
        crowded = any(base[near] is not SquareState.EMPTY for near in neighbours(square, size))
        return 4 * abs(square // files - rank) + crowded

    def best(file: int, rank: int) -> Square | None:
        squares = [square for square in middle if square % files == file]
        return min(squares, key=lambda square: cost(square, rank), default=None)

    # The two middle ranks of an even board are equally near the middle.
    lines = sorted(range(margin, ranks - margin), key=lambda rank: abs(2 * rank + 1 - ranks))
    for number in range(min(count, (files + 1) // 2), 0, -1):
        rows: list[tuple[int, tuple[Square, ...]]] = []
        for order, rank in enumerate(lines):
            for chosen in combinations(range(files), number):
                if any(right - left < 2 for left, right in pairwise(chosen)):
                    continue
                row = [square for file in chosen if (square := best(file, rank)) is not None]
                if len(row) == number:
                    rows.append((sum(cost(s, rank) for s in row) + order // 2, tuple(row)))
        if rows:
            return min(rows)[1]
    return ()


def neighbours(square: Square, size: tuple[int, int]) -> list[Square]:
    """Return the squares around one, clockwise, beginning above it."""
    files, ranks = size
    x, y = square % files, square // files
    around = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    return [
        (y + dy) * files + x + dx
        for dx, dy in around
        if 0 <= x + dx < files and 0 <= y + dy < ranks
    ]


def steps_done(dwell: DwellTimer, now_ms: int) -> int:
    """Return the steps that the snapshot has lasted, up to `STEPS`; ask to be woken at the next."""
    steps = 0
    while steps < STEPS and dwell.elapsed((steps + 1) * STEP_MS, now_ms):
        steps += 1
    return steps


def ring(
    square: Square, steps: int, size: tuple[int, int], but: Container[Square] = ()
) -> list[Mark]:
    """Return the marks around a square that show the steps that are done.

    Args:
        but: squares that keep their own light.
    """
    around = neighbours(square, size)
    filled = around[: len(around) * steps // STEPS]
    return [Mark(near, "menu", "progress", "") for near in filled if near not in but]


def put_back(game: AnyGame, square: Square, piece: Piece) -> Mark:
    """Return the mark of the square where a piece belongs that is in the air."""
    words = message("guidance.light.put_back_here", piece=game.describe_piece(piece))
    return Mark(square, "putback", "home", words, tint=piece.name, side=piece.side)


class Gestures:
    """The menu of one board, while hands open it, choose from it and close it.

    Attributes:
        menu: None while it is closed.
    """

    def __init__(self) -> None:
        self.menu: Menu | None = None
        self._chosen: Square | None = None
        self._step = 0

    def close(self) -> None:
        """Close the menu; nothing is chosen any more."""
        self.menu = None
        self._chosen = None

    def watch(
        self,
        history: History,
        seen: Snapshot,
        actions: Callable[[], Mapping[Action, Message]],
        dwell: DwellTimer,
        now_ms: int,
    ) -> tuple[Action, Side, Square] | None:
        """Take in what the board shows.

        Args:
            history, seen: as for `menu_of`.
            actions: returns the argument `actions` of `menu_of`; called only when a menu opens.
            dwell: timer of `seen`.

        Returns:
            The chosen action, the side that chose it and its square, once the choice has lasted;
            the menu is closed then.  None before that.
        """
        if self.menu is not None and self.menu.base != history.expectation.snapshot:
            self.close()
        menu = self.menu
        if menu is None:
            held = len(lifted_by_one(history.expectation.snapshot, seen)) == 2
            if held and dwell.elapsed(HOLD_MS, now_ms):
                self.menu = menu_of(history, seen, actions())
            return None
        self._chosen = menu.chosen(seen)
        if self._chosen is None:
            if not menu.waits(seen) and (seen == menu.base or dwell.elapsed(PASSING_MS, now_ms)):
                self.close()
            return None
        self._step = steps_done(dwell, now_ms)
        if self._step < STEPS:
            return None
        square = self._chosen
        self.close()
        return menu.places[square], menu.side, square

    @property
    def items(self) -> tuple[Item, ...]:
        """The squares of the menu for displays, from left to right."""
        if self.menu is None:
            return ()
        return tuple(
            Item(
                action,
                square,
                self.menu.words[square],
                Count(self._step, STEPS) if square == self._chosen else None,
            )
            for square, action in self.menu.places.items()
        )

    def marks(self, game: AnyGame) -> list[Mark]:
        """Return the menu on the lights, with the way out of it: where the two pieces belong."""
        if self.menu is None:
            return []
        marks = [put_back(game, square, piece) for square, piece in self.menu.homes.items()]
        if self._chosen is None:
            return marks + [
                Mark(square, "menu", action.value, self.menu.words[square])
                for square, action in self.menu.places.items()
            ]
        words = self.menu.words[self._chosen]
        piece = game.piece_noun
        stop = message("guidance.light.lift_to_stop", action=words, kind=piece)
        marks.append(Mark(self._chosen, "menu", "chosen", stop))
        return marks + ring(self._chosen, self._step, game.size, but=self.menu.homes)
