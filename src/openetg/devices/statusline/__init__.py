"""The status line of a common automatic wheel: a wheel that runs its own cycle and says twice a second where it is.

Written from public notes on the line (docs/reference/wheel-protocol.md names what is known). It was tried against the
simulator in this package only and claims to work with no maker's wheel. Read `sentence`, then `speech`.
"""
