"""What one may say in a round script: one line a verb, in the words people use. The table is the grammar.

`UPPER CASE` is a blank with a type, a lower-case word stands for itself, `a|b` is a choice, `[…]` may be left out,
`…` repeats the blank before it, `key=BLANK` is a named option that may stand anywhere behind the verb, and `"why"` is a
reason in quotes.
"""

from __future__ import annotations

SETTING_UP = {
    "rulebook": "ID GAME [as NAME]",
    "on": "NAME",
    "table": "live|stand-alone",
    "wheel": "automatic|live",
    "period": "DURATION",
    "float": "AMOUNT …",
    "limit": "KIND [min AMOUNT:min] [max AMOUNT:max] [step AMOUNT:step] [multiples]",
    "terminal": "TERMINAL",
    "player": "PLAYER [at TERMINAL …]",
    "buy": "PLAYER AMOUNT [colour WORD:colour value AMOUNT:value]",
    "cash-in": "PLAYER",
    "marker": "PLAYER max AMOUNT",
}
MONEY = {
    "note": "TERMINAL AMOUNT",
    "transfer": "TERMINAL AMOUNT",
    "collect": "TERMINAL as TICKET",
    "ticket-in": "TERMINAL TICKET",
    "redeem": "TICKET",
}
ROUND = {
    "bets": "",
    "finish": "",
    "close": "[timer|sensor|dealer]",
    "spin": "[same-direction] [rotor-still] [revolutions=COUNT]",
    "shake": "",
    "drop": "",
    "rest": "divider|unread|OUTCOME",
    "cocked": "",
    "fault": "PLACE CODE",
    "wait": "DURATION",
    "restart": "",
    "again": "",
}
WAGERS = {
    "place": "SEAT WAGER AMOUNT",
    "special": "SEAT WAGER AMOUNT",
    "move": "SEAT WAGER:from WAGER:to AMOUNT",
    "take": "SEAT WAGER AMOUNT",
    "undo": "TERMINAL",
    "clear": "TERMINAL",
    "double": "TERMINAL",
    "repeat": "TERMINAL",
    "max": "TERMINAL WAGER",
}
PEOPLE = {
    "confirm": "ROLE [OUTCOME]",
    "enter": "ROLE OUTCOME",
    "correct": 'ROLE OUTCOME "why"',
    "no-spin": 'ROLE [cause=CAUSE] "why"',
    "reset": "ROLE",
    "examine": "ROLE",
    "void": 'ROLE [cause=CAUSE] "why"',
    "reconstruct": 'ROLE TERMINAL confirmed|failed "why"',
    "void-wagers": 'ROLE TERMINAL "why"',
    "ruling": 'ROLE TERMINAL allow|withdraw WAGER AMOUNT "why"',
    "vary": 'ROLE TERMINAL AMOUNT "why"',
    "invalidate": 'ROLE cause=CAUSE "why" [forfeit TERMINAL]',
    "withhold": 'ROLE TERMINAL AMOUNT "why"',
    "hold": 'ROLE TICKET "why"',
    "release": "ROLE PLACE [pay|refuse]",
    "breach": 'ROLE TERMINAL CLAUSE "why"',
    "exclude": 'ROLE TERMINAL "why"',
    "notify": "ROLE OFFICIAL",
    "notice": "ROLE close-in DURATION",
    "close-table": "ROLE",
    "close-terminal": "ROLE TERMINAL",
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
    "expect phase": "OPEN|FINISHING|CLOSED|HELD|SETTLED|VOID",
    "expect outcome": "OUTCOME",
    "expect ticket": "TICKET AMOUNT outstanding|redeemed|void",
    "expect withheld": "TERMINAL AMOUNT",
    "expect demanded": "TERMINAL AMOUNT",
    "expect held": "TERMINAL",
    "expect balanced": "",
}

VERBS: dict[str, str] = SETTING_UP | MONEY | ROUND | WAGERS | PEOPLE | CHECKS
"""Every verb with what stands behind it."""
