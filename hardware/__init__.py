"""Reference hardware: generators and checks of the circuit boards and the printed parts."""
