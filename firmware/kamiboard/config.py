"""The build: size, pins, channels, pixel order, thresholds and limits.

The one file that a change of hardware touches.  It imports nothing, so the tests (and the people
who order parts) can compare it with hardware/pinmap.toml.  Every number says where it came from;
"HARDWARE" is hardware/README.md with the calculations behind it.
"""

FIRMWARE_VERSION = "0.1.0"
PROTOCOL_MAJOR = 1
PROTOCOL_MINOR = 4

# --- Size -------------------------------------------------------------------------------------
# One line for another board: 9 x 9 needs nine strips of nine squares, nothing else.
FILES, RANKS = 8, 8

# --- Build ------------------------------------------------------------------------------------
# What the sensors are and how they are read; hardware/README.md, builds.
#   "strips"    the reference build: a strip of linear sensors for each rank, read one after another
#   "quarters"  linear sensors, 4 x 4 on each of four multiplexers, read by four analogue inputs
#   "switches"  on/off sensors on a chain of shift registers; they cannot tell the sides apart
BUILD = "strips"
LINEAR = BUILD != "switches"  # the sensors have levels
PART = {"strips": "strip", "quarters": "multiplexer", "switches": "sensor chain"}[BUILD]

# --- Pins: names in CircuitPython's module `board` ------------------------------------------------
# Raspberry Pi Pico and Pico 2; the quarters need four analogue inputs, so a Feather RP2040.
PINS = {
    "strips": {
        "SEL0": "GP2",
        "SEL1": "GP3",
        "SEL2": "GP4",
        "SEL3": "GP5",
        "ROW1": "GP6",
        "ROW2": "GP7",
        "ROW3": "GP8",
        "ROW4": "GP9",
        "ROW5": "GP10",
        "ROW6": "GP11",
        "ROW7": "GP12",
        "ROW8": "GP13",
        "ROW9": "GP14",
        "LED_DATA": "GP15",
        "LED_EN": "GP16",
        "LED_NFAULT": "GP17",
        "BTN1": "GP18",
        "BTN2": "GP19",
        "SDA": "GP20",
        "SCL": "GP21",
        "BTN3": "GP22",
        "ADC_AOUT": "GP26",
        "VLED_MON": "GP27",
        "EXT_DET": "GP28",
    },
    "quarters": {
        "SEL0": "D5",
        "SEL1": "D6",
        "SEL2": "D9",
        "SEL3": "D10",
        "LED_DATA": "D11",
        "LED_EN": "D4",
        "ADC1": "A0",
        "ADC2": "A1",
        "ADC3": "A2",
        "ADC4": "A3",
    },
    "switches": {
        "CLOCK": "GP2",
        "LATCH": "GP3",
        "CHAIN": "GP4",
        "LED_DATA": "GP15",
        "LED_EN": "GP16",
    },
}[BUILD]
# The address of the multiplexers, lowest bit first; of the strips their rows, of which strip 1 is
# rank 1, at White; of the quarters their inputs.
SELECT_PINS = [PINS["SEL%d" % line] for line in range(4) if LINEAR]
ROW_PINS = [PINS["ROW%d" % rank] for rank in range(1, RANKS + 1) if BUILD == "strips"]
QUARTER_PINS = [PINS["ADC%d" % quarter] for quarter in range(1, 5) if BUILD == "quarters"]

# --- Strips: the multiplexer of each (CD74HC4067) -------------------------------------------------
# Column 0 is file a; chosen so that the strip can be routed.
COLUMN_CHANNEL = (0, 1, 2, 3, 4, 8, 9, 10, 11)
REFERENCE_CHANNEL = 15  # half of the sensors' supply, made on the strip
GROUND_CHANNEL = 14  # the strip's own ground
SUPPLY_CHANNEL = 13  # the sensors' switched supply
# Order of reading: one select line changes from each to the next (15-11-10-8-9-1-3-2-0-4).
CHANNEL_WALK = (11, 10, 8, 9, 1, 3, 2, 0, 4)

# --- Quarters: four multiplexers (CD74HC4067) -----------------------------------------------------
# Quarter 1 holds a1 to d4, 2 e1 to h4, 3 a5 to d8, 4 e5 to h8; channel 0 is the corner towards a1,
# and the channels count as cells do, rank by rank.
QUARTER_SIDE = 4

# --- Switches: a chain of 74HC165 -----------------------------------------------------------------
# The first bit out of the chain (input H of the register nearest to the controller) is a1, then
# rank by rank.  The last register's serial input is on ground: a bit behind the last input that
# reads low as long as the chain is whole.
SWITCH_INTERVAL_S = 0.005  # four looks in a settle time

# --- Pixels --------------------------------------------------------------------------------------
# The chain enters a strip at file a, leaves behind its last file and goes through the ribbon to
# file a of the next strip, all strips lying the same way round.  True for a chain that runs to and
# fro.
SERPENTINE = False
PIXEL_COLOURS = "GRB"  # order of the bytes in a WS2812B

# --- Sensors: DRV5055A2, 30 mV/mT at 3.3 V; AnalogIn.value is 16 bits for 3.3 V ------------------
FULL_SCALE = 65535
SUPPLY_MV = 3300
SENSITIVITY_MV_PER_MT = 30


def counts_from_mv(millivolts: float) -> int:
    """`AnalogIn.value` for so many millivolts."""
    return int(millivolts * FULL_SCALE / SUPPLY_MV + 0.5)


