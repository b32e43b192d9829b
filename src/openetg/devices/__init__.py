"""The things a floor is wired to. Per device: signals, protocol (bytes to signals, no I/O), driver, simulator.

A device says what it saw; it never decides a round, never moves money and never stamps the floor's time.
"""
