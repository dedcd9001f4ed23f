"""Matches: rounds, choices, formats and position text; each test quotes the number of its rule."""

from __future__ import annotations

import pytest

from host.engine.game import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    Piece,
    Side,
)
from host.engine.kamisado.fill import Fill
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import (
    FORMATS,
    SERIES,
    STANDARD,
    format_named,
    series,
)
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.kamisado.position import Move
from host.engine.kamisado.scoring import Points
from host.engine.squares import parse_square
from host.engine.successors import perft
from tests.unit.engine.kamisado.matches import (
    FIRST_ROUND,
    STANDARD_MATCH,
    START,
    ended,
    piece_on,
    play,
)
from tests.unit.engine.kamisado.towers import place


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


def test_every_format_is_found_by_its_name() -> None:
    for match in (*FORMATS, series(1), series(999)):
        assert format_named(match.name) == match


@pytest.mark.parametrize("text", ["", "short", "series-", "series-0", "series-1000", "series--1"])
def test_an_unknown_format_is_quoted_and_the_known_ones_are_listed(text: str) -> None:
    with pytest.raises(ValueError, match="unknown match format") as caught:
        format_named(text)
    assert repr(text) in str(caught.value)
    assert "single, standard, long, marathon, series" in str(caught.value)


def test_a_series_of_no_rounds_is_refused() -> None:
    with pytest.raises(ValueError, match="not 0"):
        series(0)


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
        (STANDARD_MATCH, f"{START} standard 1 0:0 b b", "not a position of kamisado-standard"),
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
        (
            KamisadoMatch(SERIES),
            START.replace("ob", "o+b"),
            "a series of single rounds has no teeth",
        ),
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
