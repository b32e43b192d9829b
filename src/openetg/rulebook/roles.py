"""Who may act as whom: from the roles a rulebook names to the set of roles that hold a power.

Three relations are data: a role *acts as* another (and holds its powers too), is the *same as* another (two
names, one set of powers), or *delegates* to others (the operator, who is no person on the floor). Sites may
replace the delegates. Never decides whether an act is allowed now; only who could do it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from openetg.rulebook.schema.book import Role, Rulebook
    from openetg.rulebook.schema.shape import Power

Delegation = dict[str, tuple[str, ...]]
"""For a role that acts through others, the roles a site names."""


def named_power(rulebook: Rulebook, power: str, round_kind: str | None = None) -> Power | None:
    """Who a power is given to, and by which clause: in rounds of that kind, or in general."""
    if round_kind is not None and power in rulebook.rounds[round_kind].powers:
        return rulebook.rounds[round_kind].powers[power]
    return rulebook.powers.get(power)


def holders(
    rulebook: Rulebook, power: str, delegation: Delegation | None = None, *, round_kind: str | None = None
) -> frozenset[str]:
    """Every role that holds a power: those named, those that act as them, and those they delegate to."""
    named = named_power(rulebook, power, round_kind)
    if named is None:
        return frozenset()
    if delegation:
        return _closure(named.roles, _holders_above(rulebook.roles, delegation))
    return _found_before(rulebook.roles, named.roles)


class _Found(NamedTuple):
    """What was found about the roles of one rulebook: they are asked about with every act of a person."""

    roles: Mapping[str, Role]
    above: dict[str, set[str]]
    closures: dict[tuple[str, ...], frozenset[str]]


_found: dict[int, _Found] = {}
"""By where the roles lie in memory; they are kept here with what was found, so that nothing else comes to lie there."""
_FOUND_MAX = 64


def _found_before(roles: Mapping[str, Role], named: tuple[str, ...]) -> frozenset[str]:
    """The closure of these roles without a site's own delegation; a rulebook never changes."""
    known = _found.get(id(roles))
    if known is None:
        if len(_found) >= _FOUND_MAX:
            _found.clear()
        known = _found[id(roles)] = _Found(roles, _holders_above(roles, {}), {})
    found = known.closures.get(named)
    if found is None:
        found = known.closures[named] = _closure(named, known.above)
    return found


def acts_as(rulebook: Rulebook, role: str, delegation: Delegation | None = None) -> frozenset[str]:
    """Every role a person of this role counts as, itself included."""
    above = _holders_above(rulebook.roles, delegation or {})
    return frozenset(other for other in rulebook.roles if role in _closure((other,), above))


def inclusion_cycles(roles: Mapping[str, Role]) -> Iterator[list[str]]:
    """Each way in which a role includes itself, alone or through others; equals count as one role."""
    equal = _equals(roles)
    below: dict[str, set[str]] = {name: set() for name in equal.values()}
    for name, role in roles.items():
        below[equal[name]].update(equal[other] for other in role.acts_as)
        for delegate in role.delegated_to:
            # Who acts for another acts as that other: the edge runs from the delegate to the one who delegates.
            below[equal[delegate]].add(equal[name])
    yield from ([name] for name, role in roles.items() if role.same_as == name)
    yield from _cycles(below)


def _equals(roles: Mapping[str, Role]) -> dict[str, str]:
    """For each role, the first of those that are the same as it."""
    first = {name: name for name in roles}
    for name, role in roles.items():
        if role.same_as is not None and role.same_as != name:
            one, other = first[name], first[role.same_as]
            first = {each: other if root == one else root for each, root in first.items()}
    return first


def _cycles(below: Mapping[str, set[str]]) -> Iterator[list[str]]:
    """One cycle for each knot in a graph, found without recursion."""
    done: set[str] = set()
    for start in below:
        path: list[str] = []
        waiting = [(start, 0)]
        while waiting:
            name, depth = waiting.pop()
            del path[depth:]
            if name in path:
                cycle = path[path.index(name) :]
                done.update(cycle)
                yield cycle
                waiting = []
            elif name not in done:
                path.append(name)
                waiting.extend((other, depth + 1) for other in sorted(below[name], reverse=True))
        done.update(path, {start})


def _holders_above(roles: Mapping[str, Role], delegation: Delegation) -> dict[str, set[str]]:
    """For each role, the roles that hold its powers by one step."""
    above: dict[str, set[str]] = {name: set() for name in roles}
    for name, role in roles.items():
        for other in role.acts_as:
            above[other].add(name)
        if role.same_as is not None:
            above[role.same_as].add(name)
            above[name].add(role.same_as)
        above[name].update(delegation.get(name, role.delegated_to))
    return above


def _closure(start: tuple[str, ...], above: Mapping[str, set[str]]) -> frozenset[str]:
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(above.get(name, ()))
    return frozenset(found)
