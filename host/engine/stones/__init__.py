"""Common parts of hasami shogi, five and seega: boards of light and dark stones."""
