"""Generators of the pictures and of the site of this documentation."""
