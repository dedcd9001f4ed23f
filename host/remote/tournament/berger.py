"""Pairings of a round robin by Berger tables (FIDE Handbook C.05, annex 1)."""

from __future__ import annotations

Numbers = tuple[int, int]
"""Pairing numbers of two players, counted from 1; the first one has the side that begins."""


def berger_round(count: int, number: int) -> list[Numbers]:
    """Return the pairings of one round of a single round robin.

    From one round to the next every number but the last grows by half of them all, in a circle.

    Args:
        count: even number of players, at least 2.
        number: of the round, counted from 0.
    """
    half, circle = count // 2, count - 1
    shift = number * half

    def moved(place: int) -> int:
        return (place + shift) % circle + 1

    first, last = moved(0), count
    pairings = [(first, last) if number % 2 == 0 else (last, first)]
    return pairings + [(moved(place), moved(circle - place)) for place in range(1, half)]


def round_robin_round(count: int, number: int, cycles: int = 1) -> list[Numbers]:
    """Return the pairings of one round of a single or double round robin.

    In the second cycle the colours are exchanged.  In a double one the last two rounds of the
    first cycle change places, as FIDE recommends: nobody has one colour three times on end.

    Args:
        count: number of players; if it is odd, who meets the number `count` + 1 has a bye.
        number: of the round, counted from 0.
        cycles: 1 or 2.
    """
    even = count + count % 2
    cycle, place = divmod(number, even - 1)
    if cycles == 2 and cycle == 0 and even > 2 and place >= even - 3:
        place = 2 * even - 5 - place
    pairings = berger_round(even, place)
    return [(b, a) for a, b in pairings] if cycle % 2 else pairings
