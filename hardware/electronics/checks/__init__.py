"""Checks of the committed boards; each returns its faults, one line each."""
