"""A whole match of Kamisado as one `Game`: its rounds, the teeth, the points and the fills.

Between two rounds the winner of the last one, the next Defender, says how the home rows are
filled (F1).  That is a move like any other: it takes the position in which the round ended,
with the tooth already on its tower, to the filled rows of the next round, which the loser,
the next Challenger, begins (F2).  In a series of single rounds nobody has a choice, and the
one move between rounds is `set up`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from host.engine.game import (
    IllegalMoveError,
    InvalidMoveError,
    MatchScore,
    Outcome,
    Piece,
    Relocation,
    Reward,
    Side,
    Square,
)
from host.engine.kamisado import notation, rules
from host.engine.kamisado.board import COLOURS, FILES, MAX_TEETH, TOWERS, colour_of, side_of
from host.engine.kamisado.fill import Fill, relocations, squares_after_fill
from host.engine.kamisado.formats import Format
from host.engine.kamisado.match_position import (
    MatchPosition,
    Phase,
    first_mover,
    is_over,
    points_after,
)
from host.engine.kamisado.position import Move, Position, arrival, start
from host.engine.kamisado.round import KamisadoRound
from host.engine.kamisado.scoring import TOOTH_POINTS, Points, rewarded_tower, with_tooth
from host.engine.squares import square_name

MatchMove: TypeAlias = Move | Fill
"""A move of a round, or the word on how the home rows are filled for the next."""

_ROUND = KamisadoRound()
# By tower and teeth, up to the 4th, which is only seen when the match is over.
_PIECES = tuple(
    tuple(Piece(side_of(tower), COLOURS[colour_of(tower)], teeth) for teeth in range(MAX_TEETH + 2))
    for tower in range(TOWERS)
)
_FILLS = (Fill.LEFT, Fill.RIGHT)
_FILL_WORDS = {
    Fill.LEFT: "Fill from the left",
    Fill.RIGHT: "Fill from the right",
    Fill.START: "Set up for the next round",
}


@dataclass(frozen=True, slots=True)
class KamisadoMatch:
    """The rules of a match of one format; two games of the same format are equal.

    Between rounds and at the end, `pieces` are those of the round that is over, `movable_squares`
    is empty, and `turn` is the winner of the round.  Displays find the score, the number of the
    round and the Challenger in the position, and the end of the last round by `round_outcome`.
    """

    format: Format

    @property
    def name(self) -> str:
        """The id of the game in files and on the command line, e.g. "kamisado-standard"."""
        return self.format.game_name

    @property
    def title(self) -> str:
        """That of its format: "standard match"."""
        return self.format.title

    @property
    def size(self) -> tuple[int, int]:
        """Eight files, eight ranks."""
        return _ROUND.size

    def start(self) -> MatchPosition:
        """The first round, begun by Black."""
        return MatchPosition(start(), 1, Points(), Side.BLACK, Phase.PLAYING)

    def turn(self, position: MatchPosition) -> Side:
        """Who moves now; between rounds and at the end, the winner of the last round (F1)."""
        ended = position.ended
        return position.round.turn if ended is None else _winner(ended)

    def pieces(self, position: MatchPosition) -> Mapping[Square, Piece]:
        """The sixteen towers, by square, with the tooth of a round that is over."""
        teeth = self.teeth(position)
        return {
            square: _PIECES[tower][teeth[tower]]
            for tower, square in enumerate(position.round.squares)
        }

    def teeth(self, position: MatchPosition) -> bytes:
        """The teeth on each tower now, by tower number: with the tooth of a round that is over.

        The 4th tooth of a tower, which ends every match, is only ever seen here.
        """
        ended = position.ended
        if ended is None or not self.format.teeth:
            return position.round.teeth
        return with_tooth(position.round.teeth, rewarded_tower(position.round, ended))

    def movable_squares(self, position: MatchPosition) -> tuple[Square, ...]:
        """As in a round; none between rounds, when nothing on the board is moved by choice."""
        return _ROUND.movable_squares(position.round)

    def legal_moves(self, position: MatchPosition) -> tuple[MatchMove, ...]:
        """The moves of the round; between rounds both fills, or `set up` in a series."""
        if position.phase is Phase.PLAYING:
            return rules.legal_moves(position.round)
        if position.phase is Phase.OVER:
            return ()
        return _FILLS if self.format.teeth else (Fill.START,)

    def play(self, position: MatchPosition, move: MatchMove) -> MatchPosition:
        """The position after a legal move.

        Raises:
            IllegalMoveError: the message quotes the move and the position, and says why.
        """
        if isinstance(move, Move) and position.phase is Phase.PLAYING:
            _ROUND.play(position.round, move)
        elif move not in self.legal_moves(position):
            raise IllegalMoveError(
                f"{self.move_text(position, move)!r} is not legal in "
                f"{self.position_text(position)!r}: {self._refusal(position)}"
            )
        return self.play_unchecked(position, move)

    def play_unchecked(self, position: MatchPosition, move: MatchMove) -> MatchPosition:
        """The same as `play` for a move that is known to be legal."""
        if isinstance(move, Fill):
            return self._next_round(position, move)
        moved = rules.play_unchecked(position.round, move)
        if arrival(moved) is None and not rules.deadlock(moved):
            return position._replace(round=moved)
        points = points_after(self.format, moved, position.points)
        over = is_over(self.format, points, position.number)
        return MatchPosition(
            moved,
            position.number,
            points,
            position.challenger,
            Phase.OVER if over else Phase.CHOOSING,
        )

    def _next_round(self, position: MatchPosition, fill: Fill) -> MatchPosition:
        number = position.number + 1
        loser = self.turn(position).other
        challenger = first_mover(self.format, number) or loser
        squares = squares_after_fill(position.round, fill)
        opening = Position.of(squares, self.teeth(position), turn=challenger)
        return MatchPosition(opening, number, position.points, challenger, Phase.PLAYING)

    @property
    def allows_agreement(self) -> bool:
        """Whether players may agree to a draw: in a series, which points alone never end."""
        return self.format.points is None

    def agreed_outcome(self, position: MatchPosition) -> Outcome:
        """A draw, whatever the score is."""
        return Outcome(None, "Drawn: both players have agreed to it.")

    def outcome(self, position: MatchPosition) -> Outcome | None:
        """The result of the match, with the squares of its last round; None while it goes on.

        A series is drawn when both have won as many rounds.
        """
        if position.phase is not Phase.OVER:
            return None
        ended = position.ended
        assert ended is not None, "a match ends with a round"
        white, black = position.points
        winner = None if white == black else Side.WHITE if white > black else Side.BLACK
        if winner is None:
            result = f"The {self.format.title} is drawn, {white}:{black}."
        else:
            score = f"{position.points.of(winner)}:{position.points.of(winner.other)}"
            result = f"{winner.label} wins the {self.format.title} {score}."
        return Outcome(winner, f"{result} {ended.reason}", ended.squares, ended.stuck)

    def round_outcome(self, position: MatchPosition) -> Outcome | None:
        """How the round ended that was just played; None while a round is played.

        Its first square is that of the tower that won, which gets the tooth.
        """
        return position.ended

    def match_score(self, position: MatchPosition) -> MatchScore:
        """The points with what a round that is over has brought."""
        white, black = position.points
        kind = self.format
        return MatchScore(kind.title, position.number, kind.rounds, kind.points, white, black)

    def reward(self, position: MatchPosition) -> Reward | None:
        """The tooth of a round that is over (M8: also after a deadlock); None without teeth."""
        ended = position.ended
        if ended is None or not self.format.teeth:
            return None
        square = ended.squares[0]
        piece = self.pieces(position)[square]
        before = replace(piece, teeth=piece.teeth - 1)
        points = TOOTH_POINTS[before.teeth]
        words = (
            f"Put a dragon tooth on {piece.side.label}'s {self.describe_piece(before)} on "
            f"{square_name(square, FILES)}: {points} {'point' if points == 1 else 'points'}."
        )
        return Reward(square, piece, words)

    def relocations(self, position: MatchPosition, move: MatchMove) -> tuple[Relocation, ...]:
        """The towers in the order in which the hands put them for the next round (F3, F4).

        The Defender's come first; none for a move of a round.
        """
        if not isinstance(move, Fill):
            return ()
        pieces = self.pieces(position)
        return tuple(
            Relocation(pieces[carry.origin], carry.origin, carry.target)
            for carry in relocations(position.round, move, self.turn(position))
        )

    def explain_illegal(
        self, position: MatchPosition, origin: Square, target: Square | None
    ) -> str | None:
        """Why the tower on `origin` may not be moved to `target`, or at all if that is None."""
        if position.phase is Phase.PLAYING:
            return _ROUND.explain_illegal(position.round, origin, target)
        return None if position.round.tower_at(origin) is None else self._refusal(position)

    def move_text(self, position: MatchPosition, move: MatchMove) -> str:
        """Coordinates as in a round, or `fill left`, `fill right`, `set up`."""
        if isinstance(move, Fill):
            return move.value
        return _ROUND.move_text(position.round, move)

    def describe_move(self, position: MatchPosition, move: MatchMove) -> str:
        """The rule book's notation in words, or "Fill from the left"."""
        if isinstance(move, Fill):
            return _FILL_WORDS[move]
        return _ROUND.describe_move(position.round, move)

    def parse_move(self, position: MatchPosition, text: str) -> MatchMove:
        """The legal move that `text` names.

        Raises:
            InvalidMoveError: the message quotes the text and says why it is refused.
        """
        for move in self.legal_moves(position):
            if isinstance(move, Fill) and move.value == text:
                return move
        is_fill = any(fill.value == text for fill in Fill)
        if position.phase is Phase.PLAYING and not is_fill:
            return _ROUND.parse_move(position.round, text)
        raise InvalidMoveError(f"{text!r} is not legal here: {self._refusal(position)}")

    def position_text(self, position: MatchPosition) -> str:
        """The position as one line, which `parse_position` reads back."""
        return notation.match_position_text(self.format, position)

    def parse_position(self, text: str) -> MatchPosition:
        """The position that `text` describes, or a round's position that tells the rest.

        Raises:
            InvalidPositionError: the message quotes the text and says what is wrong.
        """
        return notation.parse_match_position(self.format, text)

    def describe_piece(self, piece: Piece) -> str:
        """As in a round; a tower whose 4th tooth has ended the match is "four-toothed"."""
        if piece.teeth > MAX_TEETH:
            return f"{piece.name} four-toothed tower"
        return _ROUND.describe_piece(piece)

    def square_colour(self, square: Square) -> str:
        """The name of the colour of a square."""
        return _ROUND.square_colour(square)

    def _refusal(self, position: MatchPosition) -> str:
        """Why nothing but what is legal can be done now, without the full stop."""
        ended = position.ended
        if ended is None:
            return "The round is still being played: the home rows are filled after it (F1)"
        reason = ended.reason.rstrip(".")
        if position.phase is Phase.OVER:
            return f"The {self.format.title} is over: {reason}"
        if self.format.teeth:
            return (
                f"The round is over, and {_winner(ended).label} chooses 'fill left' or "
                "'fill right' (F1)"
            )
        return f"The round is over, say 'set up' for the next: {reason}"


def _winner(ended: Outcome) -> Side:
    assert ended.winner is not None, "a round of Kamisado is never drawn"
    return ended.winner
