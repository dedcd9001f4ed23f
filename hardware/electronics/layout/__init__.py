"""Generator of board layouts; its modules but `silkscreen` need KiCad's `pcbnew`."""
