"""Promotions: terms, filing, entries, draws, prizes, their end."""
