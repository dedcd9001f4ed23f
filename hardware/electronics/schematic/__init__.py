"""Schematics, written as KiCad reads them."""
