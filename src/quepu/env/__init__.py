"""Environments for learning: Chinese rules for PettingZoo and Gymnasium. ``docs/env.md`` is their documentation.

- ``aec_env``: a PettingZoo environment, in which each of four agents acts in its turn.
- ``single_env``: a Gymnasium environment: one seat learns, our players have the others.
- ``vector_env``: a Gymnasium vector environment: thousands of tables in one call.
- ``evaluate``: a policy against our players on duplicate walls, with confidence intervals.

After ``import quepu.env``, ``gymnasium.make`` and ``gymnasium.make_vec`` know the names in ``IDS``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quepu.errors import QuepuError

try:
    import gymnasium
    import numpy as np  # noqa: F401  # what all parts need, or else the error says so
except ModuleNotFoundError as error:
    raise QuepuError("missing_extra", text=error.name, extra="env") from error

from quepu.env.evaluation import evaluate
from quepu.env.observing import AGENTS, planes
from quepu.env.single import OPPONENTS, SingleEnv
from quepu.env.vector import TablesEnv
from quepu.kernel.planes_layout import LAYOUT, PLANES
from quepu.rules import BOOKS, DEFAULT
from quepu.rules.base import RuleBook

if TYPE_CHECKING:
    from quepu.env.aec import DealEnv

__all__ = [
    "AGENTS",
    "IDS",
    "LAYOUT",
    "PLANES",
    "SingleEnv",
    "TablesEnv",
    "aec_env",
    "evaluate",
    "planes",
    "single_env",
    "vector_env",
]


def aec_env(rules: str | RuleBook = DEFAULT, **options: Any) -> DealEnv:
    """A PettingZoo environment; the options are those of ``quepu.env.aec.DealEnv``."""
    try:
        from quepu.env.aec import DealEnv
    except ModuleNotFoundError as error:
        raise QuepuError("missing_extra", text=error.name, extra="env") from error
    return DealEnv(rules, **options)


def single_env(rules: str | RuleBook = DEFAULT, **options: Any) -> SingleEnv:
    """A Gymnasium environment; the options are those of ``SingleEnv``."""
    return SingleEnv(rules, **options)


def vector_env(rules: str | RuleBook = DEFAULT, count: int = 1024, **options: Any) -> TablesEnv:
    """A Gymnasium vector environment of ``count`` tables; the options are those of ``TablesEnv``."""
    return TablesEnv(rules, count, **options)


IDS = {rules: f"quepu/{rules.capitalize()}-v0" for rules in BOOKS}
"""The names for ``gymnasium.make`` and ``gymnasium.make_vec``, by rule book. One seat learns, the dealer's, against three ``swift``."""

for _rules, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="quepu.env:SingleEnv",
            vector_entry_point="quepu.env:TablesEnv",
            kwargs={"rules": _rules, "players": (None, *OPPONENTS)},
        )
