"""Matches: teeth, points, rounds and ends; each test quotes the number of its rule."""

from __future__ import annotations

import pytest

from host.engine.game import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    Outcome,
    Piece,
    Side,
    perft,
)
from host.engine.kamisado.board import name
from host.engine.kamisado.fill import Fill
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import (
    FORMATS,
    LONG,
    MARATHON,
    SERIES,
    SINGLE,
    STANDARD,
    Format,
    format_named,
    series,
)
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.kamisado.position import Move
from host.engine.kamisado.scoring import TEETH_POINTS, TOOTH_POINTS, Points
from host.engine.squares import parse_square
from tests.unit.engine.kamisado.towers import place

START = "obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -"
FIRST_ROUND = (
    "d8d4 a1c3 h8h5 d1g4 c8c6 h1h2 f8f4 g1e3 f4f3 h2f4 b8b2 c3c4 "
    "g8h7 f1d3 c6b5 d3g6 e8e7 e3e6 b5b4 c1c2 e7h4 e1e2 h7h6 e6e8"
)
"""A round that was really played; White's blue tower wins it on e8."""
DEADLOCK_OF_TWO = "ogrkpb2/8/8/yn6/KN6/8/8/1GRYPBO1 w g"
"""White's one move but two, b1c2, blocks everybody; c2 is yellow."""
A8 = parse_square("a8", (8, 8))

STANDARD_MATCH = KamisadoMatch(STANDARD)


def play(game: KamisadoMatch, position: MatchPosition, *texts: str) -> MatchPosition:
    for text in texts:
        position = game.play(position, game.parse_move(position, text))
    return position


def before_the_end(
    game: KamisadoMatch, teeth: str = "", challenger: Side = Side.BLACK
) -> MatchPosition:
    """A round in which White's pink tower can go from a7 to a8 and win.

    Args:
        game: the match.
        teeth: towers that carry some, at home or, the pink one, on a7: "K+a7 G++g1".
        challenger: who began the round.
    """
    towers = teeth if "K" in teeth else f"{teeth} Ka7"
    position = place(f"{towers} kh4", "w k")
    return MatchPosition.of(game.format, position, challenger=challenger)


def ended(game: KamisadoMatch, position: MatchPosition) -> Outcome:
    outcome = game.round_outcome(position)
    assert outcome is not None
    return outcome


def piece_on(game: KamisadoMatch, position: MatchPosition, square: str) -> Piece:
    return game.pieces(position)[parse_square(square, (8, 8))]


# The course of a match


def test_a_match_begins_as_a_round_does_with_black_and_no_points() -> None:
    position = STANDARD_MATCH.start()
    assert STANDARD_MATCH.position_text(position) == f"{START} standard 1 0:0 b"
    assert STANDARD_MATCH.turn(position) is Side.BLACK
    assert STANDARD_MATCH.round_outcome(position) is None


def test_the_moves_of_a_match_are_those_of_its_round() -> None:
    assert [perft(STANDARD_MATCH, STANDARD_MATCH.start(), depth) for depth in (1, 2, 3)] == [
        102,
        1150,
        11182,
    ]


def test_m7_a_won_round_that_does_not_decide_the_match_is_no_outcome() -> None:
    position = play(STANDARD_MATCH, STANDARD_MATCH.start(), *FIRST_ROUND.split())
    assert STANDARD_MATCH.outcome(position) is None
    reason = "White's blue tower reached Black's home row on e8 (M7)."
    assert str(ended(STANDARD_MATCH, position).reason) == reason
    assert ended(STANDARD_MATCH, position).winner is Side.WHITE


