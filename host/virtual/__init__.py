"""The simulated board: its process, and the hand that plays on it."""
