"""Components that are soldered to the boards, with their manufacturer part numbers.

Their prices are in `prices.toml`.  LCSC's numbers were found beside these order numbers in
published parts lists of other boards; where none was found, the number is that of a part in
`OTHERS_AT_LCSC`.
"""

from __future__ import annotations

from hardware.electronics.design.board import Item

_R = "Resistor_SMD:R_0805_2012Metric"
_C = "Capacitor_SMD:C_0805_2012Metric"
_SOT = "Package_TO_SOT_SMD:SOT-23"
_PINS = "Connector_PinHeader_2.54mm:PinHeader_1x0{0}_P2.54mm_Vertical"


def _resistor(value: str, code: str, lcsc: str) -> Item:
    name, mpn = f"resistor {value}, 1 %, 0805", f"0805W8F{code}T5E"
    return Item(name, value, "Device:R", _R, mpn, lcsc)


def _capacitor(value: str, what: str, mpn: str, lcsc: str, footprint: str = _C) -> Item:
    return Item(f"capacitor {what}", value, "Device:C", footprint, mpn, lcsc)


R_47R = _resistor("47R", "470J", "C17714")
R_100R = _resistor("100R", "1000", "C17408")
R_330R = _resistor("330R", "3300", "C17630")
R_1K = _resistor("1k", "1001", "C17513")
R_4K7 = _resistor("4k7", "4701", "C17673")
R_10K = _resistor("10k", "1002", "C17414")
R_15K = _resistor("15k", "1502", "C17475")
R_100K = _resistor("100k", "1003", "C149504")

C_1N = _capacitor("1n", "1 nF, 50 V, X7R, 0805", "CL21B102KBCNNNC", "C46653")
C_10N = _capacitor("10n", "10 nF, 50 V, X7R, 0805", "CL21B103KBANNNC", "C1710")
C_100N = _capacitor("100n", "100 nF, 50 V, X7R, 0805", "CL21B104KBCNNNC", "C1711")
C_10U = _capacitor("10u", "10 uF, 25 V, X5R, 0805", "CL21A106KAYNNNE", "C15850")
C_4U7 = _capacitor(
    "4u7",
    "4.7 uF, 50 V, X7R, 1206",
    "CL31B475KBHNNNE",
    "C51205",
    "Capacitor_SMD:C_1206_3216Metric",
)
C_100U = Item(
    "electrolytic capacitor 100 uF, 16 V, 6.3 mm",
    "100u",
    "Device:C_Polarized",
    "Capacitor_SMD:CP_Elec_6.3x7.7",
    "EEE-FK1C101P",
    "C970684",
)

HALL_SENSOR = Item(
    "linear Hall sensor, 30 mV/mT at 3.3 V, SOT-23",
    "DRV5055A2",
    "Sensor_Magnetic:DRV5055A2xDBZxQ1",
    _SOT,
    "DRV5055A2QDBZR",
    "C266131",
)
MULTIPLEXER = Item(
    "16-channel analogue multiplexer, SSOP-24",
    "CD74HC4067SM",
    "74xx:CD74HC4067SM",
    "Package_SO:SSOP-24_5.3x8.2mm_P0.65mm",
    "CD74HC4067SM96",
    "C98457",
)
PIXEL = Item(
    "addressable LED, 5 x 5 mm",
    "WS2812B",
    "LED:WS2812B",
    "LED_SMD:LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm",
    "WS2812B-B/W",
    "C114586",
)
P_FET = Item(
    "P-channel FET, 30 V, 4 A, SOT-23",
    "AO3401A",
    "Transistor_FET:AO3401A",
    _SOT,
    "AO3401A",
    "C15127",
)
PICO = Item(
    "Raspberry Pi Pico (SC0915) or Pico 2 (SC1631), without headers",
    "Pico",
    "MCU_Module:RaspberryPi_Pico",
    "Module:RaspberryPi_Pico_Common_THT",
    "SC0915",
)
LED_SWITCH = Item(
    "power switch, 1.5 A limit, active high, SOT-23-5",
    "TPS2069C",
    "Power_Management:TPS2069CDBV",
    "Package_TO_SOT_SMD:SOT-23-5",
    "TPS2069CDBVR",
    "C141321",
)
LEVEL_SHIFTER = Item(
    "buffer with level shift, 3.3 V to 5 V, SOT-23-5",
    "SN74LV1T34",
    "Logic_LevelTranslator:SN74LV1T34DBV",
    "Package_TO_SOT_SMD:SOT-23-5",
    "SN74LV1T34DBVR",
    "C100024",
)
SURGE_DIODE = Item(
    "surge suppressor, 5 V, one direction, SMA",
    "SMAJ5.0A",
    "Diode:SMAJ5.0A",
    "Diode_SMD:D_SMA",
    "SMAJ5.0A",
    "C83329",
)
FUSE = Item(
    "resettable fuse, 2 A, 1812",
    "2A",
    "Device:Polyfuse",
    "Fuse:Fuse_1812_4532Metric",
    "MF-MSMF200/16X-2",
    "C210837",
)

SWITCH = Item(
    "push button, 5 x 5 mm",
    "TS-1187A",
    "Switch:SW_Push",
    "Button_Switch_SMD:SW_Push_1P1T_XKB_TS-1187A",
    "TS-1187A-B-A-B",
    "C318884",
)

RIBBON_HEADER = Item(
    "box header 2 x 10, 2.54 mm, upright",
    "2x10",
    "Connector_Generic:Conn_02x10_Odd_Even",
    "Connector_IDC:IDC-Header_2x10_P2.54mm_Vertical",
    "302-S201",
)
POWER_HEADER = Item(
    "JST XH header, 2 pins, upright",
    "XH-2",
    "Connector_Generic:Conn_01x02",
    "Connector_JST:JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical",
    "B2B-XH-A",
)
TERMINAL = Item(
    "screw terminal, 2 poles, 5.08 mm",
    "5.08-2",
    "Connector_Generic:Conn_01x02",
    "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MKDS-1,5-2-5.08_1x02_P5.08mm_Horizontal",
    "1715721",
)
PINS_3 = Item(
    "pin header 1 x 3, 2.54 mm",
    "1x3",
    "Connector_Generic:Conn_01x03",
    _PINS.format(3),
    "61300311121",
)
PINS_4 = Item(
    "pin header 1 x 4, 2.54 mm",
    "1x4",
    "Connector_Generic:Conn_01x04",
    _PINS.format(4),
    "61300411121",
)

OTHERS_AT_LCSC = {"C141321": "AP2191WG-7", "C210837": "MF-MSMF200-2", "C970684": "RVT1C101M0605"}
"""Order numbers of the parts behind LCSC's numbers, where they are not those of the component.

They do the same here: Diodes' switch has the pins and the 1.5 A of the TPS2069C, Bourns' fuse is
for 8 V instead of 16, the capacitor is another maker's.  Found in the list of sfp-snoop
(up-n-atom), and in those of several boards that were assembled with the other two.
"""
