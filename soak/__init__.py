"""Soak test: modelled players, with accidents, play whole matches; recognition must follow."""
