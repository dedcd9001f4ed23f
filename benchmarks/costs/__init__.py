"""Costs of the program where nobody plays fast: its start, its rest, and long matches."""
