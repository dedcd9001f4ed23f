"""The simulated device: the interpreter that runs the firmware, in lockstep with the board."""
