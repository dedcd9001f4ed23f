"""Commands of clubs: boards that are published, the wall that shows them, tournaments."""
