"""The check of what an archive says of itself, on copies that tell of another board or order."""

from __future__ import annotations

import json

import pytest

from hardware.electronics.checks.archives.archive import JOB, LAYERS
from tests.unit.hardware.electronics.checks.archives.upload import committed

pytestmark = pytest.mark.slow  # half a second for a board
STRIP = "strip8,73747269-7038-42e6-9b69-6361645f7063,A"


@pytest.mark.parametrize(
    ("before", "after"), [(",A*", ",B*"), ("strip8,", "strip9,"), ("-7038-", "-7039-"), (STRIP, "")]
)
@pytest.mark.parametrize("end", ["F_Cu.gtl", "B_Silkscreen.gbo"])
def test_a_layer_of_another_state_is_found(end: str, before: str, after: str) -> None:
    good = committed("strip8")
    faults = good.edited(end, before, after).faults()
    name = end.split(".")[0]
    assert f"{name} is of " in faults
    assert faults.count(" is of ") == 1


def test_files_older_than_the_board_are_found() -> None:
    """All of them agree, but the board's file has another revision."""
    old = committed("strip8")
    for end in LAYERS:
        old = old.edited(end, ",A*", ",0*")
    old = old.edited(JOB, '"Revision": "A"', '"Revision": "0"')
    assert old.faults().count(" is of ") == len(LAYERS) + 1


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ('"Name": "strip8"', '"Name": "strip9"', "the job file is of 'strip9,"),
        ('"Revision": "A"', '"Revision": "B"', "the job file is of 'strip8,"),
        ('"Finish": "None"', '"Finish": "ENIG"', "Finish = ENIG, not None"),
        ('"Size"', '"Castellated": true, "Size"', "asks for Castellated = True"),
        ('"Thickness": 0.035', '"Thickness": 0.07', "copper of [0.07, 0.035] mm"),
        ('"Thickness": 1.51', '"Thickness": 0.71', "are 0.8 mm together, not 1.6"),
        ('"Material": "FR4"', '"Material": "Al"', "a core of ['Al'], not of FR4"),
        ('"Negative"', '"Positive"', "F_Mask.gts is ('SolderMask,Top', 'Positive')"),
        ("Copper,L2,Bot", "Copper,L1,Top", "B_Cu.gbl is ('Copper,L1,Top', 'Positive')"),
        ('"MaterialStackup"', '"Other"', "does not say what it should: 'MaterialStackup'"),
    ],
)
def test_a_job_file_that_asks_for_something_else_is_found(
    before: str, after: str, fault: str
) -> None:
    assert fault in committed("strip8").edited(JOB, before, after).faults()


@pytest.mark.parametrize("part", ["GeneralSpecs", "FilesAttributes", "MaterialStackup"])
def test_a_job_file_of_another_form_is_told(part: str) -> None:
    good = committed("strip8")
    job = {**json.loads(good.files[JOB]), part: ["?"]}
    assert "does not say what it should" in good.with_file(JOB, json.dumps(job)).faults()
