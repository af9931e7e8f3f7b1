"""The decisions of a record: what each player could know when they chose, and what they chose."""

from __future__ import annotations

import json
from collections import Counter
from io import BytesIO

import pytest

from quepu.engine import MatchSettings, decode, observation, play_match
from quepu.engine.decisions import decisions
from quepu.engine.events import Claimed, HandBegan, Won
from quepu.engine.game import Player
from quepu.engine.record import Header, RecordWriter
from quepu.engine.replay import replay_batches
from quepu.engine.view import View
from quepu.errors import RecordError
from quepu.hand import MeldType
from quepu.kernel.actions import CHOW_LOW, CLAIM_KONG, CLAIM_PUNG, DECLINE, PASS, WIN
from quepu.players import player
from quepu.rules import book
from tests.games import GOLDEN, golden

every_game = pytest.mark.parametrize("name", GOLDEN)


class Noting:
    """A player that writes down what it sees and chooses."""

    def __init__(self, inner: Player) -> None:
        self.inner = inner
        self.noted: list[tuple[bytes, int]] = []

    def choose(self, view: View) -> int:
        action = self.inner.choose(view)
        self.noted.append((view.observation, action))
        return action


@pytest.mark.parametrize("rules", ["lingque28", "guobiao", "woodshole"])
def test_the_decisions_of_a_record_are_those_that_its_players_made(rules: str) -> None:
    """Except for those that another claim has hidden: there the player wanted something that had to give way, or passed."""
    rulebook = book(rules)
    players = [Noting(player("swift", rulebook, seat)) for seat in range(4)]
    stream = BytesIO()
    settings = MatchSettings(144 if rules != "lingque28" else 136, hands=4)
    record = RecordWriter(stream, Header(rulebook, ("a", "b", "c", "d"), settings))
    play_match(players, rulebook, 5, settings, record.write)
    record.finish()
    found: dict[int, list[tuple[bytes, int]]] = {seat: [] for seat in range(4)}
    for decision in decisions(stream.getvalue()):
        found[decision.player].append((decision.observation, decision.action))
    hidden = 0
    for seat, noting in enumerate(players):
        assert found[seat] == [one for one in noting.noted if one in found[seat]]
        left_out = [one for one in noting.noted if one not in found[seat]]
        assert all(decode(seen).offer is not None for seen, _ in left_out)
        assert all(action >= CHOW_LOW for _, action in left_out)
        hidden += len(left_out)
    assert hidden < sum(map(len, found.values())) / 20


@every_game
def test_an_observation_is_what_the_seat_could_know_at_that_step(name: str) -> None:
    record = golden(name).read_bytes()
    found = {(one.deal, one.step, one.seat): one for one in decisions(record)}
    seen = 0
    deal = step = 0
    for batch in replay_batches(record, holds=True):
        game = batch[0].game
        step += 1
        if batch[0].event.t == "hand":
            deal, step = deal + 1, 0
        assert game.latest is not None
        for seat in range(4):
            if (deal, step, seat) in found and DECLINE not in decode(found[deal, step, seat].observation).legal:
                view = game.latest.view(seat)
                decision = found[deal, step, seat]
                assert (decode(decision.observation), decision.observation) == (view, view.observation)
                assert decision.action in view.legal
                # the other hands can be any that fit: the observation does not change
                other = game.latest.state.copy()
                other.rearrange(seat, bytes(reversed(other.hidden(seat))))
                assert other.hidden(seat) != game.latest.state.hidden(seat)
                if view.turn == seat or view.offer is not None:
                    assert observation(other, seat)[16:] == decision.observation[16:]
                seen += 1
    assert seen > 50


@every_game
def test_every_decision_has_a_choice_and_belongs_to_its_player(name: str) -> None:
    record = golden(name).read_bytes()
    lines = [json.loads(line) for line in record.splitlines()]
    seats = {line["number"]: line["seats"] for line in lines if line.get("t") == "hand"}
    found = list(decisions(record))
    assert all(len(decode(one.observation).legal) > 1 for one in found)
    assert all(one.action in decode(one.observation).legal for one in found)
    assert all(seats[one.deal][one.seat] == one.player for one in found)
    assert [(one.deal, one.step) for one in found] == sorted((one.deal, one.step) for one in found)
    discarded = Counter((line["seat"]) for line in lines if line.get("t") == "discard")
    assert sum(one.action < 42 for one in found) <= discarded.total()
    won = [line for line in lines if line.get("t") == "win"]
    assert sum(one.action == WIN for one in found) == len(won)


def test_one_player_and_one_deal_can_be_chosen() -> None:
    record = golden("lingque28").read_bytes()
    found = list(decisions(record))
    assert list(decisions(record, player=2)) == [one for one in found if one.player == 2]
    assert list(decisions(record, deal=3)) == [one for one in found if one.deal == 3]
    assert list(decisions(record, player=1, deal=4)) == [one for one in found if (one.player, one.deal) == (1, 4)]
    assert list(decisions(record, deal=5)) == []


def test_a_pass_that_another_claim_may_hide_is_left_out() -> None:
    """What is left of those who did not claim a tile that another took: they could have had it, and passed."""
    hidden = 0
    for name in GOLDEN:
        record = golden(name).read_bytes()
        found = {(one.deal, one.step, one.seat): one for one in decisions(record)}
        asked: set[tuple[int, int, int]] = set()
        deal, step = 0, 0
        for batch in replay_batches(record, holds=True):
            event, game = batch[0].event, batch[0].game
            if isinstance(event, Claimed | Won) and asked:
                others = [key for key in asked if key[2] != event.seat]
                hidden += sum(key not in found for key in others)
                for key in (key for key in others if key in found):
                    legal = decode(found[key].observation).legal
                    assert found[key].action == PASS
                    took_chow = isinstance(event, Claimed) and event.meld.type == MeldType.CHOW
                    assert set(legal) <= {WIN, PASS} | ({CLAIM_PUNG, CLAIM_KONG} if took_chow else set())
            deal, step = (event.number, 0) if isinstance(event, HandBegan) else (deal, step + 1)
            state = game.latest.state if game.latest else None
            asked = {(deal, step, seat) for seat in state.asked()} if state is not None and state.is_held() == 0 else set()
    assert hidden >= 5


def test_a_wrong_record_raises_at_its_wrong_line() -> None:
    lines = golden("lingque28").read_bytes().splitlines(keepends=True)
    with pytest.raises(RecordError) as error:
        list(decisions(b"".join([*lines[:30], lines[31], lines[30], *lines[32:]])))
    assert error.value.line == 31
