"""Seats at a cloth: chips bought, laid and handed in through the dealer, views numbered, everything else refused."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from picows import ws_create_server

from openetg.client import Gone, SeatClient, sit_down
from openetg.floor.cloth.seat_views import seat_table_view, seat_view
from openetg.floor.commands import (
    BuyChips,
    LeavePlace,
    PlaceOnCloth,
    SetLimits,
    SetPlaces,
    Sign,
    SignOff,
    StaffMessage,
    TakePlace,
    TellPlayer,
)
from openetg.floor.core.ledger import drop_of, hand_of
from openetg.floor.state import Phase
from openetg.money import cents
from openetg.server.guests.exchange import Exchange
from openetg.server.guests.seats import BURST_MAX, Seats, SeatSession
from openetg.server.guests.sessions import key_of, keys_from
from openetg.server.writer.writer import Decided
from openetg.wire.messages import (
    LARGEST_MESSAGE,
    PROTOCOL,
    Again,
    Bye,
    CollectMeter,
    Known,
    Message,
    Note,
    Ping,
    Pong,
    Refused,
    TableNews,
    TicketIn,
)
from openetg.wire.seat import (
    Buy,
    FromSeat,
    HandIn,
    Lay,
    Lift,
    SeatHello,
    SeatNews,
    SeatWelcome,
    ToSeat,
    decode_to_seat,
    encode,
)
from tests.marks import clause
from tests.unit.server.hall import NAME, Hall
from tests.unit.server.stage import FakePipe

SECRET = b"a secret of the floor"
SEATS = ("W1", "W2")
SIGN = Sign(min=cents(500), max=cents(10_000), step=cents(1))
A_WHILE_MS = 12_000
"""Longer than any dealer takes to say 'place your bets'."""

Kind = TypeVar("Kind", bound=Message)


class Salon(Hall):
    """A table with a cloth, its dealer and its seats."""

    def __init__(self, rulebook: str = "money-wheel", kind: str = "live") -> None:
        super().__init__(rulebook, kind)
        self.exchange = Exchange(self.writer, wake=lambda: None)
        self.seats = Seats(self.exchange, dict.fromkeys(SEATS, NAME), wake=lambda: None, boot=2)
        self.give(SetLimits(NAME, {"any": SIGN}, cloth=True), SetPlaces(NAME, len(SEATS)))

    def turn(self) -> None:
        before = len(self.decided)
        super().turn()
        if not hasattr(self, "seats"):
            return
        decided: tuple[Decided, ...] = tuple(self.decided[before:])
        if decided and self.exchange.publish(decided):
            self.seats.watch(decided)

    def until(self, phase: Phase) -> Salon:
        for _ in range(200):
            if self.table.round is not None and self.round.phase is phase:
                return self
            self.play(500)
        raise AssertionError(f"no round came to be {phase}")

    def line(self, seat: str = "W1") -> Line:
        return Line(self, seat)

    def seated(self, seat: str = "W1", *, dollars: int = 0) -> Line:
        """A player at the seat, with so many dollars in chips."""
        line = self.line(seat).hello()
        line.welcome()
        if dollars:
            line.say(Buy(1, dollars * 100))
            line.take()
        return line


class Line:
    """A seat's connection: what it says, what it heard."""

    def __init__(self, salon: Salon, seat: str) -> None:
        self.salon = salon
        self.seat = seat
        self.pipe = FakePipe()
        self.session = SeatSession(salon.seats, self.pipe, keys_from(SECRET))
        self.read = 0

    def hello(self, boot: int | None = None, own_seen: int = -1, table_seen: int = -1) -> Line:
        return self.say(SeatHello(PROTOCOL, self.seat, key_of(SECRET, self.seat), boot, own_seen, table_seen))

    def say(self, *messages: FromSeat) -> Line:
        """Says it, and lets it come on record."""
        for message in messages:
            self.session.receive(encode(message), lambda: self.salon.now_ms)
        self.salon.turn()
        return self

    def take(self) -> list[ToSeat]:
        heard = [decode_to_seat(data) for data in self.pipe.data[self.read :]]
        self.read = len(self.pipe.data)
        return heard

    def take_one(self, kind: type[Kind]) -> Kind:
        (message,) = self.take()
        assert isinstance(message, kind), message
        return message

    def welcome(self) -> SeatWelcome:
        return self.take_one(SeatWelcome)

    def refused(self) -> tuple[str, str]:
        no = self.take_one(Refused)
        return no.reason, no.clause

    def bye(self) -> Bye:
        message = self.take()[-1]
        assert isinstance(message, Bye), message
        assert self.pipe.closed
        return message


