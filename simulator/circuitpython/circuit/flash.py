"""Flash sector behind `microcontroller.nvm` of an RP2040, with power cuts in the middle of a write.

CircuitPython (ports/raspberrypi, common-hal/nvm/ByteArray.c) programs bytes that are all erased,
0xFF, as they are.  Otherwise it erases the whole sector and programs all of it again.
"""

_ERASED = 0xFF


class PowerCutError(Exception):
    """The power was cut during a write."""


class Flash:
    """One sector of flash.

    Attributes:
        data: its content.
        erasures: number of times it was erased.
        steps_left: steps until the power is cut: an erase is two, with the sector half erased
            after the first, each byte that a program changes is one; None: it is not cut.
    """

    def __init__(self, data):
        self.data = bytearray(data)
        self.erasures = 0
        self.steps_left = None

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        found = self.data[index]
        return found if isinstance(index, int) else bytes(found)

    def __setitem__(self, index, value):
        """Write a byte or a slice.

        Raises:
            PowerCutError: the power was cut; the write has happened in part.
        """
        if isinstance(index, int):
            start, stop, value = index, index + 1, bytes((value,))
        else:
            start, stop = index.start or 0, len(self.data) if index.stop is None else index.stop
        if len(self.data[start:stop]) != len(value):
            raise ValueError("Slice and value different lengths.")
        if all(byte == _ERASED for byte in self.data[start:stop]):
            self._program(start, value)
            return
        image = bytearray(self.data)
        image[start:stop] = value
        self._erase()
        self._program(0, image)

    def _erase(self):
        self.erasures += 1
        self._step()
        for at in range(len(self.data)):
            self.data[at] |= 0x5A >> (at & 3)  # any of the bits may have been set by now
        self._step()
        for at in range(len(self.data)):
            self.data[at] = _ERASED

    def _program(self, start, values):
        for at, value in enumerate(values, start):
            if self.data[at] & value == self.data[at]:
                continue  # a page is programmed as a whole; this byte stays as it is
            if self.steps_left == 0:
                self.data[at] &= value | 0xA5  # some of its bits are programmed
            self._step()
            self.data[at] &= value

    def _step(self):
        if self.steps_left is not None:
            if self.steps_left == 0:
                raise PowerCutError
            self.steps_left -= 1
