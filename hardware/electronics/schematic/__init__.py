"""Generator of KiCad schematics."""
