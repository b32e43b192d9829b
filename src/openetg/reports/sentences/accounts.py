"""Accounts of the ledger and movements between them, as people say them."""

from __future__ import annotations

from typing import Protocol

from openetg.reports.recall.telling import printable
from openetg.reports.sentences.form import plain, upper_first

SETTLING = frozenset({"RoundSettled", "TerminalSettled", "ClothSettled", "SpotPaid"})
"""Events by which wagers win or lose."""
PUT_RIGHT = {
    "RoundVoided": "put right as the round is void,",
    "OutcomeCorrected": "put right by the corrected outcome",
    "ClothCorrected": "put right by the corrected outcome",
    "SettlementVaried": "given beyond strict settlement",
    "WagerRuled": "put right by a ruling on a wager",
    "WagersVoided": "put right as wagers were voided",
    "PayoutsSuspended": "taken back until a person has decided,",
    "HoldingReleased": "determined not to be the player's,",
    "AwardUpheld": "taken back of an award",
}
"""Other events by which money goes to the bank of a table or comes from it."""
HOLDERS = {
    "meter": "on the meter of {last}",
    "play": "in play at table {first}, laid by {last}",
    "printing": "on its way to paper at {last}",
    "tickets": "on a paper",
    "hand": "in the hand of {last} at table {first}",
    "cloth": "on the cloth of table {first}, laid by {last}",
    "chips": "in chips of value away from their table",
    "withheld": "withheld of {last}",
    "contested": "asked back of {last}, not determined yet",
    "payable": "to be paid by hand as payment {last}",
    "award": "set aside as award {last}",
    "pool": "in the pool of jackpot {first}, level {last}",
    "reserve": "in the reserve of jackpot {first}, level {last}",
    "overflow": "waiting for the next pool of jackpot {first}, level {last}",
    "seeding": "put into jackpot {last} by the house",
    "prize": "set aside as prize {last} of promotion {first}",
    "promoting": "given by the house in promotion {last}",
    "forfeited": "forfeited at table {last}",
    "bank": "in the bank of table {last}",
    "cash_box": "in the cash box of {last}",
    "drop": "in the drop box of table {last}",
    "cage": "at the cage",
    "drawer": "in the drawer {last} of the cage",
    "demanded": "demanded of {last}",
    "monitoring": "with the monitoring system",
    "sales": "taken for copies of {last} that were sold",
}
"""Where money stands, by the kind of the account."""
MOVES = {
    ("cash_box", "meter"): "a note went into {last}",
    ("meter", "play"): "wagered by {last} at table {table}, round {round}",
    ("play", "meter"): "came back to {last} from table {table}, round {round}",
    ("meter", "printing"): "collected at {last}",
    ("printing", "tickets"): "printed on a paper",
    ("printing", "meter"): "not printed: back on the meter of {last}",
    ("tickets", "meter"): "the paper was put into {last}",
    ("tickets", "cage"): "the paper was paid at the cage",
    ("tickets", "drawer"): "the paper was paid at the cage, drawer {last}",
    ("meter", "payable"): "ordered to be paid by hand, payment {last}",
    ("payable", "cage"): "paid by hand and signed for",
    ("payable", "drawer"): "paid by hand and signed for, drawer {last}",
    ("meter", "withheld"): "withheld of {last}",
    ("withheld", "meter"): "released to the meter of {last}",
    ("withheld", "payable"): "released to be paid by hand, payment {last}",
    ("withheld", "demanded"): "went against what was demanded of {last}",
    ("cage", "demanded"): "paid back at the cage by {last}",
    ("cage", "sales"): "a copy of the rules was sold at the cage",
    ("drawer", "sales"): "a copy of the rules was sold at the cage",
    ("monitoring", "meter"): "came to {last} from the monitoring system",
    ("award", "meter"): "an award went to {last}",
    ("award", "tickets"): "an award was put on a paper",
    ("award", "printing"): "an award is being printed at {last}",
    ("printing", "award"): "not printed: award {last} is due again",
    ("award", "pool"): "an award was taken back to the pool of jackpot {jackpot}, level {last}",
    ("award", "overflow"): "an award was taken back for the next pool of jackpot {jackpot}, level {last}",
    ("pool", "award"): "won as award {last}",
    ("overflow", "award"): "won as award {last}",
    ("reserve", "award"): "won as award {last}",
    ("pool", "overflow"): "left over for the next pool of jackpot {jackpot}, level {last}",
    ("overflow", "pool"): "carried over into the pool of jackpot {jackpot}, level {last}",
    ("reserve", "pool"): "taken from the reserve into the pool of jackpot {jackpot}, level {last}",
    ("pool", "pool"): "moved into the pool of jackpot {jackpot}, level {last}",
    ("reserve", "reserve"): "moved into the reserve of jackpot {jackpot}, level {last}",
    ("overflow", "overflow"): "moved to wait for the next pool of jackpot {jackpot}, level {last}",
    ("prize", "cage"): "the prize was handed over at the cage",
    ("prize", "drawer"): "the prize was handed over at the cage, drawer {last}",
    ("drop", "hand"): "chips bought for cash by {last}",
    ("hand", "cloth"): "laid on the cloth by {last}, round {round}",
    ("cloth", "hand"): "came back to the hand of {last}",
    ("hand", "chips"): "taken from the table in chips of value",
    ("chips", "hand"): "brought to the table in chips of value by {last}",
}
"""What a movement is, by the kinds of its accounts; names are of the account it leads to."""