def test_hello_brings_a_place_and_everything_a_screen_needs() -> None:
    salon = Salon()
    welcome = salon.line().hello().welcome()
    assert welcome.layout is not None
    assert [spot.name for spot in welcome.layout.spots] == [f"symbol:{letter}" for letter in "abcdefg"]
    assert welcome.own is not None
    assert (welcome.own.sits, welcome.own.hand, welcome.own.spots) == (True, 0, {})
    assert salon.table.cloth.players == ["W1"]
    salon.until(Phase.OPEN)
    assert [(sign.kind, sign.min, sign.max) for sign in seat_table_view(salon.table).limits] == [("any", 500, 10_000)]


@clause("money-wheel", "A:colour_chips")
def test_chips_are_bought_from_the_dealer_in_the_dealers_name() -> None:
    salon = Salon()
    line = salon.seated()
    news = line.say(Buy(1, 5_000)).take_one(SeatNews)
    assert (news.n, news.own.hand, news.own.value_chips) == (1, 5_000, 5_000)
    (bought,) = salon.commands(BuyChips)
    assert isinstance(bought, BuyChips)
    assert (bought.role, bought.person) == ("dealer", salon.table.dealer)
    assert salon.floor.ledger.held(drop_of(NAME)) == cents(-5_000)
    coloured = salon.seated("W2").say(Buy(1, 2_000, "blue", 200)).take_one(SeatNews).own
    assert (coloured.colour, coloured.colour_value, coloured.colour_chips) == ("blue", 200, 2_000)


@clause("money-wheel", "6.1(a)")
def test_a_round_from_the_chips_to_the_winnings() -> None:
    salon = Salon()
    line = salon.seated(dollars=100)
    salon.until(Phase.OPEN)
    line.take()
    laid = line.say(Lay(2, "symbol:a", 1_000, salon.round.number), Lay(3, "symbol:b", 500)).take()
    assert [each.n for each in laid if isinstance(each, SeatNews)] == [2, 3]
    lifted = line.say(Lift(4, "symbol:b", 500)).take_one(SeatNews).own
    assert (lifted.hand, lifted.staked, lifted.spots) == (9_000, 1_000, {"symbol:a": 1_000})
    salon.until(Phase.SETTLED)
    own = [each.own for each in line.take() if isinstance(each, SeatNews)][-1]
    won = salon.settled()[-1] == "a"
    assert (own.win, own.paid, own.hand) == ((1_000, 2_000, 11_000) if won else (0, 0, 9_000))
    assert line.say(HandIn(5)).take_one(SeatNews).own.hand == 0


@clause("money-wheel", "4.2")
def test_notes_tickets_and_collecting_are_refused_by_the_rulebook() -> None:
    salon = Salon()
    line = salon.seated(dollars=20)
    for message in (Note(2, 5_000), TicketIn(3, "12 3456 7890 1234 5678"), CollectMeter(4)):
        assert line.say(message).refused() == ("not_in_rulebook", "4.2")
    assert line.say(Note(2, 5_000)).take_one(Known).clause == "4.2"


@clause("money-wheel", "4.3")
def test_after_the_close_chips_stay_where_they_are() -> None:
    salon = Salon()
    line = salon.seated(dollars=20)
    salon.until(Phase.OPEN)
    line.say(Lay(2, "symbol:a", 1_000))
    salon.until(Phase.CLOSED)
    line.take()
    assert line.say(Lay(3, "symbol:a", 1_000)).refused() == ("after_close", "4.3")
    assert line.say(Lift(4, "symbol:a", 1_000)).refused() == ("after_close", "4.3")


@clause("money-wheel", "4.3")
def test_chips_meant_for_another_round_do_not_slip_into_this_one() -> None:
    salon = Salon()
    line = salon.seated(dollars=20)
    salon.until(Phase.OPEN)
    line.take()
    meant = salon.round.number
    salon.until(Phase.SETTLED).until(Phase.OPEN)
    line.take()
    assert line.say(Lay(2, "symbol:a", 1_000, meant)).refused() == ("after_close", "4.3")
    line.say(Lay(3, "symbol:a", 1_000, meant + 1)).take_one(SeatNews)
    assert line.say(Lift(4, "symbol:a", 1_000, meant)).refused() == ("after_close", "4.3")


def test_nobody_lays_more_chips_than_the_player_has() -> None:
    salon = Salon()
    line = salon.seated(dollars=5)
    salon.until(Phase.OPEN)
    line.take()
    assert line.say(Lay(2, "symbol:a", 1_000)).refused() == ("not_enough_credit", "4.2")
    assert line.say(Lay(3, "symbol:h", 500)).refused() == ("unknown_wager", "4.4")


