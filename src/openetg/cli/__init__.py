"""The command line: `etg`, one file per command."""
