"""The computer against opponents that it must beat, and in rounds that it must win."""
