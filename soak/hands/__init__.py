"""Hands that play: motions, ways to make a move, accidents, and the repair of the board."""
