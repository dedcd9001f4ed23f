"""Kamisado."""
