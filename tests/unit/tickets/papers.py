"""A ticket to look at."""

from __future__ import annotations

from openetg.keys.tickets import DRAWN, with_check_digits
from openetg.money import cents
from openetg.tickets.face import IssuingSite, TicketFace, Title

SITE = IssuingSite("Grand <Casino> & Sons", "1 Example Street, Sydney", "AUD", "Australia/Sydney")
NUMBER = with_check_digits(411 * DRAWN + 5_029_338_174_602)
ISSUED_MS = 1_794_000_000_000
FACE = TicketFace(SITE, Title.ticket, "M1", cents(123_750), NUMBER, 17, ISSUED_MS, ISSUED_MS + 182 * 86_400_000)
