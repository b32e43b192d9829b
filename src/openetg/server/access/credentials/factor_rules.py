"""Who must show a second factor: by duty, by role, or by what the roles of a person may do with money and people."""

from __future__ import annotations

from openetg.floor.state import Floor, StaffMember
from openetg.server.acts.acts import holds

DUTIES, POWERS, EVERYBODY = "duties", "powers", "everybody"
"""Any duty; any role with one of the powers below; any member of staff. Beside these, names of duties and roles."""
GRAVE = (
    "change_limits", "grant_personal_maximum", "enter_outcome", "correct_outcome", "rule_on_late_wager",
    "vary_settlement", "confirm_wagers", "void_unconfirmed_wagers", "void_round", "invalidate_outcome",
    "forfeit_wager", "record_breach", "void_wagers_for_breach", "exclude_from_play", "recommend_exclusion",
    "refuse_future_wagers", "limit_player", "direct_to_vacate", "withhold_meter", "withhold_paper", "end_claim",
    "review_withholding", "pay_by_hand", "redeem_paper", "delay_payment", "choose_form_of_payment",
    "ask_identification", "transfer_credit", "decide_dispute", "review_dispute", "read_records", "configure_jackpot",
    "pay_jackpot", "adjust_jackpot", "offer_promotion", "file_promotion", "approve_promotion_change", "oversee_draw",
    "postpone_draw", "decide_promotion_dispute",
)  # fmt: skip
"""Powers over money or people, the reading of all records among them."""


class FactorRules:
    """What the floor file says of second factors."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self._known: dict[object, bool] = {}

    def needs(self, floor: Floor, member: StaffMember) -> bool:
        """Whether a person must show a second factor."""
        if not self._names:
            return False
        key = (tuple(floor.rulebooks), tuple(sorted(member.roles.items())), member.duties)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._find(floor, member)
        return found

    def _find(self, floor: Floor, member: StaffMember) -> bool:
        roles = {role for held in member.roles.values() for role in held}
        if EVERYBODY in self._names or self._names & roles or self._names & set(member.duties):
            return True
        if DUTIES in self._names and member.duties:
            return True
        return POWERS in self._names and holds(floor, member, GRAVE)
