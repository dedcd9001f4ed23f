"""Prove who wins a round of Kamisado: df-pn search with a transposition table."""
