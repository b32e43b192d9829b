"""Ticket printers: what they say and can be told, their line, simulated ones, and their paper."""

from openetg.devices.printer.roll import PaperRolls

__all__ = ["PaperRolls"]
