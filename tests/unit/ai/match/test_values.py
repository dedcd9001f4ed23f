"""Values of matches within a bound, and those who use them: level 10, hints and reviews."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from host.ai.analysis.hint import find_hint
from host.ai.analysis.review import review, summary, table_lines
from host.ai.match.values import MatchValues
from host.ai.players.perfect import PerfectPlayer
from host.ai.results import MoveHint, ReviewedMove
from host.ai.solver.solver import Solver
from host.engine.game import AnyGame, Side
from host.engine.registry import game_named

STANDARD = game_named("kamisado-standard")
LATE_TEXT = "1p5g+/1K2R3/3r4/b6y/n7/1PGo2k+Y/8/O2B+1N2 b g standard 4 1:2 b"
"""A random round late, in which Black loses the round with each of six moves; h8d4 and h8h7 win the
match, h8g7, h8f6 and h8h6 lose it.  Found by the prover among random rounds."""
LATE = STANDARD.parse_position(LATE_TEXT)
WINNING, LOSING = {"h8d4", "h8h7"}, {"h8g7", "h8f6", "h8h6"}
BEFORE_FILL = STANDARD.parse_position(
    "2n3y1/2Y5/BN6/3bp+k2/6O1/1r6/2o3R+g/1P+2K2G b o b standard 4 2:1 b"
)
"""Found likewise: Black wins the round at once, and after it the match by one fill alone."""
ENOUGH = 20_000_000


class RoundsAlone(MatchValues):
    """Values of a match of which nothing is proven, as if each bound were over at once."""

    def verdict(self, *arguments: object, **options: object) -> None:
        return None


@pytest.fixture(scope="module")
def proven() -> MatchValues:
    """Values in which all moves of the late round are proven, which takes seconds."""
    values = MatchValues()
    values.verdict(STANDARD, LATE, ENOUGH)
    return values


def player(values: MatchValues) -> PerfectPlayer:
    found = PerfectPlayer(8)
    found.match_values = values
    return found


@pytest.mark.slow
def test_the_values_of_a_late_match_are_told_of_each_move(proven: MatchValues) -> None:
    verdict = proven.verdict(STANDARD, LATE, 0)
    assert verdict is not None
    assert verdict.value == "win"
    assert {move for move, value in verdict.moves.items() if value == "win"} >= WINNING
    assert {move for move, value in verdict.moves.items() if value == "loss"} >= LOSING
    assert set(verdict.best) >= WINNING


@pytest.mark.slow
def test_level_10_wins_a_match_that_play_for_the_round_loses(proven: MatchValues) -> None:
    assert player(RoundsAlone()).choose(STANDARD, LATE).move in LOSING
    chosen = player(MatchValues()).choose(STANDARD, LATE)
    assert chosen.match == "unknown", "not proven within the bound of a move"
    assert proven.winner(STANDARD, LATE) is Side.BLACK, "as while the opponent thinks"
    chosen = player(proven).choose(STANDARD, LATE)
    assert chosen.move in WINNING
    assert (chosen.value, chosen.match) == ("loss", "win")


def test_a_stop_condition_that_stops_at_once_leaves_the_move_for_the_round() -> None:
    values = MatchValues()
    assert values.winner(STANDARD, LATE, stop=lambda: True) is None
    verdict = values.verdict(STANDARD, LATE, 0)
    assert verdict is not None
    assert set(verdict.best) == set(verdict.moves)
    stopped = player(values).choose(STANDARD, LATE, stop=lambda: True)
    alone = player(RoundsAlone()).choose(STANDARD, LATE, stop=lambda: True)
    assert stopped.move == alone.move
    assert stopped.match == "unknown"


@pytest.mark.slow
def test_the_bound_is_kept_and_a_later_call_goes_on() -> None:
    values, calls = MatchValues(), 0
    while values.winner(STANDARD, LATE, 20_000) is None:
        calls += 1
        assert values.nodes < 25_000 * calls + 10_000
    whole = MatchValues()
    assert whole.winner(STANDARD, LATE) is Side.BLACK
    assert calls > 1
    assert values.nodes < 1.5 * whole.nodes


@pytest.mark.slow
def test_where_one_move_is_enough_the_others_are_not_proven() -> None:
    values = MatchValues()
    assert values.winner(STANDARD, LATE) is Side.BLACK
    known = values.verdict(STANDARD, LATE, 0)
    assert known is not None
    enough, nodes = known.best[0], values.nodes
    assert known.moves[enough] == "win"
    values.verdict(STANDARD, LATE, enough=enough)
    assert values.nodes == nodes
    values.verdict(STANDARD, LATE)
    assert values.nodes > nodes


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("kamisado", "8/b2py2g/1BG5/5rR1/3nk2P/N2o1O2/8/3YK3 w o"),
        ("kamisado-single", "8/b2py2g/1BG5/5rR1/3nk2P/N2o1O2/8/3YK3 w o"),
        ("kamisado-standard", "8/b2py2g/1BG5/5rR1/3nk2P/N2o1O2/8/3YK3 w o standard 1 0:0 b"),
        ("kamisado-series", "8/b2py2g/1BG5/5rR1/3nk2P/N2o1O2/8/3YK3 w o series 1 0:0 b"),
    ],
)
def test_nothing_is_tried_without_a_match_that_is_nearly_over(game: str, position: str) -> None:
    values, played = MatchValues(), game_named(game)
    assert values.winner(played, played.parse_position(position)) is None
    assert values.verdict(played, played.parse_position(position)) is None
    assert values.nodes == 0


def hint(values: MatchValues | None) -> MoveHint:
    return find_hint(Solver(8), STANDARD, LATE, match_values=values)


@pytest.mark.slow
def test_a_hint_names_a_move_that_wins_the_match(proven: MatchValues) -> None:
    assert hint(None).move in LOSING
    found = hint(proven)
    assert found.move in WINNING
    told = str(found.sentence("here"))
    assert told == "Hint: here. It loses this round, but is winning in the match."


@pytest.mark.parametrize(
    ("value", "match", "told"),
    [
        ("win", "win", "Hint: x. It is winning. It is winning in the match, too."),
        ("win", "loss", "Hint: x. It is winning. The match is lost whatever you play."),
        (
            "loss",
            "loss",
            "Every move loses. Hint: x. It holds out longest. The match is lost whatever you play.",
        ),
        ("win", "unknown", "Hint: x. It is winning."),
    ],
)
def test_a_hint_says_of_the_match_what_is_proven(value: str, match: str, told: str) -> None:
    found = MoveHint("x", value, None, match=match)  # type: ignore[arg-type]
    assert str(found.sentence("x")) == told


def reviewed(
    game: AnyGame, position: Hashable, texts: list[str], values: MatchValues | None
) -> list[ReviewedMove]:
    """The review of some moves, in order."""
    found = review(Solver(8), game, position, texts, match_values=values)
    return list(found)[::-1]


@pytest.mark.slow
def test_a_review_tells_the_move_that_lost_the_match_in_a_round_that_was_lost_anyhow(
    proven: MatchValues,
) -> None:
    (alone,) = reviewed(STANDARD, LATE, ["h8f6"], None)
    assert (alone.kind, alone.match) == ("lost", None)
    (one,) = reviewed(STANDARD, LATE, ["h8f6"], proven)
    assert (one.before, one.after, one.kind) == ("loss", "loss", "match")
    told = "The match was lost here: until then Black could have forced a win."
    assert str(one.match).startswith(told)
    assert any(f"({move}) is winning in the match." in str(one.match) for move in WINNING)
    assert str(summary([one])[0]).endswith("The match was given away once: with move 1 (Black).")
    (kept,) = reviewed(STANDARD, LATE, ["h8d4"], proven)
    assert (kept.kind, kept.match) == ("lost", None)


@pytest.mark.slow
def test_a_fill_that_lost_the_match_is_told_in_the_review_among_the_moves() -> None:
    after = STANDARD.play(BEFORE_FILL, STANDARD.parse_move(BEFORE_FILL, "c2c1"))
    verdict = MatchValues().verdict(STANDARD, after, ENOUGH)
    assert verdict is not None
    assert verdict.moves == {"fill left": "loss", "fill right": "win"}
    assert PerfectPlayer(8).choose(STANDARD, after).move == "fill right"
    move, fill = reviewed(STANDARD, BEFORE_FILL, ["c2c1", "fill left"], MatchValues())
    assert (move.kind, move.match) == ("won", None)
    assert (fill.ply, fill.side, fill.kind, fill.choices) == (2, "black", "match", 2)
    assert str(fill.match).endswith("Fill from the right (fill right) is winning in the match.")
    assert list(map(str, summary([move, fill]))) == [
        "Round 4: Black was winning from the start. The win never changed hands. "
        "The match was given away once: with move 2 (Black)."
    ]
    assert str(table_lines([fill])[0]).split("  ")[-1].strip() == "gives the match away"
    (only,) = reviewed(STANDARD, BEFORE_FILL, ["c2c1", "fill right"], MatchValues())
    assert only.kind == "won"


def test_without_time_a_review_says_nothing_of_the_match() -> None:
    found = list(review(Solver(8), STANDARD, LATE, ["h8f6"], lambda: lambda: True, MatchValues()))
    assert [one.match for one in found] == [None]
