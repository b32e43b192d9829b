"""Which acts a person holds at a table, for consoles that show no more than somebody may do.

From the powers of the rulebook, without trying anything out: whether an act is granted is decided by the floor alone,
when it is sent. It must never be asked in the place of `access.acts`.
"""

from __future__ import annotations

from openetg.floor import commands as ask
from openetg.floor.commands import Command
from openetg.floor.core.authority import AUTHORITY, DEALER, counts_as
from openetg.floor.money.cage_chips import CASHIERS, cage_power
from openetg.floor.money.drawers import OVERSEEING, PAYING
from openetg.floor.people.conduct import LIFTING
from openetg.floor.people.messages import THE_HOUSE
from openetg.floor.people.staff import OPERATOR, STAFF_DESK, WITNESS, is_official
from openetg.floor.premises.equipment import named
from openetg.floor.premises.opening import times_power
from openetg.floor.promotions.life import STOPPING
from openetg.floor.promotions.terms import PRESCRIBED
from openetg.floor.rounds.automatic import is_dealer_run
from openetg.floor.rounds.choices import knows_no_spin, knows_warning
from openetg.floor.rounds.dealing import void_powers
from openetg.floor.state import Floor, StaffMember, Table
from openetg.rulebook.roles import holders
from openetg.rulebook.schema.policies import Channel, Closer
from openetg.rulebook.schema.powers import POWERS
from openetg.server.acts.acts import ANY_STAFF, BY_OPERATOR, BY_ROLE, BY_STAFF_DESK, OPERATOR_TOO, roles_at

