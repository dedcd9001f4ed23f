"""Build configuration: size, pins, channels, pixel order, thresholds and limits.

The only file that a change of hardware touches.  It imports nothing, so that tests can compare it
with hardware/pinmap.toml.  Each number names its source; HARDWARE is hardware/README.md with the
calculations behind it, PROTOCOL is docs/protocols/board.md.
"""

FIRMWARE_VERSION = "0.1.0"
PROTOCOL_MAJOR = 1
PROTOCOL_MINOR = 7

# --- Size -------------------------------------------------------------------------------------
# One line for another board: 9 x 9 needs nine strips of nine squares, nothing else.
FILES, RANKS = 8, 8

# --- Build ------------------------------------------------------------------------------------
# Kind of sensors; HARDWARE, builds.
#   "strips"    the reference build: a strip of linear sensors for each rank, read one after another
#   "quarters"  linear sensors, 4 x 4 on each of four multiplexers with an analogue input each
#   "switches"  on/off sensors on a chain of shift registers, which cannot tell the sides apart
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
# Address of the multiplexers, lowest bit first; rows of the strips (strip 1 is rank 1, at White's
# side); inputs of the quarters.
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
# Quarter 1 holds a1 to d4, 2 e1 to h4, 3 a5 to d8, 4 e5 to h8.  Channels count rank by rank from
# the corner towards a1, as cells do.
QUARTER_SIDE = 4

# --- Switches: a chain of 74HC165 -----------------------------------------------------------------
# The first bit out of the chain (input H of the register nearest to the controller) is a1, then
# rank by rank.  The last register's serial input is grounded: the bit behind the last input reads
# low while the chain is intact.
SWITCH_INTERVAL_S = 0.005  # four readings in a settle time

# --- Pixels --------------------------------------------------------------------------------------
# The chain enters a strip at file a, leaves behind its last file and goes through the ribbon to
# file a of the next strip, all strips lying the same way round.  True if every other rank runs
# backwards.
SERPENTINE = False
PIXEL_COLOURS = "GRB"  # order of the bytes in a WS2812B

# --- Sensors: DRV5055A2, 30 mV/mT at 3.3 V; AnalogIn.value is 16 bits for 3.3 V ------------------
FULL_SCALE = 65535
SUPPLY_MV = 3300
SENSITIVITY_MV_PER_MT = 30


def counts_from_mv(millivolts: float) -> int:
    """Return `AnalogIn.value` for a voltage."""
    return int(millivolts * FULL_SCALE / SUPPLY_MV + 0.5)


def counts_from_mt(millitesla: float) -> int:
    """Return the change of `AnalogIn.value` for a field at the sensor."""
    return counts_from_mv(millitesla * SENSITIVITY_MV_PER_MT)


# HARDWARE, thresholds.  Without a calibration: no zero is known, so an empty square between eight
# towers that are pushed towards it may read 5.5 mT, and a tower at the edge of its square 6.1.
ON_LEVEL = counts_from_mt(6) if LINEAR else 1
OFF_LEVEL = counts_from_mt(5.6) if LINEAR else 1
# Calibrated, in thousandths: a square's *on* of what it felt right under the weakest tower (3.5 mT
# of 35; the neighbours make 1.5, pushed 2.6), and its *off* of its *on*.
ON_SHARE, OFF_SHARE = 100, 770
# +1: a north pole that faces down raises the output; -1: it lowers it.  HARDWARE, field: lowers.
NORTH_SIGN = -1
# Letters of an empty cell, one above zero, one below, an unsure one (PROTOCOL, snap).
LETTERS = (b".ns?" if NORTH_SIGN > 0 else b".sn?") if LINEAR else b".oo?"
CAPABILITIES = "ahead+leds+levels+polarity" if LINEAR else "ahead+leds"

