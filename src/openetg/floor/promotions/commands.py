"""Commands about promotions: terms, filing and change, who takes part, the draw, and what becomes of the prizes."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from openetg.floor.core.command import Act, Command, Private
from openetg.floor.core.declaring import Needs, SentBy, declared
from openetg.money import ZERO, Money

OfEntrant: TypeAlias = Annotated[str, Meta(extra={"private": "entrant", "within": "promotion"})]
"""Private, and about the entrant in the command's field `entrant`: sealed under a key of theirs in that promotion."""
NameOfEntrant: TypeAlias = Annotated[str, Meta(extra={"private": "entrant", "within": "promotion", "found": True})]
SignatureOfEntrant: TypeAlias = Annotated[
    str, Meta(extra={"private": "entrant", "within": "promotion", "signature": True})
]
PromotionDuty: TypeAlias = Literal[
    "filing-near", "filing-overdue", "draw-near", "draw-overdue", "notice-near", "notice-overdue", "results-overdue"
]
"""What falls due of a promotion: soon, or it should have been done."""


class PrizePart(Struct, frozen=True, omit_defaults=True):
    """A thing that is in a prize."""

    what: str
    """Its class: `tobacco`, `firearm`, `ammunition`, `imitation-firearm`, `prohibited-weapon`, `liquor`, a prescribed
    one by its own word, or `other`, also with a word for it: `other: knives`."""
    words: str
    millilitres: int = 0
    """Of liquor, how much of it."""


class PrizeOffered(Struct, frozen=True, omit_defaults=True):
    """One prize of a promotion, as its terms tell it."""

    prize: str
    """Its number in the promotion: `1`."""
    words: str
    """What it is."""
    value: Money
    kind: str = "cash"
    """`cash`, `casino-dollars`, `slots-dollars`, `machinery`, `motor-vehicle`, `travel`, `real-estate`, `goods` or
    `service`."""
    conditions: str = ""
    """On receiving, using or accepting it."""
    details: dict[str, str] = {}
    """What the kind of prize asks for besides, by name: `make`, `model`, `accessories`, `on-road-costs`, `persons`,
    `airfares` ..."""
    parts: tuple[PrizePart, ...] = ()
    """What is in it, where it is not money."""
    cash_alternative: Money = ZERO
    """What the winner may take in cash instead; zero where that is not offered."""
    law_note: str = ""
    """How the law on prizes other than money is complied with."""


class Terms(Struct, frozen=True, omit_defaults=True):
    """The terms of a promotion: everything here is public. Empty is not answered."""

    title: str = ""
    kind: str = "promotional-prize"
    """Which of the things the rulebook lets be offered."""
    tables: tuple[str, ...] = ()
    """Where play counts; all of one rulebook."""
    manner: str = ""
    """How the prize is awarded."""
    award_when: str = ""
    award_where: str = ""
    award_from_ms: int = 0
    award_until_ms: int = 0
    """Between which times a prize may be awarded, the draw included; zero is not answered."""
    eligibility: str = ""
    conditions: tuple[str, ...] = ()
    """What of the eligibility is checked of every entrant, in words: `is a member of the club`."""
    qualifying_wager: Money | None = None
    """The least settled stake of a round that counts; zero is none; None is not answered."""
    earns: Literal["round", "turnover", "form"] = "form"
    """One entry a round that counts, one for so much turnover in such rounds, or by a form alone."""
    turnover_per_entry: Money = ZERO
    nature: str = ""
    """What the prize is."""
    qualifications: str = ""
    """What the operator qualifies, reserves or guarantees."""
    entries_close_ms: int = 0
    place: str = ""
    starts_ms: int = 0
    ends_ms: int = 0
    claiming: str = ""
    presence: Literal["", "required", "not-required"] = ""
    """Whether an entrant must be there in person at the draw."""
    notification: tuple[str, ...] = ()
    """The ways in which a winner is told, by names of the rulebook, or `announcement` where presence is required."""
    publication: str = ""
    """How the results are made public."""
    prizes: tuple[PrizeOffered, ...] = ()
    one_prize_each: bool = True
    more: tuple[str, ...] = ()
    """Further terms."""


@declared(power="offer_promotion", needs=Needs.PRESCRIBED, script='prescribe ROLE ID:item "source" [off:prescribed]')
class PrescribeItem(Act, frozen=True):
    """The regulations prescribe a class of things that no prize may be or include; or no longer do."""

    table: str
    item: str
    """The class, as in `PrizePart.what`."""
    source: str
    prescribed: bool = True


