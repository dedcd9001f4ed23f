"""Install the firmware, calibrate and examine a board."""
