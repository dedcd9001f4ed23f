"""Triangle meshes of the printed parts, and their places in the board."""
