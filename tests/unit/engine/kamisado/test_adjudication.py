"""Adjudications: positions from which players go on, in matches and in their records."""

from __future__ import annotations

import pytest

from host.engine.game import Adjudicable, IllegalMoveError, InvalidMoveError, Piece, Side
from host.engine.kamisado.adjudication import Adjudication
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import format_named
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.kamisado.records import reader, record
from host.engine.kamisado.records.record import Form, Record
from host.engine.records.record_errors import InvalidRecordError
from host.engine.squares import parse_square

STANDARD = KamisadoMatch(format_named("standard"))
WITH_TOOTH = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N+1/1R1K1BY1 w g standard 2 1:0 b"
ELSEWHERE = "1r1k2ng/4P1b1/o1p2G2/8/6y1/8/2O3N+1/1R1K1BY1 b n"
WON = "1r1kG1n1/4P1b1/o1p4g/8/6y1/8/2O3N+1/1R1K1BY1 b y"


def second_round() -> MatchPosition:
    """A second round; White has won the first with its brown tower."""
    return STANDARD.parse_position(WITH_TOOTH)


def adjudicated(text: str) -> MatchPosition:
    before = second_round()
    return STANDARD.play(before, STANDARD.parse_adjudication(before, text))


def test_only_the_position_of_the_round_changes() -> None:
    after = adjudicated(ELSEWHERE)
    assert after.round.turn is Side.BLACK
    assert STANDARD.position_text(after) == f"{ELSEWHERE} standard 2 1:0 b"
    assert after.phase is Phase.PLAYING


def test_a_position_that_is_won_ends_the_round() -> None:
    after = adjudicated(WON)
    assert after.phase is Phase.CHOOSING
    assert str(after.points) == "2:0"
    with pytest.raises(InvalidMoveError, match="choose"):
        STANDARD.parse_adjudication(after, ELSEWHERE)
    with pytest.raises(IllegalMoveError):
        STANDARD.play(after, Adjudication(second_round().round))


def test_its_text_is_that_of_a_move() -> None:
    assert isinstance(STANDARD, Adjudicable)
    before = second_round()
    move = STANDARD.parse_move(before, f"adjudicate {ELSEWHERE}")
    assert STANDARD.is_adjudication(move)
    assert STANDARD.move_text(before, move) == f"adjudicate {ELSEWHERE}"
    assert move not in STANDARD.legal_moves(before)
    assert not any(map(STANDARD.is_adjudication, STANDARD.legal_moves(before)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonsense", "'nonsense'"),
        (ELSEWHERE.replace("2G2", "5"), "G"),
        (ELSEWHERE.replace("y", "yy"), "y"),
        (ELSEWHERE.replace("b n", "b -"), "tower that must move"),
        (ELSEWHERE.replace("N+", "N"), "keeps its teeth (1)"),
        (ELSEWHERE.replace("O", "O+"), "keeps its teeth (0)"),
        (WON.replace("b y", "w y"), "e8"),
    ],
)
def test_what_is_no_legal_position_is_quoted_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidMoveError) as raised:
        STANDARD.parse_adjudication(second_round(), text)
    assert text in str(raised.value)
    assert reason in str(raised.value)


def pieces_with(origin: str, target: str) -> dict[int, Piece]:
    """Return the pieces of the second round, one of them on another square."""
    pieces = dict(STANDARD.pieces(second_round()))
    pieces[parse_square(target, (8, 8))] = pieces.pop(parse_square(origin, (8, 8)))
    return pieces


def test_one_tower_of_the_side_to_move_elsewhere_has_moved() -> None:
    before = second_round()
    proposed = STANDARD.propose_adjudication(before, pieces_with("f7", "f6"))
    assert proposed == ELSEWHERE
    other = STANDARD.propose_adjudication(before, pieces_with("g7", "g6"))
    assert other is not None
    assert other.endswith(" w g"), "Black was not to move"
    unmoved = STANDARD.propose_adjudication(before, STANDARD.pieces(before))
    assert unmoved == " ".join(WITH_TOOTH.split()[:3])


@pytest.mark.parametrize("form", Form)
def test_a_record_keeps_the_moves_before_and_after(form: Form) -> None:
    game, moves = STANDARD, []
    position = game.start()
    for text in ("d8d4", "a1c3"):
        moves.append(game.parse_move(position, text))
        position = game.play(position, moves[-1])
    exchanged = game.position_text(position).split()[:3]
    exchanged[0] = exchanged[0].replace("N", "x").replace("G", "N").replace("x", "G")
    moves.append(game.parse_adjudication(position, " ".join(exchanged)))
    position = game.play(position, moves[-1])
    moves.append(game.legal_moves(position)[0])
    written = Record(game, game.start(), tuple(moves))
    text = record.write(written, form)
    assert f"\nadjudicate {' '.join(exchanged)}\n" in text
    assert reader.read(text) == written


def test_a_record_with_an_illegal_adjudication_is_refused_with_its_line() -> None:
    text = "game: kamisado-standard\nform: coordinates\n\n  1. d8d4 | a1c3\nadjudicate nothing\n"
    with pytest.raises(InvalidRecordError, match="'nothing'") as raised:
        reader.read(text)
    assert raised.value.line == 5
