"""What the program costs where nobody plays fast: its start, its rest, and long matches."""
