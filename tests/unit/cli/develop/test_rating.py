"""Ratings: what is known about Elo by hand, and errors that hold what they promise."""

from __future__ import annotations

import random

import pytest

from host.cli.develop.rating import ratings

SEED = 5


def test_ten_wins_of_eleven_are_400_points() -> None:
    # The drawn game that the prior adds is nothing beside so many.
    one, other = ratings(["a", "b"], {("a", "b"): 10_000, ("b", "a"): 1_000})
    assert one.elo - other.elo == pytest.approx(400, abs=1)
    assert one.elo + other.elo == pytest.approx(0, abs=1e-6)
    assert (one.games, one.wins) == (11_000, 10_000)


def test_who_has_won_every_game_has_a_rating_as_well() -> None:
    best, middle, worst = ratings(
        ["best", "middle", "worst"],
        {("best", "middle"): 30, ("best", "worst"): 30, ("middle", "worst"): 20},
    )
    assert best.elo > middle.elo > worst.elo
    assert best.error > middle.error, "less is known of who never loses"


def test_the_errors_hold_the_true_strength_nineteen_times_of_twenty() -> None:
    chance = random.Random(SEED)
    truth = {"a": -150.0, "b": -50.0, "c": 50.0, "d": 150.0}
    held = tried = 0
    for _ in range(200):
        won: dict[tuple[str, str], int] = {}
        for one, elo in truth.items():
            for other, beside in truth.items():
                if one < other:
                    likely = 1 / (1 + 10 ** ((beside - elo) / 400))
                    wins = sum(chance.random() < likely for _ in range(60))
                    won[one, other], won[other, one] = wins, 60 - wins
        for rating in ratings(list(truth), won):
            held += abs(rating.elo - truth[rating.name]) <= rating.error
            tried += 1
    assert 0.92 < held / tried < 0.98, f"seed {SEED}: {held} of {tried}"
