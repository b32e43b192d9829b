"""Commands about people: breaches and what follows, idle players, what they are told, disputes; staff, their logins,
paired terminals.
"""

from __future__ import annotations

from enum import Enum
from typing import Literal, TypeAlias

from openetg.floor.core.command import Act, Command, NameOfClaim, OfClaim, OfDispute, OfPerson, OfWho, Private
from openetg.floor.core.declaring import HeldBy, Needs, SentBy, declared
from openetg.money import ZERO, Money


@declared(
    power="record_breach",
    script='breach ROLE SEAT:who CLAUSE "why" [kind=WORD] [case=WORD] [kept=AMOUNT] [with WORD:persons …]',
)
class RecordBreach(Act, frozen=True):
    """A person broke a rule."""

    who: str
    """The terminal or player."""
    clause: str
    why: OfWho
    persons: tuple[str, ...] = ()
    """Those concerned, where several acted together."""
    kind: str = ""
    """Which of the things the clause forbids."""
    case: str = ""
    """The malfunction it has to do with."""
    kept: Money = ZERO
    """What was kept of it."""


@declared(power="exclude_from_play", script='exclude ROLE SEAT:who "why"')
class ExcludeFromPlay(Act, frozen=True):
    """A player is excluded from further play of the game."""

    who: str
    why: OfWho


@declared(power="recommend_exclusion", script='recommend ROLE SEAT:who "why"')
class RecommendExclusion(Act, frozen=True):
    """The exclusion of a player from the casino is recommended."""

    who: str
    why: OfWho


@declared(power="refuse_future_wagers", script='refuse-wagers ROLE SEAT:who "why"')
class RefuseWagers(Act, frozen=True):
    """A player's future wagers in the game are refused."""

    who: str
    why: OfWho


@declared(power="limit_player", script='limit-player ROLE "why" TERMINAL:terminals …')
class LimitPlayer(Act, frozen=True):
    """A player may not play these terminals besides the others."""

    terminals: tuple[str, ...]
    why: Private


@declared(
    one_of=("exclude_from_play", "limit_player", "refuse_future_wagers"),
    script='lift ROLE SEAT:who excluded|limited|wagers_refused:measure "why"',
)
class LiftMeasure(Act, frozen=True):
    """An exclusion, a refusal of wagers or an instruction ends."""

    who: str
    measure: str
    """`excluded`, `limited` or `wagers_refused`."""
    why: OfWho


@declared(power="direct_to_vacate", script="vacate ROLE SEAT:who [occupying|adjacent:position]")
class DirectToVacate(Act, frozen=True):
    """A person who does not play is told to leave."""

    who: str
    position: str
    """`occupying` or `adjacent`."""
    why: OfWho = ""


@declared(power="direct_to_vacate", script="vacate-refused ROLE SEAT:who")
class RecordRefusalToVacate(Act, frozen=True):
    """The direction was not followed."""

    who: str


@declared(SentBy.INSIDE, unrecorded=True, script="report TERMINAL [fault|attendant|payout:what] [table=WORD]")
class ReportByPlayer(Command, frozen=True):
    """A player presses the control that reports a fault or calls an attendant."""

    terminal: str
    what: Literal["fault", "attendant", "payout"] = "fault"
    """Staff to look at a fault, to help, or to pay by hand."""
    table: str = ""
    """The table the player has turned to; empty is the one the terminal stands at."""


class StaffMessage(Enum):
    """Everything that staff can show to one player: about the rules and the house, never about how to play.

    Below each stands what it says, for the person who chooses one; a screen says it in the player's language. Names are
    on record and on the wire: never renamed, never reused.
    """

    LIMITS = "limits"
    """the limits of this table are on its sign; wagers stay within them"""
    TOO_LATE = "no-more-bets"
    """no more bets; wagers are neither placed nor moved until the next round"""
    BELOW_MINIMUM = "below-minimum"
    """wagers below the minimum are returned"""
    CLOSING = "closing"
    """this table closes soon"""
    COLLECT_CREDITS = "collect-credits"
    """credit or chips are to be collected before leaving, or before the close"""
    VACATE = "vacate"
    """the place is kept only while the player plays; it is to be played or left"""
    ATTENDANT_COMING = "attendant-coming"
    """somebody of the staff is on the way"""
    SEE_ATTENDANT = "see-attendant"
    """the player is asked to speak to somebody of the staff"""
    SHOW_IDENTIFICATION = "show-identification"
    """the player is asked to show a document"""
    MALFUNCTION_INQUIRY = "malfunction-inquiry"
    """a malfunction here is being looked into; the player will hear of it"""
    RULES_ON_REQUEST = "rules-on-request"
    """the rules of the game can be read here, or asked of the staff"""


@declared(held_by=HeldBy.HOUSE)
class TellPlayer(Act, frozen=True):
    """One of the messages that there are is shown to a player."""

    terminal: str
    """The terminal, or the player at a cloth."""
    message: StaffMessage


