"""Elo ratings of players from the results of their games, with confidence intervals.

The model is Bradley-Terry in Elo's scale: a player rated 400 points above another wins ten games
of eleven.  Ratings are the maximum of the likelihood with a weak prior, one drawn game for every
pair that has met, without which a player that has won all games would have no rating.  The
intervals come from the Fisher information.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ELO = 400 / math.log(10)
"""Points in one unit of the model, a difference with odds of e to 1."""
PRIOR = 1.0
"""Drawn games of the prior for each pair that has met."""
CONFIDENCE = 1.96
"""Standard deviations on either side that contain 95 %."""
MAX_STEPS = 100
"""Steps of Newton's method at most; about ten are enough."""
TOLERANCE = 1e-9
"""Largest change of a rating, in units of the model, at which the iteration ends."""

Results = Mapping[tuple[str, str], float]
"""Games won by the first player against the second; a draw counts half for both."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Rating of a player.

    Attributes:
        elo: points above the average of all players.
        error: half the width of the 95 % confidence interval.
        games: number of games.
        wins: number of games won; a draw counts half.
    """

    name: str
    elo: float
    error: float
    games: int
    wins: float


def ratings(names: Sequence[str], results: Results) -> list[Rating]:
    """Return the ratings of players, in the order of their names.

    Args:
        names: two or more, each connected with all others by games, directly or through others.
    """
    count = len(names)
    won = [[float(results.get((a, b), 0)) for b in names] for a in names]
    met = [[won[i][j] + won[j][i] for j in range(count)] for i in range(count)]
    weights = [[m + PRIOR if m else 0.0 for m in row] for row in met]
    scores = [sum(won[i][j] + PRIOR / 2 for j in range(count) if met[i][j]) for i in range(count)]
    strengths = [0.0] * count
    for _ in range(MAX_STEPS):
        gradient, inverse = _gradient(strengths, weights, scores), _covariance(strengths, weights)
        steps = [sum(map(math.prod, zip(row, gradient, strict=True))) for row in inverse]
        # Far from the maximum, Newton's method may overshoot.
        strengths = [
            s + max(-1.0, min(1.0, step)) for s, step in zip(strengths, steps, strict=True)
        ]
        if max(map(abs, steps)) < TOLERANCE:
            break
    mean = sum(strengths) / count
    inverse = _covariance(strengths, weights)
    return [
        Rating(
            name,
            (strengths[i] - mean) * ELO,
            CONFIDENCE * math.sqrt(inverse[i][i]) * ELO,
            round(sum(met[i])),
            sum(won[i]),
        )
        for i, name in enumerate(names)
    ]


def _win_probability(one: float, other: float) -> float:
    """Return the probability that the first player beats the second."""
    return 1 / (1 + math.exp(other - one))


def _gradient(
    strengths: list[float], weights: list[list[float]], scores: list[float]
) -> list[float]:
    """Return the gradient of the log-likelihood."""
    return [
        score
        - sum(
            weight * _win_probability(strengths[i], other)
            for weight, other in zip(weights[i], strengths, strict=True)
        )
        for i, score in enumerate(scores)
    ]


def _covariance(strengths: list[float], weights: list[list[float]]) -> list[list[float]]:
    """Return the covariance of the strengths: the pseudoinverse of the Fisher information.

    Only differences of strengths matter, so the vector of ones is the kernel of the information
    matrix.  It is added before the inversion and subtracted afterwards.
    """
    count = len(strengths)
    even = 1 / count
    information = [[even] * count for _ in range(count)]
    for i in range(count):
        for j in range(count):
            if i != j:
                probability = _win_probability(strengths[i], strengths[j])
                share = weights[i][j] * probability * (1 - probability)
                information[i][i] += share
                information[i][j] -= share
    return [[value - even for value in row] for row in _inverse(information)]


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix (Gauss-Jordan elimination)."""
    count = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(count))] for i, row in enumerate(matrix)]
    for i in range(count):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(count):
            if j != i:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[count:] for row in rows]