DEALING = "run_round"
POWER: dict[type[Command], str] = {
    ask.AdjustJackpot: "adjust_jackpot",
    ask.AgreeDelay: "delay_payment",
    ask.AnnouncePromotion: "offer_promotion",
    ask.ApprovePromotionChange: "approve_promotion_change",
    ask.ApproveSecondColour: "approve_second_colour",
    ask.ArrangeLimits: "arrange_personal_limits",
    ask.ArrangeStraightOnly: "arrange_straight_only",
    ask.AskIdentification: "ask_identification",
    ask.AttemptNotice: "offer_promotion",
    ask.AwardBonus: "offer_promotion",
    ask.BuyChips: "run_round",
    ask.CallDraw: "offer_promotion",
    ask.CallNoSpin: "call_no_spin",
    ask.ChangeJackpot: "configure_jackpot",
    ask.ClearJackpot: "pay_jackpot",
    ask.CloseCase: "open_terminal_case",
    ask.ClosePromotion: "offer_promotion",
    ask.CloseTable: "close_table",
    ask.CloseTerminal: "close_terminal",
    ask.CollectLosers: "run_round",
    ask.ConfirmOutcome: "confirm_outcome",
    ask.CorrectOutcome: "correct_outcome",
    ask.CreditAward: "pay_jackpot",
    ask.DeclareJackpotFault: "declare_system_fault",
    ask.DecommissionJackpot: "configure_jackpot",
    ask.DirectToVacate: "direct_to_vacate",
    ask.DraftPromotion: "offer_promotion",
    ask.DrawAgain: "offer_promotion",
    ask.EndJackpotFault: "declare_system_fault",
    ask.EndVisit: "service_equipment",
    ask.EnterByForm: "offer_promotion",
    ask.EstablishNote: "open_terminal_case",
    ask.ExamineBall: "examine_ball",
    ask.ExcludeFromPlay: "exclude_from_play",
    ask.FilePromotion: "file_promotion",
    ask.FitDisplay: "install_display",
    ask.GrantMaximum: "grant_personal_maximum",
    ask.HoldPaper: "withhold_paper",
    ask.InformClaimant: "offer_promotion",
    ask.InvalidateOutcome: "invalidate_outcome",
    ask.LimitNeighbours: "limit_neighbours",
    ask.LimitPlayer: "limit_player",
    ask.LinkPartners: "link_partnership",
    ask.MarkCleared: "close_table",
    ask.MarkDolly: "run_round",
    ask.MoveOnCloth: "run_round",
    ask.NameScrutineer: "offer_promotion",
    ask.OfferChoiceOfWheel: "offer_choice_of_wheel",
    ask.OpenCase: "open_terminal_case",
    ask.OpenRound: "run_round",
    ask.OrderManualPayout: "pay_by_hand",
    ask.PaperAward: "pay_jackpot",
    ask.PayPrize: "pay_by_hand",
    ask.PayWinners: "run_round",
    ask.PlaceOnCloth: "run_round",
    ask.PrescribeItem: "offer_promotion",
    ask.PublishPromotion: "offer_promotion",
    ask.PublishResults: "offer_promotion",
    ask.RecommendExclusion: "recommend_exclusion",
    ask.Reconstruct: "confirm_wagers",
    ask.RecordBreach: "record_breach",
    ask.RecordDeniedClaim: "offer_promotion",
    ask.RecordEquipment: "change_equipment",
    ask.RecordIdentification: "ask_identification",
    ask.RecordPresence: "offer_promotion",
    ask.RecordRefusalToVacate: "direct_to_vacate",
    ask.RedeemPaper: "redeem_paper",
    ask.RefuseWagers: "refuse_future_wagers",
    ask.RegisterEntrant: "offer_promotion",
    ask.ReopenTerminal: "close_terminal",
    ask.RequireColour: "require_colour_chips",
    ask.ResetTerminals: "reset_after_no_spin",
    ask.RestoreDevice: "declare_device_fault",
    ask.ReviewDispute: "review_dispute",
    ask.ReviewHolding: "review_withholding",
    ask.RuleOnWager: "rule_on_late_wager",
    ask.SeatEntrant: "offer_promotion",
    ask.SellRulesCopy: "sell_rules_copy",
    ask.SetLimits: "change_limits",
    ask.SetUpJackpot: "configure_jackpot",
    ask.SignManualPayout: "pay_by_hand",
    ask.SpinWheel: "run_round",
    ask.StartPromotion: "offer_promotion",
    ask.StartVisit: "service_equipment",
    ask.TakeFromCloth: "run_round",
    ask.TransferCredit: "transfer_credit",
    ask.UpholdAward: "withhold_paper",
    ask.VarySettlement: "vary_settlement",
    ask.WarnFinish: "run_round",
    ask.Withhold: "withhold_meter",
    ask.WitnessDraw: "oversee_draw",
}
"""Acts that one power covers, whatever they say; those that depend on more are in the page alone."""

