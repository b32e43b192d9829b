"""Jackpots: what is offered, what feeds them, who wins, what is owed, what goes wrong."""
