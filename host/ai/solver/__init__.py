"""Solver of rounds of Kamisado: df-pn search with a transposition table."""
