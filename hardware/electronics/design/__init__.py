"""The boards of the reference build: parts, nets, placement and schematic sheets."""
