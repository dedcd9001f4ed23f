"""The match on a board as a state machine."""
