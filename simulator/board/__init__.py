"""The simulated board: pieces, their magnetic field, sensors, LEDs, wiring and faults."""
