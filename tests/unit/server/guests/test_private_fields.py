"""Nobody forgets: every text in a command is an identifier that decisions are made by, or it is private and sealed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest
from msgspec import Struct, inspect

from openetg.floor import commands as ask
from openetg.floor import events as said
from openetg.floor import state
from openetg.floor.commands import AnyCommand
from openetg.floor.events import AnyEvent
from openetg.server.writer.sealing import PLANS, plan_of

IDENTIFIERS = {
    # Who and where, by numbers and names that the floor itself knows.
    "role", "person", "persons", "player", "players", "who", "chosen_by", "by", "told", "official",
    "table", "terminal", "terminals", "place", "position", "at", "concerned", "forfeit", "forfeited", "advised",
    # Things with a number or name of their own.
    "ticket", "payout", "drawer", "transfer", "award", "dispute", "claim", "case", "breach", "incident", "promotion",
    "what", "name", "device", "devices", "serial", "stacker", "printer", "covers", "reference", "emblem", "prize",
    # The game.
    "rulebook", "hash", "kind", "wager", "wagers", "spot", "spots", "to", "colour", "outcome", "first", "spin", "order",
    "part", "unconfirmed",
    # Words out of a short list, and what rulebooks say.
    "clause", "breached", "also", "trimmed", "law", "thing", "measure", "enables", "reason", "stops", "signal", "code",
    "cause", "ground", "means", "asked", "paid",
    # Jackpots: what they are made of is for everybody, members and levels have names.
    "jackpot", "level", "levels", "member", "into", "rules", "approvals", "out",
    # Promotions: their terms are for everybody, entrants have numbers, and of a draw everything is told in the end.
    "entrant", "item", "source", "declared", "approval", "also_at", "meets", "scrutineer", "duty", "payee",
    "commitment", "sealed", "process", "secret",
    # Staff: their duties, what tells a password or login from others, acts by name and hash, public keys of terminals.
    "second", "hands", "factor", "duties", "roles", "mark", "session", "act", "digest", "key",
    # The software and the calendar.
    "last_day", "sha256", "media", "build", "day", "content", "state", "shape", "manifest",
}  # fmt: skip
"""Fields of commands and events that are no private text wherever they stand."""
IDENTIFIERS_HERE = {
    **{
        f"{kind}.{name}": "written by the floor itself: who babbles, in names of the code"
        for kind in ("CountRepeats", "RepeatsCounted")
        for name in ("sender", "command", "answer")
    },
    **{
        f"{kind}.address": "of a machine on the network, by which guesses are counted"
        for kind in ("RecordFailedLogin", "RecordLogin", "LoggedIn", "LoginFailed", "Login")
    },
    **{
        f"{kind}.{name}": "names of terminals"
        for kind in ("ReportAnnouncement", "AnnouncementShown")
        for name in ("heard", "seen", "missing", "away", "silent")
    },
    "ReportMachineFault.why": "written by the floor itself, about the machine",
    "MachineFaulted.why": "written by the floor itself, about the machine",
    "StartWriter.checks": "written by the floor itself, about the machine",
    "WriterStarted.checks": "written by the floor itself, about the machine",
    "RecordPlan.plan": "what the floor file says: limits, bounds, roles and duties",
    "PlanRecorded.plan": "what the floor file says: limits, bounds, roles and duties",
    "ReportLaunch.rotor": "which way a wheel turned",
    "BallLaunched.rotor": "which way a wheel turned",
    "DisplayCompared.shown": "what a display shows of an outcome",
    "CountDrawer.pieces": "values of notes and coins",
    "CloseDrawer.pieces": "values of notes and coins",
    "DrawerCounted.pieces": "values of notes and coins",
    "DrawerClosed.pieces": "values of notes and coins",
    "PoolFed.of": "a jackpot and its level that went into another",
    "AnnouncePromotion.words": "marketing, for everybody",
    "PromotionAnnounced.words": "marketing, for everybody",
    "PublishResults.how": "where everybody reads the results",
    "ResultsPublished.how": "where everybody reads the results",
    "PromotionPublished.address": "where everybody reads the terms",
    "Promotion.address": "where everybody reads the terms",
    "DrawCalled.entries": "numbers of entrants",
    "DrawCalled.left_out": "numbers of entrants",
    "DecideDispute.upholds": "the number of a claim",
    "DisputeDecided.upholds": "the number of a claim",
    "EntrantSeated.too_late": "rounds of tables",
    "ReviewDispute.upholds": "the number of a claim",
    "DisputeReviewed.upholds": "the number of a claim",
    "PrizeDrawnAgain.before": "the number of an entrant",
}
"""Fields that are no private text in this one place, and why."""


NAMED = (ask.RegisterEntrant, said.EntrantRegistered, state.Entrant)
"""Where `name` is that of a person."""


def texts(found: inspect.Type) -> bool:
    """Whether there is text in a type that does not say it is private or a paper."""
    match found:
        case inspect.Metadata():
            return not {"private", "ticket"} & (found.extra or {}).keys() and texts(found.type)
        case inspect.StrType():
            return True
        case inspect.UnionType():
            return any(texts(each) for each in found.types)
        case inspect.VarTupleType() | inspect.ListType():
            return texts(found.item_type)
        case inspect.TupleType():
            return any(texts(each) for each in found.item_types)
        case inspect.DictType():
            return texts(found.value_type)
    return False


def fields_of(kind: type[Struct]) -> tuple[inspect.Field, ...]:
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return found.fields


def unmarked(kind: type[Struct]) -> Iterator[str]:
    for each in fields_of(kind):
        if texts(each.type) and each.name not in IDENTIFIERS:
            yield f"{kind.__name__}.{each.name}"


@pytest.mark.parametrize("kinds", [get_args(AnyCommand), get_args(AnyEvent)], ids=["commands", "events"])
def test_every_text_is_an_identifier_or_private(kinds: list[type[Struct]]) -> None:
    assert len(kinds) > 30
    found = {name for kind in kinds for name in unmarked(kind)}
    assert found - IDENTIFIERS_HERE.keys() == set(), "mark it as Private, or put it on the list and say why"


def test_a_new_text_would_be_found_out() -> None:
    class SayHello(Struct):
        person: str
        greeting: str
        others: tuple[str, ...] = ()

    assert list(unmarked(SayHello)) == ["SayHello.greeting", "SayHello.others"]


def test_every_private_field_of_a_command_is_sealed_and_about_something_it_has() -> None:
    private = {"why", "decision", "finding", "document", "signature", "claimant", "address", "how", "purpose"}
    for command in get_args(AnyCommand):
        plan = PLANS.get(command) or plan_of(command)
        fields = {each.name for each in fields_of(command)}
        sealed = {text.field for text in plan.texts}
        assert {name for name in fields & private if f"{command.__name__}.{name}" not in IDENTIFIERS_HERE} <= sealed
        assert {text.about for text in plan.texts} - {""} <= fields


def test_what_a_private_text_goes_on_to_is_marked_too() -> None:
    """An event or record with a field of that name carries the same text; two records have names of their own."""
    private = {text.field for plan in PLANS.values() for text in plan.texts} | {"text", "reviews"}
    # Things have names as well; those of persons who take part in a promotion are looked at by themselves.
    private -= {"name"}
    assert not any(texts(each.type) for kind in NAMED for each in fields_of(kind) if each.name == "name")
    remembered = [each for each in vars(state).values() if isinstance(each, type) and issubclass(each, Struct)]
    assert {state.Said, state.Holding, state.Claim} <= set(remembered)
    carried = {
        f"{kind.__name__}.{each.name}"
        for kind in (*get_args(AnyEvent), *remembered)
        for each in fields_of(kind)
        if each.name in private and texts(each.type)
    }
    assert carried - IDENTIFIERS_HERE.keys() == set()


def test_papers_are_marked_wherever_one_is_presented_or_meant() -> None:
    """A new command about a ticket does not pass its number into the journal: all but the printer's own are marked."""
    unmarked_papers = {
        command.__name__
        for command in get_args(AnyCommand)
        for each in fields_of(command)
        if each.name == "ticket" and texts(each.type)
    }
    by_name = {"Collect", "ReportPrint", "PaperAward"}
    assert unmarked_papers == by_name, "these speak of papers by the name the server gave them"
