"""Field conditions: what a command or a page meets where it is used, and what it then does."""
