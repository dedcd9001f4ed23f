"""Properties of every match, in every format, with any moves."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from host.engine.game import IllegalMoveError, InvalidPositionError, Side
from host.engine.kamisado.board import HOME_ROWS
from host.engine.kamisado.fill import Fill
from host.engine.kamisado.match import KamisadoMatch, MatchMove
from host.engine.kamisado.match_format import FORMATS, MARATHON, SERIES, Format, series
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.scoring import points_of
from tests.unit.engine.kamisado.plain_match import PlainMatch

EVERY_FORMAT = [*FORMATS, series(1), series(4)]
ENDING = [match for match in EVERY_FORMAT if match is not SERIES]
LONGEST_ROUND = 1000  # plies; far above any seen, a round that gets there does not end
MOST_ROUNDS = {"single": 1, "standard": 5, "long": 13, "marathon": 23}
"""The most teeth that leave both sides below the goal, and one more."""
IN_ITS_OWN_TIME = settings(deadline=None)  # a busy machine is no reason to fail


@st.composite
def plays(draw: st.DrawFn) -> tuple[KamisadoMatch, list[MatchPosition], list[MatchMove]]:
    """A match with its positions from the first to some later one, and the moves between."""
    game = KamisadoMatch(draw(st.sampled_from(EVERY_FORMAT)))
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))  # Hypothesis prints it
    eager = draw(st.booleans())
    positions, moves = [game.start()], []
    for _ in range(draw(st.integers(0, 400))):
        legal = game.legal_moves(positions[-1])
        if not legal:
            break
        moves.append(_chosen(legal, chance, eager))
        positions.append(game.play(positions[-1], moves[-1]))
    return game, positions, moves


def _chosen(legal: tuple[MatchMove, ...], chance: random.Random, eager: bool) -> MatchMove:
    """Any legal move; or, often, a push or a win, so that matches get far in few plies."""
    if eager:
        for move in legal:
            if isinstance(move, Move) and (move.push or move.target // 8 in (0, 7)):
                return move
    return chance.choice(legal)


@settings(deadline=None, max_examples=30)
@given(plays())
@pytest.mark.slow
def test_a_second_program_plays_the_same_match(
    played: tuple[KamisadoMatch, list[MatchPosition], list[MatchMove]],
) -> None:
    game, positions, moves = played
    plain = PlainMatch(game.format.name)
    for position, move in zip(positions, [*moves, None], strict=True):
        assert game.position_text(position) == plain.write()
        legal = {game.move_text(position, legal) for legal in game.legal_moves(position)}
        assert legal == plain.moves()
        assert (game.outcome(position) is not None) == plain.over()
        if move is not None:
            plain.make(game.move_text(position, move))


@st.composite
def crowds(draw: st.DrawFn) -> Position:
    """Towers crammed into four ranks in the middle of a marathon match: deadlocks are near."""
    first = draw(st.integers(1, 3))
    squares = draw(st.permutations(range(first * 8, first * 8 + 24)))[:16]
    teeth = draw(st.lists(st.sampled_from([0, 0, 0, 0, 0, 1, 1, 2]), min_size=16, max_size=16))
    return Position.of(
        bytes(squares),
        bytes(teeth),
        turn=draw(st.sampled_from(Side)),
        required=draw(st.integers(0, 7)),
        last_mover=draw(st.sampled_from(Side)),
    )


@settings(deadline=None, max_examples=150)
@given(crowds(), st.sampled_from(Side))
@pytest.mark.slow
def test_a_second_program_gives_the_tooth_to_the_same_tower_after_every_move(
    crowd: Position, challenger: Side
) -> None:
    game = KamisadoMatch(MARATHON)
    assume(max(points_of(crowd.teeth)) < 15)
    challenger = challenger if any(crowd.teeth) else Side.BLACK
    position = MatchPosition.of(MARATHON, crowd, challenger=challenger)
    for move in game.legal_moves(position):
        after = game.play(position, move)
        texts = [game.move_text(position, move)]
        if after.phase is Phase.CHOOSING:
            texts.append("fill left" if challenger is Side.WHITE else "fill right")
            after = game.play(after, game.parse_move(after, texts[-1]))
        plain = PlainMatch.read(game.position_text(position))
        for text in texts:
            plain.make(text)
        assert game.position_text(after) == plain.write()


@IN_ITS_OWN_TIME
@given(plays())
def test_no_tower_is_lost_or_doubled(
    played: tuple[KamisadoMatch, list[MatchPosition], list[MatchMove]],
) -> None:
    game, positions, _ = played
    for position in positions:
        pieces = game.pieces(position).values()
        assert len({(piece.side, piece.name) for piece in pieces}) == len(pieces) == 16


@IN_ITS_OWN_TIME
@given(plays())
def test_the_points_are_what_the_teeth_score_and_never_shrink(
    played: tuple[KamisadoMatch, list[MatchPosition], list[MatchMove]],
) -> None:
    game, positions, _ = played
    for before, position in itertools.pairwise(positions):
        for side in Side:
            teeth = [p.teeth for p in game.pieces(position).values() if p.side is side]
            if game.format.teeth and game.format.points != 1:  # a single round has no next one
                scored = sum([1, 2, 4, 8][tooth] for count in teeth for tooth in range(count))
                assert position.points.of(side) == scored
            else:
                assert not any(teeth)
        gain = sum(position.points) - sum(before.points)
        round_over = before.phase is Phase.PLAYING is not position.phase
        assert gain > 0 if round_over else gain == 0


@IN_ITS_OWN_TIME
@given(plays())
def test_every_push_is_lawful_and_keeps_the_turn(
    played: tuple[KamisadoMatch, list[MatchPosition], list[MatchMove]],
) -> None:
    game, positions, moves = played
    plain = PlainMatch(game.format.name)
    for position, move in zip(positions, moves, strict=False):
        text = game.move_text(position, move)
        if isinstance(move, Move) and move.push:
            assert plain.push_is_lawful(text)
            bound = plain.bound(text)
            plain.make(text)
            assert (plain.round.turn, plain.round.required) == bound
        else:
            plain.make(text)


@pytest.mark.slow
@IN_ITS_OWN_TIME
@given(plays())
def test_every_position_is_read_back_from_its_text(
    played: tuple[KamisadoMatch, list[MatchPosition], list[MatchMove]],
) -> None:
    game, positions, _ = played
    for position in positions:
        again = game.parse_position(game.position_text(position))
        assert again == position
        assert hash(again) == hash(position)


@IN_ITS_OWN_TIME
@given(plays())
def test_moves_are_read_back_and_all_others_refused(
    played: tuple[KamisadoMatch, list[MatchPosition], list[MatchMove]],
) -> None:
    game, positions, _ = played
    position = positions[-1]
    legal = game.legal_moves(position)
    assert [game.parse_move(position, game.move_text(position, move)) for move in legal] == [*legal]
    assert (legal == ()) == (game.outcome(position) is not None)
    assert len({str(game.describe_move(position, move)) for move in legal}) == len(legal)
    everything = [*Fill, Move(0, 8), Move(56, 48), Move(4, 4), Move(60, 52)]
    for move in set(everything) - set(legal):
        with pytest.raises(IllegalMoveError):
            game.play(position, move)
    for move in legal:
        assert game.play(position, move) == game.play_unchecked(position, move)


@IN_ITS_OWN_TIME
@given(plays())
def test_between_rounds_nothing_is_moved_and_every_refusal_says_why(
    played: tuple[KamisadoMatch, list[MatchPosition], list[MatchMove]],
) -> None:
    game, positions, _ = played
    for position in positions:
        between = position.phase is not Phase.PLAYING
        assert (
            between
            == (game.round_outcome(position) is not None)
            == (not game.movable_squares(position))
        )
        if not between:
            continue
        outcome = game.round_outcome(position)
        assert outcome is not None
        assert game.turn(position) is outcome.winner
        for square in game.pieces(position):
            refusal = game.explain_illegal(position, square, 0)
            assert refusal is not None
            assert str(refusal).endswith(")")


@IN_ITS_OWN_TIME
@given(plays(), st.sampled_from([Fill.LEFT, Fill.RIGHT]))
def test_the_hands_that_fill_never_meet_a_taken_place(
    played: tuple[KamisadoMatch, list[MatchPosition], list[MatchMove]], fill: Fill
) -> None:
    game, positions, _ = played
    for position in positions:
        if position.phase is Phase.PLAYING:
            continue
        if not game.format.teeth:
            fill = Fill.START
        standing = dict(game.pieces(position))
        for carry in game.relocations(position, fill):
            assert standing.pop(carry.origin) == carry.piece
            assert carry.target not in standing
            standing[carry.target] = carry.piece
        assert standing.keys() == {*HOME_ROWS[Side.WHITE], *HOME_ROWS[Side.BLACK]}
        if position.phase is Phase.CHOOSING:
            assert standing == game.pieces(game.play(position, fill))


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(ENDING), st.integers(0, 2**32 - 1))
def test_every_round_and_every_match_come_to_an_end(match: Format, seed: int) -> None:
    game = KamisadoMatch(match)
    chance = random.Random(seed)
    position, plies, number = game.start(), 0, 1
    while game.outcome(position) is None:
        position = game.play_unchecked(position, chance.choice(game.legal_moves(position)))
        plies = plies + 1 if position.number == number else 0
        number = position.number
        assert plies < LONGEST_ROUND
    assert number <= (match.rounds or MOST_ROUNDS[match.name])
    outcome = game.outcome(position)
    assert outcome is not None
    assert (outcome.winner is None) == (position.points.white == position.points.black)


@IN_ITS_OWN_TIME
@given(plays(), st.integers(0, 90), st.sampled_from("obpkNGR018/+ :wb-x"))
def test_a_text_with_one_character_replaced_is_refused_or_read_as_it_stands(
    played: tuple[KamisadoMatch, list[MatchPosition], list[MatchMove]], place: int, char: str
) -> None:
    game, positions, _ = played
    text = game.position_text(positions[-1])
    damaged = text[:place] + char + text[place + 1 :]
    try:
        again = game.parse_position(damaged)
    except InvalidPositionError:
        return
    assert game.parse_position(game.position_text(again)) == again
    redundant = damaged.split(" ")
    del redundant[3:4]  # a last mover that follows from the side to move may be said
    assert game.position_text(again) in (damaged, " ".join(redundant))
