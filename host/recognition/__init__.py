"""Recognise moves from board snapshots."""
