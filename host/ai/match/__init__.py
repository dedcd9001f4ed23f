"""Proofs of matches: who wins the match with best play, fills included."""