def test_f1_after_a_round_its_winner_chooses_and_no_tower_may_move() -> None:
    position = play(STANDARD_MATCH, STANDARD_MATCH.start(), *FIRST_ROUND.split())
    assert position.phase is Phase.CHOOSING
    assert STANDARD_MATCH.turn(position) is Side.WHITE
    assert STANDARD_MATCH.movable_squares(position) == ()
    texts = [
        STANDARD_MATCH.move_text(position, move) for move in STANDARD_MATCH.legal_moves(position)
    ]
    assert texts == ["fill left", "fill right"]
    refusal = str(STANDARD_MATCH.explain_illegal(position, parse_square("e8", (8, 8)), None))
    assert refusal == "The round is over, and White chooses 'fill left' or 'fill right' (F1)"
    assert STANDARD_MATCH.explain_illegal(position, parse_square("e4", (8, 8)), None) is None
    with pytest.raises(InvalidMoveError, match=r"'e2e3' is not legal here.*White chooses.*\(F1\)"):
        STANDARD_MATCH.parse_move(position, "e2e3")
    with pytest.raises(IllegalMoveError, match=r"'e2e3' is not legal.*\(F1\)"):
        STANDARD_MATCH.play(position, Move(12, 20))


def test_f1_while_a_round_is_played_nothing_is_filled() -> None:
    position = STANDARD_MATCH.start()
    with pytest.raises(InvalidMoveError, match=r"'fill left' is not legal here.*\(F1\)"):
        STANDARD_MATCH.parse_move(position, "fill left")
    with pytest.raises(IllegalMoveError, match=r"'fill right' is not legal.*\(F1\)"):
        STANDARD_MATCH.play(position, Fill.RIGHT)


def test_between_rounds_the_pieces_are_those_of_the_round_that_is_over() -> None:
    before = play(STANDARD_MATCH, STANDARD_MATCH.start(), *FIRST_ROUND.split()[:-1])
    after = play(STANDARD_MATCH, before, FIRST_ROUND.split()[-1])
    assert piece_on(STANDARD_MATCH, after, "e8") == Piece(Side.WHITE, "blue", 1)
    unmoved = dict(STANDARD_MATCH.pieces(before))
    del unmoved[parse_square("e6", (8, 8))]
    assert unmoved.items() <= STANDARD_MATCH.pieces(after).items()


def test_f2_the_loser_begins_the_next_round_with_any_tower() -> None:
    position = play(STANDARD_MATCH, STANDARD_MATCH.start(), *FIRST_ROUND.split(), "fill left")
    assert STANDARD_MATCH.turn(position) is Side.BLACK is position.challenger
    assert position.defender is Side.WHITE
    assert len(STANDARD_MATCH.movable_squares(position)) == 8
    assert (position.number, position.phase) == (2, Phase.PLAYING)


def test_f2_white_begins_the_round_after_one_that_black_has_won() -> None:
    game = STANDARD_MATCH
    lost = MatchPosition.of(STANDARD, place("ka2 Ka4", "b k"))
    position = play(game, lost, "a2a1", "fill right")
    assert position.challenger is Side.WHITE is game.turn(position)
    assert position.points == Points(white=0, black=1)


def test_the_players_keep_their_towers_for_the_whole_match() -> None:
    position = play(STANDARD_MATCH, STANDARD_MATCH.start(), *FIRST_ROUND.split(), "fill right")
    for square, piece in STANDARD_MATCH.pieces(position).items():
        assert piece.side is (Side.WHITE if square < 8 else Side.BLACK)


# Teeth and points


def test_scoring_a_towers_teeth_score_1_2_4_and_8() -> None:
    assert TOOTH_POINTS == (1, 2, 4, 8)
    assert TEETH_POINTS == (0, 1, 3, 7, 15)


@pytest.mark.parametrize(("teeth", "points"), [("", 1), ("K+a7", 3), ("K++a7", 7)])
def test_scoring_the_tower_that_arrives_gets_the_tooth(teeth: str, points: int) -> None:
    game = KamisadoMatch(MARATHON)
    position = play(game, before_the_end(game, teeth), "a7a8")
    assert position.points == Points(white=points)
    assert game.pieces(position)[A8].teeth == teeth.count("+") + 1
    again = play(game, position, "fill left")
    assert [piece.teeth for piece in game.pieces(again).values() if piece.teeth] == [
        teeth.count("+") + 1
    ]


