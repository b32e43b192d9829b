"""`python -m openetg` is `etg`."""

from openetg.isolated import main

main()
