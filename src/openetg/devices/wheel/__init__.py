"""The roulette wheel: what it says, how it says it, the pipe to it, and a simulated one.

Read `signals`, then `protocol`, then `driver`; `physics`, `simulator`, `line` and `serve` are the simulated wheel.
"""
