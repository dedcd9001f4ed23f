"""Checks of the committed part files."""
