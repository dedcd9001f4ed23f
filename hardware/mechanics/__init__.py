"""The printed parts and cut sheets of the reference build: made by script, measured by checks."""
