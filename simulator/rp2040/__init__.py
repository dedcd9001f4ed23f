"""CircuitPython itself on an emulated RP2040, as an interpreter of the firmware."""
