"""The circuit boards of the reference build: made by script, judged by KiCad and by checks."""
