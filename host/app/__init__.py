"""The application: event loop and composition of all parts."""
