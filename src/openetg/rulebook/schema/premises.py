"""The shape of a rulebook: what must stand on the floor before a table opens, and what its screens must show.

Schema only: nothing in here computes.
"""

from __future__ import annotations

from openetg.rulebook.schema.policies import Racetrack, SignalAnswer, WinMeter
from openetg.rulebook.schema.policies_premises import PrinterOut
from openetg.rulebook.schema.shape import Choice, Cited, Clause, Count, RoleName, Section, Value


class Ball(Section, frozen=True):
    """The ball."""

    diameter_min_mm: Count
    """The least diameter, included."""
    diameter_max_mm: Count
    """The greatest diameter, included."""
    metal: bool
    """Whether it may contain metal."""
    clause: Clause
    """The clause that says so."""


class Equipment(Section, frozen=True):
    """What must be there, and what it must measure, before a table opens."""

    ball: Ball | None = None
    """The ball."""
    housing_max_mm: Value[Count] | None = None
    """Greatest diameter of the wheel's housing."""
    insert_max_mm: Value[Count] | None = None
    """Greatest diameter of the rotating insert."""
    wheel_diameter_min_mm: Value[Count] | None = None
    """Least diameter of the wheel."""
    stacker_per_terminal: Cited | None = None
    """Each terminal has a note stacker of its own."""
    printer_per_terminal: Cited | None = None
    """Each terminal has a ticket printer of its own."""
    printer_out: Choice[PrinterOut] | None = None
    """What a terminal does whose printer has no paper or is out of order; absent means that it plays on."""
    printer_lost: Choice[PrinterOut] | None = None
    """What a terminal does whose printer does not answer."""
    hardware: Cited | None = None
    """At least one terminal and one printer stand at a table before it opens."""
    approvals: dict[str, Clause] = {}
    """What may be used at a table only with an approval on record, each with its clause."""
    approver: Value[RoleName] | None = None
    """Whose approval in writing it must be; absent where nothing needs one."""
    components: Value[tuple[str, ...]] | None = None
    """Parts of the game system that state a version, which must be one that the approval of `game-system` names."""
    inventory: dict[str, Clause] = {}
    """Kinds of hardware that the register of a table lists besides (`network-device`, `server-terminal`), any number of
    pieces of each, each kind with its clause; no table waits for them, and where the game system needs an approval it
    has to name them."""
    number_display: Cited | None = None
    """A winning-number display may be fitted."""
    fixed_in_round: Cited | None = None
    """Equipment is not changed inside a round; cited where the instrument says so in so many words."""
    signals: dict[str, Clause] = {}
    """What a terminal or a line reports that alarms staff (`tilt`, `door` and so on), each with its clause."""
    signal_answer: Choice[SignalAnswer] | None = None
    """What such a signal does to the terminal; absent means that staff are alarmed and nothing else."""


class Look(Section, frozen=True):
    """An approved look of the terminal's screen."""

    title: str
    """What it is called."""
    clause: Clause
    """The diagram that shows it."""
    racetrack: Racetrack = Racetrack.NONE
    """How it shows the numbers in the order of the wheel."""
    games: tuple[str, ...] = ()
    """The games it is a look of; none named means all."""


class Display(Section, frozen=True):
    """What a screen must show."""

    rules_copy: Cited
    """The rules in force, for anybody who asks."""
    rules_sale: Cited | None = None
    """A copy of the rules can be bought; absent means that it is shown and given, and not sold."""
    limits_sign: Cited | None = None
    """The limits."""
    win_meter: Choice[WinMeter] | None = None
    """What the win meter shows."""
    countdown: Cited | None = None
    """A countdown of the wagering period."""
    previous_numbers: Cited | None = None
    """The winning numbers of previous rounds."""
    instructions: Cited | None = None
    """How to play."""
    outcome_on_all: Cited | None = None
    """The outcome, on every open terminal."""
    odds_notice: Cited | None = None
    """A notice of wagers and odds at the table."""
    prize_display: Cited | None = None
    """A prize display beside the terminal."""
    jackpot_display: Cited | None = None
    """A jackpot display."""
    betting_state: Cited | None = None
    """When bets may be placed."""
    credits: Cited | None = None
    """The credit meter."""
    wagered: Cited | None = None
    """What is wagered on the current round."""
    staff_messages: Cited | None = None
    """What staff show to players is one of a fixed list of notices about the rules, never advice."""
    looks: dict[str, Look] = {}
    """The approved looks of the terminal's screen."""
