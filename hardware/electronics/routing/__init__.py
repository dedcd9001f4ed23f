"""The autorouter."""
