"""Lists of players that other programs write: their text, columns and players."""
