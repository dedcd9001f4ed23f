"""Check of the netlists against the pin map, and of the pin map against the firmware.

KiCad's own rules cannot detect that two sensors, row lines or GPIOs are exchanged; here every
connection from a GPIO to a sensor or pixel is followed through the netlists that KiCad exports.
"""

from __future__ import annotations

from pathlib import Path

from hardware import firmware_config
from hardware.electronics.design.board import kicad_net
from hardware.electronics.design.controller import gpio_pin
from hardware.electronics.kicad.netlist import Netlist
from hardware.pinmap import RIBBON_PINS, PinMap

_CONTROLLER = "controller"
_STRIP_NAMES = {"LED5V": "/LED_IN"}
_OTHER_CHANNELS = {"reference": "/REF", "ground": "GND", "supply": "/VSENS"}


def controller_faults(netlist: Netlist, pin_map: PinMap) -> list[str]:
    """Check the controller against the pin map."""
    faults = []
    for signal, gpio in pin_map.signals.items():
        net = netlist.net("U1", gpio_pin(gpio))
        if net != kicad_net(signal):
            faults.append(f"{_CONTROLLER}: GP{gpio} should be {signal}, is on {net!r}")
    for pin, wanted in enumerate(pin_map.ribbon, 1):
        net = netlist.nets.get(("J1", str(pin)))
        if net != kicad_net(wanted):
            faults.append(f"{_CONTROLLER}: ribbon pin {pin} should be {wanted}, is {net!r}")
    return faults


def strip_faults(name: str, squares: int, netlist: Netlist, pin_map: PinMap) -> list[str]:
    """Check a strip against the pin map."""
    own = str(pin_map.own_row_pin)
    selected = [("J1", own), ("U1", _pin(netlist, "~{E}")), ("R2", "1")]
    return [
        f"{name}: {fault}"
        for fault in [
            *_ribbon(netlist, pin_map),
            *_sensors(netlist, squares, pin_map),
            *_chain(netlist, squares),
            *_same(netlist, "the strip's own row line", selected),
        ]
    ]


def firmware_faults(pin_map: PinMap, config: Path = firmware_config.SOURCE) -> list[str]:
    """Check the firmware's constants against the pin map."""
    constants = firmware_config.load(config)
    pairs = {
        "PINS": {signal: f"GP{gpio}" for signal, gpio in pin_map.signals.items()},
        "COLUMN_CHANNEL": pin_map.column_channel,
        "REFERENCE_CHANNEL": pin_map.reference,
        "GROUND_CHANNEL": pin_map.ground,
        "SUPPLY_CHANNEL": pin_map.supply,
    }
    return [
        f"{config.name}: {name} is {constants.get(name)!r}, the pin map says {wanted!r}"
        for name, wanted in pairs.items()
        if constants.get(name) != wanted
    ]


def _ribbon(netlist: Netlist, pin_map: PinMap) -> list[str]:
    """Check that the input has the controller's pins, that the output has the row lines one pin
    further down and the last row pin unconnected, and that all other pins are passed through."""
    faults = []
    rows = pin_map.row_pins()
    for pin in range(1, RIBBON_PINS + 1):
        entering = netlist.nets.get(("J1", str(pin)))
        wanted = _STRIP_NAMES.get(pin_map.ribbon[pin - 1], kicad_net(pin_map.ribbon[pin - 1]))
        if entering != wanted:
            faults.append(f"ribbon pin {pin} enters as {entering!r}, not {wanted!r}")
        leaving = netlist.nets.get(("J2", str(pin)))
        if pin == rows[-1]:
            if leaving is None or not leaving.startswith("unconnected"):
                faults.append(f"ribbon pin {pin} leaves as {leaving!r}, should be unconnected")
            continue
        if pin in rows:
            source = netlist.nets.get(("J1", str(pin + 1)))
        else:
            source = "/LED_OUT" if entering == "/LED_IN" else entering
        if leaving != source:
            faults.append(f"ribbon pin {pin} leaves as {leaving!r}, not {source!r}")
    return faults


def _sensors(netlist: Netlist, squares: int, pin_map: PinMap) -> list[str]:
    faults = []
    for column in range(squares):
        channel = pin_map.column_channel[column]
        sensor = netlist.net(f"U{11 + column}", "OUT")
        input_ = netlist.net("U1", f"I{channel}")
        if sensor is None or sensor != input_:
            faults.append(
                f"column {column} should be on channel {channel}: its sensor is on {sensor!r}, "
                f"the channel on {input_!r}"
            )
    for what, wanted in _OTHER_CHANNELS.items():
        channel = getattr(pin_map, what)
        net = netlist.net("U1", f"I{channel}")
        if net != wanted:
            faults.append(f"the {what} channel {channel} is on {net!r}, not {wanted!r}")
    for line in range(4):
        net = netlist.net("U1", f"S{line}")
        if net != f"/SEL{line}":
            faults.append(f"address line {line} of the multiplexer is on {net!r}")
    aout = [("R1", "2"), ("J1", str(pin_map.ribbon.index("AOUT") + 1))]
    faults += _same(netlist, "the way from the multiplexer to AOUT", aout)
    faults += _same(
        netlist, "the multiplexer's output", [("U1", _pin(netlist, "COM")), ("R1", "1")]
    )
    return faults


def _pin(netlist: Netlist, name: str) -> str:
    """Return the number of a pin of the multiplexer."""
    return netlist.numbers.get(("U1", name), "?")


def _chain(netlist: Netlist, squares: int) -> list[str]:
    """Check the chain of pixels: from the ribbon through every pixel and back to the ribbon."""
    faults = []
    data = netlist.nets.get(("R5", "2"))
    if netlist.nets.get(("R5", "1")) != "/LED_IN":
        faults.append("the pixels' data does not enter through R5")
    for number in range(1, squares + 1):
        if netlist.net(f"D{number}", "DIN") != data:
            faults.append(f"the chain of pixels is broken before D{number}")
        data = netlist.net(f"D{number}", "DOUT")
    if data != "/LED_OUT":
        faults.append(f"the chain of pixels ends on {data!r}, not on the ribbon")
    return faults


def _same(netlist: Netlist, what: str, pins: list[tuple[str, str]]) -> list[str]:
    """Check that pins are on one net."""
    nets = {netlist.nets.get(pin) for pin in pins}
    if len(nets) == 1 and None not in nets:
        return []
    shown = ", ".join(f"{ref}.{pin} on {netlist.nets.get((ref, pin))!r}" for ref, pin in pins)
    return [f"{what} is not one net: {shown}"]
