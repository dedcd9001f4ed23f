"""The files of a board: project, fabrication outputs, bill of materials."""
