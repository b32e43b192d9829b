"""The durable truth of a floor: entries in groups, hash-chained, in a store that one writer at a time may extend.

This package knows bytes, sequence numbers and hashes. It must never know what a command or a verdict says, and
imports nothing from the rest of OpenETG.
"""
