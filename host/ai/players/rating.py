"""How strong players are beside each other: Elo from games that they have played, with errors.

The model is Bradley's and Terry's, of which Elo's is the everyday form: who is 400 points above
wins ten games of eleven.  The ratings are those that make the results likeliest, once every pair
that has met is given one more game, drawn (a weak prior: without it somebody who has won every
game would have no rating).  The errors come from the Fisher information of the same likelihood.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ELO = 400 / math.log(10)
"""Points to the unit of the model, in which e : 1 is the ratio of the chances."""
PRIOR = 1.0
"""How many drawn games each pair that has met is given."""
CONFIDENCE = 1.96
"""Standard deviations on either side within which 95 % lie."""
STEPS = 100
"""How often Newton's method improves the ratings at most; ten times are enough."""
EXACT = 1e-9

Results = Mapping[tuple[str, str], float]
"""How many games the first has won against the second; a drawn one is half won by each."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One player's.

    Attributes:
        elo: points beside the average of all, which is 0.
        error: of 95 %, on either side.
        games: how many were played.
        wins: how many of them were won, drawn ones as halves.
    """

    name: str
    elo: float
    error: float
    games: int
    wins: float


def ratings(names: Sequence[str], results: Results) -> list[Rating]:
    """The ratings of players, in the order of their names.

    Args:
        names: two or more, each of whom has met all others, if only by way of third ones.
    """
    count = len(names)
    won = [[float(results.get((a, b), 0)) for b in names] for a in names]
    met = [[won[i][j] + won[j][i] for j in range(count)] for i in range(count)]
    weights = [[m + PRIOR if m else 0.0 for m in row] for row in met]
    scores = [sum(won[i][j] + PRIOR / 2 for j in range(count) if met[i][j]) for i in range(count)]
    strengths = [0.0] * count
    for _ in range(STEPS):
        slopes, inverse = _slopes(strengths, weights, scores), _covariance(strengths, weights)
        steps = [sum(map(math.prod, zip(row, slopes, strict=True))) for row in inverse]
        # Far from the likeliest, Newton's method may step too far.
        strengths = [
            s + max(-1.0, min(1.0, step)) for s, step in zip(strengths, steps, strict=True)
        ]
        if max(map(abs, steps)) < EXACT:
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


def _chance(one: float, other: float) -> float:
    """How likely the first beats the second."""
    return 1 / (1 + math.exp(other - one))


def _slopes(strengths: list[float], weights: list[list[float]], scores: list[float]) -> list[float]:
    """How the logarithm of the likelihood grows with each strength."""
    return [
        score
        - sum(
            weight * _chance(strengths[i], other)
            for weight, other in zip(weights[i], strengths, strict=True)
        )
        for i, score in enumerate(scores)
    ]


def _covariance(strengths: list[float], weights: list[list[float]]) -> list[list[float]]:
    """The errors of the strengths beside their average: the Fisher information's pseudoinverse.

    All strengths together say nothing, only their differences do: so the information has the
    direction of ones as its kernel.  With that direction added it can be inverted, and then taken
    off again.
    """
    count = len(strengths)
    even = 1 / count
    information = [[even] * count for _ in range(count)]
    for i in range(count):
        for j in range(count):
            if i != j:
                chance = _chance(strengths[i], strengths[j])
                share = weights[i][j] * chance * (1 - chance)
                information[i][i] += share
                information[i][j] -= share
    return [[value - even for value in row] for row in _inverse(information)]


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by Gauss and Jordan."""
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
