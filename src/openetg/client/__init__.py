"""The small client for people who write bots and tests against a floor."""

from openetg.client.terminal import Gone, TerminalClient, connect

__all__ = ["Gone", "TerminalClient", "connect"]
