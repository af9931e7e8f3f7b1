"""The Gymnasium vector environment: many tables in one call (``quepu.engine.Tables``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from quepu.engine import Tables, play_rules
from quepu.engine.batch import MOST_TABLES, styles_of
from quepu.engine.deal import check_number
from quepu.engine.wall import full_set
from quepu.env.observing import (
    FORMS,
    Rewards,
    action_space,
    check_form,
    check_seed,
    checked_actions,
    draw,
    masks,
    observation_space,
)
from quepu.errors import IllegalAction, QuepuError
from quepu.kernel.actions import ACTIONS
from quepu.kernel.observation_layout import OBSERVATION
from quepu.kernel.style import Style
from quepu.players import STRONG
from quepu.rules import DEFAULT
from quepu.rules import book as find_book
from quepu.rules.base import RuleBook

Convert = Callable[[NDArray[Any]], Any]
"""Makes an array of another library that has the same memory."""


class TablesEnv(VectorEnv[Any, Any, Any]):
    """Tables that each play deal after deal; an episode is a deal. The next deal begins in the step in which one ends (``SAME_STEP``).

    - ``players``: the names of kernel players by seat, or styles; None for a seat that learns. With several of these, ``infos["seats"]``
      says who acts next at each table.
    - The reward at a table is that of the seat that has acted; ``infos["payments"]`` has the points of all four seats.
    - ``observation``: ``planes`` or ``bytes``. ``rewards``: ``points``, ``normalised``, or a number that points are divided by.
    - ``tensors``: None for NumPy arrays, ``torch`` for PyTorch tensors, or a function that makes an array of another library from one of
      NumPy, such as ``jax.dlpack.from_dlpack``.
    - Observations and masks are always in the same memory: the next step overwrites them. With ``copy`` they are new each time.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        rules: str | RuleBook = DEFAULT,
        num_envs: int = 1,
        *,
        players: Sequence[str | Style | None] = (None, None, None, None),
        observation: str = "planes",
        rewards: str | float = "points",
        plays_forced: bool = True,
        tiles: int | None = None,
        tensors: str | Convert | None = None,
        copy: bool = False,
    ) -> None:
        self.book = find_book(rules)
        check_number("count", num_envs, 1, MOST_TABLES)
        self.num_envs = num_envs
        self.form = check_form(observation)
        self.rewarded = Rewards(rewards)
        self.players = _kernel_players(players)
        self.plays_forced = plays_forced
        self.tiles = None if tiles is None else len(full_set(tiles))
        self.copy = copy
        self.convert = _converter(tensors)
        play_rules(self.book)
        self.single_observation_space = observation_space(self.form)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.tables: Tables | None = None
        self._make_buffers()

    def _make_buffers(self) -> None:
        """The memory that every step writes into."""
        count = self.num_envs
        self.cells = np.zeros((count, OBSERVATION), np.uint8)
        """The observations as bytes, whatever their form is."""
        self.words = np.zeros((count, 2), np.uint64)
        """The legal actions as two words, for ``quepu.engine.Sampler``."""
        self._payments = np.zeros((count, 4), np.int32)
        self._seats = np.zeros(count, np.uint8)
        self._done = np.zeros(count, np.uint8)
        self._mask = np.zeros((count, ACTIONS), np.int8)
        self._seen = np.zeros((count, *FORMS["planes"]), np.uint8) if self.form == "planes" else self.cells
        self._rows = np.arange(count)
        self._shared = {"observation": self.convert(self._seen), "action_mask": self.convert(self._mask)}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal at all tables. ``seed`` is that of ``Tables``; without one it follows from the last one given."""
        check_seed(seed)
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(1 << 63)) if seed is None else seed
        self.tables = Tables(
            self.book, self.num_envs, chosen, tiles=self.tiles, plays_forced=self.plays_forced, players=self.players,
            seats=self._seats, masks=self.words, rewards=self._payments, done=self._done, observations=self.cells,
        )  # fmt: skip
        return self._observed(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Apply an action at each table: an array, tensor or sequence of integers. If one is not legal, IllegalAction names the table,
        and no table has changed."""
        tables = self._begun()
        chosen = self._checked(actions)
        acted = self._seats.copy()
        tables.step(chosen)
        rewards = self.rewarded.of(self._payments)[self._rows, acted]
        ended = self._done > 0
        return (
            self._observed(),
            self.convert(rewards),
            self.convert(ended),
            self.convert(np.zeros(self.num_envs, np.bool_)),
            self._infos(),
        )

    def _checked(self, actions: Any) -> NDArray[np.uint8]:
        """The actions as bytes. Larger numbers would wrap."""
        found = checked_actions(actions, self.num_envs)
        wrong = (found < 0) | (found >= ACTIONS)
        if wrong.any():
            table = int(wrong.argmax())
            raise IllegalAction("illegal_at_table", table=table, seat=int(self._seats[table]), action=int(found[table]))
        return np.ascontiguousarray(found, np.uint8)

    def _observed(self) -> dict[str, Any]:
        if self.form == "planes":
            draw(self.cells, self._seen)
        np.copyto(self._mask, masks(self.cells))
        if self.copy:
            return {"observation": self.convert(self._seen.copy()), "action_mask": self.convert(self._mask.copy())}
        return dict(self._shared)

    def _infos(self) -> dict[str, Any]:
        """For each table the seat that acts next, the payments of this step to all four seats, and the number of deals that ended."""
        return {
            "seats": self.convert(self._seats.copy()),
            "payments": self.convert(self._payments.copy()),
            "deals": self.convert(self._done.copy()),
        }

    def _begun(self) -> Tables:
        if self.tables is None:
            raise QuepuError("not_reset")
        return self.tables


def _kernel_players(players: Sequence[str | Style | None]) -> tuple[Style | None, ...]:
    """The styles of the players of the kernel at the four seats; at least one seat must be asked."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise QuepuError("bad_value", option="players", text=f"{players!r:.100}; expected four names or None")
    found = styles_of([STRONG if player == "strong" else player for player in players])
    if None not in found:
        raise QuepuError("bad_value", option="players", text="all four; expected at least one None, who is asked")
    return found


def _converter(tensors: str | Convert | None) -> Convert:
    if tensors is None:
        return lambda array: array
    if callable(tensors):
        return tensors
    if tensors != "torch":
        raise QuepuError("not_one_of", option="tensors", text=str(tensors), known="torch, a function")
    try:
        torch = import_module("torch")
    except ModuleNotFoundError as error:
        raise QuepuError("missing_package", text=str(error.name)) from error
    convert: Convert = torch.from_numpy
    return convert
