"""The host: rules, link, recognition, lights and user interfaces of the board."""
