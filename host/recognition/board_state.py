"""State of the board: what its sensors show as far as it is believed, and which piece is where.

A snapshot of the sensors may be read in more than one way: a piece that seems to have changed sides
is either off the middle of its square or has been replaced in a push, and on/off sensors tell no
sides at all.  `readings` lists the ways, the likeliest first; whoever knows the game chooses one
and hands it to `accept`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from host.engine.game import Piece, Square
from host.recognition.matching import Candidate, Expectation
from host.recognition.piece_tracker import PieceTracker
from host.recognition.sensing.sensor_health import fill, states_on
from host.recognition.sensing.side_inference import SideInference
from host.recognition.snapshot import Sight, Snapshot, SquareState, snapshot_of


class BoardState:
    """State of one board.

    Attributes:
        seen: the accepted reading; None while there is no board.
        known: which piece stands where; None before anything was seen.
    """

    def __init__(self) -> None:
        self.seen: Snapshot | None = None
        self.known: PieceTracker | None = None
        self._raw: tuple[Snapshot, tuple[Square, ...]] | None = None
        self._certain: Snapshot | None = None
        self._certain_after: dict[Snapshot, Snapshot] = {}
        self._sides: SideInference | None = None

    def readings(
        self,
        snapshot: Snapshot,
        expected: Mapping[Square, Piece],
        first: Snapshot,
        faulty: Collection[Square] = (),
        disputed: Collection[Square] = (),
    ) -> list[Snapshot]:
        """Return the ways in which a snapshot of the sensors may be read, the likeliest first.

        Args:
            snapshot: as the sensors have it.
            expected: the pieces where they are to stand.
            first: the first position of the game.
            faulty: squares that were filled without looking at their sensors.
            disputed: squares whose pieces a correction wants to be lifted.

        Returns:
            Snapshots with sides; none if the sensors show the same as before.  Of a board that
            tells sides, the second one, if any, takes changed sides literally.
        """
        raw = snapshot, tuple(faulty)  # what was seen may mean more once it is filled
        if raw == self._raw:
            return []
        self._raw = raw
        if SquareState.OCCUPIED in snapshot:
            self._sides = self._sides or SideInference()
            due = snapshot_of(expected, len(snapshot))
            found = self._sides.readings(snapshot, due, first, disputed)
            self._certain_after = {reading: reading for reading in found}
            return found
        # What was filled is certain.
        before = self._certain or snapshot
        if faulty:
            before = fill(before, states_on(snapshot, faulty))
        careful, certain = _believed(snapshot, before)
        self._certain_after = {careful: certain}
        if careful != snapshot:
            literal, certain = _believed(snapshot, snapshot)
            self._certain_after.setdefault(literal, certain)
        return list(self._certain_after)

    def accept(
        self,
        reading: Snapshot,
        due: Mapping[Square, Piece],
        disputed: Collection[Square] = (),
    ) -> bool:
        """Take one of the readings for what the board shows; True if that is something new.

        Args:
            due: the pieces that hands are putting where; empty while that is still to be chosen.
            disputed: squares whose pieces a correction wants to be lifted.
        """
        self._certain = self._certain_after[reading]
        if reading == self.seen:
            return False
        if self.known is None:
            self.known = PieceTracker.unknown(reading)
        elif self.seen is None:
            self.known = self.known.seen_again(reading, due)
        else:
            self.known = self.known.seen(reading, due, disputed)
        self.seen = reading
        return True

    def reread(self, squares: Collection[Square]) -> None:
        """Forget what was certain of squares that are read otherwise now."""
        if squares and self._certain is not None:
            self._certain = fill(self._certain, dict.fromkeys(squares, SquareState.EMPTY))

    @property
    def by_colour(self) -> bool:
        """True if the sensors tell no sides, so that colours must."""
        return self._sides is not None

    def board_lost(self) -> None:
        """Forget what the board showed last: it is gone."""
        self._raw = self._certain = self.seen = None

    def forget_pieces(self) -> None:
        """Forget which piece stands where: they have been set up unseen."""
        self.board_lost()
        self._sides = self.known = None

    def forget_identity(self) -> None:
        """Forget which piece is which; the sides that the sensors tell stay."""
        if self.seen is not None:
            self.known = PieceTracker.unknown(self.seen)

    def recognise(self, pieces: Mapping[Square, Piece]) -> None:
        """Identify the pieces: they stand as told."""
        self.known = PieceTracker.of(pieces)

    def take_sides(self, seen: Snapshot) -> None:
        """Take the sides of a snapshot for those of a board whose sensors tell none, where it shows
        just these pieces."""
        just_there = Sight(by_sides=False).of
        if self._sides is not None and self.seen and just_there(self.seen) == just_there(seen):
            self._sides.settle(seen)
            self.seen, self.known = seen, PieceTracker.unknown(seen)

    def agree(self, candidate: Candidate) -> None:
        """Confirm the sides of the pieces that a made move has brought."""
        if self._sides is not None and self.seen is not None:
            self._sides.agree(self.seen, candidate)

    def assume(self, pieces: Mapping[Square, Piece]) -> None:
        """Take pieces to stand where no sensor tells it."""
        if self.known is not None:
            self.known = self.known.assuming(pieces)

    def follow(self, expectation: Expectation) -> None:
        """Identify the pieces by a position, but for what is seen to be otherwise."""
        known = PieceTracker.of(expectation.pieces)
        self.known = known if self.seen is None else known.seen(self.seen, {})
        if self._sides is not None and self.seen == expectation.snapshot:
            self._sides.settle(expectation.snapshot)


def _believed(snapshot: Snapshot, certain: Snapshot) -> tuple[Snapshot, Snapshot]:
    """Return as much of a snapshot as may be believed.

    No piece changes its side without leaving its square, but the field of a magnet reverses beside
    it: a piece that seems to have turned stands off the middle, and is not seen clearly.

    Args:
        snapshot: what the sensors say.
        certain: what was last certain of each square: empty, or a piece of that side.

    Returns:
        The snapshot with such squares unsure, and what is certain now.
    """
    states, known = list(snapshot), list(snapshot)
    for square, (state, was) in enumerate(zip(snapshot, certain, strict=True)):
        if state is SquareState.UNSURE:
            known[square] = was
        elif state is not was and SquareState.EMPTY not in (state, was):
            states[square], known[square] = SquareState.UNSURE, was
    return tuple(states), tuple(known)
