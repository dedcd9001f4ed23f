"""Drawings for soldering by hand."""
