"""The kinds of behaviour a rulebook chooses from: one enumeration per question, one member per answer.

Code holds the kinds, a rulebook picks one and cites the clause that asks for it. Every member says in its
docstring what it does; the reference page prints these sentences. A changed behaviour is a new member, never
a new meaning of an old one.

Whatever acts on a policy asks it with a `match` that ends in `assert_never`, so that a new member fails the type
check there (tests/unit/rulebook/test_policies_named.py). Five have one member as yet (`CockedDice`, `TotalMinimum`,
`VoidMoney`, `FloatShortage`, `Shortfall`) and could be `Cited`; but rulebooks are adopted as bytes, and those on
record name the policy: a key that no longer takes it could not read them.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from enum import Enum
from functools import cache


class Commencement(Enum):
    """From which day a rulebook may be played."""

    ON_PUBLICATION = "on_publication"
    """From the day the approval is published; the operator enters that day."""
    DAY_AFTER_NOTIFICATION = "day_after_notification"
    """From the day after the approval is notified; the operator enters that day."""
    ON_DATE = "on_date"
    """From the day the rulebook states."""
    UNDATED = "undated"
    """The instrument states no day; the operator enters one."""


class OddsSource(Enum):
    """Where the odds come from."""

    PRINTED = "printed"
    """The instrument prints them."""
    CONFIGURATION = "configuration"
    """The instrument prints none; they belong to the approved pay table of the site and are marked so."""


class Device(Enum):
    """What decides the outcome at a table."""

    AUTOMATIC_WHEEL = "automatic_wheel"
    """A roulette wheel that launches the ball and reads the number by itself."""
    LIVE_WHEEL = "live_wheel"
    """A roulette wheel spun by a dealer."""
    DICE_TUMBLER = "dice_tumbler"
    """A tumbler that shakes and reads three dice by itself."""
    MONEY_WHEEL = "money_wheel"
    """A wheel of segments spun by a dealer."""


class Channel(Enum):
    """Where a wager lies."""

    TERMINAL = "terminal"
    """On a player's terminal, paid from its credit meter."""
    CLOTH = "cloth"
    """On the layout of a live table, in chips."""


class Opening(Enum):
    """What opens the wagering period."""

    AT_RESOLUTION = "at_resolution"
    """It opens by itself as soon as the round before is settled or void."""
    DEALER_ANNOUNCES = "dealer_announces"
    """The dealer announces it."""


class FinishWarning(Enum):
    """Whether 'finish betting' must be shown before the close."""

    NONE = "none"
    """No warning is asked for."""
    REQUIRED = "required"
    """The close is refused until it has been shown for the least time the site sets; a spin that starts shows it."""
    REQUIRED_WITH_TERMINALS = "required_with_terminals"
    """As required, at a table with terminals; a table with a cloth alone needs none."""


class Closer(Enum):
    """What may end the wagering period; the earliest of those allowed does."""

    TIMER = "timer"
    """The wagering period set beforehand has run out."""
    SENSOR = "sensor"
    """The wheel's sensor sees that the ball is about to drop."""
    ANNOUNCEMENT = "announcement"
    """The system orders the 'no more bets' announcement to be played."""
    DEALER = "dealer"
    """The dealer calls it."""


class CloseTime(Enum):
    """When, in the life of a spin, the wagering period may end."""

    WHILE_SPINNING = "while_spinning"
    """Only with the ball running."""
    BEFORE_SPIN = "before_spin"
    """Only before the spin starts."""
    BEFORE_OR_WHILE_SPINNING = "before_or_while_spinning"
    """Before the spin or while the ball runs."""
    BEFORE_REST = "before_rest"
    """At any time before the outcome is known."""


class NoLaunch(Enum):
    """What happens when the wagering period runs out and nothing has been launched."""

    VOID = "void"
    """The round is closed and void as a fault of the wheel."""
    WAIT = "wait"
    """The round stays as it is until the launch."""


class EarlyRest(Enum):
    """What happens when the outcome is there before the wagering period has ended."""

    VOID = "void"
    """The round is void at once and every wager returned."""
    HOLD = "hold"
    """Betting closes at that instant and the round is held for a person to decide."""


