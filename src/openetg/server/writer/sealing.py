"""The edge of the floor: private texts of commands are sealed on their way in, and numbers of papers become names.

Every order passes it once, on its way into the writer's inbox and nowhere else; only commands with private texts or
papers are looked at, so a wager pays nothing for it. Texts become ciphertext under a key of their subject and gaming
day, numbers of papers become names. The other way a name becomes a number for the printer and for the screen of the
terminal that issued it, and for no other. The journal of a running floor never holds a private text in clear.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Protocol, TypeVar, get_args

from msgspec import Struct, inspect
from msgspec.structs import replace

from openetg.floor.commands import AnyCommand, Command, Order, RecordDeniedClaim
from openetg.floor.core.answers import earlier_answer
from openetg.floor.core.written import is_signature, says_anything
from openetg.floor.events import ClaimDenied
from openetg.floor.pipeline import decide
from openetg.floor.state import Claim, Floor
from openetg.keys.keyring import FLOOR, Keyring, make_keyring
from openetg.keys.sealing import Shut, is_sealed, open_sealed, seal, seal_name
from openetg.keys.tickets import OTHER_FLOOR, TicketKeys, read_number
from openetg.server.writer.retained_keys import is_for_a_while

STAFF = "staff"
"""How the sender of a person begins; the name follows, then the place where that person is logged in."""
WRONG_MAX = 5
"""So many wrong numbers in a row are answered at once."""
WRONG_EVERY_MS = 60_000
"""Then one in so much time: a guesser waits, with everyone who presents papers at the same place."""
ALARMS_KEPT = 1_000
NUMBERS_KEPT = 10_000
"""How many numbers of papers are kept in memory, so that news of a settlement does not decipher them again."""


class Edge(Protocol):
    """What every order passes on its way in, and every number of a paper on its way out."""

    def entering(self, order: Order) -> Order | None:
        """The order as it may be journaled; None if its sender has to wait."""
        ...

    def name_paper(self, serial: str) -> str:
        """The name of a new paper, for which its terminal would count up to this serial number."""
        ...

    def printed(self, name: str) -> str:
        """The number of the paper with this name; for its printer and its terminal alone."""
        ...

    def name_of(self, number: str) -> str:
        """The name of a paper by its number, the caller checks `waits` first, since asking is guessing."""
        ...

    def waits(self, sender: str) -> bool:
        """Whether this sender has to wait, having presented too many wrong numbers."""
        ...

    def alarms(self) -> deque[str]:
        """Senders of so many wrong numbers that staff are called; the caller that puts it on record takes them out."""
        ...


class Plain:
    """An edge that changes nothing: for tests of what lies behind it. No running floor has it."""

    def entering(self, order: Order) -> Order | None:
        return order

    def name_paper(self, serial: str) -> str:
        return serial

    def printed(self, name: str) -> str:
        return name

    def name_of(self, number: str) -> str:
        return number

    def waits(self, sender: str) -> bool:
        del sender
        return False

    def alarms(self) -> deque[str]:
        return deque()


PLAIN = Plain()


class Text(Struct, frozen=True):
    """A private field of a command."""

    field: str
    about: str
    """The field that names whom it is about; empty if about no person in particular."""
    found: bool
    """Whether it is a name to be found again."""
    signature: bool
    """Whether it is a signature, which may be drawn."""
    within: str = ""
    """The field that names the scope in which that person's number is counted; empty if the floor numbers them."""


class PaperField(Struct, frozen=True):
    """A field of a command that says which paper."""

    field: str
    presented: bool
    """Whether it is presented to be paid; then only its number counts."""


class SealingPlan(Struct, frozen=True):
    """What the edge does to commands of one kind."""

    papers: tuple[PaperField, ...]
    texts: tuple[Text, ...]


def plan_of(command: type[Command]) -> SealingPlan:
    """The plan that the declared fields of a command make."""
    found = inspect.type_info(command)
    assert isinstance(found, inspect.StructType), "a command is a struct"
    marked = [(each.name, each.type.extra or {}) for each in found.fields if isinstance(each.type, inspect.Metadata)]
    papers = tuple(PaperField(name, extra["ticket"] == "presented") for name, extra in marked if "ticket" in extra)
    texts = tuple(
        Text(
            name,
            extra["private"],
            extra.get("found", False),
            extra.get("signature", False),
            extra.get("within", ""),
        )
        for name, extra in marked
        if "private" in extra
    )
    return SealingPlan(papers, texts)


