"""The build of the static site: its files, its compiled modules, and what a first visit fetches."""
