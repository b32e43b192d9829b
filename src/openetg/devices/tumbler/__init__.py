"""The dice tumbler: what it says, how it says it, and a simulated one. Read `signals`, then `protocol`."""
