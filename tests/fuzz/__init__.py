"""Coverage-guided fuzzing of what reads bytes from outside."""