def test_the_table_is_told_to_all_and_chips_to_their_own_seat_only() -> None:
    salon = Salon()
    first, second = salon.seated("W1", dollars=50), salon.seated("W2", dollars=50)
    salon.until(Phase.OPEN)
    assert [type(each) for each in second.take()] == [TableNews]
    first.take()
    first.say(Lay(2, "symbol:a", 500))
    assert [type(each) for each in first.take()] == [SeatNews]
    assert second.take() == []


@clause("money-wheel", "10.5(b)")
def test_a_message_of_the_staff_is_shown_to_the_player_at_that_seat() -> None:
    salon = Salon()
    first, second = salon.seated("W1"), salon.seated("W2")
    salon.give(TellPlayer("casino_supervisor", "sue", "W1", StaffMessage.BELOW_MINIMUM))
    (news,) = first.take()
    assert isinstance(news, SeatNews)
    assert (news.own.message, news.own.message_at_ms) == ("below-minimum", salon.floor.at_ms)
    assert second.take() == []


def test_a_place_is_given_up_with_the_connection_unless_chips_keep_it() -> None:
    salon = Salon()
    first, second = salon.seated("W1"), salon.seated("W2", dollars=5)
    first.session.closed()
    second.session.closed()
    salon.turn()
    assert salon.table.cloth.players == ["W2"]
    again = salon.line("W2").hello().welcome()
    assert again.own is not None
    assert again.own.hand == 500


def test_who_comes_back_while_the_place_is_being_given_up_has_one() -> None:
    salon = Salon()
    salon.seated("W1").session.closed()
    line = salon.line("W1")
    line.hello()
    line.welcome()
    assert salon.table.cloth.players == ["W1"]
    assert len(salon.commands(LeavePlace)) == 1


def test_who_is_not_to_play_gets_no_place_and_hears_why() -> None:
    salon = Salon()
    salon.give(TakePlace("ann", NAME), TakePlace("bob", NAME))
    bye = salon.line().hello().bye()
    assert bye.reason == "place"
    assert bye.words == "no place at the table: there are not enough places at the table (clause 4.2)"


def test_without_a_dealer_at_the_table_nothing_is_sold() -> None:
    salon = Salon()
    line = salon.seated()
    salon.give(SignOff("dealer", salon.table.dealer, NAME))
    assert line.say(Buy(1, 500)).refused()[0] == "not_signed_on"


def test_a_seat_that_comes_back_hears_what_it_missed_and_nothing_counts_twice() -> None:
    salon = Salon()
    line = salon.seated(dollars=50)
    own_seq = [decode_to_seat(data) for data in line.pipe.data][-1]
    assert isinstance(own_seq, SeatNews)
    boot = line.session.boot
    line.session.closed()
    salon.until(Phase.OPEN)
    back = salon.line().hello(boot, own_seq.seq, 0)
    welcome = back.welcome()
    assert (welcome.boot, welcome.last, welcome.own, welcome.layout) == (boot, 1, None, None)
    assert welcome.table is not None
    assert back.say(Buy(1, 5_000)).take_one(Known).reason == ""
    assert salon.floor.ledger.held(hand_of(NAME, "W1")) == cents(5_000)


def test_a_seat_opened_elsewhere_is_closed_here() -> None:
    salon = Salon()
    first = salon.seated(dollars=5)
    second = salon.line().hello(first.session.boot)
    assert first.bye().reason == "replaced"
    second.welcome()
    assert second.say(Buy(2, 500)).take_one(SeatNews).own.hand == 1_000


def test_again_brings_both_views() -> None:
    salon = Salon()
    welcome = salon.seated().say(Again()).welcome()
    assert (welcome.layout, welcome.own is None, welcome.table is None) == (None, False, False)


@pytest.mark.parametrize(
    ("hello", "reason"),
    [
        (SeatHello(PROTOCOL, "W1", "wrong"), "key"),
        (SeatHello(PROTOCOL, "W9", key_of(SECRET, "W9")), "key"),
        (SeatHello(PROTOCOL + 1, "W1", key_of(SECRET, "W1")), "protocol"),
    ],
)
def test_who_does_not_show_who_it_is_goes(hello: SeatHello, reason: str) -> None:
    assert Salon().line().say(hello).bye().reason == reason


@pytest.mark.parametrize("data", [b"", b"null", b'{"type":"place","n":1}', b'{"type":"lay","n":1,"wager":1}', b"\xff"])
def test_what_is_no_message_ends_the_session_in_words(data: bytes) -> None:
    salon = Salon()
    line = salon.seated()
    line.session.receive(data, lambda: salon.now_ms)
    assert line.bye().reason == "malformed"


