"""Modes of the board: replays of records, puzzles and tutorials; a match is the session itself."""
