"""Commands that take a journal elsewhere: export, follow, backup, restore, archive."""