class Restart(Enum):
    """What becomes of a round whose ball was running with betting open when the floor had to restart."""

    VOID = "void"
    """The round is void and every wager returned."""
    HOLD = "hold"
    """The round is held for a person to decide."""
    RESUME = "resume"
    """The wagering period begins anew with the wagers standing."""
    VOID_TERMINALS = "void_terminals"
    """The wagers of every terminal are returned and none takes more in that round; the cloth is untouched."""


class Confirmation(Enum):
    """Whether a person confirms the outcome before it is paid."""

    NONE = "none"
    """The registered outcome is settled at once."""
    DEALER = "dealer"
    """Nothing is paid until the dealer has confirmed the registered outcome."""


class NoSpin(Enum):
    """What a 'no spin' does to the round."""

    UNKNOWN = "unknown"
    """The instrument knows no call of no spin; the call is refused."""
    VOID = "void"
    """The round is void, the wagers are returned, a new round begins."""
    SPIN_AGAIN = "spin_again"
    """The wagers stand, betting is open again and the same round is spun again."""
    SPIN_AGAIN_AFTER_RESET = "spin_again_after_reset"
    """The wagers stand; a person resets the terminals, then betting is open again and the ball is spun again."""


class Unread(Enum):
    """What happens when the outcome is there but was not read."""

    VOID = "void"
    """The round is void."""
    HOLD = "hold"
    """The round is held until a person has looked and entered the outcome."""


class CockedDice(Enum):
    """What a die that lies on no face does to the round."""

    HOLD_FOR_VOID = "hold_for_void"
    """The round is held until a person declares it void; there is no other end and no second shake."""


class WinningWager(Enum):
    """Where the amount of a winning wager goes."""

    TO_METER = "to_meter"
    """To the credit meter, with the winnings; no wager rides into the next round."""
    RIDES = "rides"
    """It stays on its spot, up to the maximum, as a wager of the next round unless taken back."""
    TO_HAND = "to_hand"
    """To the player's hand, with the winnings."""


class BelowMinimum(Enum):
    """What becomes of a wager below the minimum."""

    REFUSE = "refuse"
    """A command that would leave it is refused whole."""
    RETURN_AT_CLOSE = "return_at_close"
    """It is taken and debited, and returned at the close if it is still below."""
    SETTLE_ONCE_THEN_RETURN = "settle_once_then_return"
    """It is settled and its owner told; the next ones of that player are returned whatever the outcome."""


class AboveMaximum(Enum):
    """What becomes of a wager above the maximum of its spot."""

    REFUSE = "refuse"
    """A command that would lift the spot above it is refused whole."""
    TRIM = "trim"
    """It is cut at once to the next lower permitted amount, and only that is debited."""
    SETTLE_TO_MAXIMUM = "settle_to_maximum"
    """It is settled up to the maximum; the excess goes back, win or lose."""


class OffStep(Enum):
    """What becomes of an amount that is not one of the permitted steps."""

    REFUSE = "refuse"
    """Refused."""
    TRIM = "trim"
    """Cut at once to the next lower permitted amount."""
    SETTLE_AS_PLACED = "settle_as_placed"
    """The dealer is prompted to have it put right; what still stands at the close is settled as it lies."""


class StepFrom(Enum):
    """From where the steps between permitted amounts are counted."""

    MINIMUM = "minimum"
    """Minimum, minimum plus one step, minimum plus two steps and so on."""
    ZERO = "zero"
    """Whole multiples of the step."""


class TotalMinimum(Enum):
    """What becomes of wagers that are together below the least total of a terminal in one round."""

    RETURN_AT_CLOSE = "return_at_close"
    """All are returned at the close, after those below their own minimum."""


class TotalMaximum(Enum):
    """What becomes of a wager that lifts the total of a terminal in one round above the greatest."""

    REFUSE = "refuse"
    """Refused whole."""
    TRIM = "trim"
    """Cut at once to what still fits."""


