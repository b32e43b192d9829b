"""The small client for people who write bots and tests against a floor."""

from openetg.client.console import ConsoleClient, log_in, open_console
from openetg.client.seat import SeatClient, sit_down
from openetg.client.terminal import Gone, TerminalClient, connect

__all__ = ["ConsoleClient", "Gone", "SeatClient", "TerminalClient", "connect", "log_in", "open_console", "sit_down"]