def test_scoring_a_fourth_tooth_makes_15_and_ends_a_marathon_match() -> None:
    game = KamisadoMatch(MARATHON)
    before = before_the_end(game, "K+++a7")
    assert before.points == Points(white=7)
    after = play(game, before, "a7a8")
    assert after.points == Points(white=15)
    assert after.phase is Phase.OVER
    assert game.pieces(after)[A8] == Piece(Side.WHITE, "pink", 4)
    assert str(game.describe_piece(game.pieces(after)[A8])) == "pink four-toothed tower"
    assert game.parse_position(game.position_text(after)) == after


def test_scoring_the_teeth_of_both_sides_are_counted_apart() -> None:
    game = KamisadoMatch(LONG)
    position = before_the_end(game, "G+g1 N+h1 n++h8 g+g8")
    assert position.points == Points(white=2, black=4)
    assert position.number == 6


def test_m8_after_a_deadlock_the_tooth_goes_to_the_one_who_did_not_cause_it() -> None:
    position = STANDARD_MATCH.parse_position(f"{DEADLOCK_OF_TWO} standard 1 0:0 b")
    position = play(STANDARD_MATCH, position, "b1c2")  # c2 is yellow
    outcome = ended(STANDARD_MATCH, position)
    assert outcome.winner is Side.BLACK is STANDARD_MATCH.turn(position)
    assert position.points == Points(black=1)
    assert piece_on(STANDARD_MATCH, position, "a5") == Piece(Side.BLACK, "yellow", 1)
    assert [name(square) for square in outcome.squares] == ["a5"]
    filled = play(STANDARD_MATCH, position, "fill left")
    assert filled.challenger is Side.WHITE
    assert sorted(
        piece.name for piece in STANDARD_MATCH.pieces(filled).values() if piece.teeth
    ) == ["yellow"]


def test_m8_after_a_push_the_colour_under_the_farthest_pushed_tower_names_the_tooth() -> None:
    text = "8/8/8/8/nbpg1o1r/Y+PKNBGky/R1O5/8 w y w standard 2 1:0 b"
    position = play(STANDARD_MATCH, STANDARD_MATCH.parse_position(text), "a3a4+")
    assert ended(STANDARD_MATCH, position).stuck, "nobody can move any more"
    assert position.points == Points(white=1, black=1)
    # Brown was pushed onto pink; the pusher itself stands on yellow.
    assert piece_on(STANDARD_MATCH, position, "g3") == Piece(Side.BLACK, "pink", 1)
    assert piece_on(STANDARD_MATCH, position, "h3") == Piece(Side.BLACK, "yellow", 0)


# How each format ends


def test_a_single_round_ends_with_the_round() -> None:
    game = KamisadoMatch(SINGLE)
    position = play(game, game.start(), *FIRST_ROUND.split())
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.winner is Side.WHITE
    assert str(outcome.reason) == (
        "White wins the single round 1:0. White's blue tower reached Black's home row on e8 (M7)."
    )
    assert game.legal_moves(position) == ()
    assert game.movable_squares(position) == ()


@pytest.mark.parametrize(
    ("match", "not_enough", "enough"),
    [
        (STANDARD, "G+g1", "K+a7"),  # 1 + 1 and 1 + 2
        (STANDARD, "n+h8 g+g8", "G+g1 N+h1"),  # 0 + 1 and 2 + 1
        (LONG, "K+a7 G++g1", "K++a7"),  # 4 + 2 and 3 + 4
        (MARATHON, "K++a7 G+++g1", "K+++a7"),  # 10 + 4 and 7 + 8
    ],
)
def test_a_match_ends_at_once_when_a_side_has_the_points(
    match: Format, not_enough: str, enough: str
) -> None:
    game = KamisadoMatch(match)
    goes_on = play(game, before_the_end(game, not_enough), "a7a8")
    assert game.outcome(goes_on) is None
    over = play(game, before_the_end(game, enough), "a7a8")
    outcome = game.outcome(over)
    assert outcome is not None
    assert outcome.winner is Side.WHITE
    assert outcome.squares == ended(game, over).squares
    refusal = str(game.explain_illegal(over, A8, None))
    assert refusal != "None"
    assert refusal.startswith(f"The {match.title} is over: ")
    with pytest.raises(InvalidMoveError, match="is over"):
        game.parse_move(over, "fill left")


