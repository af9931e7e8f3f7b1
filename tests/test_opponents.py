"""What careful players estimate about the others, and how it is fitted."""

from __future__ import annotations

import json

import pytest

from quepu.engine import play_rules
from quepu.engine.batch import Tables
from quepu.engine.view import view
from quepu.kernel.actions import NO_SEAT
from quepu.kernel.estimates import FOLDER, GAIN_STAGES, GAIN_STEPS, WEIGHTS, Estimates, estimates
from quepu.players import player
from quepu.rules import BOOKS, book
from quepu.tiles import NAMES
from tests.tables import JUNK, WAITS_FOR_5M, E, Scene, wall_with


@pytest.mark.parametrize("rules", BOOKS)
def test_every_book_has_estimates_that_hold_for_deals_held_out(rules: str) -> None:
    """In every tenth of the cases the mean estimate is within two percentage points of the truth, and the Brier score is better than that
    of an estimate that knows only how many tiles have been seen."""
    found = estimates(rules)
    assert (len(found.weights), len(found.gains)) == (WEIGHTS, GAIN_STAGES * GAIN_STEPS)
    checks = json.loads((FOLDER / f"{rules}.json").read_text(encoding="utf-8"))["checks"]
    for name in ("ready", "wait"):
        assert checks[name]["cases"] > 10_000
        assert max(abs(estimated - true) for estimated, true in checks[name]["tenths"]) <= 0.02
        assert checks[name]["brier"] < checks[name]["baseline"]


@pytest.mark.parametrize("rules", BOOKS)
def test_what_a_hand_wins_never_falls_with_its_value(rules: str) -> None:
    gains = estimates(rules).gains
    for stage in range(GAIN_STAGES):
        row = gains[stage * GAIN_STEPS : (stage + 1) * GAIN_STEPS]
        assert list(row) == sorted(row)


def test_an_overlay_estimates_like_its_book() -> None:
    assert book("guobiao+kongs3").estimates is book("guobiao").estimates


def test_a_book_without_estimates_has_zeros() -> None:
    assert set(estimates("nothing").weights) == {0.0}
    with pytest.raises(ValueError, match="weights"):
        Estimates((1.0,), (1.0,))


@pytest.mark.parametrize("rules", BOOKS)
def test_the_tiles_that_would_let_a_seat_win_are_those_that_the_scorer_accepts(rules: str) -> None:
    scene = Scene(rules, wall_with([JUNK, WAITS_FOR_5M], size=play_rules(book(rules)).tiles))
    found = scene.state.winning_discards(1)
    assert "5m" in [NAMES[kind] for kind, _ in found]
    assert all(points >= book(rules).minimum for _, points in found)
    assert scene.state.winning_discards(E) == []  # it has fourteen tiles


@pytest.mark.compiled
def test_a_careful_player_discards_fewer_winning_tiles_of_others() -> None:
    """In the same positions, those of forty deals late enough that somebody may be ready."""
    tables = Tables("guobiao", count=40, seed=11, deals_again=False)
    careful, efficient = (player(name, book("guobiao")) for name in ("careful", "efficient"))
    given = {"careful": 0, "efficient": 0}
    while any(seat != NO_SEAT for seat in tables.seats):
        actions = bytearray(len(tables))
        for n, seat in enumerate(tables.seats):
            if seat == NO_SEAT:
                continue
            state = tables.state(n)
            seen = view(state, seat)
            actions[n] = efficient.choose(seen)
            if actions[n] < 34 and seen.wall_left < 50:
                wanted = {kind for other in range(4) if other != seat for kind, _ in state.winning_discards(other)}
                given["careful"] += careful.choose(seen) in wanted
                given["efficient"] += actions[n] in wanted
        tables.step(actions)
    assert 0 < given["careful"] < given["efficient"]


@pytest.mark.compiled
def test_the_same_seed_fits_the_same_numbers() -> None:
    from quepu.lab.fit import fit

    first, again = (fit("guobiao", 128, seed=4, workers=workers) for workers in (1, 2))
    assert first == again
    assert len(first["weights"]) == WEIGHTS
