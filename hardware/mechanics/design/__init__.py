"""Dimensions and list of the printed parts; nothing here needs a CAD library."""
