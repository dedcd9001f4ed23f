"""Tell players what to do, by lights and sentences."""
