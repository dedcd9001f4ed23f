"""CAD models of the printed parts (build123d)."""
