"""Tournaments of a club: players, pairings, results and standings, as pure functions.

No library is taken.  Of those on PyPI with a permissive licence `caissify-pairings` is one author's
beta of 3,300 lines for one system, which needs networkx and falls back to a greedy pairing, and
`py4swiss` needs pydantic and compiled code; the rest are abandoned.
"""
