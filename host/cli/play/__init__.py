"""The commands that play, save and print matches."""
