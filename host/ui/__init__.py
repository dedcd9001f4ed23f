"""User interfaces: the page and the terminal."""
