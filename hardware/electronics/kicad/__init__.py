"""KiCad's command line, symbol libraries and file format."""
