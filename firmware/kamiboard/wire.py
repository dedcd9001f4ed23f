"""Wire codec: encodes and decodes lines of the protocol (docs/protocols/board.md).

Decoding works on bytes throughout, without intermediate strings.  tests/data/wire/vectors.txt holds
test vectors for this codec and the host's.
"""

from binascii import crc32

MAX_LINE = 250  # bytes, with the newline
SEQ_PERIOD = 10000
MAX_NUMBER = SEQ_PERIOD - 1  # of a line and of a frame
BAD = -1  # returned for a field that is not a valid number

COLOURS = 36
FULL_BRIGHTNESS = 100
PATTERNS = b"-bkdpshf12ABCDEFGHIJKLMNOP"
_COLOUR_DIGITS = b"0123456789abcdefghijklmnopqrstuvwxyz"
_REFUSED = 255
_HEX = b"0123456789abcdef"
_COMMA, _STAR, _ZERO, _NEWLINE = b",*0\n"


def _table(symbols: bytes) -> bytes:
    """Return the index of each byte among the symbols, `_REFUSED` for all others."""
    table = bytearray([_REFUSED] * 256)
    for position, symbol in enumerate(symbols):
        table[symbol] = position
    return bytes(table)


_COLOUR_OF = _table(_COLOUR_DIGITS)
_PATTERN_OF = _table(PATTERNS)


def check(body: bytes) -> bytes:
    """Return the four hex digits that end a line with this body."""
    return b"%04x" % (crc32(body) & 0xFFFF)


class LineWriter:
    """A line to send, written in place: texts as they are put together would be copied many times.

    Attributes:
        size: bytes written so far.
        data: the line, valid up to `size`.
    """

    def __init__(self) -> None:
        self.data = bytearray(MAX_LINE)
        self.size = 0
        self._view = memoryview(self.data)

    def begin(self, kind: bytes, seq: int) -> None:
        """Begin a line with its type and the sender's line counter, 0 to 9999."""
        self.data[: len(kind)] = kind
        self.size = len(kind)
        self.number(seq)

    def text(self, text: "bytes | bytearray") -> int:
        """Append a field, or some joined by commas; return its place in `data`."""
        at = self.size + 1
        self.data[at - 1] = _COMMA
        self.size = at + len(text)
        self.data[at : self.size] = text
        return at

    def number(self, number: int) -> None:
        """Append a field with a number of at least 0."""
        data = self.data
        first = at = self.size + 1
        data[at - 1] = _COMMA
        while number > 9:  # the last digit first
            data[at] = _ZERO + number % 10
            number //= 10
            at += 1
        data[at] = _ZERO + number
        self.size = at + 1
        while first < at:
            data[first], data[at] = data[at], data[first]
            first += 1
            at -= 1

    def end(self) -> None:
        """Append check and newline."""
        # The hash of a number has its low bits, and is small: with most sums, which are not,
        # CircuitPython 9 makes a new large integer in each step of arithmetic, 320 bytes a line.
        value = hash(crc32(self._view[: self.size])) & 0xFFFF
        data = self.data
        at = self.size
        data[at] = _STAR
        for shift in (12, 8, 4, 0):
            at += 1
            data[at] = _HEX[value >> shift & 15]
        data[at + 1] = _NEWLINE
        self.size = at + 2

    def rest(self, sent: int) -> memoryview:
        """Return the line from a place on."""
        return self._view[sent : self.size]


def parse(data: bytes) -> "tuple[bytes, int, list[bytes]] | None":
    """Return type, sequence number and fields of a received line; None if it is malformed.

    Args:
        data: the line without its newline; a carriage return at its end is ignored.
    """
    if data.endswith(b"\r"):
        data = data[:-1]
    star = len(data) - 5
    if star < 1 or len(data) >= MAX_LINE or data.find(b"*") != star:
        return None
    if min(data) < 0x20 or max(data) > 0x7E:
        return None
    body = data[:star]
    if check(body) != data[star + 1 :]:
        return None
    fields = body.split(b",")
    if len(fields) < 2 or not fields[0]:
        return None
    seq = number(fields[1], MAX_NUMBER)
    if seq == BAD:
        return None
    return fields[0], seq, fields[2:]


def number(field: bytes, top: int) -> int:
    """Parse a decimal number of at most `top`; return BAD if it is none."""
    if not 0 < len(field) < 10:  # nine digits stay a small integer
        return BAD
    value = 0
    for digit in field:
        if not 0x30 <= digit <= 0x39:
            return BAD
        value = value * 10 + digit - 0x30
    return value if value <= top else BAD


def read_protocol(field: bytes) -> "tuple[int, int] | None":
    """Parse `major.minor`; return None if it is malformed."""
    halves = field.split(b".")
    if len(halves) != 2:
        return None
    major = number(halves[0], MAX_NUMBER)
    minor = number(halves[1], MAX_NUMBER)
    return None if major == BAD or minor == BAD else (major, minor)


def read_palette(fields: "list[bytes]", palette: bytearray) -> bool:
    """Store the colours of a palette line; return False and store nothing if one is malformed.

    Args:
        fields: RRGGBB each, from colour 1 on; those after the 35th are ignored.
        palette: receives three bytes a colour, COLOURS of them; colour 0 is not changed.
    """
    fields = fields[: COLOURS - 1]
    colours = [_read_colour(field) for field in fields]
    if not colours or BAD in colours:
        return False
    for index, colour in enumerate(colours):
        at = 3 * (index + 1)
        palette[at] = colour >> 16
        palette[at + 1] = colour >> 8 & 0xFF
        palette[at + 2] = colour & 0xFF
    return True


def _read_colour(field: bytes) -> int:
    """Parse six hex digits in either case as 0xRRGGBB; return BAD if they are none."""
    if len(field) != 6:
        return BAD
    value = 0
    for digit in field:
        nibble = _COLOUR_OF[digit | 0x20 if 0x41 <= digit <= 0x46 else digit]
        if nibble > 15:
            return BAD
        value = value << 4 | nibble
    return value


def read_brightness(fields: "list[bytes]") -> int:
    """Return the brightness of a frame line, 1 to FULL_BRIGHTNESS, or BAD.

    Args:
        fields: of the line; hosts before 1.2 send no third one, which means full brightness.
    """
    if len(fields) < 3:
        return FULL_BRIGHTNESS
    return number(fields[2], FULL_BRIGHTNESS) or BAD


def read_cells(field: bytes, colours: bytearray, patterns: bytearray) -> bool:
    """Split the cells of a frame line into colours and patterns; return False if malformed.

    Args:
        field: two characters a cell.
        colours: receives a palette index for each cell.
        patterns: receives an index into PATTERNS for each cell.  Both are invalid after False.
    """
    if len(field) != 2 * len(colours):
        return False
    colour_of = _COLOUR_OF
    pattern_of = _PATTERN_OF
    at = 0
    for cell in range(len(colours)):
        colours[cell] = colour_of[field[at]]
        patterns[cell] = pattern_of[field[at + 1]]
        at += 2
    return max(colours) != _REFUSED and max(patterns) != _REFUSED