def test_too_long_too_fast_too_early_and_unfit() -> None:
    salon = Salon()
    line = salon.seated()
    line.session.receive(b" " * (LARGEST_MESSAGE + 1), lambda: salon.now_ms)
    assert line.bye().reason == "too_long"
    assert salon.line().say(Buy(1, 500)).bye().reason == "malformed"
    assert salon.seated().say(Buy(0, 500)).bye().reason == "malformed"
    assert salon.seated("W2").say(Buy(1, 2**60)).bye().reason == "malformed"
    fast = salon.seated()
    fast.say(*(Ping(at) for at in range(BURST_MAX)))
    assert fast.bye().reason == "too_fast"


def test_a_ping_is_answered_and_a_reader_who_does_not_read_is_let_go() -> None:
    line = Salon().seated()
    assert line.say(Ping(7)).take_one(Pong).at == 7
    line.pipe.slow = True
    line.say(Ping(8))
    assert line.pipe.closed


def test_the_floor_says_goodbye() -> None:
    salon = Salon()
    line = salon.seated()
    salon.seats.end()
    assert line.bye().reason == "stopping"


def test_at_a_table_with_terminals_and_a_cloth_a_seat_plays_on_the_cloth() -> None:
    salon = Salon("adelaide", "live")
    line = salon.seated(dollars=50)
    salon.until(Phase.OPEN)
    line.take()
    assert line.say(Lay(2, "red", 1_000)).take_one(SeatNews).own.spots == {"red": 1_000}
    assert line.say(Note(3, 5_000)).refused()[0] == "not_in_rulebook"
    while not salon.settled():
        salon.play(1_000)
    salon.play(A_WHILE_MS)
    own = [each.own for each in line.take() if isinstance(each, SeatNews)][-1]
    assert own == seat_view(salon.floor, salon.table, "W1")
    assert len(salon.commands(PlaceOnCloth)) == 1


@pytest.mark.slow
def test_over_real_sockets_a_seat_is_played_and_other_paths_lead_nowhere() -> None:
    async def talk() -> None:
        salon = Salon()
        listen = salon.seats.listens(keys_from(SECRET), lambda: salon.now_ms)
        server = await ws_create_server(listen, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]

        async def run() -> None:
            while True:
                salon.play(100)
                await asyncio.sleep(0.001)

        running = asyncio.create_task(run())
        async with asyncio.timeout(60):
            client = await sit_down(f"ws://127.0.0.1:{port}/seat", "W1", key_of(SECRET, "W1"))
            assert isinstance(await client.buy(20_00), SeatNews)
            await client.until(lambda it: it.table is not None and it.table.phase == "OPEN")
            assert client.table is not None
            assert isinstance(await client.lay("symbol:b", 5_00, round_=client.table.round), SeatNews)
            assert isinstance(await client.note(5_00), Refused)
            await client.until(lambda it: it.table is not None and it.table.phase == "SETTLED")
            await client.until(lambda it: it.own is not None and not it.own.staked)
            assert client.gaps == 0
            await client.close()
            with pytest.raises(Gone, match="not its key"):
                await sit_down(f"ws://127.0.0.1:{port}/seat", "W1", "wrong")
            with pytest.raises(Gone):
                await sit_down(f"ws://127.0.0.1:{port}/terminal", "W1", key_of(SECRET, "W1"))
        running.cancel()
        server.close()

    asyncio.run(talk())


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["buy", "lay", "lift", "hand", "wait", "again", "cut"]),
        st.sampled_from([100, 500, 1_000, 20_000]),
        st.sampled_from(["symbol:a", "symbol:g"]),
    ),
    max_size=25,
)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(acts=ACTS)
def test_what_a_seat_shows_is_what_is_so(acts: list[tuple[str, int, str]]) -> None:
    """Whatever a player does and whenever the line is cut: the views follow each other, and end as the floor is."""
    salon = Salon()
    screen, line, number = SeatClient("", "W1", ""), salon.line().hello(), 0
    for act, amount, spot in acts:
        number += 1
        match act:
            case "buy":
                line.say(Buy(number, amount))
            case "lay":
                line.say(Lay(number, spot, amount))
            case "lift":
                line.say(Lift(number, spot, amount))
            case "hand":
                line.say(HandIn(number))
            case "wait":
                salon.play(amount * 10)
                continue
            case "again":
                line.say(Again())
            case _:
                _catch_up(screen, line)
                line.session.closed()
                salon.turn()
                line = salon.line().hello(screen.boot, screen.own_seq, screen.table_seq)
        salon.play(300)
    _catch_up(screen, line)
    assert screen.gaps == 0
    assert screen.own == seat_view(salon.floor, salon.table, "W1")
    assert screen.table == seat_table_view(salon.table)


def _catch_up(screen: SeatClient, line: Line) -> None:
    for message in line.take():
        screen.receive(message)
