"""Messages of the host to its displays (docs/protocols/page.md), each with type and builder.

A text for people is a `Words`: a `Message` that the display puts into words, or plain text.
"""
