"""The efficient player: what it does in its turn and with others' tiles, under every book."""

from __future__ import annotations

from hashlib import sha256

import pytest

from quepu.engine import MatchSettings, play_match, play_rules
from quepu.engine.record import canonical
from quepu.hand import Hand
from quepu.kernel.actions import CLAIM_PUNG, DECLARE_READY, DECLINE, PASS, REPLACE_FLOWER, WIN
from quepu.lab.arena import arena
from quepu.players import player
from quepu.rules import BOOKS, book
from quepu.tiles import NAMES
from quepu.waits import waits
from tests.tables import JUNK, WAITS_FOR_5M, E, N, S, Scene, W, wall_with


def choice(scene: Scene, seat: int, rules: str) -> int:
    return player("efficient", book(rules)).choose(scene.hand.view(seat))


@pytest.mark.parametrize("rules", BOOKS)
def test_it_wins_when_it_may(rules: str) -> None:
    scene = Scene(rules, wall_with([WAITS_FOR_5M], draws="5m", size=play_rules(book(rules)).tiles))
    assert choice(scene, E, rules) == WIN


@pytest.mark.parametrize("rules", BOOKS)
def test_it_wins_on_anothers_tile(rules: str) -> None:
    scene = Scene(rules, wall_with([JUNK, WAITS_FOR_5M], draws="5m", size=play_rules(book(rules)).tiles))
    scene.discard(E, "5m")
    assert choice(scene, S, rules) == WIN


def test_it_replaces_a_flower_before_anything_else() -> None:
    scene = Scene("guobiao", wall_with(["123m456p789s1122p"], draws="1f", size=144))
    assert choice(scene, E, "guobiao") == REPLACE_FLOWER


@pytest.mark.parametrize("rules", BOOKS)
def test_it_keeps_the_hand_ready_for_the_tiles_that_may_win(rules: str) -> None:
    """Without 1m it waits for 5m, which makes 三色同顺. Under Woods Hole it declares that."""
    scene = Scene(rules, wall_with(["34m 345p 345s 66p 78s 1m"], draws="9s", size=play_rules(book(rules)).tiles))
    if rules == "woodshole":
        assert choice(scene, E, rules) == DECLARE_READY
        scene.act(E, DECLARE_READY)
    discarded = choice(scene, E, rules)
    assert NAMES[discarded] == "1m"
    rest = list(scene.hand.view(E).hand)
    rest.remove(discarded)
    assert [NAMES[wait.tile] for wait in waits(Hand(tuple(rest)), rules) if wait.discard is not None and wait.discard.legal][-1] == "5m"


def test_it_does_not_claim_what_leaves_no_hand_that_may_win() -> None:
    """A chow of 3m would complete a set, but with it the hand is worth nothing that may win; 国标 asks for eight points."""
    scene = Scene("guobiao", wall_with(["3m" + "147p147sESWNCF", "12m 56m 334p 678s 99s 1p"], size=144))
    scene.discard(E, "3m")
    assert choice(scene, S, "guobiao") == PASS


def test_it_claims_what_brings_a_good_hand_nearer() -> None:
    """Half a flush of pungs: a third 中 is welcome."""
    scene = Scene("lingque28", wall_with(["C147m147p147sESW", "147m369p258sNNPF", "CC 22s 33s 55s 777s FF"], draws="9m"))
    scene.discard(E, "C")
    assert choice(scene, W, "lingque28") == CLAIM_PUNG


def test_it_declares_ready_and_then_throws_what_leaves_it_ready() -> None:
    scene = Scene("woodshole", wall_with(["123m456p789s2234p"], draws="E", size=144))
    assert choice(scene, E, "woodshole") == DECLARE_READY
    scene.act(E, DECLARE_READY)
    assert len(scene.may(E)) > 1
    assert NAMES[choice(scene, E, "woodshole")] == "E"


@pytest.mark.parametrize(("hand", "wanted"), [(WAITS_FOR_5M, PASS), (JUNK, DECLINE)])
def test_it_draws_the_last_tile_only_if_it_may_win_with_it(hand: str, wanted: int) -> None:
    scene = Scene("woodshole", wall_with(["", "", "", hand], last="C 5m"))
    scene.drain(1)
    scene.discard(W, "C")
    scene.pass_all(but=(N,))
    assert scene.may(N) == {DECLINE, PASS}
    assert choice(scene, N, "woodshole") == wanted


def test_of_tiles_that_do_not_matter_it_throws_what_is_seen_most() -> None:
    """No tile is left to come, so nothing can be reached any more."""
    scene = Scene("lingque28", wall_with([JUNK, JUNK]))
    scene.drain(0)
    seat = scene.state.turn
    view = scene.hand.view(seat)
    seen = [sum(discard.tile == tile for other in view.seats for discard in other.discards) for tile in view.hand]
    discarded = player("efficient", book("lingque28")).choose(view)
    assert sum(discard.tile == discarded for other in view.seats for discard in other.discards) == max(seen)


GAMES = {
    "lingque28": ((-24, -24, 96, -48), "56c2c2769e9802df"),
    "lingque26": ((-24, -24, 96, -48), "56c2c2769e9802df"),
    "guobiao": ((34, -8, -18, -8), "924a9465c43459c5"),
    "guobiao98": ((46, -8, -30, -8), "63eaf0631ad5e82b"),
    "woodshole": ((30, -10, -10, -10), "e5701356da6fa5a0"),
}


@pytest.mark.parametrize("rules", BOOKS)
def test_it_plays_the_same_hand_compiled_and_interpreted(rules: str) -> None:
    """The beginning of the SHA-256 of all that happened."""
    settings = MatchSettings(play_rules(book(rules)).tiles, hands=1)
    players = [player(name, book(rules), n) for n, name in enumerate(("efficient", "random", "efficient", "first"))]
    written = sha256()
    result = play_match(players, rules, 6, settings, lambda event: written.update(canonical(event.as_dict())))
    assert (result.scores, written.hexdigest()[:16]) == GAMES[rules]


@pytest.mark.compiled
@pytest.mark.parametrize("rules", BOOKS)
def test_against_three_who_play_at_random_it_wins_most_hands(rules: str) -> None:
    """A small sample that is always the same; docs/arena.md has the figures of many hands."""
    results = arena(["efficient", "random", "random", "random"], rules, hands=32, seed=1, workers=1)
    efficient = results.players[0]
    assert efficient.of_decided.mean > 0.9
    assert results.draws.mean < 0.5
