"""What belongs to no area: commands and events as such, ledger, refusals, authority, answers, bytes, snapshots."""
