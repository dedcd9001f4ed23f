"""The command line: one module for each command, in packages by group."""
