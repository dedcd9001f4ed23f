"""Hands of people whom recognition has never met: one table of accidents, counted one by one."""
