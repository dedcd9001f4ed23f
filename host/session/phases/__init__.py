"""Phases of a match: each owns its state and interprets snapshots, ticks and requests."""
