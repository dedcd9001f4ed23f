"""Hints, explanations, reviews and puzzles."""
