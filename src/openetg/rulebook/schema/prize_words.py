"""The words a rulebook has for promotions: what terms state, kinds of prizes, what no prize may be, ways of telling.

Closed lists, as that of the powers: a name that is not here would never be asked for, and is refused with the rulebook.
"""

TERM_ITEMS: dict[str, str] = {
    "manner": "how the prize is awarded",
    "when": "when the prize may be awarded",
    "when-and-where": "when and where the prize is awarded",
    "eligibility": "what makes a player eligible",
    "qualifying-wager": "the least wager that makes eligible, or that there is none",
    "nature-of-prize": "what the prize is, and what the operator qualifies, reserves or guarantees",
    "entry-closes": "the day and time at which entries close",
    "place-date-time": "place, day and time of the promotion",
    "method-of-claiming": "how a prize is claimed, and whether an entrant must be there",
    "notification": "how the winner is told",
    "publication": "how the results are made public",
    "prize-details": "details and value of the prizes, with their conditions",
}
"""What terms may have to state."""

PRIZE_KINDS: dict[str, str] = {
    "cash": "money",
    "casino-dollars": "credit that is played in the casino",
    "slots-dollars": "credit that is played at gaming machines",
    "machinery": "machinery or an electric appliance",
    "motor-vehicle": "a motor vehicle",
    "travel": "travel",
    "real-estate": "real estate",
    "goods": "other goods",
    "service": "a service",
}
"""Kinds of prizes."""
MONEY = frozenset({"cash"})
"""The kinds that are money; all others are prizes other than money."""

PROHIBITED: dict[str, str] = {
    "tobacco": "tobacco in any form",
    "firearm": "a firearm, ammunition or an imitation firearm",
    "prohibited-weapon": "a prohibited weapon",
    "liquor-over-20-litres": "more than twenty litres of liquor in one prize",
    "prescribed-item": "what the regulations prescribe, by a list that is kept",
}
"""What no prize may be or include."""

NOTICE_WAYS: dict[str, str] = {
    "face-to-face": "in person",
    "mail": "by letter",
    "telephone": "by telephone",
    "email": "by email",
}
"""Ways of telling a winner."""
