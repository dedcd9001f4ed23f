"""Triangle meshes of the printed parts, and their positions in the board."""
