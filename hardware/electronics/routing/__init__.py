"""Autorouter for two-layer boards."""
