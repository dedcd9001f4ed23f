"""The circuit boards of the reference build: generators and checks."""
