"""Check of the archives to order as a board maker's program reads them.

Gerber, drill, job and placement files are read here from their text, by what their formats say and
without KiCad.  Nothing of what exports them is used.
"""
