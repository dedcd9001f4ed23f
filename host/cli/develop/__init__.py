"""The commands for developers and other programs."""
