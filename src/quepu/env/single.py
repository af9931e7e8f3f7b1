"""The Gymnasium environment of one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsFloat

import gymnasium
import numpy as np

from quepu.env.drawing import check_render_mode, render
from quepu.env.episode import Episode, Episodes, SeatedPlayer
from quepu.env.observing import Observed, Rewards, action_space, check_form, check_seed, observation_space, observed
from quepu.errors import IllegalAction, QuepuError
from quepu.kernel.actions import NO_SEAT
from quepu.rules import DEFAULT
from quepu.rules import book as find_book
from quepu.rules.base import RuleBook

OPPONENTS = ("swift", "swift", "swift")


class SingleEnv(gymnasium.Env[Observed, int]):
    """A deal, or a match of some deals, as a Gymnasium environment.

    - ``players``: the names of our players, or objects with ``choose``, by their first seats; None for a seat that learns. With several
      of these, ``info["seat"]`` and ``info["player"]`` say who acts next.
    - The reward is that of the seat that has acted; ``info["payments"]`` has the points of all four players.
    - ``illegal_reward``: None, and an illegal action raises IllegalAction and changes nothing; or a number, and it ends the episode with
      this reward.
    - The other options are those of ``quepu.env.aec.DealEnv``.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        rules: str | RuleBook = DEFAULT,
        *,
        deals: int = 1,
        players: Sequence[SeatedPlayer] = (None, *OPPONENTS),
        observation: str = "planes",
        rewards: str | float = "points",
        plays_forced: bool = True,
        tiles: int | None = None,
        illegal_reward: float | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.book = find_book(rules)
        self.form = check_form(observation)
        self.rewarded = Rewards(rewards)
        if illegal_reward is not None and (isinstance(illegal_reward, bool) or not isinstance(illegal_reward, int | float)):
            raise QuepuError("bad_value", option="illegal_reward", text=repr(illegal_reward)[:100])
        self.illegal_reward = illegal_reward
        check_render_mode(render_mode, ["ansi"])
        self.render_mode = render_mode
        self.episodes = Episodes(self.book, deals, tiles, players, plays_forced)
        self.observation_space = observation_space(self.form)
        self.action_space = action_space()
        self.episode: Episode | None = None
        self.ended = True
        self.acted = 0
        """The player who has acted last."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observed, dict[str, Any]]:
        """Begin an episode. One that ends before anybody who learns is asked is left out: there is nothing to decide in it."""
        check_seed(seed)
        super().reset(seed=seed)
        episode = self.episodes.begin(self.np_random)
        while episode.asked is None:
            episode = self.episodes.begin(self.np_random)
        self.episode, self.ended, self.acted = episode, False, episode.asked
        return self._observed(), self._info((0, 0, 0, 0))

    def step(self, action: int) -> tuple[Observed, SupportsFloat, bool, bool, dict[str, Any]]:
        episode = self._begun()
        if self.ended:
            raise QuepuError("not_reset")
        acted = episode.asked
        assert acted is not None
        try:
            episode.act(action)
        except IllegalAction:
            if self.illegal_reward is None:
                raise
            self.ended = True
            return self._observed(), float(self.illegal_reward), True, False, self._info((0, 0, 0, 0))
        self.ended, self.acted = episode.over, acted
        reward = float(self.rewarded.of(episode.paid)[acted])
        return self._observed(), reward, self.ended, False, self._info(tuple(episode.paid))

    def _player(self) -> int:
        """The player who is asked; after the end, the one who has acted last."""
        asked = self._begun().asked
        return self.acted if asked is None else asked

    def _observed(self) -> Observed:
        return observed(self._begun().cells(self._player()), self.form)

    def _info(self, payments: tuple[int, ...]) -> dict[str, Any]:
        """The player and the seat that act next (255 at the end), and what the four players got in this step."""
        episode = self._begun()
        asked = episode.asked
        return {
            "player": NO_SEAT if asked is None else asked,
            "seat": NO_SEAT if asked is None else episode.seat,
            "payments": np.array(payments, np.int32),
        }

    def render(self) -> str | None:
        """The table as text, as the player sees it who acts; None without the mode ``ansi``."""
        return render(self._begun(), self._player(), self.render_mode)

    def record(self) -> bytes:
        """The record of the episode, for ``quepu replay`` and ``quepu verify``; complete when the episode is over."""
        return self._begun().record()

    def _begun(self) -> Episode:
        if self.episode is None:
            raise QuepuError("not_reset")
        return self.episode
