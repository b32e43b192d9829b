"""Between the money devices and the writer: what they say becomes commands, what is due becomes orders to them.

Read `clerk`, then one module for each kind of device, then `desk`, which holds them together. Sans I/O, like the
conductor beside it: signals are kept until the moment between two groups, and nothing is told to a device that is not
on record.
"""
