"""CAD models of the printed parts; only this package needs build123d."""
