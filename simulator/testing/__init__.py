"""The board and the host in stepped time, for tests: a plugin of pytest and what soak runs on."""
