"""Checks of the committed part files; each returns its faults as sentences."""
