"""Time-outs of CircuitPython's serial ports."""


def repeat(chip, move, is_done, timeout_s, interval_ns):
    """Move bytes until all is done, or for a time-out in seconds; None: for ever.

    At its end the time-out begins anew if anything was moved meanwhile: CircuitPython's `read` and
    `write` call the port's driver, which has the time-out, until that moves nothing.

    Args:
        move: moves what is possible now, and returns how much that was.
        interval_ns: at which that is tried again.
    """
    has_moved = move() > 0
    start_ns = chip.now_ns
    while not is_done():
        if timeout_s is not None and chip.now_ns - start_ns >= timeout_s * 1000000000:
            if not has_moved:
                return
            has_moved = False
            start_ns = chip.now_ns
        else:
            chip.spend(interval_ns)
            chip.poll()
        has_moved = move() > 0 or has_moved
