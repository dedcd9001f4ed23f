"""Workers: run calls that may block, so that the event loop never waits for them."""
