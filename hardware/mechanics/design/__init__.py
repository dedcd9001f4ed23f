"""Dimensions and list of the printed parts."""