class SpecialAcceptance(Enum):
    """How a wager of several pieces meets the limits."""

    ALL_OR_NONE = "all_or_none"
    """Every piece within its limits and the meter, or nothing is placed."""
    TRIM_EACH_PIECE = "trim_each_piece"
    """Each piece is trimmed by itself, in printed order; what is left is covered by the meter, or nothing is placed."""
    MARKER = "marker"
    """One wager on the block under a marker button, divisible by its numbers; the winning share moves to its number."""


class LimitChange(Enum):
    """When a change of limits takes effect."""

    NEXT_ROUND = "next_round"
    """From the next round, never within one."""
    NEXT_ROUND_AFTER_NOTICE = "next_round_after_notice"
    """From the next round after the players were shown a notice."""


class Transfer(Enum):
    """When a monitoring system may transfer money to a terminal."""

    ANY_TIME = "any_time"
    """To any registered terminal."""
    TO_OPEN_ACCOUNT = "to_open_account"
    """Only to a terminal whose account a note or ticket has opened."""


class CollectTime(Enum):
    """When the credit meter may be collected."""

    WAGERING_PERIOD_WITHOUT_WAGERS = "wagering_period_without_wagers"
    """In the wagering period with no own wager standing, or after the last round; refused to all in between."""
    WITHOUT_OWN_WAGERS = "without_own_wagers"
    """Whenever the terminal has no wager in an unfinished round."""
    ANY_TIME = "any_time"
    """At any time; wagers standing are not on the meter and stay."""


class CollectAmount(Enum):
    """How much of the meter is collected."""

    WHOLE = "whole"
    """The whole meter."""
    WHOLE_OR_PART = "whole_or_part"
    """Any part of the meter."""


class PaperKind(Enum):
    """What a terminal may issue for a collected meter."""

    TICKET = "ticket"
    """Machine-readable, redeemable anywhere on the floor."""
    VOUCHER = "voucher"
    """Paid by a person."""
    SLIP = "slip"
    """A voucher that only the cashier redeems, for the whole meter."""


class Holdable(Enum):
    """What may be withheld during an investigation."""

    METER = "meter"
    """Money on, or due to, a credit meter."""
    TICKET = "ticket"
    """A ticket."""
    VOUCHER = "voucher"
    """A voucher."""
    PRIZE = "prize"
    """A prize of any kind, winnings included."""
    PROMOTIONAL_PRIZE = "promotional_prize"
    """A prize of a promotion."""


class HoldDuty(Enum):
    """What is owed to the inspector when something is withheld."""

    NOTICE = "notice"
    """A notice in the same step."""
    NOTICE_AND_REVIEW = "notice_and_review"
    """A notice in the same step, and the inspector's review: nothing is refused for good before it is on record."""


class VoidMoney(Enum):
    """What a void does to the money."""

    WAGERS_RETURNED_PAYOUTS_REVERSED = "wagers_returned_payouts_reversed"
    """Every wager returned, every payout of it taken back; what a meter cannot give back is demanded."""


class FloatShortage(Enum):
    """What is paid when the dealer's float cannot make the exact amount."""

    DOWN_WITH_MULTIPLES_ELSE_UP = "down_with_multiples_else_up"
    """Down to the lower multiple under a multiples notice for a wager off it; else up to what can be paid."""


class TerminalFault(Enum):
    """What a malfunction of one terminal does."""

    RECONSTRUCT_ELSE_VOID = "reconstruct_else_void"
    """The terminal is held; its wagers are established from records and settled by the actual outcome, else void."""
    VOID_BEFORE_CLOSE_RECONSTRUCT_AFTER = "void_before_close_reconstruct_after"
    """Before the close its wagers are void and it is barred for that round; later they are established, else void."""


class DeviceFault(Enum):
    """What a malfunction of the wheel or tumbler does."""

    VOID_ROUND = "void_round"
    """The round is void."""
    HOLD_ROUND = "hold_round"
    """The round is held until a person has established the outcome or declared it void."""
    HOLD_FOR_VOID = "hold_for_void"
    """The round is held until a person declares it void; the device stays out of service until it is put back."""


