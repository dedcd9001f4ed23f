"""The simulated hands that move the pieces."""
