"""Matches with players at other boards: begun, joined, gone on with, and kept the same."""