# Self-test of a strip (HARDWARE, a strip's multiplexer): a floating input cannot read low and high
# in turn.  Of a quarter: no sensor's output is as low as ground (it stays 200 mV above).
GROUND_MAX = counts_from_mv(100)
# The last strip's supply, behind worn plugs and with thirsty sensors, is 3214 mV (simulated).
SUPPLY_MIN = counts_from_mv(3150)
REFERENCE_MIN, REFERENCE_MAX = counts_from_mv(1600), counts_from_mv(1700)  # half of it, 3 % off
MIDDLE = counts_from_mv(SUPPLY_MV / 2)  # of a sensor on a build without a reference

# LED supply (HARDWARE, power).  VLED_MON is half of it through 50 k; beside the RP2040's input, at
# least 100 k (data sheet), 4.4 V read as 1470 mV at worst.  A missing supply reads as nearly none.
LED_SUPPLY_MIN = counts_from_mv(1200)
# EXT_DET is 15/25 of the external 5 V, from 6 k: 6 % less at worst.
EXTERNAL_MIN = counts_from_mv(4300 * 15 / 25)
EXTERNAL_KEPT = counts_from_mv(3900 * 15 / 25)  # sags below that under load: too weak
EXTERNAL_NONE = counts_from_mv(1000 * 15 / 25)

# --- Times ---------------------------------------------------------------------------------------
SENSOR_WAIT_US = 450  # DRV5055: 330 us from power to a valid output, plus 89 us of ramp (simulated)
CHANNEL_WAIT_US = 13  # after an address change; the ADC node needs 12.9 us at worst (simulated)
HEARTBEAT_MS = 1000  # PROTOCOL, time-outs
OLDEST_MS = 9999  # PROTOCOL, snap: the largest age that is sent
SILENCE_MS = 3000  # PROTOCOL, time-outs
PART_CHECK_MS = 1000  # one part a second: costs 0.5 ms, finds a loose ribbon within 9 s
REST_MS = 2000  # nobody moves anything
COLLECT_LINES = 30  # a frame takes a kilobyte, a third of the memory by then
QUIET_MS = 60000  # after a minute a crash is not one at start-up
WATCHDOG_S = 8  # the RP2040's maximum; the longest step, which erases the memory, takes 0.5 s
SUSPENDED_S = 0.1  # interval of asking if the computer is awake
SUPPLY_READ_MS = 100  # of the LED supply's signals; an overload lasts longer
SUPPLY_READINGS = 3  # equal ones; the switch itself waits 8 ms before it reports a fault
EXTERNAL_READINGS = 10  # good ones before the limit rises: a plug bounces, a weak supply sags
LED_POWER_MS = 20  # the TPS2069C begins after 2.2 ms at most and charges 150 uF in 1.3 (simulated)

# --- Light ---------------------------------------------------------------------------------------
# USB 2.0's 500 mA less controller, sensors (those of quarters are always on) and a reserve.
CURRENT_LIMIT_MA = 150 if BUILD == "quarters" else 300
# With external 5 V (HARDWARE, power): the row for the external supply.  Below the 1500 mA of the
# LEDs' switch, the 3000 mA of wires and plugs and the fuse's 1400 mA in a warm case; beyond 1000 mA
# the drop along the chain of strips would need a second feed.
EXTERNAL_LIMIT_MA = 1000
UNGREETED_LIMIT_MA = 100  # until a host has said hello: any USB port supplies it
LED_IDLE_MA = 1  # PROTOCOL, electrical safety: a dark WS2812B draws 0.6 to 1 mA
CHANNEL_MA = 20  # the same: one channel at full duty, of the older WS2812B, which draw more
# duty = perceived brightness ** GAMMA; 2.2 as for screens: half as bright to the eye is 22 % duty.
GAMMA = 2.2
WAITING_RGB = (0x4C, 0x1F, 0x00)  # amber at 30 %, the hue for "something is missing"


def pixel_order(files: int, ranks: int, serpentine: bool = SERPENTINE) -> bytes:
    """Return the pixel of each cell: cells count rank by rank from a1, pixels along the chain."""
    order = bytearray(files * ranks)
    for cell in range(files * ranks):
        rank, file = divmod(cell, files)
        backwards = serpentine and rank % 2 == 1
        order[cell] = rank * files + (files - 1 - file if backwards else file)
    return bytes(order)