Wish = TypeVar("Wish", bound=Command)

PLANS: dict[type, SealingPlan] = {
    command: plan for command in get_args(AnyCommand) if (plan := plan_of(command)).papers or plan.texts
}
"""By kind of command, what the edge does to it; other kinds pass unchanged."""


def guesser(sender: str) -> str:
    """Under which name a wrong number is counted: one for all logins of a person; otherwise the sender."""
    kind, _, rest = sender.partition("/")
    return f"{kind}/{rest.rpartition('/')[0]}" if kind == STAFF and "/" in rest else sender


class Tries:
    """Counts the wrong numbers each sender has presented, and which senders have to wait for them."""

    def __init__(self) -> None:
        self._paid_off_ms: dict[str, int] = {}
        self.alarms: deque[str] = deque(maxlen=ALARMS_KEPT)
        """Senders that have begun to wait and were not taken out yet."""

    def must_wait(self, sender: str, now_ms: int) -> bool:
        """Whether this sender has presented too many wrong numbers and must wait."""
        return self._paid_off_ms.get(guesser(sender), 0) - now_ms > (WRONG_MAX - 1) * WRONG_EVERY_MS

    def count(self, sender: str, now_ms: int) -> None:
        """Counts one more wrong number."""
        who = guesser(sender)
        self._paid_off_ms[who] = max(self._paid_off_ms.get(who, 0), now_ms) + WRONG_EVERY_MS
        if self.must_wait(sender, now_ms):
            self.alarms.append(who)


