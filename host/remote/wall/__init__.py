"""The wall of a club, pure: all boards of a broker, those that are dead, the delay, and results."""
