"""Silkscreen text of a layout: legends, connector captions and references."""

from __future__ import annotations

from hardware.electronics.design.board import GROUND, Part
from hardware.electronics.layout.layout import Layout
from hardware.electronics.layout.pcbnew_units import box_mm, nanometres, pcbnew, point, square
from hardware.electronics.layout.silkscreen import STROKE_MM, Silkscreen, Text
from hardware.geometry import Box

_CAPTION_MM = 0.9
_CAPTIONS = {"VBUS": "USB", "EXT_5V": "EXT", "+3V3": "3V3", "5V_SRC": ""}
_VALUE_MM = 0.8  # of values, on the assembly drawing
_MAX_CAPTIONS = 4  # pins of a connector; there is no room beside the ribbon's


def add_text(layout: Layout) -> None:
    """Add legends, values and pin captions of connectors, references, and the values of all parts.

    The last are not printed on the board: they are on the assembly drawing.

    Raises:
        NoRoomError: if there is no room for a text.
    """
    sides = {bottom: _side(layout, bottom) for bottom in (False, True)}
    for legend in layout.board.legends:
        text = Text(legend.text, legend.x, legend.y, legend.height, legend.rotation)
        _print(layout, sides[legend.bottom].place(text), legend.bottom)
    for part in layout.board.parts:
        if part.ref.startswith("J"):
            _add_captions(layout, part, sides)
    for part in layout.board.parts:
        footprint = layout.footprints[part.ref]
        body = box_mm(footprint.GetBoundingBox(False, False))
        text = sides[part.placement.bottom].place_near(part.ref, body)
        _set(footprint.Reference(), text)
    for part in layout.board.parts:
        footprint = layout.footprints[part.ref]
        body = box_mm(footprint.GetBoundingBox(False, False))
        text = sides[part.placement.bottom].place_near(part.value, body, _VALUE_MM)
        _set(footprint.Value(), text)


def _set(field: pcbnew.PCB_FIELD, text: Text) -> None:
    """Put a footprint's field where there is room for it."""
    field.SetTextSize(square(text.height))
    field.SetTextThickness(nanometres(STROKE_MM))
    field.SetPosition(point(text.x, text.y))
    field.SetTextAngle(pcbnew.EDA_ANGLE(text.rotation, pcbnew.DEGREES_T))
    field.SetKeepUpright(True)


def _add_captions(layout: Layout, part: Part, sides: dict[bool, Silkscreen]) -> None:
    """Add a connector's pin captions on both sides, and its value on top and on its own side."""
    footprint, own_side = layout.footprints[part.ref], part.placement.bottom
    body = box_mm(footprint.GetBoundingBox(False, False))
    sides[own_side].occupy(body)
    for pad in footprint.Pads():
        caption = _caption(part, str(pad.GetNumber()))
        near = box_mm(pad.GetBoundingBox())
        for bottom in (False, True) if caption else ():
            around = _slice(near, body) if bottom == own_side else near
            _print(layout, sides[bottom].place_near(caption, around, _CAPTION_MM), bottom)
    if part.value not in {legend.text for legend in layout.board.legends}:
        for bottom in sorted({False, own_side}):
            _print(layout, sides[bottom].place_near(part.value, body, 1.0), bottom)


def _side(layout: Layout, bottom: bool) -> Silkscreen:
    """Return a side of the board with its pads, holes and silkscreen lines."""
    side = Silkscreen(*layout.board.size)
    copper, silk = (pcbnew.B_Cu, pcbnew.B_SilkS) if bottom else (pcbnew.F_Cu, pcbnew.F_SilkS)
    for footprint in layout.pcb.GetFootprints():
        for pad in footprint.Pads():
            if pad.IsOnLayer(copper) or pad.GetDrillSizeX() > 0:
                side.occupy(_enlarged(box_mm(pad.GetBoundingBox()), 0.2))
        for item in footprint.GraphicalItems():
            if item.GetLayer() == silk:
                side.occupy(_enlarged(box_mm(item.GetBoundingBox()), 0.15))
    return side


def _print(layout: Layout, text: Text, bottom: bool) -> None:
    item = pcbnew.PCB_TEXT(layout.pcb)
    item.SetText(text.text)
    item.SetPosition(point(text.x, text.y))
    item.SetLayer(pcbnew.B_SilkS if bottom else pcbnew.F_SilkS)
    item.SetMirrored(bottom)
    item.SetTextSize(square(text.height))
    item.SetTextThickness(nanometres(STROKE_MM))
    item.SetTextAngle(pcbnew.EDA_ANGLE(text.rotation, pcbnew.DEGREES_T))
    layout.pcb.Add(item)


def _caption(part: Part, pin: str) -> str:
    """Return the caption of a connector's pin: + or - of a supply, or the signal; "" for none."""
    net = part.nets[pin]
    if len(part.nets) == 2:
        return "-" if net == GROUND else "+"
    if net is None or len(part.nets) > _MAX_CAPTIONS:
        return ""
    return _CAPTIONS.get(net, net)


def _enlarged(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _slice(pad: Box, body: Box) -> Box:
    """Return the part of a body that is in line with a pad, across its shorter side."""
    if body[2] - body[0] < body[3] - body[1]:
        return body[0], pad[1], body[2], pad[3]
    return pad[0], body[1], pad[2], body[3]
