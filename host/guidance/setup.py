"""Guide for setting up the pieces: the next step towards a position.

At the first set-up, after a fill, and when a match is resumed.  One step at a time is shown,
in this order:

    1  a piece that is not seen clearly, the two sides exchanged
    2  a piece that was put where it does not belong
    3  a lifted piece, if its place is free
    4  the first place in order that is still to fill, from where the piece stands if that is
       known
    5  a piece that belongs nowhere

If the place of a piece is taken, the piece that stands there is moved first.  Players may set up in
any order: only the whole board has to be right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from host.engine.game import AnyGame, Piece, Side, Square
from host.guidance import phrases
from host.guidance.corrections import Correction
from host.guidance.lighting import Mark
from host.guidance.marks import due_marks
from host.guidance.progress import Count
from host.message import Words, message, sentences
from host.recognition.piece_tracker import PieceTracker, StandingPiece
from host.recognition.snapshot import Snapshot, SquareState, inverted, snapshot_of


@dataclass(frozen=True, slots=True)
class Goal:
    """Pieces that should stand on the board, and in which order they are placed.

    Attributes:
        pieces: by square.
        order: the squares in the order in which they are filled.
    """

    pieces: Mapping[Square, Piece]
    order: tuple[Square, ...]


def goal_of(pieces: Mapping[Square, Piece], order: Sequence[Square] = ()) -> Goal:
    """Return the goal of these pieces.

    Args:
        order: of the squares to fill; empty for a1, b1, and so on.
    """
    return Goal(pieces, tuple(order) or tuple(sorted(pieces)))


@dataclass(frozen=True, slots=True)
class Step:
    """Next step of setting up.

    Attributes:
        correction: the step in words and on the lights; None if the goal is reached.
        count: pieces that stand where they belong, of all.
        wrong: True if a piece was put on a wrong square, rather than is still missing.
        misplaced: squares whose piece is missing or wrong.
    """

    correction: Correction | None
    count: Count
    wrong: bool = False
    misplaced: frozenset[Square] = frozenset()


def next_step(
    game: AnyGame, goal: Goal, seen: Snapshot, known: PieceTracker, by_colour: bool = False
) -> Step:
    """Return the next step towards the goal.

    Args:
        game: names pieces and squares.
        goal: what should stand where.
        seen: what the board shows now.
        known: which piece is which, updated with `seen`.
        by_colour: True if the sensors tell no sides, so that no magnet can be the wrong way up.
    """
    return _Comparison(game, goal, seen, known, by_colour).step()


def exchanged_rows(game: AnyGame, due: Mapping[Square, Piece], seen: Snapshot) -> Correction | None:
    """Return the correction of a board with the sides exchanged; None if they are not.

    One piece is to be taken off first; then the set-up leads on.
    """
    wanted = snapshot_of(due, len(seen))
    if seen != inverted(wanted) or seen == wanted:
        return None
    first = min(due)
    words = message("guidance.light.of_the_other_side")
    rest = [mark for mark in due_marks(game, due) if mark.square != first]
    return Correction(phrases.SWAPPED, (Mark(first, "illegal", "square", words), *rest))


def unclear(due: Mapping[Square, Piece], seen: Snapshot, files: int) -> Correction | None:
    """Return the correction of a board on which all stands but for what is not seen clearly; None
    if anything else is missing or wrong, or nothing is."""
    wanted = snapshot_of(due, len(seen))
    doubtful = [square for square, state in enumerate(seen) if state is SquareState.UNSURE]
    stands = all(s is was or s is SquareState.UNSURE for s, was in zip(seen, wanted, strict=True))
    return _put_again(doubtful[0], files) if doubtful and stands else None


def _put_again(square: Square, files: int) -> Correction:
    """Return the correction of a piece that is not seen clearly."""
    words = message("guidance.light.not_seen_clearly")
    return Correction(phrases.unclear(square, files), (Mark(square, "putback", "now", words),))


class _Comparison:
    """Comparison of a board with its goal."""

    def __init__(
        self, game: AnyGame, goal: Goal, seen: Snapshot, known: PieceTracker, by_colour: bool
    ) -> None:
        self.game = game
        self.by_colour = by_colour
        self.files = game.size[0]
        self.due = goal.pieces
        self.seen = seen
        self.known = known
        self.open = [square for square in goal.order if not self._stands(square)]
        self.count = Count(len(goal.order) - len(self.open), len(goal.order))
        self.strays = [
            square
            for square, found in sorted(known.on.items())
            if square not in self.due or found.is_not(self.due[square])
        ]

    def _stands(self, square: Square) -> bool:
        found = self.known.on.get(square)
        return (
            found is not None
            and found.may_be(self.due[square])
            and self.seen[square] is not SquareState.UNSURE
        )

    def step(self) -> Step:
        correction = self._unclear() or exchanged_rows(self.game, self.due, self.seen)
        wrong = None if correction is not None else self._put_wrong()
        correction = correction or wrong or self._lifted() or self._in_order() or self._left_over()
        misplaced = frozenset((*self.open, *self.strays))
        return Step(correction, self.count, wrong is not None, misplaced)

    def _unclear(self) -> Correction | None:
        for square, state in enumerate(self.seen):
            if state is SquareState.UNSURE:
                return _put_again(square, self.files)
        return None

    def _put_wrong(self) -> Correction | None:
        """Return the correction of a piece put on the place of another; None if there is none."""
        for square in self.strays:
            found = self.known.on[square]
            if not found.moved or square not in self.due:
                continue
            text = phrases.wrong_piece(self.game, self._named(found), self.due[square], square)
            marks = [
                Mark(
                    square,
                    "illegal",
                    "square",
                    message("guidance.light.another_piece_belongs_here"),
                )
            ]
            goes = self._place_of(found)
            if goes is not None and goes not in self.known.on:
                remedy = phrases.carry(self.game, self._named(found), square, goes)
                marks.append(self._here(goes))
            else:
                remedy = phrases.take_off(square, self.files)
            if self._may_be_upside_down(square):
                remedy = sentences(remedy, phrases.OR_UPSIDE_DOWN)
            return Correction(sentences(text, remedy), (*marks, *self._rest(square, goes)))
        return None

    def _may_be_upside_down(self, square: Square) -> bool:
        """Return True if the piece on a square may be one of the other side, upside down.

        It stands where one of the other side belongs, and its own side has a piece too many.
        """
        side = self.known.on[square].side
        standing = sum(found.side is side for found in self.known.on.values())
        due = sum(piece.side is side for piece in self.due.values())
        return not self.by_colour and self.due[square].side is not side and standing > due

    def _named(self, found: StandingPiece) -> Piece | Side:
        """Return the piece with its name if that is known, else its side."""
        place = self._place_of(found)
        return found.side if place is None else self.due[place]

    def _place_of(self, found: StandingPiece) -> Square | None:
        """Return the place of a piece; None if its name is not known, or it belongs nowhere.

        Of several of that name, as stones have, it is the first place that is still to fill.
        """
        if found.piece is None:
            return None
        places = [square for square, piece in self.due.items() if found.may_be(piece)]
        return min(places, key=lambda square: square not in self.open, default=None)

    def _lifted(self) -> Correction | None:
        """Return the correction for one of the lifted pieces."""
        taken: Square | None = None
        for square in self.open:
            piece = self.due[square]
            if not any(lifted.may_be(piece.name) for lifted in self.known.lifted[piece.side]):
                continue
            if square not in self.known.on:
                return self._carry(square, phrases.belongs(self.game, piece, square))
            taken = square if taken is None else taken
        return None if taken is None else self._clear(taken)

    def _in_order(self) -> Correction | None:
        """Return the first open place in order, with the piece that belongs there."""
        for square in self.open:
            if square in self.known.on:
                return self._clear(square)
            piece = self.due[square]
            origin = self._origin_of(piece, square)
            if origin is None:
                text = phrases.set_up(phrases.belongs(self.game, piece, square))
                return self._carry(square, text)
            named = self._named(self.known.on[origin])
            return self._carry(square, phrases.carry(self.game, named, origin, square), origin)
        return None

    def _origin_of(self, piece: Piece, place: Square) -> Square | None:
        """Return the square of a piece; None if it is not on the board or not known."""
        found = [s for s in self.strays if self.known.on[s].may_be(piece)]
        certain = [s for s in found if self.known.on[s].piece is not None]
        if not certain and len(found) == 1:
            # The only misplaced piece of its side, and only one place of the side is open.
            places = [s for s in self.open if self.due[s].side is piece.side]
            certain = found if places == [place] else []
        return min(certain, key=lambda square: self._distance(square, place), default=None)

    def _distance(self, a: Square, b: Square) -> int:
        return max(abs(a % self.files - b % self.files), abs(a // self.files - b // self.files))

    def _clear(self, square: Square, tried: frozenset[Square] = frozenset()) -> Correction:
        """Make a place free: carry what stands there to its own, if that is free."""
        found = self.known.on[square]
        goes = self._place_of(found)
        if goes is None or goes in tried:
            text = phrases.in_the_way(self.game, self._named(found), square)
            if self._may_be_upside_down(square):
                text = sentences(text, phrases.OR_UPSIDE_DOWN)
            mark = Mark(square, "fill", "from", message("guidance.light.take_from_here"))
            return Correction(text, (mark, *self._rest(square)))
        if goes in self.known.on:
            return self._clear(goes, tried | {square})
        return self._carry(goes, phrases.carry(self.game, self.due[goes], square, goes), square)

    def _left_over(self) -> Correction | None:
        for square in self.strays:
            mark = Mark(square, "illegal", "square", message("guidance.light.take_this_piece_off"))
            if not self.due:
                text = phrases.clear(phrases.take_piece_off(square, self.files))
                return Correction(text, (mark,))
            return Correction(phrases.too_many(square, self.files), (mark,))
        return None

    def _carry(self, target: Square, text: Words, origin: Square | None = None) -> Correction:
        marks = [self._here(target)]
        if origin is not None:
            marks.append(Mark(origin, "fill", "from", message("guidance.light.take_from_here")))
        return Correction(text, (*marks, *self._rest(target, origin)))

    def _here(self, square: Square) -> Mark:
        piece = self.due[square]
        words = message("guidance.light.belongs_here", piece=self.game.describe_piece(piece))
        return Mark(square, "fill", "here", words, tint=piece.name, side=piece.side)

    def _rest(self, *but: Square | None) -> list[Mark]:
        """Return the other places that are still to fill."""
        return [
            Mark(
                square,
                "fill",
                "rest",
                message(
                    "guidance.light.belongs_here", piece=self.game.describe_piece(self.due[square])
                ),
                tint=self.due[square].name,
                side=self.due[square].side,
            )
            for square in self.open
            if square not in but
        ]
