"""Who wins a round of Kamisado: proven, not guessed."""
