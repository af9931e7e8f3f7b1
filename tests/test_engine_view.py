"""Views and events: what a seat may know, and what it may not."""

from __future__ import annotations

import pytest

from quepu.engine.events import Dealt, DealtTo, Discarded, Drew, DrewUnseen, Event, Exhausted, MadeKong, MadeKongUnseen
from quepu.engine.view import DiscardView, Feed, MeldView, Offer, Result, seen
from quepu.hand import Meld, MeldType
from quepu.kernel.actions import ADDED_KONG_OF, CHOW_MIDDLE, CLAIM_PUNG, CONCEALED_KONG_OF, OVER, PASS, WIN
from tests.tables import JUNK, E, N, S, Scene, W, kind, kinds, wall_with


def test_a_seat_sees_its_own_hand_and_the_number_of_tiles_of_the_others() -> None:
    scene = Scene("lingque28", wall_with([JUNK, "258m258p258sCFPC"], draws="9m"))
    own, other = scene.hand.view(E), scene.hand.view(S)
    assert own.hand == tuple(sorted([*kinds(JUNK), kind("9m")]))
    assert (own.drawn, other.drawn) == (kind("9m"), None)
    assert other.hand == tuple(sorted(kinds("258m258p258sCFPC")))
    assert [seat.concealed for seat in own.seats] == [seat.concealed for seat in other.seats] == [14, 13, 13, 13]
    assert (own.wall_left, own.turn, own.round, own.offer, own.result) == (83, E, 0, None, None)
    assert own.legal == tuple(scene.state.actions(E))
    assert other.legal == ()


def test_discards_and_melds_are_seen_by_all() -> None:
    scene = Scene("lingque28", wall_with([JUNK, "46m 258p 258s 1s2s CFP"], draws="5m"))
    scene.discard(E, "5m")
    for seat in range(4):
        assert scene.hand.view(seat).offer == Offer(E, kind("5m"), False)
    scene.act(S, CHOW_MIDDLE)
    for seat in range(4):
        shown = scene.hand.view(seat)
        assert shown.seats[E].discards == (DiscardView(kind("5m"), from_hand=False, claimed=True),)
        assert shown.seats[S].melds == (MeldView(MeldType.CHOW, tuple(kinds("456m")), kind("5m"), E),)
        assert shown.offer is None


def test_a_view_shows_neither_who_must_act_nor_the_answer_of_another_seat() -> None:
    hands = [JUNK, "46m 258p 258s 1s2s CFP", "55m 369p 369s ESCFP", "34m 345p 345s 66p 789s"]
    scene = Scene("lingque28", wall_with(hands, draws="5m"))
    scene.discard(E, "5m")
    before = [scene.hand.view(seat) for seat in range(4)]
    assert before[N].legal == (WIN, PASS)
    scene.state.apply(W, CLAIM_PUNG)
    scene.state.apply(S, CHOW_MIDDLE)
    assert scene.hand.view(N) == before[N]
    assert scene.hand.view(E) == before[E]
    assert scene.hand.view(W).legal == ()


def kongs(rules: str, kong: str) -> Scene:
    """東 has made a concealed kong of this tile."""
    scene = Scene(rules, wall_with([f"{kong * 4} 258p 258s ESW", "147m147p147s 3sNC3p"], draws="N", tail="9s"))
    scene.state.apply(E, CONCEALED_KONG_OF + kind(kong))
    return scene


@pytest.mark.parametrize("rules", ["lingque28", "lingque26", "woodshole"])
def test_elsewhere_concealed_kongs_are_shown_to_all(rules: str) -> None:
    scene = kongs(rules, "9m")
    for seat in range(4):
        assert scene.hand.view(seat).seats[E].melds == (MeldView(MeldType.CONCEALED_KONG, (8, 8, 8, 8), None, None),)


