"""Tell a trace as a story: what was seen, what it was taken for, what else it could have been."""