ONE_OF: dict[type[Command], tuple[str, ...]] = {
    ask.AdviseOfRights: ("decide_dispute", "decide_promotion_dispute", "review_dispute"),
    ask.AmendPromotion: ("offer_promotion", "file_promotion"),
    ask.CancelPromotion: STOPPING,
    ask.CashInChips: ("run_round", CASHIERS),
    ask.CloseDispute: ("decide_dispute", "decide_promotion_dispute", "review_dispute"),
    ask.CloseDrawer: (*PAYING, OVERSEEING),
    ask.CountDrawer: (*PAYING, OVERSEEING),
    ask.DecideDispute: ("decide_dispute", "decide_promotion_dispute"),
    ask.DeclareFault: ("declare_device_fault", "declare_system_fault"),
    ask.EnterOutcome: ("enter_outcome", "settle_early_rest", "settle_device_fault"),
    ask.GiveNotice: ("change_limits", "close_table", "close_terminal", "announce_close_of_play"),
    ask.LiftMeasure: tuple(LIFTING.values()),
    ask.MoveDrawerCash: PAYING,
    ask.OpenDrawer: PAYING,
    ask.PostponePromotion: STOPPING,
    ask.RedeemChips: ("redeem_paper", "run_round"),
    ask.Release: ("withhold_meter", "withhold_paper", "end_claim"),
    ask.SellChips: ("redeem_paper", "run_round"),
    ask.ValidatePromotion: STOPPING,
    ask.VoidWagers: ("void_wagers_for_breach", "void_unconfirmed_wagers"),
}
"""Acts for which it depends on what they are about which of these powers they need."""
OF_DEALER: frozenset[type[Command]] = frozenset({ask.SignOn, ask.SignOff, ask.CloseWagers})
"""Acts of whoever deals: the dealer, and who else runs rounds."""
OF_DISPUTES: frozenset[type[Command]] = frozenset({ask.AdviseOfRights, ask.CloseDispute})
"""Acts that whoever has the last word in a dispute may do as well."""
OF_OFFICIALS: frozenset[type[Command]] = frozenset({ask.NoteNotice})
"""Acts of the authority's own."""
OF_THE_HOUSE: frozenset[type[Command]] = frozenset({ask.TellPlayer, ask.NotifyOfficial})
"""Acts of anybody who works for the house."""
ON_CLOTH: frozenset[type[Command]] = frozenset(
    {
        ask.ApproveSecondColour,
        ask.ArrangeLimits,
        ask.ArrangeStraightOnly,
        ask.BuyChips,
        ask.CashInChips,
        ask.GrantMaximum,
        ask.LimitNeighbours,
        ask.LinkPartners,
        ask.MoveOnCloth,
        ask.PlaceOnCloth,
        ask.RedeemChips,
        ask.RequireColour,
        ask.SellChips,
        ask.TakeFromCloth,
    }
)
"""Acts that a table without a cloth does not know."""
BY_A_DEALER: frozenset[type[Command]] = frozenset({ask.SignOff, ask.SignOn, ask.SpinWheel})
"""Acts that a table whose device runs by itself does not know."""
STEPS: dict[type[Command], str] = {ask.CollectLosers: "collect", ask.MarkDolly: "dolly", ask.PayWinners: "pay"}
"""Acts that are steps of the order in which a cloth is settled."""
OF_JACKPOTS: frozenset[type[Command]] = frozenset({ask.DeclareJackpotFault, ask.EndJackpotFault, ask.UpholdAward})
"""Acts about jackpots that go by a power which rulebooks without jackpots know too."""
AT_CAGE: frozenset[type[Command]] = frozenset({ask.RedeemChips, ask.SellChips})
"""Acts of whoever pays at the cage by the rules of a table."""

POWERS_OF_KINDS_MAX = 2_048
_powers_held: dict[tuple[str, str, tuple[str, ...]], frozenset[str]] = {}
"""What was found before; a rulebook is named by its hash and never changes."""


def powers_for(floor: Floor, table: Table, kind: type[Command]) -> tuple[str, ...] | None:
    """The powers of which one is needed for an act at a table; None = it does not go by powers."""
    if kind is ask.VoidRound:
        return void_powers(floor, table)
    if kind in AT_CAGE:
        return (cage_power(floor, table),)
    if kind is ask.SetPeriod:
        return (times_power(floor, table),)
    if kind in OF_DEALER:
        return (DEALING,)
    return (POWER[kind],) if kind in POWER else ONE_OF.get(kind)


def powers_at(floor: Floor, table: Table, member: StaffMember) -> frozenset[str]:
    """Every power a person holds at a table, by the roles on record."""
    return powers_of(floor, table, roles_at(floor, table, member))


def powers_of(floor: Floor, table: Table, roles: tuple[str, ...]) -> frozenset[str]:
    """Every power that one of these roles has at a table."""
    key = (table.rulebook, table.kind, roles)
    found = _powers_held.get(key)
    if found is None:
        rulebook, round_kind = floor.rulebook_of(table), floor.kind_of(table).round
        mine = set(roles)
        found = frozenset(power for power in POWERS if mine & holders(rulebook, power, round_kind=round_kind))
        if len(_powers_held) >= POWERS_OF_KINDS_MAX:
            _powers_held.clear()
        _powers_held[key] = found
    return found


