"""What one may say in a round script: one line a verb, in the words people use. The table is the grammar.

`UPPER CASE` is a blank with a type, a lower-case word stands for itself, `a|b` is a choice, `[…]` may be left out,
`…` repeats the blank before it, `key=BLANK` is a named option that may stand anywhere behind the verb, `"why"` is a
text in quotes, and `JSON` is the rest of the line. A name behind a colon is what a blank, word or choice is said under.

Most lines are declared with their commands (`floor/core/declaring.py`), by the names of their fields. Of a choice for
a field that is true or false the first word is true; a word in brackets is the opposite of the field's default. The
tables here are of lines that set a stage, stand for several commands, or ask for more than they say.
"""

from __future__ import annotations

from typing import get_args

from openetg.floor.commands import AnyCommand, Command
from openetg.floor.core.declaring import declaration_of

SETTING_UP = {
    "rulebook": "ID GAME [as NAME]",
    "on": "NAME",
    "table": "live|stand-alone",
    "wheel": "automatic|live",
    "period": "DURATION",
    "float": "AMOUNT …",
    "limit": (
        "KIND [min AMOUNT:min] [max AMOUNT:max] [step AMOUNT:step] [multiples]"
        " [cloth] [terminals] [terminal TERMINAL] [by=ROLE]"
    ),
    "terminal": "TERMINAL",
    "player": "PLAYER [at TERMINAL …]",
    "buy": "PLAYER AMOUNT [colour WORD:colour] [value AMOUNT:value]",
    "bring": "PLAYER AMOUNT [colour WORD:colour] [value AMOUNT:value]",
    "cash-in": "PLAYER",
    "marker": "PLAYER max AMOUNT",
    "sign-on": "ROLE",
    "sign-off": "ROLE",
    "open-table": "[by-itself]",
    "link": "TERMINAL",
    "effect": "DAY",
    "hours": "[from DURATION:from] [until DURATION:until]",
    "times": "[by=ROLE] [period=DURATION] [launch=DURATION] [least-open=DURATION] [least-warned=DURATION]",
    "attach-rules": "ID:document DAY [until=DAY] [price=AMOUNT]",
    "withdraw-rules": "ID:document",
    "approve": "OFFICIAL WORD:thing reference=WORD [covers ID:word …]",
    "equip": "WORD:part [WORD:serial] [by=ROLE] [at=TERMINAL] [emblem=WORD] [mm=LENGTH] [metal] [order OUTCOME …]",
    "take-out": "WORD:part WORD:serial [by=ROLE]",
}
MONEY = {
    "transfer": "TERMINAL AMOUNT [id=WORD] [by=ROLE]",
    "collect": "TERMINAL [AMOUNT] as TICKET [jam] [paper=WORD]",
    "redeem": "TICKET [by=ROLE] [asked=WORD] [paid=WORD] [chosen=WORD]",
    "sign": "ROLE TERMINAL [form=WORD] [asked=WORD] [paid=WORD] [chosen=WORD]",
    "delay": 'ROLE TICKET [for DURATION] "why"',
}
JACKPOTS = {
    "award": "TERMINAL ID:award [by=ROLE]",
    "award-paper": "ID:award as TICKET [jam] [paper=WORD] [by=ROLE]",
    "decommission": 'ROLE NAME into NAME:into "why" ID:levels …',
}
PROMOTIONS = {
    "amend-promotion": "ROLE NAME ID:approval JSON",
    "pay-prize": "ROLE NAME ID:prize ID:entrant [to-other] [uncrossed] [asked=ID] [signature=ID] LAID …",
}
ROUND = {
    "bets": "",
    "finish": "",
    "close": "[timer|sensor|dealer]",
    "spin": "[same-direction] [rotor-still] [revolutions=COUNT]",
    "shake": "",
    "drop": "",
    "rest": "divider|unread|OUTCOME [segment=COUNT] [revolutions=COUNT]",
    "cocked": "",
    "fault": "PLACE CODE",
    "shows": "TERMINAL [WAGER AMOUNT]",
    "display-shows": "OUTCOME [round=COUNT]",
    "wait": "DURATION",
    "restart": "",
    "again": "",
}
WAGERS = {
    "place": "SEAT WAGER AMOUNT",
    "place-several": "TERMINAL LAID …",
    "special": "SEAT WAGER AMOUNT",
    "move": "SEAT WAGER:from WAGER:to AMOUNT",
    "take": "SEAT WAGER AMOUNT",
}
CLOTH = {
    "lay": "PLAYER WAGER AMOUNT [block] [verbal] [helped] [cash] [colour=WORD] [by=ROLE]",
    "chips-for": "PLAYER AMOUNT [brought] [colour=WORD]",
    "arrange": "ROLE [kind=KIND] [min AMOUNT:min] [max AMOUNT:max] for PLAYER …",
}
PEOPLE = {
    "open-case": 'ROLE TERMINAL "why" [ground=WORD]',
    "invalidate": 'ROLE cause=CAUSE "why" [by=WORD] [round=COUNT] [forfeit TERMINAL]',
    "release": "ROLE PLACE [pay|refuse] [by-hand]",
    "tell": "ROLE SEAT WORD:message",
    "deny-claim": 'ROLE NAME AMOUNT "why" [kind=WORD] [claimant=WORD] [address=WORD]',
    "notice": "ROLE close-in DURATION [at=TERMINAL]",
    "stays-open": "ROLE",
    "announce-limits": "ROLE",
    "signal": "PLACE CODE",
}
RECORDED = {
    "verbatim": "",
    "at": "TIME",
    "given": "PATH JSON",
    "account": "ACCOUNT SUM",
    "ask": "JSON",
    "launch": "[opposite] [same-direction] [turning] [rotor-still]",
    "printed": "TERMINAL TICKET [jam]",
}
CHECKS = {
    "expect accepted": "AMOUNT",
    "expect refused": "[REASON] [CLAUSE]",
    "expect cites": "CLAUSE",
    "expect meter": "TERMINAL AMOUNT",
    "expect chips": "PLAYER AMOUNT",
    "expect win": "SEAT AMOUNT",
    "expect staked": "SEAT AMOUNT",
    "expect spot": "SEAT WAGER AMOUNT",
    "expect round": "COUNT",
    "expect phase": "OPEN|FINISHING|CLOSED|HELD|SETTLED|VOID [ID:cause] [CLAUSE]",
    "expect outcome": "OUTCOME",
    "expect outcomes": "[OUTCOME …]",
    "expect ticket": "TICKET AMOUNT outstanding|redeemed|void",
    "expect withheld": "TERMINAL AMOUNT",
    "expect demanded": "TERMINAL AMOUNT",
    "expect held": "TERMINAL",
    "expect account": "ACCOUNT SUM",
    "expect limits": "TERMINAL KIND [min AMOUNT:min] [max AMOUNT:max] [step AMOUNT:step]",
    "expect balanced": "",
}


def script_of(kind: type[Command]) -> tuple[str, str]:
    """The verb of the line that a command declares, and the pattern behind it."""
    verb, _, pattern = declaration_of(kind).script.partition(" ")
    return verb, pattern


DECLARED: dict[str, str] = dict(script_of(kind) for kind in get_args(AnyCommand) if declaration_of(kind).script)
STAGED = SETTING_UP | MONEY | JACKPOTS | PROMOTIONS | ROUND | WAGERS | CLOTH | PEOPLE | RECORDED
VERBS: dict[str, str] = STAGED | DECLARED | CHECKS
"""Every verb with the pattern behind it."""
