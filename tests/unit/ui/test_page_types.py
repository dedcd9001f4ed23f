"""The messages of the page against their schemas, and what is written from these."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import get_type_hints

from docs.tools import page_messages
from host.message.schema import decode
from host.session import request_codec
from host.ui.messages.encoding import encode
from host.ui.messages.far import far_message
from host.ui.messages.matches import record_message, record_read_message
from host.ui.messages.notice import warning_message
from host.ui.messages.spoken import spoken_message
from tests.support import page_states

SCHEMAS = {get_type_hints(one)["t"].__args__[0]: one for one in page_messages.MESSAGES}
SENT: list[Mapping[str, object]] = [
    *(message for _, shown in page_states.states() for message in shown),
    page_states.reviewed(),
    page_states.analysed(1),
    page_states.saved_matches(),
    far_message("playing", presence="away"),
    record_message(1, ""),
    record_read_message(True),
    warning_message("no"),
    spoken_message("yes"),
]


def test_the_types_of_the_page_are_those_of_its_messages() -> None:
    written = page_messages.SCRIPT.read_text(encoding="utf-8")
    assert written == page_messages.script(), "run `python -m docs.tools.page_messages`"


def test_the_tables_of_the_protocol_are_those_of_its_messages() -> None:
    written = page_messages.PAGE.read_text(encoding="utf-8")
    assert written == page_messages.page(), "run `python -m docs.tools.page_messages`"


def test_types_and_tables_of_the_wall_are_those_of_its_messages() -> None:
    script = page_messages.WALL_SCRIPT.read_text(encoding="utf-8")
    assert script == page_messages.wall_script(), "run `python -m docs.tools.page_messages`"
    written = page_messages.WALL_PAGE.read_text(encoding="utf-8")
    assert written == page_messages.wall_page(), "run `python -m docs.tools.page_messages`"


def test_the_messages_have_their_forms() -> None:
    for message in SENT:
        decode(SCHEMAS[message["t"]], json.loads(encode(message)))


def test_the_requests_of_the_protocol_are_all_that_there_are() -> None:
    _, _, text = page_messages.PAGE.read_text(encoding="utf-8").partition("## Page to host")
    samples = [json.loads(sample) for sample in re.findall(r'`(\{"t":.+?\})`', text)]
    assert all(request_codec.decode(sample) for sample in samples if sample["t"] != "beat")
    assert {sample["t"] for sample in samples} == {*request_codec.TYPES, "beat"}
