"""What hasami shogi, five and seega have in common."""
