"""Commands that tell what is in a journal: entries, rounds, money, states and what changed between them."""
