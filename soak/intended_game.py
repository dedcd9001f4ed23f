"""What the players mean: the game as it should be stored, and where every piece should stand.

Pieces that are not on the board are in a box beside it: those of the reserve, and captured ones.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeAlias

from host.engine.game import AnyGame, MultiRound, Side, Square
from host.recognition.matching import Expectation, expect_from
from soak.tabletop import Token, reserve_of, tokens_of

Carried: TypeAlias = dict[Token, tuple[Square | None, Square | None]]
"""From where to where which pieces go; None is the box."""


class IntendedGame:
    """A game in the heads of its players.

    Args:
        game: its rules.

    Attributes:
        position: that they have in mind.
        places: where which piece should stand.
        box: the pieces beside the board, the one that came there last at the end.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.position: Hashable = game.start()
        self.places: Mapping[Square, Token] = tokens_of(game.pieces(self.position))
        self.box: tuple[Token, ...] = reserve_of(game)
        self._expectation: Expectation | None = None
        self._before: list[tuple[Hashable, Hashable, bool]] = []

    @property
    def texts(self) -> list[str]:
        """The moves, passes and choices included."""
        return [self.game.move_text(position, move) for position, move, _ in self._before]

    @property
    def over(self) -> bool:
        """Whether the game is."""
        return self.game.outcome(self.position) is not None

    @property
    def turn(self) -> Side:
        """Who is to move."""
        return self.game.turn(self.position)

    @property
    def passed(self) -> bool:
        """Whether the last move was a pass that was forced."""
        return bool(self._before) and self._before[-1][2]

    @property
    def alike(self) -> bool:
        """Whether it is played with pieces that are alike, go backward, and come and go."""
        return any(token.number for token in (*self.places.values(), *self.box))

    @property
    def rounds(self) -> MultiRound[Hashable, Hashable] | None:
        """The game again if it has rounds."""
        return self.game if isinstance(self.game, MultiRound) else None

    @property
    def between(self) -> bool:
        """Whether a round has just ended, and the game goes on."""
        rounds = self.rounds
        ended = rounds is not None and rounds.round_outcome(self.position) is not None
        return ended and not self.over

    @property
    def moves(self) -> Sequence[Hashable]:
        """What may be played now."""
        return self.game.legal_moves(self.position)

    @property
    def letting_go(self) -> Hashable | None:
        """The move that lets the turn go although others are legal; None if there is none."""
        option = self.expectation.letting_go
        return None if option is None else option.move

    @property
    def expectation(self) -> Expectation:
        """What each legal move would change on the board."""
        if self._expectation is None or self._expectation.position != self.position:
            self._expectation = expect_from(self.game, self.position)
        return self._expectation

    def may_go(self, token: Token) -> set[Square]:
        """Where a piece may be moved now, could have been moved instead of the last move, or came
        from with it; and the same of the moves before that, as far as it alone was moved."""
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
            for option in expect_from(self.game, position).options:
                goes |= {option.target} if option.origin in stood else set()
                goes.update(option.pushed)
        return {square for square in goes if square is not None}

    @property
    def undoable(self) -> int:
        """How many moves have been made since the pieces were set up."""
        made = 0
        for position, _, forced in reversed(self._before):
            if self.rounds is not None and self.rounds.round_outcome(position) is not None:
                break
            made += not forced
        return made

    def carried(self, move: Hashable) -> Carried:
        """From where to where a move carries which pieces, that of the mover first."""
        places, _ = self._moved(self.places, self.box, self.game.play(self.position, move))
        return difference(self.places, places, self.turn)

    @property
    def last_carried(self) -> Carried:
        """What the last move that was not forced has carried, as `carried`."""
        position = next(p for p, _, forced in reversed(self._before) if not forced)
        places, _ = self._moved(self.places, self.box, position)
        return difference(places, self.places, self.game.turn(position))

    @property
    def last_moved(self) -> Square | None:
        """Where the piece stands that was moved last; None if that move has carried none."""
        return next((target for _, target in self.last_carried.values()), None)

    @property
    def goes_back(self) -> bool:
        """Whether hands that carry the last move back show just that, and no legal move."""
        last = next((p for p, _, forced in reversed(self._before) if not forced), None)
        if last is None or self.game.turn(last) is not self.turn:
            return True
        (origin, target), *_ = [*self.last_carried.values(), (None, None)]
        options = self.expectation.options
        if origin is None:
            # A piece that came from the box is lifted just as one that moves on.
            return all(option.origin != target for option in options)
        return all((option.origin, option.target) != (target, origin) for option in options)

    def came_last(self, moves: int) -> set[Square]:
        """Where the pieces stand that came from the box with the last moves."""
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
        """Take pieces for one another that nobody can tell apart, as they stand."""
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
        """Make a legal move and the passes that follow of themselves."""
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
        """Where the pieces stand in a position that is a move farther, or nearer, and the box."""
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
        """Where a piece stands; None in the box."""
        return next((square for square, other in places.items() if other == token), None)


def _kind(token: Token) -> tuple[Side, str]:
    """What eyes see of a piece."""
    return token.side, token.name


def _take(tokens: list[Token], kind: tuple[Side, str]) -> Token:
    """Take one of that kind out, the last."""
    token = next(token for token in reversed(tokens) if _kind(token) == kind)
    tokens.remove(token)
    return token


def difference(
    before: Mapping[Square, Token], after: Mapping[Square, Token], first: Side | None = None
) -> Carried:
    """From where to where which pieces have gone, those of one side first, and those that have left
    the board last."""
    was = {token: square for square, token in before.items()}
    now = {token: square for square, token in after.items()}
    changed = [t for t in (*now, *was) if was.get(t) != now.get(t)]
    changed.sort(key=lambda token: (token not in now, token.side is not first))
    return {token: (was.get(token), now.get(token)) for token in changed}
