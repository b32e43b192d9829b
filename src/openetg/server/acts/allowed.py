"""Which acts a person holds at a table, for consoles that show no more than the person may do.

From the powers of the rulebook, without trying anything out: whether an act is granted is decided by the floor alone,
when it is sent. It must never be asked in the place of `access.acts`.
"""

from __future__ import annotations

from collections.abc import Callable

from openetg.floor import commands as ask
from openetg.floor.commands import Command
from openetg.floor.core.authority import AUTHORITY, DEALER, counts_as
from openetg.floor.core.declaring import HeldBy, Needs
from openetg.floor.money.cage_chips import cage_power
from openetg.floor.people.messages import THE_HOUSE
from openetg.floor.people.staff import OPERATOR, STAFF_DESK, is_official
from openetg.floor.premises.equipment import named
from openetg.floor.premises.opening import times_power
from openetg.floor.promotions.terms import PRESCRIBED
from openetg.floor.rounds.automatic import is_dealer_run
from openetg.floor.rounds.choices import knows_no_spin, knows_warning
from openetg.floor.rounds.dealing import void_powers
from openetg.floor.state import Floor, StaffMember, Table
from openetg.rulebook.roles import holders
from openetg.rulebook.schema.policies import Channel, Closer
from openetg.rulebook.schema.powers import POWERS
from openetg.server.acts.acts import ANY_STAFF, BY_OPERATOR, BY_ROLE, BY_STAFF_DESK, DECLARED, roles_at

DEALING = "run_round"
POWER: dict[type[Command], str] = {
    kind: says.powers[0] for kind, says in DECLARED.items() if len(says.powers) == 1 and says.held_by is None
}
"""Acts that one power covers, whatever they say."""
BY_TABLE: dict[type[Command], Callable[[Floor, Table], tuple[str, ...]]] = {
    ask.VoidRound: void_powers,
    ask.RedeemChips: lambda floor, table: (cage_power(floor, table),),
    ask.SellChips: lambda floor, table: (cage_power(floor, table),),
    ask.SetPeriod: lambda floor, table: (times_power(floor, table),),
}
"""Acts for which the rulebook of the table says by which power they go."""

POWERS_OF_KINDS_MAX = 2_048
_powers_held: dict[tuple[str, str, tuple[str, ...]], frozenset[str]] = {}
"""What was found before; a rulebook is named by its hash and never changes."""


def powers_for(floor: Floor, table: Table, kind: type[Command]) -> tuple[str, ...] | None:
    """The powers of which one is needed for an act at a table; None = it does not go by powers."""
    if kind in BY_TABLE:
        return BY_TABLE[kind](floor, table)
    return DECLARED[kind].powers or None


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
    held = {kind for kind, says in DECLARED.items() if set(member.duties) & set(says.duties)}
    by_duty: dict[str, frozenset[type[Command]]] = {OPERATOR: BY_OPERATOR, STAFF_DESK: BY_STAFF_DESK}
    for duty, kinds in by_duty.items():
        held |= kinds if duty in member.duties else set()
    if is_official(floor, member):
        held |= BY_STAFF_DESK - {ask.UnpairTerminal}
    return tuple(sorted(kind.__name__ for kind in held))


def _has_step(floor: Floor, table: Table, step: str) -> bool:
    order = floor.rules_of(table).settlement_order
    return order is not None and step in order.value


def _is_advised(floor: Floor, table: Table) -> bool:
    rulebook = floor.rulebook_of(table)
    promotions = rulebook.promotions
    return rulebook.disputes.advice is not None or (promotions is not None and promotions.dispute is not None)


def _names_scrutineers(floor: Floor, table: Table) -> bool:
    promotions = floor.rulebook_of(table).promotions
    return promotions is not None and promotions.scrutineer_above is not None


def _is_prescribed(floor: Floor, table: Table) -> bool:
    promotions = floor.rulebook_of(table).promotions
    return promotions is not None and PRESCRIBED in promotions.prohibited


KNOWN: dict[Needs, Callable[[Floor, Table], bool]] = {
    Needs.CLOTH: lambda floor, table: Channel.CLOTH in floor.kind_of(table).channels.value,
    Needs.DEALER_RUN: is_dealer_run,
    Needs.DEALER_CLOSES: lambda floor, table: Closer.DEALER in floor.rules_of(table).closing.by,
    Needs.COLLECT_STEP: lambda floor, table: _has_step(floor, table, Needs.COLLECT_STEP.value),
    Needs.DOLLY_STEP: lambda floor, table: (
        floor.rules_of(table).announced is not None or _has_step(floor, table, Needs.DOLLY_STEP.value)
    ),
    Needs.PAY_STEP: lambda floor, table: _has_step(floor, table, Needs.PAY_STEP.value),
    Needs.WARNING: lambda floor, table: knows_warning(floor.rules_of(table)),
    Needs.NO_SPIN: lambda floor, table: knows_no_spin(floor.rules_of(table).no_spin.policy),
    Needs.ADVICE: _is_advised,
    Needs.JACKPOTS: lambda floor, table: floor.rulebook_of(table).jackpots is not None,
    Needs.SCRUTINEER: _names_scrutineers,
    Needs.PRESCRIBED: _is_prescribed,
}
"""Whether the rulebook and this kind of table have what an act is about; otherwise the floor grants it to no person."""


def _is_held(floor: Floor, table: Table, roles: tuple[str, ...], powers: frozenset[str], kind: type[Command]) -> bool:
    says, rulebook = DECLARED[kind], floor.rulebook_of(table)
    if says.needs is not None and not KNOWN[says.needs](floor, table):
        return False
    mine = {rulebook.roles[role].of for role in roles if role in rulebook.roles}
    if says.held_by is HeldBy.OFFICIALS:
        return AUTHORITY in mine
    if says.held_by is HeldBy.HOUSE:
        return not mine.isdisjoint(THE_HOUSE)
    if says.held_by is HeldBy.DEALER and DEALER in roles:
        return True
    last = rulebook.disputes.final.role
    if says.held_by is HeldBy.LAST_WORD and any(counts_as(rulebook, role, last) for role in roles):
        return True
    needed = powers_for(floor, table, kind)
    # Where none is named any role of the rulebook will do, as far as is known here.
    return not needed or not powers.isdisjoint(needed)