@declared(power="offer_promotion", script="draft-promotion ROLE NAME:promotion JSON:terms")
class DraftPromotion(Act, frozen=True):
    """A promotion is drafted, or drafted anew as long as it has not started: then it is to be filed again."""

    promotion: str
    terms: Terms
    from_version: int = 0
    """The version it was written from, which must still be the newest: -1 where there was none; zero is not said."""


@declared(
    power="file_promotion",
    script="file-promotion ROLE NAME:promotion ID:reference [checked:list_checked] [declared WORD:declared …]",
)
class FilePromotion(Act, frozen=True):
    """The full terms went to the authority."""

    promotion: str
    reference: str
    declared: tuple[str, ...] = ()
    """What the person declares not to be, nor be part of, any prize: by the names of the rulebook."""
    list_checked: bool = False
    """Whether the list of prescribed items was gone through."""


@declared(power="offer_promotion", script="publish-promotion ROLE NAME:promotion [also ID:also_at …]")
class PublishPromotion(Act, frozen=True):
    """The terms are public from now on, under an address that stays."""

    promotion: str
    also_at: tuple[str, ...] = ()
    """Where else they can be had: brochures, an address in the internet."""


@declared(power="offer_promotion", script='announce-promotion ROLE NAME:promotion ID:reference "words"')
class AnnouncePromotion(Act, frozen=True):
    """A line of marketing on terminals and displays; it refers to the terms. Or one is taken back."""

    promotion: str
    words: str
    reference: str
    """Where the terms can be read; that of the promotion, or there is no announcement."""
    withdrawn: bool = False
    """Whether these words, which were announced, are shown no more."""


@declared(power="offer_promotion", script="start-promotion ROLE NAME:promotion")
class StartPromotion(Act, frozen=True):
    """It begins."""

    promotion: str


@declared(power="approve_promotion_change", script="approve-change ROLE NAME:promotion ID:reference HASH:digest")
class ApprovePromotionChange(Act, frozen=True):
    """The authority approves other terms of a promotion that has started: these and no others."""

    promotion: str
    reference: str
    digest: str
    """The digest of the terms approved."""


@declared(one_of=("offer_promotion", "file_promotion"))
class AmendPromotion(Act, frozen=True):
    """Other terms of a promotion that has started, as approved."""

    promotion: str
    terms: Terms
    approval: str
    """The reference of the approval; of the new filing, where the rulebook asks for that instead."""
    declared: tuple[str, ...] = ()
    list_checked: bool = False
    """As in the filing: other terms may have other prizes."""
    from_version: int = 0
    """The version it was written from, which must still be the newest; zero is not said."""


@declared(power="offer_promotion", needs=Needs.SCRUTINEER, script="scrutineer ROLE NAME:promotion WORD:scrutineer")
class NameScrutineer(Act, frozen=True):
    """Who oversees the draw."""

    promotion: str
    scrutineer: str
    """The person, by what they log in as."""


@declared(power="oversee_draw", script="witness ROLE NAME:promotion")
class WitnessDraw(Act, frozen=True):
    """The scrutineer is there and watches what is drawn next; what is drawn later needs them again."""

    promotion: str


@declared(
    power="offer_promotion", script="entrant ROLE NAME:promotion ID:entrant ID:name ID:contact [meets ID:meets …]"
)
class RegisterEntrant(Act, frozen=True):
    """A person takes part; sent again of the same number, with neither name nor contact, more was checked of them."""

    promotion: str
    entrant: str
    """A number for the person in this promotion, public: up to twelve letters, digits and dashes, with
    a digit among them; no person's name."""
    name: NameOfEntrant
    contact: OfEntrant
    """Where the person can be reached."""
    meets: tuple[str, ...] = ()
    """The conditions of the terms that were checked of the person."""


@declared(power="offer_promotion", script="seat-entrant ROLE NAME:promotion TERMINAL [ID:entrant]")
class SeatEntrant(Act, frozen=True):
    """An entrant plays at a terminal: what is settled there counts, from the rounds on that take wagers now."""

    promotion: str
    terminal: str
    entrant: str = ""
    """If empty, no play counts there any more."""


@declared(power="offer_promotion", script="entry-form ROLE NAME:promotion ID:entrant [entries=COUNT]")
class EnterByForm(Act, frozen=True):
    """Entries that were handed in on a form."""

    promotion: str
    entrant: str
    entries: int = 1


@declared(SentBy.INSIDE, script="commit-draw NAME:promotion commitment=HASH sealed=ID process=ID")
class CommitDraw(Command, frozen=True):
    """The secret of a draw was made: what binds the house to it, and itself, sealed."""

    promotion: str
    commitment: str
    sealed: str
    process: str


@declared(power="offer_promotion", script="call-draw ROLE NAME:promotion")
class CallDraw(Act, frozen=True):
    """The draw is held: the entries are as they are."""

    promotion: str


