"""The PettingZoo environment: four agents, who act one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from quepu.env.drawing import RENDER_MODES, check_render_mode, render
from quepu.env.episode import Episode, Episodes, SeatedPlayer
from quepu.env.observing import AGENTS, Observed, Rewards, action_space, check_form, check_seed, observation_space, observed
from quepu.errors import IllegalAction, QuepuError
from quepu.rules import book as find_book
from quepu.rules.base import RuleBook

NOTHING = (0.0, 0.0, 0.0, 0.0)


class DealEnv(AECEnv[str, Observed, int]):
    """A deal, or a match of some deals, as a PettingZoo environment.

    - Agents are called by their first seats: ``east``, ``south``, ``west``, ``north``. In a match they change seats from deal to deal.
    - ``players``: the names of our players, or objects with ``choose`` (see ``quepu.players``), for seats that are not agents; None for
      those that are.
    - ``observation``: ``planes`` or ``bytes``. ``rewards``: ``points``, ``normalised``, or a number that points are divided by.
    - ``plays_forced``: an agent with one legal action is not asked.
    - ``tiles``: 136 or 144, instead of what the rules say.
    """

    metadata = {"render_modes": RENDER_MODES, "name": "quepu_v0", "is_parallelizable": False}  # noqa: RUF012  # as PettingZoo declares it

    def __init__(
        self,
        rules: str | RuleBook,
        *,
        deals: int = 1,
        players: Sequence[SeatedPlayer] = (None, None, None, None),
        observation: str = "planes",
        rewards: str | float = "points",
        plays_forced: bool = True,
        tiles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.book = find_book(rules)
        self.form = check_form(observation)
        self.rewarded = Rewards(rewards)
        check_render_mode(render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.episodes = Episodes(self.book, deals, tiles, players, plays_forced)
        self.possible_agents = [agent for agent, player in zip(AGENTS, self.episodes.players, strict=True) if player is None]
        self._players = [(agent, AGENTS.index(agent)) for agent in self.possible_agents]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.form) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self.np_random: np.random.Generator | None = None
        self.episode: Episode | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode. The same seed begins the same sequence of episodes."""
        check_seed(seed)
        if seed is not None or self.np_random is None:
            self.np_random = np.random.default_rng(seed)
        self.episode = self.episodes.begin(self.np_random)
        self.agents = list(self.possible_agents)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection: str | None = None  # type: ignore[assignment]  # PettingZoo forgets None
        # deals may end before an agent is asked
        self._take_results(self.episode.game.match.scores)

    def step(self, action: int | None) -> None:
        """Apply the action of ``agent_selection``; None after the end. IllegalAction is raised before anything changes."""
        episode = self._begun()
        if not self.agents:
            raise QuepuError("not_reset")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise IllegalAction("hand_over", seat=episode.seats.index(AGENTS.index(agent)), action=action)
            self._was_dead_step(action)  # type: ignore[arg-type]  # None, as PettingZoo has it
            return
        episode.act(action)
        self._cumulative_rewards[agent] = 0.0
        self._take_results(episode.paid)

    def _take_results(self, paid: Sequence[int]) -> None:
        """Give each agent its reward, and select the one who is asked."""
        episode = self._begun()
        payments, seats = tuple(paid), episode.seats
        earned = self.rewarded.of(paid).tolist() if any(paid) else NOTHING
        self.rewards = {agent: earned[player] for agent, player in self._players}
        self.terminations = dict.fromkeys(self.agents, episode.over)
        self.infos = {agent: {"seat": seats.index(player), "payments": payments} for agent, player in self._players}
        self._accumulate_rewards()
        self.agent_selection = self.agents[0] if episode.asked is None else AGENTS[episode.asked]

    def observe(self, agent: str) -> Observed:
        """What an agent may know now; its mask is empty unless it may act."""
        if agent not in self.possible_agents:
            raise QuepuError("not_one_of", option="agent", text=str(agent), known=", ".join(self.possible_agents))
        return observed(self._begun().cells(AGENTS.index(agent)), self.form)

    def render(self) -> str | None:
        """The table as the selected agent sees it: as text (``ansi``), or printed (``human``)."""
        return render(self._begun(), AGENTS.index(self.agent_selection), self.render_mode)

    def close(self) -> None:
        """There is nothing to close; PettingZoo requires the method."""

    def record(self) -> bytes:
        """The record of the episode, for ``quepu replay`` and ``quepu verify``; complete when the episode is over."""
        return self._begun().record()

    def _begun(self) -> Episode:
        if self.episode is None:
            raise QuepuError("not_reset")
        return self.episode
