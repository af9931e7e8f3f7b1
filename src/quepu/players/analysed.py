"""The analysis of a position as JSON: the objects of ``quepu analyse --json`` and ``POST /analyse``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from quepu.engine.deal import check_number
from quepu.engine.observation import decode
from quepu.notation import format_tiles
from quepu.players.analysis import ActionEstimate, Analysis
from quepu.rules.base import RuleBook
from quepu.tiles import NAMES, WINDS

SAMPLES = 256
"""In how many random deals an action is tried, by default."""
FEWEST_SAMPLES, MOST_SAMPLES = 2, 8192
MOST_SEED = 2**31 - 1

_DIGITS = 3
"""Digits after the point: far fewer are certain."""


def take_numbers(rest: dict[str, object]) -> tuple[int, int]:
    """Remove ``samples`` and ``seed`` from a request, and return them. Raises QuepuError if they are wrong."""
    samples, seed = rest.pop("samples", SAMPLES), rest.pop("seed", 0)
    check_number("samples", samples, FEWEST_SAMPLES, MOST_SAMPLES)
    check_number("seed", seed, 0, MOST_SEED)
    assert isinstance(samples, int)
    assert isinstance(seed, int)
    return samples, seed


def analysis_dict(book: RuleBook, observation: bytes, analysis: Analysis) -> dict[str, Any]:
    """The analysis, with what the seat has to decide about: its concealed tiles, the tile it has drawn or the one on offer."""
    view = decode(observation)
    return {
        "rules": book.id,
        "seat": WINDS[analysis.seat],
        "hand": format_tiles(view.hand),
        "drawn": None if view.drawn is None else NAMES[view.drawn],
        "offered": None if view.offer is None else NAMES[view.offer.tile],
        "choice": analysis.choice,
        "samples": analysis.samples,
        "seed": analysis.seed,
        "actions": [estimate_dict(one) for one in analysis.actions],
    }


def estimate_dict(estimate: ActionEstimate) -> dict[str, Any]:
    return {key: round(value, _DIGITS) if isinstance(value, float) else value for key, value in asdict(estimate).items()}