@declared(SentBy.INSIDE, script="reveal-draw NAME:promotion HASH:secret")
class RevealDraw(Command, frozen=True):
    """The secret of a draw that was called: from it and the entries the winners follow, for anyone to check."""

    promotion: str
    secret: str


@declared(power="offer_promotion", script='draw-again ROLE NAME:promotion ID:prize "why"')
class DrawAgain(Act, frozen=True):
    """A prize whose winner is not to have it is drawn once more, from the same secret."""

    promotion: str
    prize: str
    why: Private


@declared(power="offer_promotion", script="presence ROLE NAME:promotion ID:prize there|absent:present")
class RecordPresence(Act, frozen=True):
    """Whether the winner of a prize was there in person."""

    promotion: str
    prize: str
    present: bool


@declared(
    power="offer_promotion",
    leaves=("by",),
    script='tell-winner ROLE NAME:promotion ID:prize ID:entrant WORD:by "details" [reached] [on=TIME:at_ms]',
)
class AttemptNotice(Act, frozen=True):
    """A winner was told, or an attempt was made."""

    promotion: str
    prize: str
    entrant: str
    by: str
    """The way: those of the rulebook fulfil the duty, others are noted."""
    details: OfEntrant
    """Whom, which number or address; for a letter, to where it was posted."""
    reached: bool = False
    at_ms: int = 0
    """When a letter was posted, where that was earlier than now; of other ways nothing but now counts."""


@declared(power="offer_promotion", script='publish-results ROLE NAME:promotion "how"')
class PublishResults(Act, frozen=True):
    """The results were made public as the terms say."""

    promotion: str
    how: str


@declared(power="offer_promotion", script="award-bonus ROLE NAME:promotion ID:prize ID:entrant")
class AwardBonus(Act, frozen=True):
    """A prize or bonus without a draw goes to an entrant who has earned it by the terms."""

    promotion: str
    prize: str
    entrant: str


@declared(power="pay_by_hand")
class PayPrize(Act, frozen=True):
    """A prize is handed over."""

    promotion: str
    prize: str
    entrant: str
    asked: dict[str, Money]
    """What the winner wishes: per form (`cash`, `cheque`, `transfer`, `goods`) so much."""
    paid: dict[str, Money]
    payee: Literal["winner", "other"] = "winner"
    """To whom it is handed over, or cheque and transfer are made out: only the winner is paid."""
    crossed: bool = True
    """Whether the cheque is crossed."""
    signature: SignatureOfEntrant = ""


@declared(one_of=("postpone_draw", "offer_promotion"), script='postpone-promotion ROLE NAME:promotion "why"')
class PostponePromotion(Act, frozen=True):
    """Its integrity is in doubt: until that is validated nothing is drawn or paid."""

    promotion: str
    why: Private


@declared(one_of=("postpone_draw", "offer_promotion"), script='validate-promotion ROLE NAME:promotion "why"')
class ValidatePromotion(Act, frozen=True):
    """Its integrity was validated: it goes on."""

    promotion: str
    why: Private


@declared(one_of=("postpone_draw", "offer_promotion"), script='cancel-promotion ROLE NAME:promotion "why"')
class CancelPromotion(Act, frozen=True):
    """It will not be drawn."""

    promotion: str
    why: Private


@declared(power="offer_promotion", script="close-promotion ROLE NAME:promotion")
class ClosePromotion(Act, frozen=True):
    """Everything the terms and rules ask for is done."""

    promotion: str


@declared(
    SentBy.INSIDE,
    script=(
        "promotion-deadline NAME:promotion notice-near|notice-overdue|results-overdue|filing-near|filing-overdue"
        "|draw-near|draw-overdue:duty [ID:prize]"
    ),
)
class CallPromotionDeadline(Command, frozen=True):
    """Time has brought a duty of a promotion near, or past its end."""

    promotion: str
    duty: PromotionDuty
    prize: str = ""


PromotionCommand: TypeAlias = (
    PrescribeItem
    | DraftPromotion
    | FilePromotion
    | PublishPromotion
    | AnnouncePromotion
    | StartPromotion
    | ApprovePromotionChange
    | AmendPromotion
    | NameScrutineer
    | WitnessDraw
    | RegisterEntrant
    | SeatEntrant
    | EnterByForm
    | CommitDraw
    | CallDraw
    | RevealDraw
    | DrawAgain
    | RecordPresence
    | AttemptNotice
    | PublishResults
    | AwardBonus
    | PayPrize
    | PostponePromotion
    | ValidatePromotion
    | CancelPromotion
    | ClosePromotion
    | CallPromotionDeadline
)
