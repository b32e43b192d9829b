"""Ticket printers: what they say and can be told, their line, and simulated ones; `roll` is the smallest of them."""

from openetg.devices.printer.roll import SimulatedPrinters

__all__ = ["SimulatedPrinters"]