class SameFault(Enum):
    """What the same error on two or more terminals of one server does."""

    VOID_ROUND = "void_round"
    """The round is void for all of them without a choice."""
    HOLD_ROUND = "hold_round"
    """The running rounds of all tables counted together are held until a person has decided."""
    HOLD_FOR_VOID = "hold_for_void"
    """The running rounds of all tables counted together are held, and each can only be declared void."""


class SameFaultWithin(Enum):
    """How close together the same error must show on several terminals."""

    ROUND = "round"
    """In the same round of one table, whether or not the first message was dealt with meanwhile."""
    MOMENT = "moment"
    """At the same time: no case about the first message has ended when it shows on the last terminal."""


class SystemFault(Enum):
    """What a malfunction of the game system does. Service notices such as paper low are none: they come as such."""

    VOID_ROUND = "void_round"
    """The round is void for every terminal, payouts reversed."""
    VOID_ROUNDS_OF_SERVER = "void_rounds_of_server"
    """On a person's declaration the payouts of the rounds concerned are reversed and their wagers returned."""
    SUSPEND_THEN_RECONSTRUCT = "suspend_then_reconstruct"
    """Plays and payouts are suspended; what is established from records revives, the rest is void."""
    AS_TERMINAL_FAULT_ON_ALL = "as_terminal_fault_on_all"
    """As a malfunction of every terminal of the table; the cloth is untouched."""


class Shortfall(Enum):
    """What becomes of money that a reversal cannot take back."""

    TAKE_WHAT_IS_THERE_DEMAND_REST = "take_what_is_there_demand_rest"
    """What the meter holds is taken, wagers standing are untouched, the rest is demanded."""


class Feature(Enum):
    """What a terminal may offer beyond placing, moving and taking back."""

    UNDO = "undo"
    """Takes back the last steps."""
    CLEAR = "clear"
    """Takes everything off the layout."""
    DOUBLE = "double"
    """Places again what lies on the layout."""
    REPEAT = "repeat"
    """Places what was wagered in the round before."""
    MAX_BET = "max-bet"
    """Puts the largest permitted amount on a spot."""
    STATISTICS = "statistics"
    """Shows what fell before, and counts it."""
    FAVOURITES = "favourites"
    """Keeps wagers that the player has laid, to be placed again at a touch."""
    AUTOPLAY = "autoplay"
    """Repeats the player's wagers over a number of rounds that the player has started."""
    HOT_COLD = "hot-cold"
    """Points out what fell most and least often."""


class LostLine(Enum):
    """What a lost line to a terminal does."""

    SETTLE_FROM_JOURNAL = "settle_from_journal"
    """Nothing is held: the wagers in the journal are settled."""
    FAULT_AFTER_GRACE = "fault_after_grace"
    """It counts as a malfunction once it outlasts the grace time of the site."""
    FAULT_WITH_WAGERS = "fault_with_wagers"
    """With wagers standing it counts as a malfunction of that terminal."""


class Idle(Enum):
    """When a person who does not play may be told to leave."""

    BY_DIRECTION = "by_direction"
    """When a person with the power thinks so; nothing is counted."""
    AFTER_ROUNDS = "after_rounds"
    """After a number of completed rounds in a row without a wager."""
    AFTER_ROUNDS_AT_FULL_TABLE = "after_rounds_at_full_table"
    """After a number of completed rounds in a row without a wager while every other seat was taken."""


class Position(Enum):
    """Where somebody is who does not play."""

    OCCUPYING = "occupying"
    """At a game."""
    ADJACENT = "adjacent"
    """Beside a game, so that another cannot get at it."""


class Measure(Enum):
    """What may follow a breach of conduct."""

    VOID_WAGERS = "void_wagers"
    """The person's wagers are void: returned, not forfeited."""
    EXCLUDE = "exclude"
    """The person is excluded from further play of the game."""
    RECOMMEND_EXCLUSION = "recommend_exclusion"
    """The person's exclusion from the casino is recommended."""
    REFUSE_WAGERS = "refuse_wagers"
    """The person's future wagers in the game are refused."""


