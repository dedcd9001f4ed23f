"""Stories: proofs that are told by ideas, each read back with the rules alone.

The positions were found by a search of another program in play between two levels.
"""

from __future__ import annotations

import pytest

from host.ai.analysis import story
from host.ai.analysis.story import find_story
from host.ai.analysis.story_words import story_words
from host.ai.solver.solver import Solver
from host.engine.kamisado import rules
from host.engine.kamisado.notation import parse_move, parse_position
from tests.unit.ai.analysis.explanation_reader import Reader

TOLD = {
    ("1bp2r2/4yP2/2R5/4K3/o2B2Y1/3k2g1/7n/NG5O b p", "c8b7"): (
        "White's orange has no safe square: wherever it goes, Black goes straight to the far row."
    ),
    ("o4rg1/7O/3k1n2/N7/3Yy3/1b6/2pR4/1G2KPB1 w y", "d4a7"): (
        "Black's red has only the safe squares e7 and h6. After each of them Black can be made to "
        "move orange, which has no safe square."
    ),
    ("1bpkyr2/7P/8/3Y2gn/8/2R5/o7/NG2K1BO b p", "c8f5"): (
        "White's green is caught: wherever it goes, Black goes straight to the far row or makes "
        "White move a tower that has no safe square."
    ),
    ("ob2yr1n/3Y4/8/6k1/5R1O/8/2p3g1/NG2KPB1 b b", "b8b2"): (
        "White's brown can hold out on a5 only. Black then moves pink to g4, and White must move "
        "purple. White's purple has one safe square, f3. Black then moves orange to a6, and White "
        "must move green. White's green has one move, to a2, and then Black goes straight to the "
        "far row."
    ),
    ("1bp1yr1n/6g1/8/N7/4o3/3k1P2/8/1GRYK1BO w o", "h1h7"): (
        "Black's purple can hold out on c2 only. White then moves yellow to d2, and Black must "
        "move blue. Black's blue can hold out on b6, c7 and g3 only, and on each of them White "
        "must then move pink. White then moves pink to e3, and Black must move red. Black's red "
        "is caught: wherever it goes, White goes straight to the far row or makes Black move a "
        "tower that has no safe square."
    ),
    # A losing move, in a position with a push; a double move in the last one.
    ("2p1y3/5r1g/2Rk3Y/No+2P3/1G6/5Kn1/6Ob/5B2 b o", "b5b4+"): (
        "Black then moves yellow to d7, and White must move green. White's green can hold out on "
        "a4 only. Black then moves yellow to h3, and White must move green. White's green has one "
        "move, to b5. Black then moves purple to b7, and White must move orange. White's orange "
        "is blocked and passes. Black must then move orange, which goes straight to the far row."
    ),
    ("1b1k2g1/N5BG/o1R5/4y3/1KP3p1/5O2/5n1r/3Y4 b g", "g8e6"): (
        "White's purple has one safe square, c5. Black then moves blue to b6, and White must move "
        "pink. White's pink has one safe square, a5. Black then moves pink to h4, and White must "
        "move pink. White's pink is blocked and passes. Black then moves pink to g3, and White "
        "must move pink. White's pink is blocked and passes. Black must then move pink, which "
        "goes straight to the far row."
    ),
    ("1b1k1pg+y+/1Y6/8/6N1/4o3/5P2/nOr5/K2RB2G+ b o", "e4e3"): (
        "White's red is trapped: wherever it goes, Black goes straight to the far row, or makes "
        "White move a tower that has no safe square or is caught itself."
    ),
    ("obp1y1gn/8/1G6/5r2/3k4/8/1N6/2RYKPBO b n", "h8h2"): (
        "White's red is trapped on all squares but c3. Black's brown is blocked and passes. "
        "White's red is trapped: wherever it goes, Black goes straight to the far row, or makes "
        "White move a tower that has no safe square or is caught itself."
    ),
    ("obp1yr1n/8/8/8/3k3O/8/N5g1/1GRYKPB1 b p", "c8c2"): (
        "White's yellow is trapped on all squares but d2 and h5. After its move to d2: Black then "
        "moves blue to a7, and White must move red. White's red is trapped: wherever it goes, "
        "Black goes straight to the far row, or makes White move a tower that has no safe square "
        "or is caught itself. After its move to h5: Black then moves yellow to e3, and White must "
        "move red. White's red is trapped: wherever it goes, Black goes straight to the far row, "
        "or makes White move a tower that has no safe square or is caught itself."
    ),
    ("y+2p3k/4N1Y1/6b1/3r4/8/7O+/Kgo2n2/P2G1RB1 b p", "d8c7"): (
        "White's pink is trapped on all squares but a4 and b3, and on each of these Black must "
        "then move yellow. Black then moves yellow to a7, and White must move red. White's red is "
        "trapped: wherever it goes, Black goes straight to the far row, or makes White move a "
        "tower that has no safe square or is caught itself."
    ),
    ("1b1k1pg+y+/1Y6/8/6N1/4o3/5P2/nOr5/K2RB2G+ b o", "e4e2"): (
        "White's green can hold out on h3 and h5 only. After its move to h3: Black then moves "
        "green to g7, and White must move brown. White's brown is caught: wherever it goes, Black "
        "goes straight to the far row or makes White move a tower that has no safe square. After "
        "its move to h5: Black then moves yellow to g7, and White must move brown. White's brown "
        "is caught: wherever it goes, Black goes straight to the far row or makes White move a "
        "tower that has no safe square."
    ),
}


@pytest.mark.parametrize(("where", "words"), TOLD.items(), ids=[move for _, move in TOLD])
def test_a_win_is_told_by_ideas(where: tuple[str, str], words: str) -> None:
    position = parse_position(where[0])
    after = rules.play_unchecked(position, parse_move(position, where[1]))
    solver = Solver()
    winner = solver.winner(after)
    assert winner is not None
    told = find_story(solver, after, winner)
    assert told is not None
    assert " ".join(map(str, story_words(told, winner))) == words
    assert Reader(words, after, winner, Solver()).check(), "a whole proof"


def test_a_proof_that_branches_has_no_story() -> None:
    position = parse_position("2pky2n/o7/2P1g2O/1b6/8/5r2/8/NGRYK1B1 w r")
    after = rules.play_unchecked(position, parse_move(position, "c1c2"))
    solver = Solver()
    winner = solver.winner(after)
    assert winner is position.turn
    assert find_story(solver, after, winner) is None


def test_a_search_for_a_story_ends_where_it_has_looked_at_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (where, move) = next(where for where in TOLD if where[1] == "h1h7")
    position = parse_position(where)
    after = rules.play_unchecked(position, parse_move(position, move))
    solver = Solver()
    winner = solver.winner(after)
    assert winner is not None
    assert find_story(solver, after, winner) is not None
    monkeypatch.setattr(story, "MOST_POSITIONS", 10)
    assert find_story(solver, after, winner) is None


def test_a_side_that_loses_has_no_story() -> None:
    position = parse_position("1bp2r2/4yP2/2R5/4K3/o2B2Y1/3k2g1/7n/NG5O b p")
    after = rules.play_unchecked(position, parse_move(position, "c8b7"))
    assert find_story(Solver(), after, position.turn.other) is None
