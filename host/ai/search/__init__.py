"""Alpha-beta search for games that cannot be proven."""
