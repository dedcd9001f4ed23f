"""The reference build: what one needs to make a board."""
