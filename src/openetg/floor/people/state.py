"""What the floor remembers of people: players, breaches, disputes, claims denied; staff, logins, paired terminals."""

from __future__ import annotations

from msgspec import Struct, field

from openetg.floor.core.command import Private
from openetg.floor.rounds.state import Lock, MessageShown
from openetg.money import ZERO, Money

REPORTS_KEPT = 16
"""How many reports from one terminal are remembered."""


class Player(Struct):
    """A player who is known by name: at a cloth, or linked to terminals."""

    name: str
    terminals: list[str] = []
    tables: list[str] = []
    locks: dict[str, Lock] = {}
    """What the player may not do, wherever it is."""
    idle: dict[str, int] = {}
    """Per table, completed rounds in a row without a wager."""
    crowded: dict[str, int] = {}
    """Per table, those of them, up to the last, during which every other place was taken."""
    told: dict[str, MessageShown] = {}
    """Per table, what staff last showed to the player there."""


class Breach(Struct, frozen=True):
    """A rule that was broken, as it was recorded."""

    number: str
    who: str
    player: str
    table: str
    breached: str
    enables: tuple[str, ...]
    """The measures that may follow."""
    unprinted: bool
    at_ms: int


class MeasureOnRecord(Struct, frozen=True):
    """Something that was done about a breach."""

    measure: str
    who: str
    breach: str
    role: str
    person: str
    why: Private
    at_ms: int


class Instruction(Struct, frozen=True):
    """Terminals that a player may not play besides the others."""

    terminals: tuple[str, ...]
    role: str
    person: str
    why: Private
    at_ms: int


class Direction(Struct):
    """A person was told to leave."""

    who: str
    table: str
    position: str
    person: str
    at_ms: int
    refused: bool = False


class Report(Struct, frozen=True):
    """A player pressed the control that reports a fault."""

    table: str
    round: int
    at_ms: int


class Said(Struct, frozen=True):
    """What a person said about a dispute, and when."""

    role: str
    person: str
    at_ms: int
    text: Private = ""


class Dispute(Struct):
    """A dispute and how far it has come."""

    number: str
    table: str
    about: Private
    round: int
    who: str
    covered: bool
    promotion: str
    raised_at_ms: int
    decided: Said | None = None
    requested: str = ""
    """Who asked for a review."""
    reviewed: Said | None = None
    advised: Said | None = None
    closed: Said | None = None
    satisfied: bool = False
    official: str = ""
    """Who may take it up."""


class Claim(Struct):
    """A claim to a promotional prize that was denied; kept for ever."""

    number: str
    table: str
    prize: str
    kind: str
    value: Money = ZERO
    claimant: Private = ""
    address: Private = ""
    why: Private = ""
    denied: Said | None = None
    informed: Said | None = None
    """When and how the claimant was told; None as long as that is to be done."""
    promotion: str = ""
    entrant: str = ""
    kept_by: str = ""
    """The clause by which every detail is kept; empty where none asks for that."""
    upheld: str = ""
    """The dispute in which it was decided that the claim was a good one."""


class Tried(Struct, frozen=True):
    """Wrong passwords and codes in a row."""

    count: int = 0
    until_ms: int = 0
    """Until when no more are looked at."""


class Wrongs(Struct):
    """Wrong passwords and codes given in a person's name."""

    here: dict[str, Tried] = {}
    """Per address."""
    known: tuple[str, ...] = ()
    """Addresses where the person came in, the newest last."""
    elsewhere: Tried = Tried()
    """From all other addresses together."""


class StaffMember(Struct):
    """A person who works here, or did."""

    person: str
    full_name: Private
    roles: dict[str, tuple[str, ...]]
    """Per rulebook, by its name."""
    duties: tuple[str, ...] = ()
    released: bool = False
    password: str = ""
    """The mark of the password last put on record."""
    failures: int = 0
    """Wrong passwords and codes since the person came in, from anywhere."""
    locked_until_ms: int = 0
    """The last moment at which any wait for this person ends; `wrongs` says at which address."""
    wrongs: Wrongs = field(default_factory=Wrongs)
    factors: dict[str, str] = {}
    """Second factors by their mark: `passkey`, `totp`, `recovery`."""
    handed: dict[str, tuple[str, ...]] = {}
    """Per kind, in whose hands the last credential was that was handed out: once it is used, the account is in them."""
    hands: dict[str, int] = {}
    """Who else may be able to come in as this person, because a credential went through their hands, and since when."""
    former: str = ""
    """The mark of the password from before the person was last released: it is no longer accepted."""
    engaged_again_ms: int = 0
    """When the person, released before, was last engaged again: codes from before are not valid."""


class Login(Struct, frozen=True):
    """A login of a person."""

    person: str
    desk: int
    boot: int
    at_ms: int
    until_ms: int
    factor: str = ""
    """The second factor that was shown: `passkey`, `totp`, `recovery`; empty if none."""
    address: str = ""
    """From where."""


class Pairing(Struct, frozen=True):
    """The key of a terminal."""

    key: str
    by: str
    at_ms: int


class People(Struct):
    """Everything on record about people."""

    players: dict[str, Player] = {}
    breaches: dict[str, Breach] = {}
    measures: list[MeasureOnRecord] = []
    instructions: list[Instruction] = []
    limits_due: dict[str, Lock] = {}
    """Per terminal, the lock that an instruction puts on it with the next round."""
    directions: dict[str, Direction] = {}
    """Per terminal or player, the last one."""
    reports: dict[str, list[Report]] = {}
    disputes: dict[str, Dispute] = {}
    claims: dict[str, Claim] = {}
    staff: dict[str, StaffMember] = {}
    logins: dict[str, Login] = {}
    """Per session, oldest first."""
    pairings: dict[str, Pairing] = {}
    """Per terminal."""
    second_above: Money | None = None
    """Above this sum a payment or ruling of one person waits for a second one; None where the site has set none."""
