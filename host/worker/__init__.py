"""Threads and processes beside the event loop, which never waits for them."""