class Review(Enum):
    """When a decision on a dispute is reviewed."""

    ON_REQUEST = "on_request"
    """Only when somebody asks."""
    ALWAYS_OPEN = "always_open"
    """On request or without."""


class ClosingNotice(Enum):
    """What must come before a table closes."""

    NONE = "none"
    """Nothing beyond the close-of-play notice on the terminals."""
    SIGN_FOR_MINUTES = "sign_for_minutes"
    """With players present, a sign with the closing time must have stood for so many minutes."""
    OFFICER_FIRST = "officer_first"
    """An officer of the authority must have been notified."""
    SHOWN_FIRST = "shown_first"
    """A notice must have been shown at the table."""


class SignalAnswer(Enum):
    """What a tilt, door or tamper signal of a terminal does to it."""

    ALARM = "alarm"
    """Staff are alarmed; the terminal plays on."""
    LOCK = "lock"
    """Staff are alarmed, and the terminal takes neither wagers nor money until a person reopens it."""


class Cause(Enum):
    """Why a spin, a round or an outcome does not stand."""

    SAME_DIRECTION = "same-direction"
    """The ball was spun the way the wheel turns."""
    REVOLUTIONS = "revolutions"
    """Fewer revolutions than a valid spin needs."""
    ROTOR_STILL = "rotor-still"
    """The ball was launched while the wheel was not turning."""
    FOREIGN_OBJECT = "foreign-object"
    """Something fell into the wheel."""
    NO_COMPARTMENT = "no-compartment"
    """The ball fell into no compartment."""
    BALL_LEFT = "ball-left"
    """The ball left the wheel."""
    INTERFERENCE = "interference"
    """Somebody or something interfered with the spin, or it failed mechanically."""
    DIVIDER = "divider"
    """The indicator stopped on a divider between two segments."""
    MOVED_EARLY = "moved-early"
    """The wheel moved before betting was closed."""
    CIVIL_COMMOTION = "civil-commotion"
    """Civil commotion."""
    FIRE = "fire"
    """Fire."""
    RIOT = "riot"
    """Riot."""
    BRAWL = "brawl"
    """Brawl."""
    ROBBERY = "robbery"
    """Robbery."""
    ACT_OF_GOD = "act-of-god"
    """An act of God."""
    LIKE_DISTURBANCE = "like-disturbance"
    """A disturbance like those listed, described in words."""
    FRAUD = "fraud"
    """A fraudulent act that affects the outcome."""
    IMPRACTICAL = "impractical"
    """Going on is impractical."""


class JackpotKind(Enum):
    """How a jackpot is won."""

    PROGRESSIVE = "progressive"
    """By a winning condition shown on the terminal."""
    MYSTERY = "mystery"
    """By a random draw of an approved process."""


class JackpotPayment(Enum):
    """How a jackpot is paid."""

    METER = "meter"
    """To the credit meter."""
    PAPER = "paper"
    """By ticket or voucher; the credit meter is not touched."""


class Racetrack(Enum):
    """How a look shows the numbers in the order of the wheel."""

    NONE = "none"
    """Not at all."""
    OVAL = "oval"
    """As an oval beside the layout."""
    RIBBON = "ribbon"
    """As a ribbon along the layout."""
    RIBBON_AND_RUN = "ribbon-and-run"
    """As a ribbon along the layout, and beside it the run of what fell before."""


class WinMeter(Enum):
    """What the win meter shows."""

    WINNINGS = "winnings"
    """The winnings of the round without the amounts wagered."""
    WINNINGS_AND_TOTAL_PAID = "winnings_and_total_paid"
    """The winnings, and beside them the total paid, both labelled."""


@cache
def sentences(kind: type[Enum]) -> dict[str, str]:
    """What each member of a policy does, in its own docstring."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    body = tree.body[0]
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    for statement, after in zip(body.body, [*body.body[1:], None], strict=True):
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant):
            documented = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            found[str(statement.value.value)] = str(after.value.value) if documented else ""  # type: ignore[union-attr]
    return found
