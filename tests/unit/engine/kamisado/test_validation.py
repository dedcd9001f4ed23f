"""Everything that is wrong with a position, and nothing that is right."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.engine.game import InvalidPositionError
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import format_named
from host.engine.kamisado.round import KamisadoRound
from host.engine.kamisado.validation import problems

START = "obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -"
TEXTS = [
    START,
    f"{START} standard 1 0:0 b",
    "8/8/1g6/1ybnorkp/BRGPOKYN/8/8/8 b g b",
    "8/1n+++4y++1/7b++/8/3r1gk+Y+/1oP+++K+++O+pB+N/3G+4/R+7 w n",
    "o1p1yr1n/8/8/2B5/7K/1b6/3kY3/NGR2PgO w b series-4 4 1:3 w",
    "b++p+k+r+4/8/4g+3/4n+1y+1/4o1B++1/4Y+++3/8/N+G+R+K+PO2 w y marathon 18 14:9 b",
]


def accepted(text: str) -> bool:
    """Return True if the parser of a round, or of the named match, accepts the text."""
    try:
        fields = text.split(" ")
        rest = fields[4:] if fields[3:4] in (["w"], ["b"]) else fields[3:]
        if rest:
            KamisadoMatch(format_named(rest[0])).parse_position(text)
        else:
            KamisadoRound().parse_position(text)
    except ValueError:
        return False
    return True


def sentences(text: str) -> tuple[str, ...]:
    return tuple(map(str, problems(text)))


@pytest.mark.parametrize("text", TEXTS)
def test_a_right_position_has_no_problems(text: str) -> None:
    assert problems(text) == ()


def test_all_that_is_wrong_is_told_not_only_the_first_thing() -> None:
    found = sentences("obpkyrgx/9/44/8/8/8/1+7/NGRYKPB+++++ g q")
    assert found == (
        "'x' in rank 8 means nothing there",
        "rank 8, 'obpkyrgx', has 7 squares instead of 8",
        "rank 7, '9', has 9 squares instead of 8",
        "two numbers side by side in rank 6, '44': add them",
        "'+' in rank 2 means nothing there",
        "a tower in rank 1 has more than 3 teeth",
        "rank 1, 'NGRYKPB+++++', has 7 squares instead of 8",
        "these towers are missing: O n",
        "the side to move must be 'w' or 'b', not 'g'",
        "the tower that must move must be one of n g r y k p b o, or '-', not 'q'",
    )


def test_what_is_missing_is_told_once() -> None:
    assert sentences("obpkyrgn/8/8/8/8/8/8/NGRYKPBO") == (
        "the side to move is missing",
        "the tower that must move (or '-') is missing",
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["the board is missing", "the side to move is missing"]),
        (f" {START}", ["between two fields there must be one space"]),
        ("8/8/8", ["not 3", "towers are missing", "the side to move is missing"]),
        (
            "1bpkyrgn/8/8/8/7o/8/N7/1GRYKPBO b - b",
            ["white brown tower on a2 has left", "black orange tower on h4 has left", "nobody has"],
        ),
        ("1bpkyrgN/8/8/8/7o/8/7n/1GRYKPBO w o b", ["must be 'b'", "White made", "brown, must be"]),
        ("Nbpkyrg1/8/8/8/7o/8/8/nGRYKPBO w n", ["have both reached a home row"]),
        (f"{START} standard 0 x q", ["number of the round", "points must be", "who began"]),
        (f"{START} blitz 1 0:0 b", ["unknown match format 'blitz'"]),
        (f"{START} standard 1", ["come either none or all 4 fields"]),
        (f"{START} standard 2 0:0 b", ["so this is round 1, not 2"]),
        ("oobpkyrg/8/8/8/8/8/8/NGRYKPBO b -", ["the tower 'o' is there twice", "missing: n"]),
    ],
)
def test_each_problem_is_a_sentence(text: str, found: list[str]) -> None:
    told = sentences(text)
    for words in found:
        assert any(words in problem for problem in told), told


@settings(deadline=None, max_examples=200)
@given(
    st.sampled_from(TEXTS),
    st.lists(st.tuples(st.integers(0, 90), st.sampled_from("obpkNGR018/+ :wb-x9é")), max_size=2),
)
def test_a_text_has_problems_exactly_when_the_parser_refuses_it(
    text: str, damages: list[tuple[int, str]]
) -> None:
    for place, char in damages:
        text = text[:place] + char + text[place + 1 :]
    assert (problems(text) == ()) == accepted(text)


@settings(deadline=None, max_examples=150)
@given(st.text(alphabet="obpkyrgnOBPKYRGN12345678/+ wb-", max_size=60))
def test_any_text_at_all_is_judged(text: str) -> None:
    assert (problems(text) == ()) == accepted(text)


def test_a_refusal_of_a_match_position_can_always_be_found_again() -> None:
    text = f"{START} standard 2 0:0 b"
    with pytest.raises(InvalidPositionError) as caught:
        KamisadoMatch(format_named("standard")).parse_position(text)
    assert str(problems(text)[0]) in str(caught.value)
