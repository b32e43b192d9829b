"""The journal held against all it can be held against: replay, recovery, second opinion, kept records of terminals."""
