"""Commands of clubs: published boards, the wall that shows them, tournaments, brokers."""
