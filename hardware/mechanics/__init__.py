"""The printed parts and cut sheets of the reference build: generators, checks and pictures."""
