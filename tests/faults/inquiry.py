"""Holds a journal against what terminals were told, as both grow, and against an auditor of its own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from msgspec import json

from openetg.floor.commands import EnterOutcome, Order, VoidRound
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.stored import encode_verdict
from openetg.floor.fold import fold_and_decide
from openetg.floor.pipeline import decide
from openetg.floor.state import Floor, Phase, Round, Table
from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.verify import Intact, verify
from openetg.server.plan.folder import FloorFolder
from openetg.server.writer.babbling import BURST
from openetg.wire.messages import Ack, Known, OwnNews, Refused, TableNews, ToTerminal, Welcome
from tests.faults.auditor import Auditor
from tests.faults.players import Player
from tests.journal_writing import authenticate

UNRECORDED = {"PlaceWager", "TakeBackWager", "ClearWagers"}
"""Commands whose refusals are not on record."""


class Inquiry:
    """Everything that must hold of a journal and of what its terminals were told."""

    def __init__(self, journal: str, keys: Path) -> None:
        self.address = journal
        self._keys = keys
        self.auditor = Auditor()
        self.floor = Floor()
        """The floor as the journal tells it, every entry decided again on the way."""
        self._seen: dict[tuple[str, str], int] = {}

    def check(self, players: Sequence[Player]) -> None:
        """With the floor down: the journal holds, and it holds everything that anybody was told."""
        self._read_on()
        for player in players:
            told, player.client.told = player.client.told, []
            for message in told:
                self._check_numbers(player.terminal, message)
                self.auditor.check_told(player.terminal, message)
            self._check_answers(player)

    def check_the_end(self, players: Sequence[Player]) -> None:
        """After a proper stop: nothing is unanswered, and the ledger is what the auditor has in its books."""
        self.check(players)
        for player in players:
            assert not player.client.unanswered
            assert player.client.gaps == 0
        accounts: dict[str, Any] = dict(self.floor.ledger.accounts)
        assert {name: held for name, held in accounts.items() if held} == self.auditor.books()

    def acknowledged(self) -> int:
        """How many commands of terminals are on record as accepted."""
        orders = self.auditor.orders.items()
        return sum(found.accepted for (sender, _, _), found in orders if sender.startswith("terminal/"))

    def _read_on(self) -> None:
        """What has come to the journal since: an unbroken chain, decided alike, balanced after every entry."""
        if not places.exists(self.address):
            return
        with closing(places.open_to_read(self.address)) as journal:
            assert isinstance(verify(journal), Intact)
            for entry in journal.entries(after_sequence=self.floor.sequence):
                assert fold_and_decide(self.floor, entry.at_ms, entry.command, entry.verdict) is None
                assert self.floor.ledger.is_balanced()
            for group in journal.groups(after_sequence=self.auditor.sequence):
                self.auditor.take_in(group)

    def _check_numbers(self, terminal: str, message: ToTerminal) -> None:
        """The numbers of a stream rise, also over a restart, and each message names the one before it."""
        if isinstance(message, Welcome):
            for stream, seq in (("own", message.own_seq), ("table", message.table_seq)):
                assert seq >= self._seen.get((terminal, stream), 0), f"{terminal} was sent back: {message}"
                self._seen[terminal, stream] = seq
        elif isinstance(message, (Ack, OwnNews, TableNews)):
            stream = "table" if isinstance(message, TableNews) else "own"
            assert message.prev == self._seen[terminal, stream] < message.seq, f"{terminal}: {message}"
            self._seen[terminal, stream] = message.seq

    def _check_answers(self, player: Player) -> None:
        """Each answer against the record: accepted once or refused, with the very command that was asked for."""
        answers, player.answers = player.answers, []
        for number, answer in answers:
            asked = player.asked[number - 1]
            assert player.client.boot is not None
            found = self.auditor.orders.get((f"terminal/{player.terminal}", player.client.boot, number))
            words = f"{player.terminal} {number}: asked {asked}, told {answer}, on record {found}"
            if isinstance(answer, (Ack, OwnNews)) or (isinstance(answer, Known) and not answer.reason):
                assert found is not None, f"acknowledged and lost: {words}"
                assert found.accepted, words
            elif found is not None:
                assert not found.accepted, f"on record and refused: {words}"
            else:
                assert isinstance(answer, Refused) or answer.reason == "stale", words
                kind = asked["type"]
                is_left_out = kind in UNRECORDED or self._were_counted(player.terminal, kind, answer.reason)
                assert is_left_out, f"this refusal belongs on record: {words}"
            assert found is None or asked.items() <= found.command.items(), words

    def _were_counted(self, terminal: str, command: str, reason: str) -> bool:
        """Whether so many refusals of a kind are on record one by one that the others are there as a count.

        One whose answer was lost with the floor is overtaken in its next life, and told no more than that: any reason.
        """
        sender = f"terminal/{terminal}"
        why = {} if reason == "stale" else {"answer": reason}
        counted = ({"type": "CountRepeats", "sender": sender, "command": command} | why).items()
        orders = self.auditor.orders
        own = [each for name, each in orders.items() if name[0] == sender and each.command["type"] == command]
        refused = sum(not each.accepted for each in own)
        return refused >= BURST and any(counted <= each.command.items() for each in orders.values())

    def resolve_held_rounds(self, random: Random) -> None:
        """What a supervisor decides while the floor is down."""
        for table in self.floor.tables.values():
            if table.round is not None and table.round.phase is Phase.HELD:
                self._resolve(table, table.round, random.choice([None, str(random.randrange(37))]))

    def _resolve(self, table: Table, round_: Round, outcome: str | None) -> None:
        """By the journal's own front door: claim it, put the decision on record, let go."""
        role = "electronic_game_supervisor"
        command: EnterOutcome | VoidRound = VoidRound(role, "S1", table.name, None, "restart", round_.number)
        if outcome is not None:
            command = EnterOutcome(role, "S1", table.name, outcome, "restart")
        with closing(places.open_to_write(self.address)) as store:
            authenticate(FloorFolder(self._keys.parent, keys_path=self._keys), store)
            lease = store.claim()
            assert lease.head.sequence == self.floor.sequence
            at_ms = max(self.floor.at_ms, time.time_ns() // 1_000_000)
            verdict = decide(self.floor, command, at_ms)
            assert not isinstance(verdict, Refusal), verdict
            order = json.encode(Order("staff/S1", lease.head.epoch, 1, command))
            store.append(lease, [Entry(self.floor.sequence + 1, at_ms, order, encode_verdict(verdict))])
        self._read_on()
