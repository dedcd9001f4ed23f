"""A match of Kamisado as a `Game`: rounds, teeth, points and fills.

Between two rounds the winner of the last one, the next Defender, chooses how the home rows are
filled (F1).  That is a move: it leads from the final position of the round, with the new tooth,
to the filled rows of the next round, which the loser, the next Challenger, begins (F2).  In a
series of single rounds there is no choice: the only move between rounds is `set up`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from host.engine.game import (
    IllegalMoveError,
    MatchScore,
    Outcome,
    Piece,
    Relocation,
    Reward,
    Side,
    Square,
    check_is_move,
    not_legal,
)
from host.engine.kamisado import (
    adjudication,
    legality,
    notation,
    rulebook_notation,
    rules,
    towers,
)
from host.engine.kamisado.adjudication import Adjudication
from host.engine.kamisado.board import FILES, SQUARES
from host.engine.kamisado.fill import Fill, relocations, squares_after_fill
from host.engine.kamisado.match_format import Format
from host.engine.kamisado.match_position import (
    MatchPosition,
    Phase,
    first_mover,
    is_over,
    points_after,
)
from host.engine.kamisado.position import Move, Position, start
from host.engine.kamisado.scoring import TOOTH_POINTS, Points, rewarded_tower, with_tooth
from host.engine.squares import square_name
from host.engine.successors import Successor
from host.message import Message, message, sentences

MatchMove: TypeAlias = Move | Fill | Adjudication
"""A move of a round, a choice of the fill for the next one, or an adjudication."""

_FILLS = (Fill.LEFT, Fill.RIGHT)
_FILL_WORDS = {
    Fill.LEFT: message("engine.fill_from_left"),
    Fill.RIGHT: message("engine.fill_from_right"),
    Fill.START: message("engine.set_up_next_round"),
}


@dataclass(frozen=True, slots=True)
class KamisadoMatch(towers.TowerNames):
    """The rules of a match of one format; two games of the same format are equal.

    Between rounds and at the end, `pieces` are those of the last round, `movable_squares` is empty,
    and `turn` is the winner of the last round.
    """

    format: Format

    @property
    def name(self) -> str:
        """The id of the game for files and the command line, e.g. "kamisado-standard"."""
        return self.format.game_name

    @property
    def title(self) -> Message:
        """The name for players: "standard match"."""
        return self.format.title

    @property
    def size(self) -> tuple[int, int]:
        """Eight files, eight ranks."""
        return FILES, FILES

    def start(self) -> MatchPosition:
        """Return the start of the first round, which Black begins."""
        return MatchPosition(start(), 1, Points(), Side.BLACK, Phase.PLAYING)

    def turn(self, position: MatchPosition) -> Side:
        """Return the side to move; between rounds and at the end, the last winner (F1)."""
        ended = position.ended
        return position.round.turn if ended is None else _winner(ended)

    def pieces(self, position: MatchPosition) -> Mapping[Square, Piece]:
        """Return the sixteen towers, by square, with the tooth of a round that is over."""
        return towers.pieces_of(position.round.squares, self.teeth(position))

    def teeth(self, position: MatchPosition) -> bytes:
        """Return the teeth by tower number, with the tooth of a round that is over.

        Only here can a tower have a 4th tooth, which ends every match.  A single round has no next
        one for which a tower would grow a tooth.
        """
        ended = None if position.phase is Phase.PLAYING else position.ended
        if ended is None or not self.format.teeth or self.format.points == 1:
            return position.round.teeth
        return with_tooth(position.round.teeth, rewarded_tower(position.round, ended))

    def movable_squares(self, position: MatchPosition) -> tuple[Square, ...]:
        """Return the squares as in a round; none between rounds."""
        return rules.movable_squares(position.round)

    def legal_moves(self, position: MatchPosition) -> tuple[MatchMove, ...]:
        """Return the moves of the round; between rounds both fills, or `set up` in a series."""
        if position.phase is Phase.PLAYING:
            return rules.legal_moves(position.round)
        if position.phase is Phase.OVER:
            return ()
        return _FILLS if self.format.teeth else (Fill.START,)

    def play(self, position: MatchPosition, move: MatchMove) -> MatchPosition:
        """Return the position after a legal move.

        Raises:
            IllegalMoveError: the message quotes the move and the position, and says why.
        """
        check_is_move(move, Move, Fill, Adjudication, squares=SQUARES)
        playing = position.phase is Phase.PLAYING
        checked = playing and isinstance(move, Adjudication)  # when it was parsed
        if not checked and move not in self.legal_moves(position):
            reason = None
            if playing and isinstance(move, Move):
                reason = legality.explain_illegal(position.round, move.origin, move.target)
                reason = reason or message("engine.no_tower_can")
            raise IllegalMoveError(
                message(
                    "engine.move_not_legal",
                    move=repr(self.move_text(position, move)),
                    position=repr(self.position_text(position)),
                    reason=reason or self._explain_phase(position),
                )
            )
        return self.play_unchecked(position, move)

    def play_unchecked(self, position: MatchPosition, move: MatchMove) -> MatchPosition:
        """Return the position after a legal move, without checking it."""
        if isinstance(move, Fill):
            return self._next_round(position, move)
        if isinstance(move, Adjudication):
            return self._after_move(position, move.position, rules.is_over(move.position))
        moved = rules.play_unchecked(position.round, move)
        return self._after_move(position, moved, rules.is_over(moved))

    def _after_move(self, position: MatchPosition, moved: Position, ends: bool) -> MatchPosition:
        if not ends:
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

    def successors(self, position: MatchPosition) -> list[Successor[MatchPosition, MatchMove]]:
        """Return the moves of `legal_moves`, each with the position after it."""
        after: list[tuple[MatchMove, MatchPosition]]
        if position.phase is Phase.PLAYING:
            after = [
                (move, self._after_move(position, moved, ends))
                for move, moved, ends in rules.successors(position.round)
            ]
        else:
            moves = self.legal_moves(position)
            after = [(move, self.play_unchecked(position, move)) for move in moves]
        return [
            Successor(
                move,
                following,
                self.pieces(following),
                None if goes_on else self.outcome(following) or self.round_outcome(following),
            )
            for move, following in after
            for goes_on in [following.phase is Phase.PLAYING]
        ]

    def _next_round(self, position: MatchPosition, fill: Fill) -> MatchPosition:
        number = position.number + 1
        loser = self.turn(position).other
        challenger = first_mover(self.format, number) or loser
        squares = squares_after_fill(position.round, fill)
        opening = Position.of(squares, self.teeth(position), turn=challenger)
        return MatchPosition(opening, number, position.points, challenger, Phase.PLAYING)

    @property
    def allows_agreement(self) -> bool:
        """True in a series, which points alone never end."""
        return self.format.points is None

    def agreed_outcome(self, position: MatchPosition) -> Outcome:
        """Return a draw, whatever the score."""
        return Outcome(None, message("engine.draw_agreed"))

    def outcome(self, position: MatchPosition) -> Outcome | None:
        """Return the result of the match, with the squares of its last round; None before.

        A series is drawn if both sides have won equally many rounds.
        """
        if position.phase is not Phase.OVER:
            return None
        ended = position.ended
        assert ended is not None, "a match ends with a round"
        white, black = position.points
        winner = None if white == black else Side.WHITE if white > black else Side.BLACK
        if winner is None:
            score = f"{white}:{black}"
            result = message("engine.match_drawn", match=self.title, score=score)
        elif self.format.points == 1:
            result = message("engine.game_won", side=winner.message)
        else:
            score = f"{position.points.of(winner)}:{position.points.of(winner.other)}"
            result = message("engine.match_won", side=winner.message, match=self.title, score=score)
        return Outcome(winner, sentences(result, ended.reason), ended.squares, ended.stuck)

    def round_outcome(self, position: MatchPosition) -> Outcome | None:
        """Return the result of the last round; None while a round is played.

        Its first square is that of the winning tower, which gets the tooth.
        """
        return position.ended

    def match_score(self, position: MatchPosition) -> MatchScore:
        """Return the score, including a round that is over."""
        white, black = position.points
        kind = self.format
        return MatchScore(kind.title, position.number, kind.rounds, kind.points, white, black)

    def reward(self, position: MatchPosition) -> Reward | None:
        """Return the tooth of a round that is over (M8: also by deadlock); None without teeth."""
        ended = position.ended
        if ended is None or not self.format.teeth:
            return None
        square = ended.squares[0]
        piece = self.pieces(position)[square]
        before = replace(piece, teeth=piece.teeth - 1)
        words = message(
            "engine.put_tooth",
            side=piece.side.message,
            tower=self.describe_piece(before),
            square=square_name(square, FILES),
            count=TOOTH_POINTS[before.teeth],
        )
        return Reward(square, piece, words)

    def relocations(self, position: MatchPosition, move: MatchMove) -> tuple[Relocation, ...]:
        """Return the relocations of all towers for the next round, in order (F3, F4).

        The Defender's come first; none for a move of a round.
        """
        if not isinstance(move, Fill):
            return ()
        pieces = self.pieces(position)
        return tuple(
            Relocation(pieces[each.origin], each.origin, each.target)
            for each in relocations(position.round, move, self.turn(position))
        )

    def explain_illegal(
        self, position: MatchPosition, origin: Square, target: Square | None
    ) -> Message | None:
        """Return why the tower on `origin` may not move to `target`, or at all if that is None."""
        if position.phase is Phase.PLAYING:
            return legality.explain_illegal(position.round, origin, target)
        return None if position.round.tower_at(origin) is None else self._explain_phase(position)

    def move_text(self, position: MatchPosition, move: MatchMove) -> str:
        """Return coordinates as in a round, `fill left`, `fill right`, `set up`, or
        `adjudicate POSITION`."""
        if isinstance(move, Fill):
            return move.value
        if isinstance(move, Adjudication):
            return str(move)
        return notation.move_text(move)

    def describe_move(self, position: MatchPosition, move: MatchMove) -> Message:
        """Return the rule book's notation in words, or "Fill from the left"."""
        if isinstance(move, Fill):
            return _FILL_WORDS[move]
        if isinstance(move, Adjudication):
            return message("engine.adjudicated")
        return rulebook_notation.describe_move(position.round, move)

    def spell_move(self, position: MatchPosition, move: MatchMove) -> Message:
        """Return a move with its squares, e.g. "Pink from d8 to d5, orange"."""
        if isinstance(move, (Fill, Adjudication)):
            return self.describe_move(position, move)
        return rulebook_notation.spell_move(position.round, move)

    def parse_move(self, position: MatchPosition, text: str) -> MatchMove:
        """Return the legal move or the adjudication that `text` names.

        Raises:
            InvalidMoveError: the message quotes the text and says why it is refused.
        """
        if position.phase is Phase.PLAYING and text.startswith(adjudication.PREFIX):
            return adjudication.parse(position.round, text.removeprefix(adjudication.PREFIX))
        for move in self.legal_moves(position):
            if isinstance(move, Fill) and move.value == text:
                return move
        is_fill = any(fill.value == text for fill in Fill)
        if position.phase is Phase.PLAYING and not is_fill:
            return notation.parse_move(position.round, text)
        raise not_legal(text, self._explain_phase(position))

    def parse_adjudication(self, position: MatchPosition, text: str) -> Adjudication:
        """Return the adjudication with the position of the round that `text` describes.

        Raises:
            InvalidMoveError: the message quotes the text and says what is wrong with it.
        """
        if position.phase is not Phase.PLAYING:
            raise not_legal(text, self._explain_phase(position))
        return adjudication.parse(position.round, text)

    def is_adjudication(self, move: MatchMove) -> bool:
        """Return True if a move is an adjudication."""
        return isinstance(move, Adjudication)

    def propose_adjudication(
        self, position: MatchPosition, pieces: Mapping[Square, Piece]
    ) -> str | None:
        """Return the text of an adjudication with these towers; None between rounds."""
        if position.phase is not Phase.PLAYING:
            return None
        return adjudication.propose(position.round, pieces)

    def position_text(self, position: MatchPosition) -> str:
        """Return the position as one line, which `parse_position` reads."""
        return notation.match_position_text(self.format, position)

    def parse_position(self, text: str) -> MatchPosition:
        """Return the position that `text` describes, of the match or of a round that implies it.

        Raises:
            InvalidPositionError: the message quotes the text and says what is wrong.
        """
        return notation.parse_match_position(self.format, text)

    def _explain_phase(self, position: MatchPosition) -> Message:
        """Return why a move is not legal in this phase of the match, without the full stop."""
        ended = position.ended
        if ended is None:
            return message("engine.round_goes_on")
        if position.phase is Phase.OVER:
            return message("engine.match_is_over", match=self.title, reason=ended.reason)
        if self.format.teeth:
            return message("engine.choose_fill", side=_winner(ended).message)
        return message("engine.set_up_first", reason=ended.reason)


def _winner(ended: Outcome) -> Side:
    assert ended.winner is not None, "a round of Kamisado is never drawn"
    return ended.winner
