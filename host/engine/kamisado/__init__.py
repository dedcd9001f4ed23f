"""Kamisado: towers that must match the colour on which the opponent's last move ended."""
