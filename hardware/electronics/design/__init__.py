"""The circuit boards of the reference build: components, nets, placement and sheets."""
