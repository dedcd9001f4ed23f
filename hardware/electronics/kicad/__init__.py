"""Interface to KiCad: command line, netlists, symbol libraries and file format."""
