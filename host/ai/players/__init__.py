"""Computer players of adjustable strength."""
