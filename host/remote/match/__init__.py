"""Match of two hosts: the two logs as one host keeps them, its topics and presence."""