class Sealer:
    """The edge of a running floor."""

    def __init__(self, keyring: Keyring, floor: Floor, now_ms: Callable[[], int], prefix: int | None = None) -> None:
        self.tickets = TicketKeys(keyring, prefix)
        self._keyring = keyring
        self._floor = floor
        self._now_ms = now_ms
        self._tries = Tries()
        self._claims_seen = 0
        self._number_of = lru_cache(NUMBERS_KEPT)(self.tickets.number_of)

    def entering(self, order: Order) -> Order | None:
        """The order with texts sealed and papers named; None if its sender has to wait."""
        plan = PLANS.get(type(order.command))
        if plan is None:
            return order
        if any(paper.presented for paper in plan.papers) and self._tries.must_wait(order.sender, self._now_ms()):
            return None
        command = self.sealed(order.command)
        self._keep_claims(command)
        if any(paper.presented and self._is_wrong(order, command, paper) for paper in plan.papers):
            self._tries.count(order.sender, self._now_ms())
        return replace(order, command=command)

    def sealed(self, command: Wish) -> Wish:
        """The command as it may be journaled."""
        plan = PLANS.get(type(command))
        if plan is None:
            return command
        papers = {paper.field: self._name(getattr(command, paper.field), paper) for paper in plan.papers}
        command = replace(command, **papers)
        command = replace(command, **{text.field: self._seal(command, text) for text in plan.texts})
        assert not in_clear(command), f"{type(command).__name__} has private text in clear"
        return command

    def opened(self, text: str) -> str:
        """A text for a person who may read it: opened, or why it cannot be opened; text that is not sealed, as it
        is."""
        if not is_sealed(text):
            return text
        found = open_sealed(self._keyring, text)
        return found.value if isinstance(found, Shut) else found.text

    def name_paper(self, serial: str) -> str:
        """A name with a number drawn for it: a serial number would tell how many there were."""
        del serial
        return self.tickets.new_name()

    def printed(self, name: str) -> str:
        """The number on a paper; empty if it was not named by a key of this floor."""
        return self._number_of(name) or ""

    def name_of(self, number: str) -> str:
        """The name of a paper by its number; a name that no paper has if the number is not one of ours."""
        return self.tickets.name_of(number)

    def waits(self, sender: str) -> bool:
        """Whether this sender has used up its wrong numbers for now."""
        return self._tries.must_wait(sender, self._now_ms())

    def alarms(self) -> deque[str]:
        """Senders that have begun to wait for guessing."""
        return self._tries.alarms

    @property
    def keyring(self) -> Keyring:
        """The keys of the floor, for callers that seal and open in the same thread."""
        return self._keyring

    def close(self) -> None:
        """Closes the keyring."""
        self._keyring.close()

    def keep_claims(self) -> None:
        """Marks what is on record of denied claims that a clause wants kept: it cannot be erased any more."""
        claims = self._floor.people.claims
        if len(claims) != self._claims_seen:
            wanted = [_kept(self._floor, each.table, each.kept_by, each) for each in claims.values()]
            self._keep({subject: clause for each in wanted for subject, clause in each.items()})
            self._claims_seen = len(claims)

    def _keep_claims(self, command: Command) -> None:
        """Does the same for a claim about to be denied: it is marked before it is on record, not after."""
        self.keep_claims()
        if isinstance(command, RecordDeniedClaim):
            verdict = decide(self._floor, command, self._now_ms())
            for event in verdict if isinstance(verdict, tuple) else ():
                if isinstance(event, ClaimDenied) and event.in_full:
                    self._keep(_kept(self._floor, event.table, event.also[-1], event))

    def _keep(self, wanted: dict[str, str]) -> None:
        there = self._keyring.kept()
        for subject, clause in wanted.items():
            if subject not in there or is_for_a_while(there[subject]):
                self._keyring.keep(subject, clause)

    def _name(self, given: str, paper: PaperField) -> str:
        return self.tickets.name_of(given) if paper.presented or read_number(given) is not None else given

    def _seal(self, command: Command, text: Text) -> str:
        words: str = getattr(command, text.field)
        if not (is_signature(words) if text.signature else says_anything(words)):
            return ""  # an empty text is no secret; sealed, the floor could not tell that it is empty
        subject = _subject(command, text)
        said_in = f"{type(command).__name__}.{text.field}"
        put = seal_name if text.found else seal
        return put(self._keyring, words, said_in=said_in, subject=subject, day=self._floor.premises.day)

    def _is_wrong(self, order: Order, command: Command, paper: PaperField) -> bool:
        """Whether a number belongs to no paper; an order that was answered already is no new try.

        Nor is a ticket of another floor: it matches no paper of ours, and where machines share a site it is an honest
        error.
        """
        if earlier_answer(self._floor.senders, order) is not None:
            return False
        name = getattr(command, paper.field)
        return name != OTHER_FLOOR and name not in self._floor.tickets


def _kept(floor: Floor, table: str, clause: str, claim: Claim | ClaimDenied) -> dict[str, str]:
    """The subjects of a denied claim whose texts a clause wants kept: the claim, and the entrant who claimed."""
    if not clause:
        return {}
    number = claim.number if isinstance(claim, Claim) else claim.claim
    by = f"{floor.rulebook_of(floor.tables[table]).about.id} {clause}"
    entrant = {f"entrant/{claim.promotion}/{claim.entrant}": by} if claim.entrant else {}
    return {f"claim/{number}": by, **entrant}


def _subject(command: Command, text: Text) -> str:
    """The subject of a text: `claim/C-17`, `entrant/spring/12`."""
    if not text.about:
        return FLOOR
    names = [getattr(command, each) for each in (text.within, text.about) if each]
    return "/".join((text.about, *names))


def in_clear(command: Command) -> list[str]:
    """The private fields of a command that are not sealed."""
    texts = PLANS[type(command)].texts if type(command) in PLANS else ()
    return [each.field for each in texts if (words := getattr(command, each.field)).strip() and not is_sealed(words)]


def open_sealer(keys: Path, floor: Floor, now_ms: Callable[[], int], prefix: int | None = None) -> Sealer:
    """The edge of a floor with the keys in a folder, which are made if there are none; raises `KeyProblem` if that
    fails.

    Without a prefix new papers bear the one that was used last, or one drawn at random.
    """
    sealer = Sealer(make_keyring(keys), floor, now_ms, prefix)
    sealer.keep_claims()
    return sealer
