"""Sensing: what the sensors of a board tell of its squares, and what they cannot."""
