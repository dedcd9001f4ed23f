"""Records of matches of Kamisado as text: written, parsed, diagnosed and repaired."""
