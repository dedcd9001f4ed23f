"""Pictures of the printed parts."""
