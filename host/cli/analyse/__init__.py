"""The commands that examine positions and records."""