def test_points_to_win_are_1_3_7_and_15() -> None:
    assert [match.points for match in FORMATS] == [1, 3, 7, 15, None]


def test_a_series_goes_on_from_the_first_position_with_the_other_side_first() -> None:
    game = KamisadoMatch(SERIES)
    position = play(game, game.start(), *FIRST_ROUND.split())
    assert position.points == Points(white=1)
    assert position.phase is Phase.CHOOSING
    assert [game.move_text(position, move) for move in game.legal_moves(position)] == ["set up"]
    assert all(piece.teeth == 0 for piece in game.pieces(position).values())
    refusal = str(game.explain_illegal(position, A8 + 4, A8))
    assert refusal != "None"
    assert "say 'set up'" in refusal
    following = play(game, position, "set up")
    assert game.pieces(following) == game.pieces(game.start())
    # White has won and begins all the same: the first mover alternates.
    assert game.position_text(following) == f"{START.replace(' b', ' w')} series 2 1:0 w"


def test_a_series_of_an_agreed_number_of_rounds_ends_after_the_last() -> None:
    game = KamisadoMatch(series(2))
    white_won = play(game, game.start(), *FIRST_ROUND.split(), "set up")
    assert white_won.challenger is Side.WHITE
    round_position = place("ka2 Ka4", "b k")
    black_wins = MatchPosition.of(game.format, round_position, 2, Points(white=1), Side.WHITE)
    position = play(game, black_wins, "a2a1")
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.winner is None
    assert str(outcome.reason).startswith(
        "The series of 2 single rounds is drawn, 1:1. Black's pink"
    )
    ahead = KamisadoMatch(series(1))
    won = ahead.outcome(play(ahead, ahead.start(), *FIRST_ROUND.split()))
    assert won is not None
    assert won.winner is Side.WHITE


def test_every_format_is_found_by_its_name() -> None:
    for match in (*FORMATS, series(1), series(999)):
        assert format_named(match.name) == match


@pytest.mark.parametrize("text", ["", "short", "series-", "series-0", "series-1000", "series--1"])
def test_an_unknown_format_is_quoted_and_the_known_ones_are_listed(text: str) -> None:
    with pytest.raises(ValueError, match="there is no match format") as caught:
        format_named(text)
    assert repr(text) in str(caught.value)
    assert "single, standard, long, marathon, series" in str(caught.value)


def test_a_series_of_no_rounds_is_refused() -> None:
    with pytest.raises(ValueError, match="not 0"):
        series(0)


# Sumo towers from round to round


def test_s1_the_tower_that_won_is_a_sumo_in_the_next_round_and_reaches_5_squares() -> None:
    position = play(STANDARD_MATCH, STANDARD_MATCH.start(), *FIRST_ROUND.split(), "fill left")
    (square,) = [s for s, piece in STANDARD_MATCH.pieces(position).items() if piece.teeth]
    assert name(square) == "h1", "the tower in the last row is the last to be filled (F3)"
    assert (
        str(STANDARD_MATCH.describe_piece(piece_on(STANDARD_MATCH, position, "h1")))
        == "blue sumo tower"
    )
    position = play(STANDARD_MATCH, position, _first_move_onto(position, "blue"))
    texts = [
        STANDARD_MATCH.move_text(position, move) for move in STANDARD_MATCH.legal_moves(position)
    ]
    assert {text for text in texts if text[2] == "h"} == {"h1h2", "h1h3", "h1h4", "h1h5", "h1h6"}


