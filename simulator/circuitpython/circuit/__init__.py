"""Circuit at the pins of the chip: sensors, supply of the LEDs, flash memory."""
