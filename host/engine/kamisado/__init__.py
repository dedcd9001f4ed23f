"""Kamisado: a tower must move that has the colour on which the opponent's move ended."""
