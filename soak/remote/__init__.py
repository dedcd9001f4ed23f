"""Matches between two hosts as processes, at a real broker, while everything breaks."""
