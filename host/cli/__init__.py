"""The commands that need no board: positions, records and rules, for people and programs."""
