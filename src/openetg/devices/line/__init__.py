"""What all devices that decide an outcome have in common: the line, its numbers, the link, the proof of who is there.

Read `signals`, then `forms` and `protocol`, then `driver`; `machine`, `cable` and `serve` are for simulated devices.
"""
