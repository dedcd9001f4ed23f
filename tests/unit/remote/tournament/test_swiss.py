"""Swiss rounds: the first ones by hand, and small fields against all legal pairings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from host.engine.game import Side
from host.remote.tournament.model import Player, Tournament, TournamentError
from host.remote.tournament.organiser import add_player, pair_round, withdraw
from host.remote.tournament.swiss import Entrant, ranked, swiss_pairings
from tests.support.tournaments import (
    BYE,
    colours_of,
    has_rounds,
    numbered,
    play_round,
    tournament_of,
    who_can_meet,
    with_results,
)

Pairs = Sequence[tuple[Entrant, Entrant | None]]


def met(tournament: Tournament) -> list[set[str]]:
    return [set(one.players) for one in tournament.rounds[-1].pairings]


def test_the_first_round_sets_the_upper_half_against_the_lower() -> None:
    tournament = pair_round(tournament_of(numbered(8)))
    assert met(tournament) == [{"P1", "P5"}, {"P2", "P6"}, {"P3", "P7"}, {"P4", "P8"}]
    blacks = [one.black for one in tournament.rounds[-1].pairings]
    assert blacks in (["P1", "P6", "P3", "P8"], ["P5", "P2", "P7", "P4"])


def test_the_second_round_pairs_equal_scores() -> None:
    tournament = pair_round(tournament_of(numbered(8)))
    higher = [
        "black" if one.black in ("P1", "P2", "P3", "P4") else "white"
        for one in tournament.rounds[0].pairings
    ]
    tournament = pair_round(with_results(tournament, *higher))
    # Two of the winners, P1 and P3, have had one colour, the other two the other one.
    assert met(tournament) == [{"P1", "P4"}, {"P2", "P3"}, {"P5", "P8"}, {"P6", "P7"}]


def test_the_last_of_the_lowest_score_has_the_bye() -> None:
    tournament = pair_round(tournament_of(numbered(5)))
    assert tournament.rounds[0].bye == "P5"
    winners = [
        one.side_of(next(name for name in one.players if name in ("P1", "P4"))).name.lower()
        for one in tournament.rounds[0].pairings
    ]
    tournament = pair_round(with_results(tournament, *winners))
    assert tournament.rounds[1].bye == "P3"


def test_a_float_is_one_of_the_last_round() -> None:
    tournament = with_results(pair_round(tournament_of(numbered(5))), "black", "black")
    floats = {one.name: one.float for one in ranked(tournament, tournament.players)}
    assert floats == {"P1": 0, "P2": 0, "P3": 0, "P4": 0, "P5": 1}, "a bye is one downwards"
    before = {one.name: one.score for one in ranked(tournament, tournament.players)}
    tournament = pair_round(tournament)
    tournament = with_results(tournament, "draw", "draw")
    floats = {one.name: one.float for one in ranked(tournament, tournament.players)}
    for pairing in tournament.rounds[1].pairings:
        black, white = pairing.players
        higher = (before[black] > before[white]) - (before[black] < before[white])
        assert (floats[black], floats[white]) == (higher, -higher)
    assert sorted(floats.values()) == [-1, 0, 0, 1, 1]


def test_who_won_unplayed_has_no_bye_if_another_can() -> None:
    tournament = pair_round(tournament_of(["A", "B", "C"]))
    assert tournament.rounds[0].bye == "C"
    black = tournament.rounds[0].pairings[0].black
    tournament = pair_round(with_results(tournament, "forfeit white"))
    assert tournament.rounds[1].bye not in (black, "C")


def test_of_equal_scores_who_has_missed_no_game_has_the_bye() -> None:
    """A newcomer, or who was away, is neither punished nor rewarded.

    The table is that of a test of bbpPairings for C.04.3 [C9] of 2025: the bye is player 4's.
    """
    tournament = pair_round(tournament_of(numbered(5)), ["P5"])
    tournament = with_results(tournament, *_won_by(tournament, "P1", "P2"))
    assert pair_round(tournament).rounds[-1].bye == "P4"
    late = pair_round(tournament_of(numbered(4)))
    late = add_player(with_results(late, *_won_by(late, "P1", "P2")), "Newcomer")
    assert pair_round(late).rounds[-1].bye == "P4"
    late = pair_round(with_results(pair_round(late), "draw", "draw"))
    assert late.rounds[-1].bye not in ("P4", "Newcomer"), "of others with no point more"


def _won_by(tournament: Tournament, *winners: str) -> list[str]:
    """Return the results of the last round by which some players win."""
    return ["black" if one.black in winners else "white" for one in tournament.rounds[-1].pairings]


def all_pairings(field: Sequence[Entrant]) -> Iterator[Pairs]:
    """Yield all legal pairings; None stands for the bye."""
    if not field:
        yield []
        return
    one, *others = field
    for place, other in enumerate(others):
        if other.name not in one.opponents:
            for pairs in all_pairings(others[:place] + others[place + 1 :]):
                yield [(one, other), *pairs]
    if len(field) % 2 and one.may_have_bye:
        for pairs in all_pairings(others):
            yield [(one, None), *pairs]


def badness(pairs: Pairs) -> tuple[object, ...]:
    """Return how bad a pairing is, by all criteria of the module but the last one."""
    absolute = strong = mild = floats = unplayed = 0
    bye_score, differences = 0, Counter[int]()
    for one, other in pairs:
        if other is None:
            bye_score = one.score
            absolute += one.won_unplayed
            unplayed = one.unplayed
            floats += one.float == 1
            continue
        upper, lower = sorted((one, other), key=lambda each: -each.score)
        difference = upper.score - lower.score
        differences[difference] += difference > 0
        if difference:
            floats += (upper.float == 1) + (lower.float == -1)
        claims = one.preference, other.preference
        if claims[0].side is claims[1].side is not None:
            weakest = min(claim.strength for claim in claims)
            absolute += weakest == 3
            strong += weakest == 2
            mild += weakest == 1
    spread = tuple(differences[difference] for difference in range(40, 0, -1))
    return absolute, bye_score, spread, unplayed, strong, mild, floats


def rounds_after(tournament: Tournament, pairs: Pairs) -> int:
    """Return how many of the rounds to come can be paired after a pairing."""
    unmet = who_can_meet(tournament)
    for one, other in pairs:
        ends = one.name, BYE if other is None else other.name
        if unmet.keys() >= set(ends):
            unmet[ends[0]] -= {ends[1]}
            unmet[ends[1]] -= {ends[0]}
    later = tournament.planned_rounds - len(tournament.rounds) - 1
    return next(count for count in range(later, -1, -1) if has_rounds(unmet, count))


@pytest.mark.parametrize(
    "count", [4, 5, *(pytest.param(each, marks=pytest.mark.slow) for each in (6, 7))]
)
def test_no_legal_pairing_of_a_small_field_is_better(count: int) -> None:
    rng = random.Random(count)
    impossible = 0
    for _ in range(4):
        tournament = tournament_of(numbered(count), rounds=count + 3)
        while len(tournament.rounds) < tournament.planned_rounds:
            here = [one for one in tournament.players if rng.random() < 0.9]
            field = ranked(tournament, here)
            legal = list(all_pairings(field))
            rounds = [rounds_after(tournament, pairs) for pairs in legal]
            lasting = [
                pairs for pairs, count in zip(legal, rounds, strict=True) if count == max(rounds)
            ]
            least = min(map(badness, lasting), default=None)
            try:
                pairs, bye = swiss_pairings(tournament, here)
            except TournamentError:
                assert least is None
                impossible += 1
                break
            by_name = {one.name: one for one in field}
            found: list[tuple[Entrant, Entrant | None]] = [
                (by_name[black], by_name[white]) for black, white in pairs
            ]
            found += [(by_name[bye], None)] if bye else []
            assert badness(found) == least
            try:
                tournament = play_round(tournament, rng)
            except TournamentError:
                impossible += 1
                break
    assert impossible > 0


@pytest.mark.parametrize("seed", range(4))
def test_a_tournament_without_a_legal_pairing_says_what_to_do(seed: int) -> None:
    """Four players have three rounds, whatever the results; the fourth one has no pairing."""
    rng = random.Random(seed)
    tournament = tournament_of(numbered(4), rounds=5)
    for _ in range(3):
        tournament = play_round(tournament, rng, ("3-1", "0-3", "draw"))
    with pytest.raises(TournamentError, match=r"Round 4 cannot be paired.*End the tournament here"):
        pair_round(tournament)
    for name in ("Anna", "Ben", "Carla", "Dan"):
        tournament = add_player(tournament, name)
    assert len(pair_round(tournament).rounds[-1].pairings) == 4


@pytest.mark.slow
def test_many_rounds_of_64_players_keep_the_colours_even() -> None:
    rng, results = random.Random(3), ("3-1", "0-3", "draw", "3-2")
    tournament = tournament_of(numbered(64), rounds=7)
    for _ in range(7):
        tournament = play_round(tournament, rng, results)
    for player in tournament.players:
        colours = "".join(side.value for side in colours_of(tournament, player.name))
        assert abs(colours.count("b") - colours.count("w")) <= 2
        assert "bbb" not in colours
        assert "www" not in colours


def test_the_lot_orders_players_without_a_rating() -> None:
    def order(seed: int) -> list[set[str]]:
        players = tuple(Player(name) for name in numbered(12))
        return met(
            pair_round(Tournament("Open", tournament_of([]).system, 5, seed=seed, players=players))
        )

    assert order(1) == order(1)
    assert len({str(order(seed)) for seed in range(5)}) == 5


def test_colours_of_a_forfeit_do_not_count_and_the_two_may_meet() -> None:
    tournament = pair_round(tournament_of(["A", "B"]))
    first = tournament.rounds[0].pairings[0]
    tournament = pair_round(with_results(tournament, "forfeit white"))
    assert set(tournament.rounds[1].pairings[0].players) == {"A", "B"}
    assert colours_of(tournament, first.black) == []


def test_who_has_withdrawn_is_not_paired() -> None:
    tournament = with_results(pair_round(tournament_of(numbered(6))), "draw", "draw", "draw")
    tournament = pair_round(withdraw(tournament, "p3"))
    assert "P3" not in {name for one in tournament.rounds[1].pairings for name in one.players}
    assert tournament.rounds[1].bye is not None


def test_black_and_white_are_those_of_the_pairing() -> None:
    tournament = pair_round(tournament_of(["A", "B"]))
    pairing = tournament.rounds[0].pairings[0]
    assert pairing.side_of(pairing.black) is Side.BLACK
    assert pairing.opponent_of(pairing.black) == pairing.white
