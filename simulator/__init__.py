"""A virtual board that runs the real firmware files."""