class Movement(Protocol):
    """As much of a movement as is said."""

    @property
    def event(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def destination(self) -> str: ...
    @property
    def table(self) -> str: ...
    @property
    def round(self) -> int: ...
    @property
    def is_earlier(self) -> bool: ...
    @property
    def gathered(self) -> int: ...


def holder_in_words(account: str) -> str:
    """Where money on an account stands."""
    kind, *names = account.split("/")
    words = HOLDERS.get(kind, plain(account.replace("/", " ")))
    return words.format(first=_name(names, 0), last=_name(names, -1))


def move_in_words(passed: Movement) -> str:
    """What a movement is."""
    kinds = (_kind(passed.source), _kind(passed.destination))
    if kinds[1] == "bank":
        return end_in_words(passed)[1]
    if kinds[0] in {"bank", "seeding", "promoting"}:
        return born_in_words(passed)[1]
    known = MOVES.get(kinds)
    if known is None:
        return f"from {holder_in_words(passed.source)} to {holder_in_words(passed.destination)}"
    names = passed.destination.split("/")[1:]
    return known.format(last=_name(names, -1), jackpot=_name(names, 0), table=passed.table, round=passed.round)


def born_in_words(passed: Movement) -> tuple[str, str]:
    """How money came to be owed: its kind, and words."""
    if passed.is_earlier:
        return "earlier", f"{holder_in_words(passed.destination)} before the journal that is here begins"
    kind, last = _kind(passed.source), _name(passed.destination.split("/"), -1)
    if kind == "cash_box":
        return "note", f"a note put into {last}"
    if passed.event == "PoolFed":
        since = f" and {passed.gathered - 1} times after it" if passed.gathered > 1 else ""
        return "contributed", f"contributed {_place(passed)}{since}: {holder_in_words(passed.destination)}"
    if kind == "bank":
        where = _place(passed)
        return ("won", f"won by {last} {where}") if passed.event in SETTLING else ("other", f"{_act(passed)} {where}")
    if kind in {"seeding", "promoting"}:
        return "given", f"given by the house: {holder_in_words(passed.destination)}"
    if kind == "monitoring":
        return "transfer", f"a transfer from the monitoring system to {last}"
    if kind in {"drop", "cage", "drawer"}:
        return "cash", f"cash for chips, bought by {last}"
    return "other", f"{_act(passed)}: {holder_in_words(passed.source)}"


def end_in_words(passed: Movement) -> tuple[str, str]:
    """How money ceased to be owed: its kind, and words."""
    kind, who = _kind(passed.destination), _name(passed.source.split("/"), -1)
    if kind == "bank":
        where = _place(passed)
        return ("lost", f"lost by {who} {where}") if passed.event in SETTLING else ("other", f"{_act(passed)} {where}")
    if kind in {"seeding", "promoting"}:
        return "other", f"{_act(passed)}: back to the house, {holder_in_words(passed.source)}"
    if kind in {"cage", "drawer"}:
        way = {
            "tickets": "paid out for the paper",
            "payable": f"paid by hand as payment {who}",
            "prize": f"handed over as {holder_in_words(passed.source).removeprefix('set aside as ')}",
        }
        return "paid", way.get(_kind(passed.source), f"paid out to {who}")
    return "other", f"{_act(passed)}: {holder_in_words(passed.destination)}"


def _place(passed: Movement) -> str:
    table = passed.table or next(
        (account.split("/")[1] for account in (passed.source, passed.destination) if account.startswith("bank/")), ""
    )
    return f"at table {table}, round {passed.round}" if passed.round else f"at table {table}"


def _act(passed: Movement) -> str:
    if passed.event in PUT_RIGHT:
        return PUT_RIGHT[passed.event]
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in passed.event).strip()
    return upper_first(spaced)


def _kind(account: str) -> str:
    return account.partition("/")[0]


def _name(names: list[str], place: int) -> str:
    return printable(names[place]) if names else ""
