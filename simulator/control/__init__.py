"""The control channel: JSON requests over TCP that drive the simulation."""