def test_ds1_and_ts1_a_tower_that_wins_again_reaches_less_and_pushes_more() -> None:
    game = KamisadoMatch(MARATHON)
    for teeth, reach, pushes in (("K+a7", 3, 2), ("K++a7", 1, 3)):
        won = play(game, before_the_end(game, teeth), "a7a8", "fill left")
        square = next(s for s, piece in game.pieces(won).items() if piece.teeth)
        assert game.pieces(won)[square].teeth == pushes
        position = won.round._replace(turn=Side.WHITE, required=4, last_mover=Side.BLACK)
        moves = game.legal_moves(won._replace(round=position))
        ranks = [m.target // 8 - m.origin // 8 for m in moves if isinstance(m, Move)]
        assert max(ranks) == reach


def test_s3_in_a_match_too_the_side_that_has_pushed_moves_again() -> None:
    # After figures 8 and 9: a sumo in front of a plain tower with room behind it.
    game = STANDARD_MATCH
    position = MatchPosition.of(STANDARD, place("K+d4 nd5", "w k"), challenger=Side.BLACK)
    after = play(game, position, "d4d5+")
    assert game.turn(after) is Side.WHITE
    assert piece_on(game, after, "d6").name == "brown"
    assert after.phase is Phase.PLAYING


def test_s11_a_push_that_is_the_only_legal_move_of_a_round_must_be_played() -> None:
    text = "8/8/8/8/nbpg1o1r/Y+PKNBGky/R1O5/8 w y w standard 2 1:0 b"
    position = STANDARD_MATCH.parse_position(text)
    moves = STANDARD_MATCH.legal_moves(position)
    assert [STANDARD_MATCH.move_text(position, move) for move in moves] == ["a3a4+"]


def test_figures_4_and_5_a_plain_tower_passes_and_the_same_tower_with_a_tooth_pushes() -> None:
    plain = MatchPosition.of(STANDARD, place("Ka4 na5 gb5", "w k"), challenger=Side.BLACK)
    moves = STANDARD_MATCH.legal_moves(plain)
    assert [STANDARD_MATCH.move_text(plain, move) for move in moves] == ["pass"]
    passed = play(STANDARD_MATCH, plain, "pass")
    assert STANDARD_MATCH.turn(passed) is Side.BLACK
    assert passed.phase is Phase.PLAYING
    sumo = MatchPosition.of(STANDARD, place("K+a4 na5 gb5", "w k"), challenger=Side.BLACK)
    moves = STANDARD_MATCH.legal_moves(sumo)
    assert [STANDARD_MATCH.move_text(sumo, move) for move in moves] == ["a4a5+"]


def test_figure_6_a_deadlock_of_four_gives_the_round_to_the_one_who_did_not_cause_it() -> None:
    text = "8/8/8/8/pbnry1k1/PBNo3g/1RKGO1Y1/8 w o"
    position = STANDARD_MATCH.parse_position(f"{text} standard 1 0:0 b")
    lost = [
        after
        for move in STANDARD_MATCH.legal_moves(position)
        if (after := STANDARD_MATCH.play(position, move)).phase is Phase.CHOOSING
    ]
    assert len(lost) == 1
    assert len(ended(STANDARD_MATCH, lost[0]).stuck) == 4
    assert lost[0].points == Points(black=1)


def test_figure_9_a_double_sumo_pushes_two_and_binds_by_the_farther_one() -> None:
    game = KamisadoMatch(LONG)
    position = MatchPosition.of(LONG, place("K++d4 n+d5 gd6", "w k"), challenger=Side.BLACK)
    after = play(game, position, "d4d5+")
    assert piece_on(game, after, "d6") == Piece(Side.BLACK, "brown", 1)
    assert piece_on(game, after, "d7") == Piece(Side.BLACK, "green", 0)
    assert game.turn(after) is Side.WHITE
    assert [game.square_colour(square) for square in (parse_square("d7", (8, 8)),)] == ["green"]
    (mover,) = game.movable_squares(after)
    assert game.pieces(after)[mover].name == "green"


def test_figure_10_in_a_marathon_match_white_leads_14_to_9_and_pushes_seven_towers() -> None:
    game = KamisadoMatch(MARATHON)
    position = game.parse_position(
        "b++p+k+r+4/8/4g+3/4n+1y+1/4o1B++1/4Y+++3/8/N+G+R+K+PO2 w y marathon 18 14:9 b"
    )
    position = play(game, position, "e3e4+", "g4g5+", "e4e5+")
    refusal = str(
        game.explain_illegal(position, parse_square("e5", (8, 8)), parse_square("e6", (8, 8)))
    )
    assert refusal != "None"
    assert "the green tower on e8 is on its home row".casefold() in refusal.casefold()
    position = play(game, position, "e5d6")
    assert game.turn(position) is Side.BLACK
    assert position.points == Points(14, 9)


# Position text


def test_a_rounds_position_is_read_where_the_rest_follows_from_it() -> None:
    assert STANDARD_MATCH.parse_position(START) == STANDARD_MATCH.start()
    text = "oygkrbpn+/8/8/8/8/8/8/NGRYKPBO w -"
    position = STANDARD_MATCH.parse_position(text)
    assert STANDARD_MATCH.position_text(position) == f"{text} standard 2 0:1 w"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ("long 1 0:0 b", "its format is 'long', and this is a standard match"),
        ("standard 0 0:0 b", "number of the round must be 1 or more, not '0'"),
        ("standard 01 0:0 b", "number of the round must be 1 or more, not '01'"),
        ("standard 2 0:0 b", "so this is round 1, not 2"),
        ("standard 1 1:0 b", "worth 0:0, not 1:0"),
        ("standard 1 0-0 b", "points must be White's and Black's as in '2:1', not '0-0'"),
        ("standard 1 0:0 x", "who began the round must be 'w' or 'b', not 'x'"),
        ("standard 1 0:0 w", "Black began round 1"),
    ],
)
def test_fields_that_do_not_belong_together_are_refused_in_words(fields: str, words: str) -> None:
    text = f"{START} {fields}"
    with pytest.raises(InvalidPositionError) as caught:
        STANDARD_MATCH.parse_position(text)
    assert repr(text) in str(caught.value)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        (STANDARD_MATCH, f"{START} standard 1 0:0", "after the round's position write the format"),
        (STANDARD_MATCH, f"{START} standard 1 0:0 b b", "no kamisado-standard position"),
        (STANDARD_MATCH, START.replace(" b", " w"), "Black begins round 1"),
        (STANDARD_MATCH, f"{START.replace('ob', 'bo')}", "every tower on its own colour"),
        (STANDARD_MATCH, "o+++byrpkgn/8/8/8/8/8/8/NGRYKPBO w -", "was over before this round"),
        (
            STANDARD_MATCH,
            "1+bpkyrgn/8/8/8/8/8/8/NGRYKPBO b -",
            "'+' in rank 8 means nothing there",
        ),
        (
            STANDARD_MATCH,
            "o+bpky1gn/8/8/5r2/8/8/8/NGRYKPBO w g",
            "add who began this round",
        ),
        (KamisadoMatch(SERIES), START.replace("ob", "o+b"), "no teeth in a series"),
        (KamisadoMatch(series(2)), f"{START} series-2 3 1:1 b", "over before this round, at 1:1"),
        (
            KamisadoMatch(SERIES),
            "o1p1yr1n/8/8/2B5/7K/1b6/3kY3/NGR2PgO w b series 2 1:0 w",
            "Black has won this round, so the score cannot be 1:0",
        ),
    ],
)
def test_a_position_that_no_match_can_reach_is_refused(
    game: KamisadoMatch, text: str, words: str
) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        game.parse_position(text)
    assert words in str(caught.value)


def _first_move_onto(position: MatchPosition, colour: str) -> str:
    """A first move that ends on a square of that colour."""
    return next(
        STANDARD_MATCH.move_text(position, move)
        for move in STANDARD_MATCH.legal_moves(position)
        if isinstance(move, Move) and STANDARD_MATCH.square_colour(move.target) == colour
    )


def test_an_agreement_ends_a_series_as_a_draw() -> None:
    series = KamisadoMatch(SERIES)
    assert series.allows_agreement
    outcome = series.agreed_outcome(series.start())
    assert (outcome.winner, str(outcome.reason)) == (None, "Drawn: both players have agreed to it.")