@declared(
    SentBy.OPERATOR,
    fills=("own",),
    unrecorded=True,
    script="bounds TERMINAL own|house:own [loss AMOUNT:loss_max] [lasts DURATION:lasts_ms]",
)
class SetBounds(Command, frozen=True):
    """How far play at a terminal may go: by the house for any player there, or by the player for this stay.

    No instrument asks for it. Zero is no bound.
    """

    terminal: str
    loss_max: Money = ZERO
    """What one stay may lose."""
    lasts_ms: int = 0
    """How long one stay may last."""
    own: bool = False
    """Whether it is the player's own wish, said at the terminal; else it is the house's."""


@declared(
    SentBy.ANY_STAFF,
    script='dispute NAME:dispute "about" [by SEAT:who] [uncovered:covered] [promotion=NAME] [round=COUNT]',
)
class RaiseDispute(Command, frozen=True):
    """A player or the house disputes something."""

    dispute: str
    table: str
    about: OfDispute
    round: int = 0
    who: str = ""
    covered: bool = True
    """Whether the rules cover it."""
    promotion: str = ""
    """The promotion over whose terms it is; empty where it is about a game."""


@declared(
    one_of=("decide_dispute", "decide_promotion_dispute"), script='decide ROLE NAME:dispute "decision" [upholds=NAME]'
)
class DecideDispute(Act, frozen=True):
    """The decision in the first instance."""

    dispute: str
    decision: OfDispute
    upholds: str = ""
    """The denied claim to a prize of the promotion that it is about, where the decision is that it was a good one."""


@declared(SentBy.ANY_STAFF, leaves=("by",), script="request-review NAME:dispute player|house:by")
class RequestReview(Command, frozen=True):
    """A party asks for a review."""

    dispute: str
    by: str
    """`player` or `house`."""


@declared(power="review_dispute", script='review ROLE NAME:dispute "decision" [upholds=NAME]')
class ReviewDispute(Act, frozen=True):
    """The review."""

    dispute: str
    decision: OfDispute
    upholds: str = ""
    """As in the first decision, where that did not."""


@declared(
    one_of=("decide_dispute", "decide_promotion_dispute", "review_dispute"),
    held_by=HeldBy.LAST_WORD,
    needs=Needs.ADVICE,
    script="advise ROLE NAME:dispute",
)
class AdviseOfRights(Act, frozen=True):
    """The person was told of the right to complain or consult."""

    dispute: str


@declared(
    one_of=("decide_dispute", "decide_promotion_dispute", "review_dispute"),
    held_by=HeldBy.LAST_WORD,
    script="close-dispute ROLE NAME:dispute satisfied|unsatisfied:satisfied",
)
class CloseDispute(Act, frozen=True):
    """The dispute ends."""

    dispute: str
    satisfied: bool


@declared(power="offer_promotion")
class RecordDeniedClaim(Act, frozen=True):
    """A claim to a promotional prize was refused."""

    claim: str
    table: str
    """A table of the rulebook under which the prize was offered."""
    prize: str
    value: Money
    why: OfClaim
    claimant: NameOfClaim = ""
    address: OfClaim = ""
    kind: str = "promotional-prize"
    """Which of the things that may be offered."""
    promotion: str = ""
    """The promotion of which it was claimed, where that is on record; then `prize` is its number there."""
    entrant: str = ""
    """Who claimed it, by the number there; if it is the winner, the prize is denied with the claim."""


@declared(power="offer_promotion", script='inform ROLE NAME:claim "how"')
class InformClaimant(Act, frozen=True):
    """The claimant was told why."""

    claim: str
    how: OfClaim


@declared(SentBy.STAFF_DESK)
class EngageStaff(Command, frozen=True):
    """A person works here in these roles; said again, with others."""

    person: str
    """What the person logs in as; never changes, and is no person's full name."""
    full_name: OfPerson
    roles: dict[str, tuple[str, ...]]
    """Per rulebook, by its name, the roles of the person."""
    duties: tuple[str, ...] = ()
    """What the person does for the house, where no rulebook speaks of it: `operator`, `staff_desk`, `witness`."""
    by: str = ""
    """Who engages the person; empty means the floor file, which is the operator's."""
    second: str = ""
    """Who confirmed it; the floor file needs no second person."""


@declared(SentBy.STAFF_DESK)
class ReleaseStaff(Command, frozen=True):
    """A person works here no longer: logins end, and there are no more."""

    person: str
    why: OfPerson
    by: str = ""
    second: str = ""
    """Who confirmed it."""


@declared(SentBy.INSIDE)
class HandCredential(Command, frozen=True):
    """Something with which one may come in as a person passes through other hands: on record before it exists.

    The person who hands it out may use it, so until another vouches for the owner both may be one and the same.
    """

    person: str
    """Whose credential it is."""
    what: Literal["code", "second_factor"]
    """A code to choose a password with, or leave to enrol another second factor."""
    by: str
    second: str = ""
    """Who confirmed it."""


