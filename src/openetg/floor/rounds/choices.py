"""What the policies of a round answer, one question for each function: asked by decisions, views, scripts and dealers.

Every member of an enumeration is named where it is asked, so that a new one fails the type check here. Decides
nothing, and reads neither the floor nor a round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from openetg.rulebook.schema.policies import (
    Closer,
    CloseTime,
    CockedDice,
    Confirmation,
    DeviceFault,
    EarlyRest,
    FinishWarning,
    NoLaunch,
    NoSpin,
    Opening,
    Unread,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from openetg.rulebook.schema.tables import Round as RoundRules


def opens_by_itself(opening: Opening) -> bool:
    """Whether the wagering period opens without the dealer's call."""
    match opening:
        case Opening.AT_RESOLUTION:
            return True
        case Opening.DEALER_ANNOUNCES:
            return False
        case _:
            assert_never(opening)


def knows_warning(rules: RoundRules) -> bool:
    """Whether 'finish betting' can have to come before the close."""
    if rules.warning is None:
        return False
    match rules.warning.policy:
        case FinishWarning.NONE:
            return False
        case FinishWarning.REQUIRED | FinishWarning.REQUIRED_WITH_TERMINALS:
            return True
        case _:
            assert_never(rules.warning.policy)


def must_warn(warning: FinishWarning, terminals: Collection[str]) -> bool:
    """Whether 'finish betting' must come before the close at a table with these terminals."""
    match warning:
        case FinishWarning.NONE:
            return False
        case FinishWarning.REQUIRED:
            return True
        case FinishWarning.REQUIRED_WITH_TERMINALS:
            return bool(terminals)
        case _:
            assert_never(warning)


def closes_before_spin(when: CloseTime) -> bool:
    """Whether the wagering period can only end before the spin starts."""
    match when:
        case CloseTime.BEFORE_SPIN:
            return True
        case CloseTime.WHILE_SPINNING | CloseTime.BEFORE_OR_WHILE_SPINNING | CloseTime.BEFORE_REST:
            return False
        case _:
            assert_never(when)


def closes_only_spinning(when: CloseTime) -> bool:
    """Whether the wagering period can only end with the ball running."""
    match when:
        case CloseTime.WHILE_SPINNING:
            return True
        case CloseTime.BEFORE_SPIN | CloseTime.BEFORE_OR_WHILE_SPINNING | CloseTime.BEFORE_REST:
            return False
        case _:
            assert_never(when)


def is_called(by: Closer) -> bool:
    """Whether a person ends the wagering period, who needs the power and must have warned before."""
    match by:
        case Closer.DEALER:
            return True
        case Closer.TIMER | Closer.SENSOR | Closer.ANNOUNCEMENT:
            return False
        case _:
            assert_never(by)


def is_seen(by: Closer) -> bool:
    """Whether a device ends the wagering period, which sees the ball about to drop."""
    match by:
        case Closer.SENSOR:
            return True
        case Closer.TIMER | Closer.ANNOUNCEMENT | Closer.DEALER:
            return False
        case _:
            assert_never(by)


def is_run_out(by: Closer) -> bool:
    """Whether the wagering period ends because its time is over."""
    match by:
        case Closer.TIMER:
            return True
        case Closer.SENSOR | Closer.ANNOUNCEMENT | Closer.DEALER:
            return False
        case _:
            assert_never(by)


def waits_for_launch(no_launch: NoLaunch) -> bool:
    """Whether a round whose time has run out stays as it is until something is launched."""
    match no_launch:
        case NoLaunch.WAIT:
            return True
        case NoLaunch.VOID:
            return False
        case _:
            assert_never(no_launch)


def dealer_confirms(confirmation: Confirmation) -> bool:
    """Whether nothing is paid before the dealer has confirmed the registered outcome."""
    match confirmation:
        case Confirmation.DEALER:
            return True
        case Confirmation.NONE:
            return False
        case _:
            assert_never(confirmation)


def knows_no_spin(no_spin: NoSpin) -> bool:
    """Whether a no spin can be called at all."""
    match no_spin:
        case NoSpin.UNKNOWN:
            return False
        case NoSpin.VOID | NoSpin.SPIN_AGAIN | NoSpin.SPIN_AGAIN_AFTER_RESET:
            return True
        case _:
            assert_never(no_spin)


def spins_again(no_spin: NoSpin) -> bool:
    """Whether a no spin leaves the wagers standing for another spin of the same round."""
    match no_spin:
        case NoSpin.SPIN_AGAIN | NoSpin.SPIN_AGAIN_AFTER_RESET:
            return True
        case NoSpin.VOID | NoSpin.UNKNOWN:
            return False
        case _:
            assert_never(no_spin)


def needs_reset(no_spin: NoSpin) -> bool:
    """Whether a person must reset the terminals before another spin."""
    match no_spin:
        case NoSpin.SPIN_AGAIN_AFTER_RESET:
            return True
        case NoSpin.UNKNOWN | NoSpin.VOID | NoSpin.SPIN_AGAIN:
            return False
        case _:
            assert_never(no_spin)


def voids_early_rest(early_rest: EarlyRest) -> bool:
    """Whether an outcome before the close voids the round; otherwise the round is held."""
    match early_rest:
        case EarlyRest.VOID:
            return True
        case EarlyRest.HOLD:
            return False
        case _:
            assert_never(early_rest)


def voids_unread(unread: Unread) -> bool:
    """Whether an outcome that was not read voids the round; otherwise the round is held."""
    match unread:
        case Unread.VOID:
            return True
        case Unread.HOLD:
            return False
        case _:
            assert_never(unread)


def only_void_when_cocked(cocked: CockedDice) -> bool:
    """Whether a round held for a die on no face can only be declared void."""
    match cocked:
        case CockedDice.HOLD_FOR_VOID:
            return True
        case _:
            assert_never(cocked)


def voids_at_fault(fault: DeviceFault) -> bool:
    """Whether a malfunction of the device voids the round; otherwise the round is held."""
    match fault:
        case DeviceFault.VOID_ROUND:
            return True
        case DeviceFault.HOLD_ROUND | DeviceFault.HOLD_FOR_VOID:
            return False
        case _:
            assert_never(fault)


def only_void_at_fault(fault: DeviceFault) -> bool:
    """Whether a round held for a malfunction of the device can only be declared void."""
    match fault:
        case DeviceFault.HOLD_FOR_VOID:
            return True
        case DeviceFault.VOID_ROUND | DeviceFault.HOLD_ROUND:
            return False
        case _:
            assert_never(fault)
