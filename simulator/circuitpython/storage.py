"""Stand-in for CircuitPython's `storage`; all functions do nothing."""


def remount(mount_path, readonly=False):
    """Make the drive writable for the program or for the computer."""


def disable_usb_drive():
    """Hide the drive from the computer."""


def enable_usb_drive():
    """Show the drive to the computer."""
