"""What limits answer about a wager below the minimum, asked of terminals and of the cloth. Decides nothing."""

from __future__ import annotations

from typing import assert_never

from openetg.rulebook.schema.policies import BelowMinimum


def refuses_below(below: BelowMinimum) -> bool:
    """Whether a command that would leave a wager below the minimum is refused; otherwise it is taken."""
    match below:
        case BelowMinimum.REFUSE:
            return True
        case BelowMinimum.RETURN_AT_CLOSE | BelowMinimum.SETTLE_ONCE_THEN_RETURN:
            return False
        case _:
            assert_never(below)


def gives_back_below(below: BelowMinimum) -> bool:
    """Whether a wager that was taken below the minimum always comes back at the close."""
    match below:
        case BelowMinimum.RETURN_AT_CLOSE:
            return True
        case BelowMinimum.REFUSE | BelowMinimum.SETTLE_ONCE_THEN_RETURN:
            return False
        case _:
            assert_never(below)
