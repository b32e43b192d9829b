"""`python -m openetg` is `etg`."""

from openetg.cli.main import main

main()
