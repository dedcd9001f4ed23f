"""The files of a board: project, schematic, layout, fabrication outputs, bill of materials."""
