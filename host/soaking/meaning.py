"""What the players mean: the game as it should be stored, and where every piece should stand."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from host.engine.game import AnyGame, InRounds, Side, Square
from host.soaking.tabletop import Token, tokens_of


class Meaning:
    """A game in the heads of its players.

    Args:
        game: its rules; no two pieces of one side have the same name in it.

    Attributes:
        position: that they have in mind.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.position: Hashable = game.start()
        self._before: list[tuple[Hashable, Hashable, bool]] = []

    @property
    def texts(self) -> list[str]:
        """The moves, passes and choices included."""
        return [self.game.move_text(position, move) for position, move, _ in self._before]

    @property
    def places(self) -> Mapping[Square, Token]:
        """Where which piece should stand."""
        return tokens_of(self.game.pieces(self.position))

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
    def rounds(self) -> InRounds[Hashable, Hashable] | None:
        """The game again if it has rounds."""
        return self.game if isinstance(self.game, InRounds) else None

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

    def may_go(self, token: Token) -> set[Square]:
        """Where a piece may be moved now, could have been moved instead of the last move, or came
        from with it; and the same of the moves before that, as far as it alone was moved."""
        positions, back = [self.position], set[Square]()
        for position, move, forced in reversed(self._before):
            if forced:
                continue
            positions.append(position)
            carried = self._carried(position, move)
            if token in carried:
                back.add(carried[token][0])
            if set(carried) != {token}:
                break
        return back | {
            carried[token][1]
            for position in positions
            for move in self.game.legal_moves(position)
            if token in (carried := self._carried(position, move))
        }

    @property
    def undoable(self) -> int:
        """How many moves have been made since the pieces were set up."""
        made = 0
        for position, _, forced in reversed(self._before):
            if self.rounds is not None and self.rounds.round_outcome(position) is not None:
                break
            made += not forced
        return made

    def carried(self, move: Hashable) -> dict[Token, tuple[Square, Square]]:
        """From where to where a move carries which pieces, that of the mover first."""
        return self._carried(self.position, move)

    def _carried(self, position: Hashable, move: Hashable) -> dict[Token, tuple[Square, Square]]:
        mine = self.game.turn(position)
        before = {t: square for square, t in tokens_of(self.game.pieces(position)).items()}
        later = tokens_of(self.game.pieces(self.game.play(position, move)))
        changed = [(t, before[t], square) for square, t in later.items() if before[t] != square]
        changed.sort(key=lambda change: change[0].side is not mine)
        return {token: (origin, target) for token, origin, target in changed}

    @property
    def last_carried(self) -> dict[Token, tuple[Square, Square]]:
        """What the last move that was not forced has carried, as `carried`."""
        position, move = next((p, m) for p, m, forced in reversed(self._before) if not forced)
        return self._carried(position, move)

    def play(self, move: Hashable) -> None:
        """Make a legal move and the passes that follow of themselves."""
        self._before.append((self.position, move, False))
        self.position = self.game.play(self.position, move)
        while (forced := self._forced()) is not None:
            self._before.append((self.position, forced, True))
            self.position = self.game.play(self.position, forced)

    def _forced(self) -> Hashable | None:
        if len(self.moves) != 1 or self.between or self.carried(self.moves[0]):
            return None
        return self.moves[0]

    def undo(self) -> None:
        """Take the last move back with the passes that it forced."""
        while True:
            self.position, _, forced = self._before.pop()
            if not forced:
                return
