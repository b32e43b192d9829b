"""What all devices that handle money or watch over it have in common: their line, and time for simulated ones.

Read `line`, then `simulated`; each device has its own package beside this one.
"""