def acts_at(floor: Floor, table: Table, member: StaffMember) -> tuple[str, ...]:
    """The acts a person holds at a table, by name; none where they have no role."""
    roles = roles_at(floor, table, member)
    if not roles:
        return ()
    powers = powers_at(floor, table, member)
    kinds = [kind for kind in BY_ROLE if _is_held(floor, table, roles, powers, kind)]
    if OPERATOR in member.duties and not named(floor, table, POWER[ask.RecordEquipment]):
        # Where a rulebook does not say who changes equipment, the operator does, as `access.acts` has it.
        kinds.append(ask.RecordEquipment)
    return tuple(sorted(kind.__name__ for kind in (*kinds, *ANY_STAFF)))


def acts_of_duty(floor: Floor, member: StaffMember) -> tuple[str, ...]:
    """The acts that come with a person's duties, and those by which the authority manages its own people."""
    held: set[type[Command]] = {ask.AcknowledgeAlert} if member.duties else set()
    by_duty: dict[str, frozenset[type[Command]]] = {
        OPERATOR: BY_OPERATOR | OPERATOR_TOO,
        STAFF_DESK: BY_STAFF_DESK,
        WITNESS: frozenset({ask.VouchForPerson}),
    }
    for duty, kinds in by_duty.items():
        held |= kinds if duty in member.duties else set()
    if is_official(floor, member):
        held |= BY_STAFF_DESK - {ask.UnpairTerminal}
    return tuple(sorted(kind.__name__ for kind in held))


def _is_known(floor: Floor, table: Table, kind: type[Command]) -> bool:
    """Whether the rulebook and this kind of table have what an act is about; else the floor grants it to nobody."""
    rulebook, rules = floor.rulebook_of(table), floor.rules_of(table)
    promotions, disputes = rulebook.promotions, rulebook.disputes
    if kind in ON_CLOTH:
        return Channel.CLOTH in floor.kind_of(table).channels.value
    if kind in BY_A_DEALER:
        return is_dealer_run(floor, table)
    if kind is ask.CloseWagers:
        return Closer.DEALER in rules.closing.by
    if kind in STEPS:
        order, is_said = rules.settlement_order, kind is ask.MarkDolly and rules.announced is not None
        return is_said or (order is not None and STEPS[kind] in order.value)
    if kind in OF_JACKPOTS:
        return rulebook.jackpots is not None
    if kind is ask.NameScrutineer:
        return promotions is not None and promotions.scrutineer_above is not None
    if kind is ask.CallNoSpin:
        return knows_no_spin(rules.no_spin.policy)
    if kind is ask.WarnFinish:
        return knows_warning(rules)
    if kind is ask.AdviseOfRights:
        return disputes.advice is not None or (promotions is not None and promotions.dispute is not None)
    return kind is not ask.PrescribeItem or (promotions is not None and PRESCRIBED in promotions.prohibited)


def _is_held(floor: Floor, table: Table, roles: tuple[str, ...], powers: frozenset[str], kind: type[Command]) -> bool:
    if not _is_known(floor, table, kind):
        return False
    if kind in OF_DEALER and DEALER in roles:
        return True
    if kind in OF_OFFICIALS:
        rulebook = floor.rulebook_of(table)
        return any(rulebook.roles[role].of == AUTHORITY for role in roles if role in rulebook.roles)
    if kind in OF_THE_HOUSE:
        rulebook = floor.rulebook_of(table)
        return any(rulebook.roles[role].of in THE_HOUSE for role in roles if role in rulebook.roles)
    if kind in OF_DISPUTES:
        rulebook = floor.rulebook_of(table)
        if any(counts_as(rulebook, role, rulebook.disputes.final.role) for role in roles):
            return True
    needed = powers_for(floor, table, kind)
    # Where none is named any role of the rulebook will do, as far as is known here.
    return not needed or not powers.isdisjoint(needed)
