"""The commands that install, calibrate and examine a board."""
