"""Board layouts, made through KiCad's `pcbnew`."""
