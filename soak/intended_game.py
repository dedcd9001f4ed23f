"""The intended game: the moves that should be stored, and the square of every piece.

Pieces that are not on the board are in a box beside it: those of the reserve, and captured ones.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeAlias

from host.engine.game import AnyGame, MultiRound, Side, Square
from host.recognition.matching import Expectation, expect_from
from soak.tabletop import Token, reserve_of, tokens_of

Carried: TypeAlias = dict[Token, tuple[Square | None, Square | None]]
"""Origins and targets of pieces; None is the box."""


class IntendedGame:
    """The game that the players mean to play.

    Args:
        game: its rules.

    Attributes:
        position: the current one.
        places: the pieces by their squares.
        box: the pieces beside the board, the one that came there last at the end.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.begin_again()

    def begin_again(self) -> None:
        """Mean another game from its start."""
        self.position: Hashable = self.game.start()
        self.places: Mapping[Square, Token] = tokens_of(self.game.pieces(self.position))
        self.box: tuple[Token, ...] = reserve_of(self.game)
        self._expectation: Expectation | None = None
        self._before: list[tuple[Hashable, Hashable, bool]] = []

    @property
    def texts(self) -> list[str]:
        """Texts of the moves, passes and choices included."""
        return [self.game.move_text(position, move) for position, move, _ in self._before]

    def made_since(self, number: int) -> list[str]:
        """Return the texts of the moves after `number` plies, without forced passes."""
        return [self.game.move_text(*ply[:2]) for ply in self._before[number:] if not ply[2]]

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self.game.outcome(self.position) is not None

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self.game.turn(self.position)

    @property
    def passed(self) -> bool:
        """True if the last move was a forced pass."""
        return bool(self._before) and self._before[-1][2]

    @property
    def alike(self) -> bool:
        """True if it is played with identical pieces, which go backward, and come and go."""
        return any(token.number for token in (*self.places.values(), *self.box))

    @property
    def rounds(self) -> MultiRound[Hashable, Hashable] | None:
        """The rules with their rounds; None for a game without."""
        return self.game if isinstance(self.game, MultiRound) else None

    @property
    def between(self) -> bool:
        """True if a round has just ended, and the game goes on."""
        rounds = self.rounds
        ended = rounds is not None and rounds.round_outcome(self.position) is not None
        return ended and not self.over

    @property
    def moves(self) -> Sequence[Hashable]:
        """The legal moves."""
        return self.game.legal_moves(self.position)

    def stood_so(self, plies: int) -> bool:
        """Return True if the board was just as now when so many plies had been made."""
        return self.game.pieces(self._before[plies][0]) == self.game.pieces(self.position)

    def is_again(self, move: Hashable, plies: int) -> bool:
        """Return True if the board shows after a legal move what it has shown before one of the
        last plies."""
        after = self.game.pieces(self.game.play(self.position, move))
        return any(self.game.pieces(ply[0]) == after for ply in self._before[-plies:])

    @property
    def letting_go(self) -> Hashable | None:
        """The move that ends the turn although others are legal; None if there is none."""
        candidate = self.expectation.letting_go
        return None if candidate is None else candidate.move

    @property
    def expectation(self) -> Expectation:
        """The changes on the board that each legal move would make."""
        if self._expectation is None or self._expectation.position != self.position:
            self._expectation = expect_from(self.game, self.position)
        return self._expectation

    def may_go(self, token: Token) -> set[Square]:
        """Return the squares to which a move may carry a piece.

        The targets of the legal moves and of the alternatives to the last move, and the origin of
        that; likewise for earlier moves as long as only this piece has moved.
        """
        stood = {self._at(self.places, token)}
        positions = [self.position]
        before = self.position, self.places, self.box
        for position, _, forced in reversed(self._before):
            if forced:
                continue
            places, box = self._moved(before[1], before[2], position)
            carried = difference(places, before[1])
            before = position, places, box
            positions.append(position)
            if token in carried:
                stood.add(carried[token][0])
            if set(carried) != {token}:
                break
        goes = set(stood)
        for position in positions:
            for candidate in expect_from(self.game, position).candidates:
                goes |= {candidate.target} if candidate.origin in stood else set()
                goes.update(candidate.pushed)
        return {square for square in goes if square is not None}

    @property
    def undoable(self) -> int:
        """The number of moves since the pieces were set up."""
        made = 0
        for position, _, forced in reversed(self._before):
            if self.rounds is not None and self.rounds.round_outcome(position) is not None:
                break
            made += not forced
        return made

    def carried(self, move: Hashable) -> Carried:
        """Return the pieces that a move carries, the mover's own first."""
        places, _ = self._moved(self.places, self.box, self.game.play(self.position, move))
        return difference(self.places, places, self.turn)

    @property
    def last_move(self) -> Hashable:
        """The last unforced move."""
        return next(move for _, move, forced in reversed(self._before) if not forced)

    @property
    def last_carried(self) -> Carried:
        """The pieces that the last unforced move has carried, as `carried`."""
        position = next(p for p, _, forced in reversed(self._before) if not forced)
        places, _ = self._moved(self.places, self.box, position)
        return difference(places, self.places, self.game.turn(position))

    @property
    def last_moved(self) -> Square | None:
        """The square of the piece that was moved last; None if that move has carried none."""
        return next((target for _, target in self.last_carried.values()), None)

    @property
    def goes_back(self) -> bool:
        """True if carrying the last move back by hand looks like no legal move."""
        last = next((p for p, _, forced in reversed(self._before) if not forced), None)
        if last is None or self.game.turn(last) is not self.turn:
            return True
        (origin, target), *_ = [*self.last_carried.values(), (None, None)]
        candidates = self.expectation.candidates
        if origin is None:
            # A piece that came from the box is lifted just as one that moves on.
            return all(candidate.origin != target for candidate in candidates)
        return all(
            (candidate.origin, candidate.target) != (target, origin) for candidate in candidates
        )

    @property
    def won_from_home(self) -> bool:
        """True if the move that has ended the round began on the home row of its piece: putting it
        back there is setting up, and takes nothing back."""
        if not (self.over or self.between):
            return False
        home = self.game.pieces(self.game.start())
        return any(
            origin is not None and origin in home and home[origin].side is token.side
            for token, (origin, _) in self.last_carried.items()
        )

    def ends_from_home(self, square: Square) -> bool:
        """Return True if a move of the piece on a square of its home row ends the game: to put it
        back there is setting up, and takes nothing back."""
        home = self.game.pieces(self.game.start()).get(square)
        if home is None or square not in self.places or self.places[square].side is not home.side:
            return False
        return any(
            candidate.origin == square and self.game.outcome(candidate.position) is not None
            for candidate in self.expectation.candidates
        )

    def came_last(self, moves: int) -> set[Square]:
        """Return the squares of pieces that came from the box with the last moves."""
        places = self.places
        box = self.box
        came: set[Square] = set()
        for position, _, _ in self._before[: -moves - 1 : -1]:
            before, box = self._moved(places, box, position)
            origins = difference(before, places).values()
            came |= {target for origin, target in origins if origin is None and target is not None}
            places = before
        return came

    def adopt(self, standing: Mapping[Square, Token], held: Sequence[Token]) -> None:
        """Exchange identical pieces so that the intended squares are those where they stand."""
        kept = {
            square: standing[square]
            for square, token in self.places.items()
            if square in standing and _kind(standing[square]) == _kind(token)
        }
        left = [t for t in (*standing.values(), *held) if t not in kept.values()]
        places = {}
        for square, token in self.places.items():
            places[square] = kept.get(square) or _take(left, _kind(token))
        self.places = places
        self.box = tuple(left)

    def play(self, move: Hashable) -> None:
        """Make a legal move and the forced passes after it."""
        self._make(move, False)
        while (forced := self._forced()) is not None:
            self._make(forced, True)

    def _make(self, move: Hashable, forced: bool) -> None:
        self._before.append((self.position, move, forced))
        self.position = self.game.play(self.position, move)
        self.places, self.box = self._moved(self.places, self.box, self.position)

    def _moved(
        self, places: Mapping[Square, Token], box: Sequence[Token], position: Hashable
    ) -> tuple[dict[Square, Token], tuple[Token, ...]]:
        """Return the squares of the pieces, and the box, in a position one move ahead or back."""
        kinds = {s: (p.side, p.name) for s, p in self.game.pieces(position).items()}
        stay = {s: t for s, t in places.items() if kinds.get(s) == _kind(t)}
        beside = list(box)
        lifted = [token for square, token in places.items() if square not in stay]
        moved = dict(stay)
        for square, kind in kinds.items():
            if square not in stay:
                there = any(_kind(token) == kind for token in lifted)
                moved[square] = _take(lifted if there else beside, kind)
        return dict(sorted(moved.items())), (*beside, *lifted)

    def _forced(self) -> Hashable | None:
        if len(self.moves) != 1 or self.between or self.carried(self.moves[0]):
            return None
        return self.moves[0]

    def undo(self) -> None:
        """Take the last move back with the passes that it forced."""
        while True:
            self.position, _, forced = self._before.pop()
            self.places, self.box = self._moved(self.places, self.box, self.position)
            if not forced:
                return

    def _at(self, places: Mapping[Square, Token], token: Token) -> Square | None:
        """Return the square of a piece; None in the box."""
        return next((square for square, other in places.items() if other == token), None)


def _kind(token: Token) -> tuple[Side, str]:
    """Return the visible properties of a piece."""
    return token.side, token.name


def _take(tokens: list[Token], kind: tuple[Side, str]) -> Token:
    """Remove and return the last piece of a kind."""
    token = next(token for token in reversed(tokens) if _kind(token) == kind)
    tokens.remove(token)
    return token


def difference(
    before: Mapping[Square, Token], after: Mapping[Square, Token], first: Side | None = None
) -> Carried:
    """Return the pieces that have moved, those of one side first, those off the board last."""
    was = {token: square for square, token in before.items()}
    now = {token: square for square, token in after.items()}
    changed = [t for t in (*now, *was) if was.get(t) != now.get(t)]
    changed.sort(key=lambda token: (token not in now, token.side is not first))
    return {token: (was.get(token), now.get(token)) for token in changed}
