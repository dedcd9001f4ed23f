"""Records of games: the format of all games, its errors, and the names of those who played."""