@declared(SentBy.STAFF_DESK, duties=("witness",))
class VouchForPerson(Command, frozen=True):
    """A voucher has met a person and saw that the account is theirs, and no longer in the hands of others."""

    person: str
    by: str


@declared(SentBy.INSIDE)
class RecordPassword(Command, frozen=True):
    """A person has another password, or the first; every login with the one before ends."""

    person: str
    mark: str
    """What tells this password from others; drawn by chance, and nothing of the password itself."""
    by: str = ""
    """Who set it; empty means the operator's own shell."""


@declared(SentBy.INSIDE)
class WithdrawPassword(Command, frozen=True):
    """A person's password was taken away at the operator's own shell; every login of theirs ends."""

    person: str


@declared(SentBy.INSIDE)
class RecordLogin(Command, frozen=True):
    """A person has shown to be the one they say."""

    person: str
    session: str
    """The hash of the secret that the person's browser holds."""
    lasts_ms: int
    address: str = ""
    """From where; empty where that is not known."""
    factor: str = ""
    """The kind of second factor that was shown; empty if none."""


@declared(SentBy.INSIDE)
class RecordFailedLogin(Command, frozen=True):
    """A wrong password or code was given in a person's name; an empty name is one that no person here has."""

    person: str
    address: str = ""
    """From where; empty where that is not known."""
    what: Literal["password", "code", "factor"] = "password"
    """What was wrong: a password, a set-up code, or a second factor behind a right password."""


@declared(SentBy.INSIDE)
class RecordLogout(Command, frozen=True):
    """A login ends."""

    session: str
    cause: Literal["asked", "idle", "ended"] = "asked"
    """`ended`: by the person from another login, or by a person who looks after accounts."""
    by: str = ""
    """Who ended it, if that was not its own browser."""


@declared(SentBy.STAFF_DESK)
class UnlockStaff(Command, frozen=True):
    """A person who was locked out after wrong passwords may try again at once."""

    person: str
    by: str = ""


@declared(SentBy.INSIDE)
class EnrolFactor(Command, frozen=True):
    """A person has shown a new second factor, or has been given a sheet of recovery codes."""

    person: str
    mark: str
    """Its name in the journal, which tells nothing of the secret."""
    kind: Literal["passkey", "totp", "recovery"]
    session: str = ""
    """The login in which it was shown, which goes on; others end."""


@declared(SentBy.INSIDE)
class RevokeFactor(Command, frozen=True):
    """A second factor of a person is worth nothing any more."""

    person: str
    mark: str
    cause: Literal["asked", "lost", "copied"] = "asked"
    """`lost`: it is no longer in the files; `copied`: its counter went back, so there are two of it."""
    session: str = ""
    """The login that goes on."""


@declared(SentBy.INSIDE)
class RecordSecond(Command, frozen=True):
    """A second person has confirmed an act of high value; the act itself is the next entry of the first."""

    person: str
    """The second person."""
    first: str
    act: str
    """What it is called."""
    digest: str
    """The hash over the act as the second person saw it."""


@declared(SentBy.OPERATOR)
class SetSecondAbove(Command, frozen=True):
    """The sum above which a payment or ruling of one person waits for a second one, from now on."""

    amount: Money
    by: str = ""
    """Who sets it; empty means the floor file."""
    second: str = ""
    """Who confirmed it."""


@declared(SentBy.INSIDE)
class OfferPairing(Command, frozen=True):
    """A code is made with which one terminal may be paired for a short time."""

    terminal: str
    by: str
    second: str = ""
    """Who confirmed it: a terminal with a player's money on it takes two people."""


@declared(SentBy.INSIDE)
class PairTerminal(Command, frozen=True):
    """A terminal gets its own key; the one it had before is worth nothing any more."""

    terminal: str
    key: str
    """The public key: P-256, as the base64 of its SPKI form."""
    by: str
    """Who made the code it was paired with."""


@declared(SentBy.STAFF_DESK)
class UnpairTerminal(Command, frozen=True):
    """The key of a terminal is worth nothing any more: it was lost, stolen or taken away."""

    terminal: str
    why: Private
    by: str


PeopleCommand: TypeAlias = (
    RecordBreach
    | ExcludeFromPlay
    | RecommendExclusion
    | RefuseWagers
    | LimitPlayer
    | LiftMeasure
    | DirectToVacate
    | RecordRefusalToVacate
    | ReportByPlayer
    | TellPlayer
    | SetBounds
    | RaiseDispute
    | DecideDispute
    | RequestReview
    | ReviewDispute
    | AdviseOfRights
    | CloseDispute
    | RecordDeniedClaim
    | InformClaimant
    | EngageStaff
    | ReleaseStaff
    | HandCredential
    | VouchForPerson
    | RecordPassword
    | RecordLogin
    | RecordFailedLogin
    | RecordLogout
    | UnlockStaff
    | WithdrawPassword
    | EnrolFactor
    | RevokeFactor
    | RecordSecond
    | SetSecondAbove
    | OfferPairing
    | PairTerminal
    | UnpairTerminal
)
