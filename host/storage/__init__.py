"""The database of matches, and traces of sessions."""
