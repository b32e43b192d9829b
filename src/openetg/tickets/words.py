"""An amount in English words, as a paper states it beside the figures so that neither can be altered alone."""

from __future__ import annotations

from typing import NamedTuple

from openetg.money import Money, format_money

ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
GROUPS = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1000, "thousand"))


class Unit(NamedTuple):
    """What a currency and its hundredth are called, one and many."""

    one: str
    many: str
    cent: str
    cents: str


DOLLAR = Unit("dollar", "dollars", "cent", "cents")
UNITS: dict[str, Unit] = {
    "AUD": DOLLAR,
    "CAD": DOLLAR,
    "EUR": Unit("euro", "euros", "cent", "cents"),
    "GBP": Unit("pound", "pounds", "penny", "pence"),
    "HKD": DOLLAR,
    "NZD": DOLLAR,
    "SGD": DOLLAR,
    "USD": DOLLAR,
}
"""Currencies whose names are said; of others the code is said, and the hundredths as a fraction."""


def amount_in_words(amount: Money, currency: str) -> str:
    """`thirty-seven dollars and fifty cents`."""
    whole_text, _, part_text = format_money(amount).partition(".")
    assert not whole_text.startswith("-"), "no paper is worth less than nothing"
    whole, part = int(whole_text), int(part_text)
    unit = UNITS.get(currency)
    if unit is None:
        return f"{number_in_words(whole)} {currency} and {part:02}/100"
    said = f"{number_in_words(whole)} {unit.one if whole == 1 else unit.many}"
    if not part:
        return said
    return f"{said} and {number_in_words(part)} {unit.cent if part == 1 else unit.cents}"


def number_in_words(number: int) -> str:
    """`one thousand two hundred and five`."""
    assert number >= 0, "counted from nothing upwards"
    for size, name in GROUPS:
        if number >= size:
            whole, rest = divmod(number, size)
            joint = " and " if 0 < rest < 100 else " "
            return f"{number_in_words(whole)} {name}" + (f"{joint}{number_in_words(rest)}" if rest else "")
    if number >= 100:
        whole, rest = divmod(number, 100)
        return f"{ONES[whole]} hundred" + (f" and {number_in_words(rest)}" if rest else "")
    if number < len(ONES):
        return ONES[number]
    ten, one = divmod(number, 10)
    return TENS[ten] + (f"-{ONES[one]}" if one else "")