@pytest.mark.parametrize("rules", ["guobiao", "guobiao98"])
def test_in_guobiao_concealed_kongs_lie_face_down_until_the_hand_is_over(rules: str) -> None:
    scene = kongs(rules, "9m")
    hidden = (MeldView(MeldType.CONCEALED_KONG, (), None, None),)
    shown = (MeldView(MeldType.CONCEALED_KONG, (8, 8, 8, 8), None, None),)
    assert [scene.hand.view(seat).seats[E].melds for seat in range(4)] == [shown, hidden, hidden, hidden]
    scene.drain(0)
    scene.state.apply(scene.state.turn, scene.state.drawn)
    scene.pass_all()
    assert scene.state.phase == OVER
    assert [scene.hand.view(seat).seats[E].melds for seat in range(4)] == [shown] * 4
    assert scene.hand.view(S).result == Result(None, None, 0, ())


def test_a_view_does_not_show_which_tiles_are_face_down() -> None:
    first, second = kongs("guobiao", "9m"), kongs("guobiao", "6m")
    assert first.state.hidden(S) != second.state.hidden(S)
    for seat in (S,):
        assert first.hand.view(seat) == second.hand.view(seat)


def test_a_tile_being_added_to_a_pung_is_on_offer() -> None:
    hands = [JUNK, "555m 258p 369s CFPE", JUNK, "46m 345p 345s 66p 789s"]
    scene = Scene("lingque28", wall_with(hands, draws="5m"))
    scene.discard(E, "5m")
    scene.act(S, CLAIM_PUNG)
    scene.state.apply(S, ADDED_KONG_OF + kind("5m"))
    assert scene.hand.view(N).offer == Offer(S, kind("5m"), True)


def test_the_winners_hand_is_shown_when_the_hand_is_over() -> None:
    scene = Scene("lingque28", wall_with([JUNK, "", "34m 345p 345s 66p 789s"], draws="5m"))
    scene.discard(E, "5m")
    scene.act(W, WIN)
    for seat in range(4):
        assert scene.hand.view(seat).result == Result(W, E, scene.state.points, tuple(sorted(kinds("345m345p345s66p789s"))))


# Events.


def test_the_events_of_a_seat_show_only_its_own_tiles() -> None:
    hands = tuple((seat,) * 13 for seat in range(4))
    events: list[Event] = [Dealt(hands), Drew(E, 5, 0), Discarded(E, 5, False), MadeKong(S, Meld(MeldType.CONCEALED_KONG, 9), False)]
    assert [seen(event, S, False) for event in events] == [DealtTo(S, (1,) * 13), DrewUnseen(E, 0), events[2], events[3]]
    assert [seen(event, E, False) for event in events] == [DealtTo(E, (0,) * 13), events[1], events[2], MadeKongUnseen(S)]
    assert seen(events[3], E, True) == events[3]
    added = MadeKong(S, Meld(MeldType.KONG, 9), True)
    assert seen(added, E, False) == added


def test_the_events_of_a_seat_have_their_own_numbers() -> None:
    scene = Scene("guobiao", wall_with([JUNK], draws="9m", size=144))
    scene.drain(0)
    scene.state.apply(scene.state.turn, scene.state.drawn)
    scene.pass_all()
    feeds = [Feed(seat, shows_concealed_kongs=False) for seat in range(4)]
    for event in scene.events:
        for feed in feeds:
            feed.add(event)
    for feed in feeds:
        assert [one.number for one in feed.events] == list(range(1, len(scene.events) + 1))
        assert feed.after(len(scene.events) - 1) == [feed.events[-1]]
        assert feed.events[-1].event == Exhausted(None)
        drawn = [one.event for one in feed.events if isinstance(one.event, Drew)]
        assert drawn
        assert all(event.seat == feed.seat for event in drawn)


def test_no_event_for_a_seat_has_a_hidden_tile() -> None:
    """Two deals that differ only in what 南 cannot see look the same to 南."""
    one = Scene("lingque28", wall_with([JUNK, JUNK, "258m258p258sCFPC", "369m369p369sCFPF"], draws="9m"))
    two = Scene("lingque28", wall_with(["258m258p258sCFPC", JUNK, JUNK, "369m369p369sCFPF"], draws="8m"))
    assert [seen(event, S, True) for event in one.events] == [seen(event, S, True) for event in two.events]
    assert [event.as_dict() for event in one.events] != [event.as_dict() for event in two.events]
