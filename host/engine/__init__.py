"""The rules of games: pure functions over values, no input or output."""
