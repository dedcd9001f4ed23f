"""Faulty sensors: how they are found, and how play goes on without them."""