def counts_from_mt(millitesla: float) -> int:
    """Change of `AnalogIn.value` for so many millitesla at the sensor."""
    return counts_from_mv(millitesla * SENSITIVITY_MV_PER_MT)


# HARDWARE, field: eight neighbours of one side give 1.5 mT, all pushed towards the square 2.6 mT; a
# tower is above 3.5 mT out to 10.7 mm off-centre.  The gap to `off` is sixteen times the sensor's
# noise.
ON_LEVEL = counts_from_mt(3.5) if LINEAR else 1
OFF_LEVEL = counts_from_mt(2.7) if LINEAR else 1
# +1: a north pole that faces down raises the output; -1: it lowers it.  HARDWARE, field: lowers.
NORTH_SIGN = -1
# What a cell shows that is empty, above and below the middle, and unsure (PROTOCOL.md, snap).
LETTERS = (b".ns?" if NORTH_SIGN > 0 else b".sn?") if LINEAR else b".oo?"
CAPABILITIES = "leds+levels+polarity" if LINEAR else "leds"

# Calibration (hardware/README.md, calibration).
ZERO_MAX = counts_from_mt(10)  # a sensor further off its middle is broken, or not alone
ON_MIN, ON_MAX = (counts_from_mt(1.5), counts_from_mt(10)) if LINEAR else (1, 1)
NOISE_MAX = counts_from_mt(0.6)  # ten times the sensor's own
SWEEP_MIN = counts_from_mt(15)  # of 35 under the middle of a tower
MOVED = counts_from_mt(1)  # a tower that stands does not change by as much
# In thousandths of what a sensor feels of the weakest tower above it: 3.5 mT of 35, as above; and
# of any tower, since all others make the cross-talk: 2.6 mT of 35, and a sixth more.
ON_SHARE, ON_SHARE_MIN = 100, 85
ON_NOISES = 7  # the most that an empty square was off, so that noise stays within on and off
QUIET_SCANS = 128  # sums of them stay within small integers
DRIFT_NEAR = counts_from_mt(0.5)  # two towers next to it make as much
DRIFT_MAX = counts_from_mt(1.5)  # from 0 to 50 degrees, the sensor's data sheet from memory

# What a strip says of itself (HARDWARE, a strip's multiplexer); an input that floats cannot be low
# and high in turn.  Of a quarter: no sensor's output comes as low as its ground (200 mV from it).
GROUND_MAX = counts_from_mv(100)
SUPPLY_MIN = counts_from_mv(3200)
REFERENCE_MIN, REFERENCE_MAX = counts_from_mv(1600), counts_from_mv(1700)  # half of it, 3 % off
MIDDLE = counts_from_mv(SUPPLY_MV / 2)  # of a sensor, where no strip says what it is

# --- Times ---------------------------------------------------------------------------------------
SENSOR_WAIT_US = 450  # DRV5055: 330 us from power to a valid output, plus 85 us of ramp (simulated)
CHANNEL_WAIT_US = 12  # after an address change the ADC node is within 0.2 mV (simulated)
SETTLE_MS = 20  # three equal scans of 6 to 7 ms; with the rest of the way it stays below 60 ms
LEAVE_MS = 10  # two scans in between: no hand exchanges two towers faster, a turning field does
HEARTBEAT_MS = 1000  # PROTOCOL.md, time-outs
OLDEST_MS = 9999  # PROTOCOL.md, snap: no picture is told to be older
SILENCE_MS = 3000  # PROTOCOL.md, time-outs
STRIP_CHECK_MS = 1000  # one part a second: costs 0.5 ms, finds a loose ribbon within 9 s
QUIET_MS = 60000  # a program that has run for a minute did not die of its start
WATCHDOG_S = 8  # the longest that an RP2040 counts to; the longest step takes 30 ms
CLEAR_MS = 1500  # an empty board has stayed so for so long
STILL_MS = 1500  # towers on their home rows have stood for so long
PATIENCE_MS = 30000  # with a step of the calibration in which nothing more happens
CALIBRATED_MS = 6000  # for a look at how it went
LED_POWER_MS = 20  # soft start of the TPS2069C into 100 uF + 9 x 22 uF at a 1.5 A limit: below 3 ms

# --- Light ---------------------------------------------------------------------------------------
# Of USB 2.0's 500, less controller and sensors, with a reserve; those of quarters are always on.
CURRENT_LIMIT_MA = 150 if BUILD == "quarters" else 300
UNGREETED_LIMIT_MA = 100  # until a host has said hello: what any USB port gives
LED_IDLE_MA = 1  # PROTOCOL.md, electrical safety: a dark WS2812B draws 0.6 to 1 mA
CHANNEL_MA = 20  # the same: one channel at full duty, the older and hungrier of the WS2812B
# A host's brightness is what the eye sees; duty = brightness ** GAMMA.  2.2 is the usual exponent,
# that of screens: half as bright to the eye is 22 % of the light.
GAMMA = 2.2
WAITING_RGB = (0x4C, 0x1F, 0x00)  # amber at 30 %, the hue that says "something is missing"


def pixel_order(files: int, ranks: int, serpentine: bool = SERPENTINE) -> bytes:
    """The pixel of each cell: cells count rank by rank from a1, pixels along the chain."""
    order = bytearray(files * ranks)
    for cell in range(files * ranks):
        rank, file = divmod(cell, files)
        backwards = serpentine and rank % 2 == 1
        order[cell] = rank * files + (files - 1 - file if backwards else file)
    return bytes(order)
