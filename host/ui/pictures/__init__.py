"""Pictures of positions: SVG, and animated GIF of a round."""
