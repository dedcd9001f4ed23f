"""The commands that explain games, rules and puzzles."""
